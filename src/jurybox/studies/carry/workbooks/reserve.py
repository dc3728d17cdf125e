"""Units for a workbook: what the rater has open, and free ones of the pool, reserved until the file is read back."""

from collections.abc import Iterator

from jurybox.core import Assignment, AssignmentState, Member
from jurybox.store import Run, assignments, progress
from jurybox.studies import rating
from jurybox.studies.rating import Taker, Visit
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

ALL = 2**31 - 1


def reserve(run: Run, view: StudyView, member: Member, units: int | None, server: TimeAndIds) -> list[Assignment]:
    """All that a rater can do now, in their order, held without a lease. `units` is how many they are to have in all.

    A stage that shows what another open unit of its item hides waits, and so does one that waits for its batch.
    """
    seen = progress.glance(run, member, stage=min(member.stages, default=0), now=server.now)
    mine = _open(run, member)
    if view.settings.assign == "pool":
        rating.number_repeats(run, [a for a in mine if _is_ready(run, view, a, mine)], seen, server)
        taker = Taker(run, Visit(member, view), server, seen, 0)
        taker.batch = seen.batch + 1 if seen.position >= 0 else seen.batch
        wanted = view.list_length(member.groups) if units is None else units
        mine += list(_new(taker, wanted - progress.count_ratings(run, member.id), mine))
    waiting = [a for a in mine if rating.waits_for_batch(view, a)]
    now = [a for a in mine if a not in waiting] + rating.at_the_open_gate(view, mine)
    return sorted((a for a in now if _is_ready(run, view, a, mine)), key=lambda a: a.position)


def hold(run: Run, reserved: list[Assignment]) -> None:
    """Count them as shown, and keep their slots until they come back."""
    for a in reserved:
        if a.state == AssignmentState.LEASED:
            a.state, a.lease_until = AssignmentState.PLANNED, None
            assignments.set_state(run, a)
    rating.mark_shown(run, reserved)


def _open(run: Run, member: Member) -> list[Assignment]:
    found = assignments.open_of(run, member=member.id, done=member.done, most=ALL)
    return [a for a in found if a.example is None]


def _is_ready(run: Run, view: StudyView, a: Assignment, mine: list[Assignment]) -> bool:
    if rating.would_spoil(view, a, mine) or view.withdrawn.issuperset(a.candidates):
        return False
    return not (view.hides and a.shown < 0 and rating.is_spoilt(run, view, a, a.stage))


def _new(taker: Taker, wanted: int, mine: list[Assignment]) -> Iterator[Assignment]:
    """So many free units, all in one batch of their own."""
    view, member = taker.view, taker.member
    hiding = {a.item: view.reveals[a.stage] for a in mine if a.stage is not None}
    for stage in sorted(member.stages or range(len(view.protocol.stages))):
        for free in taker.free(stage, wanted) if wanted > 0 else []:
            reveals = hiding.get(free.item)
            if reveals is not None and stage >= reveals:
                continue  # it would show what another open unit of the item hides
            if rating.is_check(view, member.uid, taker.position + 1) and (check := taker.check()):
                yield check
            taker.cursor = max(taker.cursor, free.place) if stage == min(member.stages, default=0) else taker.cursor
            if a := taker.assign(free, stage):
                wanted -= 1
                hiding.setdefault(a.item, view.reveals[stage])
                yield a
