"""Planning repeats in a pool: whenever a rater's share asks for one, a unit they finished is set to come again."""

from dataclasses import replace

from jurybox.core import Assignment, AssignmentState, Member
from jurybox.design import candidate_order, gap, one_of, planned
from jurybox.store import Run, assignments, progress
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds


def plan_repeat(run: Run, view: StudyView, member: Member, finished: Assignment, server: TimeAndIds) -> None:
    """Called when a rating was finished; `member.done` does not include it yet."""
    share, done = view.settings.repeats, member.done + 1
    if not share or not view.repeatable:
        return
    if view.settings.assign == "fixed":
        assignments.set_due(run, finished, done + gap(progress.count_ratings(run, member.id)))
        return
    expected = view.list_length(member.groups)
    if progress.count_repeats(run, member.id) >= planned(done, share, expected):
        return
    lately = assignments.rated_once(run, member=member.id, most=max(1, round(1 / share)))
    block = {a.unit: a for a in lately if repeatable(view, a) and not view.withdrawn.issuperset(a.candidates)}
    if block:
        first = block[one_of(list(block), view.row.seed, member.uid)]
        add_repeat(run, view, member.uid, first, done + gap(expected), server)


def repeatable(view: StudyView, first: Assignment) -> list[int]:
    """The stages of an assignment that can come again."""
    return [stage for stage in view.repeatable if stage in first.stages]


def add_repeat(run: Run, view: StudyView, rater: str, first: Assignment, due: int, server: TimeAndIds) -> None:
    """A repeat takes no slot, has a fresh order, and waits for `due` finished ratings; then it gets its number."""
    stages = repeatable(view, first)
    order = candidate_order(
        sorted(first.candidates), view.row.seed, rater, first.unit, "repeat", avoid=first.candidates
    )
    again = replace(
        first,
        id=0,
        uid=server.new_id(),
        candidates=order,
        position=-first.id,
        purpose="repeat",
        repeat_of=first.id,
        due=due,
        stages=stages,
        stage=stages[0],
        shown=-1,
        state=AssignmentState.PLANNED,
        lease_until=None,
        has_draft=False,
    )
    assignments.add(run, again, study=view.id, epoch=0, now=server.now)
