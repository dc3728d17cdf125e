"""Planning repeats in a pool: when a rater finishes a block of units, one of them is set to come again."""

import json

from jurybox.core.assignment import Assignment, Member
from jurybox.design.blinding import candidate_order
from jurybox.design.repeats import block_length, chosen_of_block, gap
from jurybox.store import pool
from jurybox.store.statement import Run
from jurybox.studies.assigning import Server
from jurybox.studies.view import StudyView


def plan_repeat(run: Run, view: StudyView, member: Member, server: Server) -> None:
    """Called when a rating was finished; `member.done` does not include it yet."""
    length = block_length(view.settings.repeats)
    done = member.done + 1
    if not length or view.settings.assign != "pool" or not view.repeatable or done % length:
        return
    block = {unit: id for id, unit in run.all(pool.RATED_LATELY, member=member.id, most=length)}
    first = pool.assignment_by_id(run, block[chosen_of_block(list(block), view.row.seed, member.uid)])
    assert first is not None
    behind = list(block.values()).index(first.id)
    add_repeat(run, view, member.id, member.uid, first, done - behind + gap(view.list_length(member.groups)), server)


def add_repeat(run: Run, view: StudyView, member: int, rater: str, first: Assignment, due: int, server: Server) -> None:
    """A repeat takes no slot, has a fresh order, and waits until `due` ratings are finished."""
    position, batch, cursor, epoch = run.one(pool.LAST_OF_MEMBER, member=member) or (0, 0, -1, 0)
    order = candidate_order(
        sorted(first.candidates), view.row.seed, rater, first.unit, "repeat", avoid=first.candidates
    )
    run.value(
        pool.INSERT, uid=server.new_id(), study=view.id, unit=first.unit, item=first.item, member=member,
        candidates=json.dumps(order), batch=batch, position=position + 1, cursor=cursor, epoch=epoch, purpose="repeat",
        repeat_of=first.id, due=due, stages=json.dumps(view.repeatable), stage=view.repeatable[0], shown=-1,
        state="planned", lease_until=None, now=server.now,
    )  # fmt: skip
