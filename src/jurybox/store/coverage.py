"""How far a study is: its slots, and those that are answered, held and free."""

import json
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import bindparam, func, literal_column, select, text

from jurybox.store.columns import select_as
from jurybox.store.schema import assignment, item, membership, slot, unit
from jurybox.store.statement import Run, Scalar, Select

P = bindparam
A = assignment.c


class Coverage(NamedTuple):
    """How far one stage of one group is: units, their slots in all, and those that are answered and free.

    What is neither answered nor free is held: by a lease, a fixed list or a workbook.
    """

    group: str
    stage: int
    units: int
    slots: int
    done: int
    open: int
    full: int
    """Units whose slots are all taken."""
    complete: int
    """Units with all their answers."""
    begun: int
    """Units of which something is answered or in a rater's hands, and not all is answered."""
    untouched: int
    stuck: int
    """Units in the inbox. These four are all units."""


class _Taken(NamedTuple):
    """A stage of a group as its slots tell.

    Units, slots in all, free ones, units without any, those of them outside the inbox, units in the inbox,
    and units that nobody has.
    """

    group: str
    stage: int
    units: int
    slots: int
    open: int
    full: int
    filled: int
    stuck: int
    untouched: int


class _Alike(NamedTuple):
    """How many units of a group are alike in one stage."""

    group: str
    stage: int
    quorum: int
    free: int
    cannot: int
    units: int


class _UnitSlots(NamedTuple):
    """The slots of one stage of a unit, and its group."""

    unit: int
    group: str
    stage: int
    quorum: int
    free: int
    cannot: int


class _Held(NamedTuple):
    """A slot that a rater holds, beside what its unit has; `stages` is what the assignment covers, as JSON."""

    unit: int
    group: str
    stage: int
    quorum: int
    free: int
    cannot: int
    stages: str
    shown: int


_GONE = select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None))


_LIKENESS = (slot.c.grp, slot.c.stage, slot.c.quorum, slot.c.open_slots, slot.c.cannot)
_COUNTED = select_as(_Alike, slot, free=slot.c.open_slots, units=func.count()).group_by(*_LIKENESS)
_ALIKE = Select(_Alike, _COUNTED.where(slot.c.study_id == P("study")))
"""The index `ix_slot_coverage` answers it alone, in its order."""
_ALIKE_GONE = Select(_Alike, _COUNTED.where(slot.c.unit_id.in_(select(unit.c.id).where(unit.c.item_id.in_(_GONE)))))
_OF_STUDY = Select(
    _UnitSlots,
    select_as(_UnitSlots, slot, free=slot.c.open_slots).where(
        slot.c.study_id == P("study"), slot.c.item_id.not_in(_GONE)
    ),
)
_IS_HELD = A.state.in_([literal_column("'leased'"), literal_column("'planned'")])
_HELD = Select(
    _Held,
    select_as(_Held, slot, free=slot.c.open_slots, stages=A.stages, shown=A.shown)
    .select_from(assignment)
    .join(slot, slot.c.unit_id == A.unit_id)
    .where(A.membership_id == P("member"), A.purpose == "rating", _IS_HELD)
    .where(text("assignment.stage IS NOT NULL"), slot.c.stage >= A.stage)
    .order_by(A.position),
)
"""Ordered only so that SQLite takes the index of open assignments, which has what is open and nothing else."""
_MEMBERS = Scalar(int, select(membership.c.id).where(membership.c.study_id == P("study")))


def of_study(run: Run, study: int, closed: frozenset[int]) -> list[Coverage]:
    """How far a study is, per group and stage, without withdrawn items and the units that are `closed`."""
    held = _held(run, study)
    found = []
    for group, stage, units, slots, free, full, filled, stuck, untouched in _asked_for(run, study, closed):
        in_hands = held.get((group, stage)) or _InHands()
        taken = slots - free
        # A stage that needs nobody takes no slot, though it goes with the assignment.
        done = taken - min(taken, in_hands.slots)
        left = untouched + in_hands.untouched
        complete = max(0, filled - in_hands.incomplete)
        begun = max(0, units - complete - left - stuck)
        found.append(Coverage(group, stage, units, slots, done, free, full, complete, begun, left, stuck))
    return found


def _asked_for(run: Run, study: int, closed: frozenset[int]) -> list[_Taken]:
    """What the slots of every group and stage tell; one by one only where some units are closed."""
    if closed:
        each = (entry for entry in _OF_STUDY.all(run, study=study) if entry.unit not in closed)
        alike = [(*entry[1:], 1) for entry in each]
    else:
        alike = [*_ALIKE.all(run, study=study)]
        alike += [entry._replace(units=-entry.units) for entry in _ALIKE_GONE.all(run, study=study)]
    total: dict[tuple[str, int], list[int]] = {}
    for group, stage, quorum, free, cannot, units in alike:
        sums = total.setdefault((group, stage), [0] * 7)
        is_stuck = cannot > quorum > 0
        is_untouched = free == quorum > 0 and not is_stuck
        for n, value in enumerate((1, quorum, free, free == 0, free == 0 and not is_stuck, is_stuck, is_untouched)):
            sums[n] += units * value
    return [_Taken(*place, *total[place]) for place in sorted(total) if total[place][0]]


@dataclass
class _InHands:
    """What raters hold of one stage of a group: slots, units that are full but for that, and units as good as free."""

    slots: int = 0
    incomplete: int = 0
    untouched: int = 0


def _held(run: Run, study: int) -> dict[tuple[str, int], _InHands]:
    """Slots of leases, fixed lists and workbooks, by group and stage. What was never shown leaves a unit untouched."""
    found: dict[tuple[str, int], _InHands] = {}
    units: dict[tuple[int, int], list[_Held]] = {}
    for member in _MEMBERS.all(run, study=study):
        for entry in _HELD.all(run, member=member):
            if entry.stage in json.loads(entry.stages):
                units.setdefault((entry.unit, entry.stage), []).append(entry)
    for together in units.values():
        first = together[0]
        hands = found.setdefault((first.group, first.stage), _InHands())
        hands.slots += len(together)
        if first.cannot > first.quorum or not first.quorum:
            continue
        is_untouched = first.free + sum(entry.shown < 0 for entry in together) >= first.quorum
        hands.untouched += is_untouched
        hands.incomplete += first.free == 0
    return found
