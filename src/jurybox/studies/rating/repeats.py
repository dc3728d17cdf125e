"""Planning repeats in a pool: whenever a rater's share asks for one, a unit they finished is set to come again."""

import json

from jurybox.core import Assignment, Member
from jurybox.design import candidate_order, gap, one_of, planned
from jurybox.store import pool
from jurybox.store.statement import Run
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds


def plan_repeat(run: Run, view: StudyView, member: Member, finished: Assignment, server: TimeAndIds) -> None:
    """Called when a rating was finished; `member.done` does not include it yet."""
    share, done = view.settings.repeats, member.done + 1
    if not share or not view.repeatable:
        return
    if view.settings.assign == "fixed":
        listed = run.value(pool.COUNT_RATINGS, member=member.id)
        run.do(pool.SET_DUE, member=member.id, first=finished.id, new_due=done + gap(listed))
        return
    expected = view.list_length(member.groups)
    if run.value(pool.COUNT_REPEATS, member=member.id) >= planned(done, share, expected):
        return
    lately = map(pool.as_assignment, run.all(pool.RATED_ONCE, member=member.id, most=max(1, round(1 / share))))
    block = {a.unit: a for a in lately if repeatable(view, a) and not view.withdrawn.issuperset(a.candidates)}
    if block:
        first = block[one_of(list(block), view.row.seed, member.uid)]
        add_repeat(run, view, member.id, member.uid, first, done + gap(expected), server)


def repeatable(view: StudyView, first: Assignment) -> list[int]:
    """The stages of an assignment that can come again."""
    return [stage for stage in view.repeatable if stage in first.stages]


def add_repeat(
    run: Run, view: StudyView, member: int, rater: str, first: Assignment, due: int, server: TimeAndIds
) -> None:
    """A repeat takes no slot, has a fresh order, and waits for `due` finished ratings; then it gets its number."""
    stages = repeatable(view, first)
    order = candidate_order(
        sorted(first.candidates), view.row.seed, rater, first.unit, "repeat", avoid=first.candidates
    )
    run.insert(
        pool.INSERT, uid=server.new_id(), study=view.id, unit=first.unit, item=first.item, member=member,
        candidates=json.dumps(order), batch=first.batch, position=-first.id, cursor=-1, epoch=0, purpose="repeat",
        repeat_of=first.id, due=due, stages=json.dumps(stages), stage=stages[0], shown=-1, state="planned",
        lease_until=None, now=server.now,
    )  # fmt: skip
