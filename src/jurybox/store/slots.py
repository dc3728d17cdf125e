"""Slots: room for raters on each stage of each unit; taken, given back, opened, closed and counted."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, bindparam, case, func, insert, literal_column, select, text, update

from jurybox.store.bulk import write_in_chunks
from jurybox.store.database import Database
from jurybox.store.schema import assignment, item, judgement, returned, slot, unit
from jurybox.store.statement import Run, Select, Statement, fields_of
from jurybox.store.units import next_place, units_of

P = bindparam
A = assignment.c
_STRETCH = 200
"""How many places are changed together at first; chunks grow from there."""


class Slots(NamedTuple):
    """The slots of one stage of a unit."""

    stage: int
    quorum: int
    free: int


class CannotCount(NamedTuple):
    """How many raters could not judge a stage of a unit, beside how many it needs."""

    cannot: int
    quorum: int


class SlotsToDeal(NamedTuple):
    """A stage of a unit that has free slots, or that needs nobody."""

    unit: int
    item: int
    group: str
    candidates: list[int]
    stage: int
    quorum: int
    free: int


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


@dataclass(frozen=True, slots=True)
class Stuck:
    """A unit in the inbox: more raters than its quorum could not judge it."""

    item: str
    group: str
    stage: int
    cannot: int
    quorum: int
    reasons: list[str]


def _to_deal(unit: int, item: int, group: str, candidates: str, stage: int, quorum: int, free: int) -> SlotsToDeal:
    return SlotsToDeal(
        unit=unit, item=item, group=group, candidates=json.loads(candidates), stage=stage, quorum=quorum, free=free
    )


_OF_STAGE = (slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"))
_OF_UNIT = Select(
    Slots,
    select(*fields_of(Slots, stage=slot.c.stage, quorum=slot.c.quorum, free=slot.c.open_slots))
    .where(slot.c.unit_id == P("unit"))
    .order_by(slot.c.stage),
)
_TAKE = Statement(
    update(slot).where(*_OF_STAGE, slot.c.open_slots > literal_column("0"))
    .values(open_slots=slot.c.open_slots - literal_column("1"))
)  # fmt: skip
_GIVE_BACK = Statement(
    update(slot).where(*_OF_STAGE, slot.c.quorum > literal_column("0"))
    .values(open_slots=slot.c.open_slots + literal_column("1")).returning(slot.c.study_id, slot.c.grp)
)  # fmt: skip
_ADD_RETURNED = Statement(
    insert(returned).values(study_id=P("study"), stage=P("stage"), grp=P("grp"), unit_id=P("unit"))
)
_COUNT_CANNOT = Select(
    CannotCount,
    update(slot).where(*_OF_STAGE).values(cannot=slot.c.cannot + P("by"))
    .returning(*fields_of(CannotCount, cannot=slot.c.cannot, quorum=slot.c.quorum)),
)  # fmt: skip
_TO_DEAL = Select(
    _to_deal,
    select(
        *fields_of(
            SlotsToDeal, unit=slot.c.unit_id, item=slot.c.item_id, group=slot.c.grp, candidates=unit.c.candidates,
            stage=slot.c.stage, quorum=slot.c.quorum, free=slot.c.open_slots,
        )
    ).select_from(slot.join(unit, unit.c.id == slot.c.unit_id))
    .where(slot.c.study_id == P("study"), (slot.c.open_slots > 0) | (slot.c.quorum == 0))
    .order_by(slot.c.place, slot.c.stage),
)  # fmt: skip
_COVERAGE = Statement(
    select(
        slot.c.grp, slot.c.stage, func.count(), func.coalesce(func.sum(slot.c.quorum), 0),
        func.coalesce(func.sum(slot.c.open_slots), 0),
        func.coalesce(func.sum(case((slot.c.open_slots == 0, 1), else_=0)), 0),
    ).where(slot.c.study_id == P("study")).group_by(slot.c.grp, slot.c.stage).order_by(slot.c.grp, slot.c.stage)
)  # fmt: skip
_HELD = Statement(
    select(unit.c.grp, A.stages, A.stage, func.count()).join(unit, unit.c.id == A.unit_id)
    .where(
        A.study_id == P("study"), A.purpose == "rating",
        A.state.in_([literal_column("'leased'"), literal_column("'planned'")]),
    ).group_by(unit.c.grp, A.stages, A.stage)
)  # fmt: skip
_INBOX = Statement(
    select(slot.c.unit_id, item.c.key, slot.c.grp, slot.c.stage, slot.c.cannot, slot.c.quorum)
    .join(item, item.c.id == slot.c.item_id)
    .where(slot.c.study_id == P("study"), text("cannot > quorum"), text("quorum > 0"), item.c.withdrawn_at.is_(None))
    .order_by(slot.c.place).limit(literal_column("200"))
)  # fmt: skip
_REASONS = Statement(
    select(judgement.c.cannot).join(assignment, A.id == judgement.c.assignment_id)
    .where(A.unit_id == P("unit"), judgement.c.stage == P("stage"), judgement.c.cannot.is_not(None))
    .order_by(judgement.c.seq)
)  # fmt: skip
_WITHDRAWN: dict[str, Any] = {
    "state": "withdrawn", "stage": literal_column("NULL"), "lease_until": literal_column("NULL"),
}  # fmt: skip
_CLOSE_ITEM = (
    Statement(update(slot).where(slot.c.item_id == P("item")).values(open_slots=0)),
    Statement(update(assignment).where(A.item_id == P("item"), text("stage IS NOT NULL")).values(_WITHDRAWN)),
)
_CLOSE_UNIT = (
    Statement(update(slot).where(slot.c.unit_id == P("unit")).values(open_slots=0)),
    Statement(update(assignment).where(A.unit_id == P("unit"), text("stage IS NOT NULL")).values(_WITHDRAWN)),
)


def _lost(quorum: ColumnElement[int]) -> ColumnElement[int]:
    """How many slots are gone for good because more raters than the quorum could not judge the unit."""
    return case((slot.c.cannot > quorum, slot.c.cannot - quorum), else_=0)


_TO = P("new_quorum", type_=Integer)
_OPEN_MORE = Statement(
    update(slot).where(
        slot.c.study_id == P("study"), slot.c.stage == P("at_stage"), slot.c.grp == P("in_group"),
        slot.c.place >= P("from_place"), slot.c.place < P("to_place"), slot.c.quorum > 0, slot.c.quorum < _TO,
        slot.c.item_id.not_in(select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None))),
    ).values(quorum=_TO, open_slots=slot.c.open_slots + _TO - slot.c.quorum + _lost(slot.c.quorum) - _lost(_TO))
)  # fmt: skip


def take(run: Run, *, unit: int, stage: int) -> bool:
    """Take a slot; whether there was a free one."""
    return _TAKE.do(run, unit=unit, at_stage=stage) > 0


def give_back(run: Run, *, unit: int, stage: int) -> None:
    """Open a slot again, and put the unit where the next rater looks first."""
    row = _GIVE_BACK.row(run, unit=unit, at_stage=stage)
    if row:
        study, group = row
        _ADD_RETURNED.do(run, study=study, stage=stage, grp=group, unit=unit)


def of_unit(run: Run, unit: int) -> list[Slots]:
    """The slots of a unit, stage by stage."""
    return _OF_UNIT.all(run, unit=unit)


def count_cannot(run: Run, *, unit: int, stage: int, by: int) -> CannotCount:
    """Count one rater more, or less, who could not judge."""
    return _COUNT_CANNOT.one(run, unit=unit, at_stage=stage, by=by) or CannotCount(cannot=0, quorum=0)


def to_deal(run: Run, study: int) -> list[SlotsToDeal]:
    """Everything that fixed lists can be made of, in the order of the pool."""
    return _TO_DEAL.all(run, study=study)


def coverage(run: Run, study: int) -> list[Coverage]:
    """How far a study is, per group and stage."""
    held = _held(run, study)
    found = []
    for group, stage, units, slots, free, full in _COVERAGE.rows(run, study=study):
        taken = int(slots) - int(free)
        # A stage that needs nobody takes no slot, though it goes with the assignment.
        done = taken - min(taken, held[group, stage])
        found.append(
            Coverage(
                group=group, stage=stage, units=int(units), slots=int(slots), done=done, open=int(free), full=int(full)
            )
        )
    return found


def _held(run: Run, study: int) -> Counter[tuple[str, int]]:
    """Slots of leases, fixed lists and workbooks, by group and stage."""
    held: Counter[tuple[str, int]] = Counter()
    for group, stages, following, count in _HELD.rows(run, study=study):
        for stage in json.loads(stages):
            if following is not None and stage >= following:
                held[group, stage] += count
    return held


def inbox(run: Run, study: int) -> list[Stuck]:
    """Units that more raters than the quorum could not judge, with what they said."""
    return [
        Stuck(
            item=key, group=group, stage=stage, cannot=cannot, quorum=quorum,
            reasons=_REASONS.values(run, unit=unit, stage=stage),
        )
        for unit, key, group, stage, cannot, quorum in _INBOX.rows(run, study=study)
    ]  # fmt: skip


def close_item(run: Run, item: int) -> None:
    """Nobody is given an item any more, and whoever has it open is let go."""
    for statement in _CLOSE_ITEM:
        statement.do(run, item=item)


def close_empty_units(run: Run, *, study: int, withdrawn: frozenset[int]) -> None:
    """Close the units of which every candidate is withdrawn."""
    for found in units_of(run, study) if withdrawn else ():
        if withdrawn.issuperset(found.candidates):
            for statement in _CLOSE_UNIT:
                statement.do(run, unit=found.id)


def open_more(
    database: Database, *, study: int, stage: int, group: str, quorum: int, timer: Callable[[], float]
) -> None:
    """Open slots up to a quorum for one stage and group, in chunks over the places; again is harmless."""
    places = database.read(lambda run: next_place(run, study))
    stretches = [(start, start + _STRETCH) for start in range(0, places, _STRETCH)]

    def write(run: Run, chunk: "list[tuple[int, int]]") -> None:
        _OPEN_MORE.do(
            run, study=study, at_stage=stage, in_group=group, new_quorum=quorum,
            from_place=chunk[0][0], to_place=chunk[-1][1],
        )  # fmt: skip

    write_in_chunks(database, stretches, write, timer)
