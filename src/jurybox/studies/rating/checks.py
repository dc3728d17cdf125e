"""Checks among a rater's units: handed out where the seed says.

Nothing that a rater receives tells a check from a unit of the pool.
"""

from collections.abc import Collection

from jurybox.core import Assignment, AssignmentState, Member
from jurybox.design import candidate_order, draw, is_check_place
from jurybox.store import Run, assignments, checks
from jurybox.studies.study import StudyView


def is_check(view: StudyView, rater: str, position: int) -> bool:
    """Whether a rater's unit with this number is a check."""
    return is_check_place(position, view.check_rate, view.row.seed, rater)


def next_check(
    run: Run, view: StudyView, member: Member, position: int, avoid: Collection[int] = ()
) -> Assignment | None:
    """A check that a rater has not had, as the assignment with this number; None where there is none for them."""
    start = draw(view.row.seed, "check", member.uid, position) % max(1, view.checks)
    free = checks.free_for(run, study=view.id, member=member.id, groups=member.groups, start=start, avoid=avoid)
    if free is None:
        return None
    stages = sorted(member.stages or range(len(view.protocol.stages)))
    written = [-n for n in range(1, free.candidates + 1)]
    return Assignment(
        id=0,
        uid="",
        unit=0,
        item=free.item or 0,
        membership=member.id,
        candidates=candidate_order(written, view.row.seed, member.uid, free.id, "check"),
        batch=0,
        position=position,
        purpose="check",
        repeat_of=None,
        due=0,
        stages=stages,
        stage=stages[0],
        shown=-1,
        state=AssignmentState.PLANNED,
        lease_until=None,
        check_item=free.id,
        window=free.window,
    )


def let_checks_go(run: Run, member: int) -> None:
    """Checks of a workbook that does not come back go as its other units do."""
    for a in assignments.all_of(run, member):
        if a.check_item is not None and a.stage is not None and a.shown >= 0:
            a.state = AssignmentState.LAPSED
            assignments.set_state(run, a)
