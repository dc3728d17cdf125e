"""Making the projections again from the log: free slots, tallies, flat numbers, finished counts."""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from sqlalchemy import bindparam, delete, func, select, text, update

from jurybox.core import CheckStanding, Judgement, Standing
from jurybox.store import log
from jurybox.store.log import FlatNumber
from jurybox.store.schema import assignment, item, judgement, membership, number, slot, tally, unit
from jurybox.store.statement import Run, Statement, Tuples, Values
from jurybox.store.working_time import tallies_again

P = bindparam
_PAGE = 5_000
_ASSIGNMENTS = Tuples[tuple[int, int, str, int | None, str]](
    select(assignment.c.id, assignment.c.unit_id, assignment.c.state, assignment.c.stage, assignment.c.stages)
    .join(membership, membership.c.id == assignment.c.membership_id)
    .where(assignment.c.study_id == P("study"), assignment.c.purpose == "rating")
    .where(func.coalesce(membership.c.checked, 0) != int(CheckStanding.EXCLUDED))
)
_SLOTS = Tuples[tuple[int, int, int]](
    select(slot.c.unit_id, slot.c.stage, slot.c.quorum).where(slot.c.study_id == P("study"))
)
_UNITS = Tuples[tuple[int, str, int | None]](
    select(unit.c.id, unit.c.candidates, item.c.withdrawn_at)
    .join(item, item.c.id == unit.c.item_id)
    .where(unit.c.study_id == P("study"))
)
_SET_SLOT = Statement(
    update(slot)
    .where(slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"))
    .values(open_slots=P("free"), cannot=P("said_cannot"))
)
_MINE = select(membership.c.id).where(membership.c.study_id == P("study"))
_HOLD_MEMBERSHIPS = Statement(_MINE.order_by(membership.c.id).with_for_update())
_HOLD_LEASES = Statement(
    select(assignment.c.id)
    .where(assignment.c.study_id == P("study"), assignment.c.state == "leased")
    .order_by(assignment.c.id)
    .with_for_update()
)
_DROP_TALLIES = Statement(delete(tally).where(tally.c.membership_id.in_(_MINE)))
_MAKE_TALLIES = Statement(text(tallies_again("study_id = :study")))
_DROP_NUMBERS = Statement(
    delete(number).where(number.c.seq.in_(select(judgement.c.seq).where(judgement.c.study_id == P("study"))))
)
_FINISHED = select(func.count()).where(
    assignment.c.membership_id == membership.c.id, assignment.c.purpose == "rating", assignment.c.state == "done"
)
_COUNT_DONE = Statement(
    update(membership).where(membership.c.study_id == P("study")).values(done=_FINISHED.scalar_subquery())
)


def hold_still(run: Run, study: int) -> None:
    """Keep raters out until this transaction ends: what was counted must not change before it is written.

    A rater's transaction begins with their membership, and leases that others let run out are passed over when held.
    SQLite has one writer at a time anyway.
    """
    if run._dialect == "postgresql":
        _HOLD_MEMBERSHIPS.do(run, study=study)
        _HOLD_LEASES.do(run, study=study)


def rebuild_counts(run: Run, study: int) -> None:
    _DROP_TALLIES.do(run, study=study)
    _MAKE_TALLIES.do(run, study=study)
    _COUNT_DONE.do(run, study=study)


def rebuild_numbers(run: Run, study: int, numbers: Iterable[FlatNumber]) -> None:
    """Write the flat numbers again."""
    _DROP_NUMBERS.do(run, study=study)
    following = iter(numbers)
    while page := list(islice(following, _PAGE)):
        log.add_numbers(run, page)


def _current(entries: Iterable[Judgement]) -> dict[tuple[int, int], Judgement]:
    """The counted judgement that stands, by assignment and stage."""
    return {(e.assignment, e.stage): e for e in entries if e.standing == Standing.COUNTED}


def rebuild_slots(run: Run, *, study: int, pilot_seq: int, withdrawn: frozenset[int]) -> None:
    """Free slots of every stage of every unit, from who holds one and who has judged."""
    held: Counter[tuple[int, int]] = Counter()
    cannot: Counter[tuple[int, int]] = Counter()
    unit_of: dict[int, int] = {}
    for id, unit_id, state, stage, stages in _ASSIGNMENTS.all(run, study=study):
        unit_of[id] = unit_id
        if state in ("leased", "planned") and stage is not None:
            held.update((unit_id, s) for s in json.loads(stages) if s >= stage)
    for (assignment_id, stage), entry in _current(log.of_study(run, study)).items():
        if assignment_id in unit_of and (entry.seq or 0) > pilot_seq:
            (held if entry.cannot is None else cannot)[unit_of[assignment_id], stage] += 1
    closed = {
        id
        for id, candidates, gone in _UNITS.all(run, study=study)
        if gone is not None or withdrawn.issuperset(json.loads(candidates))
    }
    rows: list[Values] = []
    for unit_id, stage, quorum in _SLOTS.all(run, study=study):
        place = (unit_id, stage)
        free = quorum - held[place] - max(0, cannot[place] - quorum)
        free = 0 if unit_id in closed or not quorum else max(0, free)
        rows.append({"unit": unit_id, "at_stage": stage, "said_cannot": cannot[place], "free": free})
    _SET_SLOT.many(run, rows)
