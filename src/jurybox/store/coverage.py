"""How far a study is: its slots, and those that are answered, held and free."""

import json
from collections import Counter
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, func, literal_column, select

from jurybox.store.columns import maker, select_as
from jurybox.store.schema import assignment, item, slot, unit
from jurybox.store.statement import Run, Select, Tuples
from jurybox.store.units import units_of

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


class _Taken(NamedTuple):
    """A stage of a group as its slots tell: units, slots in all, free ones, and units without any."""

    group: str
    stage: int
    units: int
    slots: int
    open: int
    full: int


class _UnitSlots(NamedTuple):
    """The slots of one stage of a unit, and its group."""

    unit: int
    group: str
    stage: int
    quorum: int
    free: int


_GONE = select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None))


def _sum(column: ColumnElement[int]) -> ColumnElement[int]:
    return func.coalesce(func.sum(column), 0)


_IS_FULL = case((slot.c.open_slots == 0, 1), else_=0)
_TAKEN = Select(
    maker(_Taken, units=int, slots=int, open=int, full=int),
    select_as(
        _Taken, slot, units=func.count(), slots=_sum(slot.c.quorum), open=_sum(slot.c.open_slots), full=_sum(_IS_FULL)
    )
    .where(slot.c.study_id == P("study"), slot.c.item_id.not_in(_GONE))
    .group_by(slot.c.grp, slot.c.stage)
    .order_by(slot.c.grp, slot.c.stage),
)
_OF_STUDY = Select(
    _UnitSlots,
    select_as(_UnitSlots, slot, free=slot.c.open_slots).where(
        slot.c.study_id == P("study"), slot.c.item_id.not_in(_GONE)
    ),
)
_IS_HELD = A.state.in_([literal_column("'leased'"), literal_column("'planned'")])
_HELD = Tuples[tuple[str, str, int | None, int]](
    select(unit.c.grp, A.stages, A.stage, func.count())
    .join(unit, unit.c.id == A.unit_id)
    .where(A.study_id == P("study"), A.purpose == "rating", _IS_HELD)
    .group_by(unit.c.grp, A.stages, A.stage)
)


def of_study(run: Run, study: int, withdrawn: frozenset[int]) -> list[Coverage]:
    """How far a study is, per group and stage, without withdrawn items and units of `withdrawn` candidates alone."""
    held = _held(run, study)
    found = []
    for group, stage, units, slots, free, full in _asked_for(run, study, withdrawn):
        taken = slots - free
        # A stage that needs nobody takes no slot, though it goes with the assignment.
        done = taken - min(taken, held[group, stage])
        found.append(Coverage(group, stage, units=units, slots=slots, done=done, open=free, full=full))
    return found


def _asked_for(run: Run, study: int, withdrawn: frozenset[int]) -> list[_Taken]:
    """What the slots of every group and stage tell; of units only where some have no candidate left."""
    closed = {found.id for found in units_of(run, study) if withdrawn.issuperset(found.candidates)} if withdrawn else ()
    if not closed:
        return _TAKEN.all(run, study=study)
    total: dict[tuple[str, int], _Taken] = {}
    for id, group, stage, quorum, free in _OF_STUDY.all(run, study=study):
        if id not in closed:
            before = total.get((group, stage)) or _Taken(group, stage, 0, 0, 0, 0)
            total[group, stage] = _Taken(
                group,
                stage,
                before.units + 1,
                before.slots + quorum,
                before.open + free,
                before.full + (free == 0),
            )
    return [total[place] for place in sorted(total)]


def _held(run: Run, study: int) -> Counter[tuple[str, int]]:
    """Slots of leases, fixed lists and workbooks, by group and stage."""
    held: Counter[tuple[str, int]] = Counter()
    for group, stages, following, count in _HELD.all(run, study=study):
        for stage in json.loads(stages):
            if following is not None and stage >= following:
                held[group, stage] += count
    return held
