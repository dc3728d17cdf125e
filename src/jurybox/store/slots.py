"""Slots: room for raters on each stage of each unit; taken, given back, opened, closed and counted."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, bindparam, case, exists, func, literal_column, select, text, update

from jurybox.store.bulk import Chunks
from jurybox.store.columns import columns_of, insert_into, maker, select_as
from jurybox.store.schema import assignment, item, judgement, returned, slot, unit
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples, memory_of
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
    window: int | None


@dataclass(frozen=True, slots=True)
class Stuck:
    """A unit in the inbox: more raters than its quorum could not judge it."""

    item: str
    group: str
    stage: int
    cannot: int
    quorum: int
    reasons: list[str]


class _Cannot(NamedTuple):
    """A stage of a unit that more raters than its quorum could not judge."""

    unit: int
    item: str
    group: str
    stage: int
    cannot: int
    quorum: int


IS_THEIRS = text("assignment.purpose IN ('rating', 'adjudication')")
"""Who has decided a unit has seen what others said of it, and never rates it."""
_OF_STAGE = (slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"))
_OF_UNIT = Select(
    Slots,
    select_as(Slots, slot, free=slot.c.open_slots).where(slot.c.unit_id == P("unit")).order_by(slot.c.stage),
)
_TAKE = Statement(
    update(slot)
    .where(*_OF_STAGE, slot.c.open_slots > literal_column("0"))
    .values(open_slots=slot.c.open_slots - literal_column("1")),
    keeps=True,
)
_TAKE_UNSEEN = Statement(
    update(slot)
    .where(*_OF_STAGE, slot.c.open_slots > literal_column("0"))
    .where(~exists().where(A.membership_id == P("member"), A.unit_id == slot.c.unit_id, IS_THEIRS))
    .values(open_slots=slot.c.open_slots - literal_column("1")),
    keeps=True,
)
_GIVE_BACK = Tuples[tuple[int, str]](
    update(slot)
    .where(*_OF_STAGE, slot.c.quorum > literal_column("0"))
    .values(open_slots=slot.c.open_slots + literal_column("1"))
    .returning(slot.c.study_id, slot.c.grp)
)
_ADD_RETURNED = Statement(insert_into(returned))
_COUNT_CANNOT = Select(
    CannotCount,
    update(slot).where(*_OF_STAGE).values(cannot=slot.c.cannot + P("by")).returning(*columns_of(CannotCount, slot)),
)
_TO_DEAL = Select(
    maker(SlotsToDeal, candidates=json.loads),
    select_as(SlotsToDeal, slot, unit, free=slot.c.open_slots)
    .select_from(slot.join(unit, unit.c.id == slot.c.unit_id))
    .where(slot.c.study_id == P("study"), (slot.c.open_slots > 0) | (slot.c.quorum == 0))
    .order_by(slot.c.place, slot.c.stage),
)


_IS_STUCK = (slot.c.study_id == P("study"), text("cannot > quorum"), text("quorum > 0"), item.c.withdrawn_at.is_(None))
_COUNT_STUCK = Scalar(
    int, select(func.count()).select_from(slot.join(item, item.c.id == slot.c.item_id)).where(*_IS_STUCK)
)
_INBOX = Select(
    _Cannot,
    select_as(_Cannot, slot, item=item.c.key)
    .join(item, item.c.id == slot.c.item_id)
    .where(*_IS_STUCK)
    .order_by(slot.c.place)
    .limit(literal_column("200")),
)
_REASONS = Scalar(
    str,
    select(judgement.c.cannot)
    .join(assignment, A.id == judgement.c.assignment_id)
    .where(A.unit_id == P("unit"), judgement.c.stage == P("stage"), judgement.c.cannot.is_not(None))
    .order_by(judgement.c.seq),
)
_NOTHING: ColumnElement[None] = literal_column("NULL")
_IS_SENT_BACK = text("state IN ('done', 'cannot')")
_IS_OPEN = text("stage IS NOT NULL")
_LET_GO = (
    update(assignment)
    .where(_IS_OPEN, text("state NOT IN ('done', 'cannot')"))
    .values(state="withdrawn", stage=_NOTHING, lease_until=_NOTHING)
)
_ASK_NO_MORE = update(assignment).where(_IS_OPEN, _IS_SENT_BACK).values(stage=_NOTHING)
"""Of what was sent back to be corrected the answer that stands goes on standing."""
_UNITS_OF_ITEM = select(unit.c.id).where(unit.c.item_id == P("item"))
_CLOSE_ITEM = (
    Statement(update(slot).where(slot.c.unit_id.in_(_UNITS_OF_ITEM)).values(open_slots=0)),
    Statement(_ASK_NO_MORE.where(A.item_id == P("item"))),
    Statement(_LET_GO.where(A.item_id == P("item"))),
)
_CLOSE_UNIT = (
    Statement(update(slot).where(slot.c.unit_id == P("unit")).values(open_slots=0)),
    Statement(_ASK_NO_MORE.where(A.unit_id == P("unit"))),
    Statement(_LET_GO.where(A.unit_id == P("unit"))),
)


def _lost(quorum: ColumnElement[int]) -> ColumnElement[int]:
    """How many slots are gone for good because more raters than the quorum could not judge the unit."""
    return case((slot.c.cannot > quorum, slot.c.cannot - quorum), else_=0)


_TO = P("new_quorum", type_=Integer)
_GONE = select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None))
_OPEN_MORE = Statement(
    update(slot)
    .where(slot.c.study_id == P("study"), slot.c.stage == P("at_stage"), slot.c.grp == P("in_group"))
    .where(slot.c.place >= P("start"), slot.c.place < P("end"))
    .where(slot.c.quorum > 0, slot.c.quorum < _TO, slot.c.item_id.not_in(_GONE))
    .values(quorum=_TO, open_slots=slot.c.open_slots + _TO - slot.c.quorum + _lost(slot.c.quorum) - _lost(_TO))
)

_OPEN_MORE_OF_UNIT = Statement(
    update(slot)
    .where(*_OF_STAGE, slot.c.quorum > 0, slot.c.quorum < _TO)
    .values(quorum=_TO, open_slots=slot.c.open_slots + _TO - slot.c.quorum + _lost(slot.c.quorum) - _lost(_TO))
)
_RAISE_TO = Statement(
    update(slot)
    .where(slot.c.study_id == P("study"), slot.c.stage == P("at_stage"), slot.c.grp == P("in_group"))
    .where(slot.c.quorum > 0, slot.c.quorum < _TO, slot.c.item_id.not_in(_GONE))
    .values(quorum=_TO)
)


def take(run: Run, *, unit: int, stage: int) -> bool:
    """Take a slot; whether there was a free one."""
    return _taken(run, unit, stage, _TAKE.do(run, unit=unit, at_stage=stage) > 0)


def take_unseen(run: Run, *, unit: int, stage: int, member: int) -> bool:
    """Take a slot for who has not rated or decided the unit; whether there was a free one, and they had not."""
    return _taken(run, unit, stage, _TAKE_UNSEEN.do(run, unit=unit, at_stage=stage, member=member) > 0)


def _taken(run: Run, unit: int, stage: int, is_done: bool) -> bool:
    if is_done and (memory := memory_of(run)) is not None and memory.free is not None:
        memory.free.take(unit, stage)
    return is_done


def take_held(run: Run, *, unit: int, stage: int) -> None:
    """Take a slot that a search found free and holds still (`pool.free_beyond`): nobody else can have been quicker."""
    _TAKE.send(run, unit=unit, at_stage=stage)
    _taken(run, unit, stage, True)


def give_back(run: Run, *, unit: int, stage: int) -> None:
    """Open a slot again, and put the unit where the next rater looks first."""
    row = _GIVE_BACK.one(run, unit=unit, at_stage=stage)
    if row:
        study, group = row
        _ADD_RETURNED.do(run, study=study, stage=stage, group=group, unit=unit)


def put_back(run: Run, *, unit: int, stage: int) -> None:
    """Open a slot again that is about to be dealt out anew."""
    _GIVE_BACK.one(run, unit=unit, at_stage=stage)


def of_unit(run: Run, unit: int) -> list[Slots]:
    """The slots of a unit, stage by stage."""
    return _OF_UNIT.all(run, unit=unit)


def count_cannot(run: Run, *, unit: int, stage: int, by: int) -> CannotCount:
    """Count one rater more, or less, who could not judge."""
    return _COUNT_CANNOT.one(run, unit=unit, at_stage=stage, by=by) or CannotCount(cannot=0, quorum=0)


def to_deal(run: Run, study: int) -> list[SlotsToDeal]:
    """Everything that fixed lists can be made of, in the order of the pool."""
    return _TO_DEAL.all(run, study=study)


def inbox(run: Run, study: int) -> list[Stuck]:
    """Units that more raters than the quorum could not judge, with what they said."""
    return [
        Stuck(item, group, stage, cannot, quorum, reasons=_REASONS.all(run, unit=unit, stage=stage))
        for unit, item, group, stage, cannot, quorum in _INBOX.all(run, study=study)
    ]


def count_stuck(run: Run, study: int) -> int:
    """How many units of a study are in the inbox."""
    return _COUNT_STUCK.only(run, study=study)


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


def open_more_of_unit(run: Run, *, unit: int, stage: int, quorum: int) -> bool:
    """Open slots up to a quorum for one stage of one unit; whether it was lower."""
    return _OPEN_MORE_OF_UNIT.do(run, unit=unit, at_stage=stage, new_quorum=quorum) > 0


def raise_to(run: Run, *, study: int, stage: int, group: str, quorum: int) -> None:
    """Lift what is below a quorum to it; free slots are then to be made again."""
    _RAISE_TO.do(run, study=study, at_stage=stage, in_group=group, new_quorum=quorum)


def open_more(chunks: Chunks, *, study: int, stage: int, group: str, quorum: int) -> None:
    """Open slots up to a quorum for one stage and group, in chunks over the places; again is harmless."""
    places = chunks.database.read(lambda run: next_place(run, study))
    stretches = [(start, start + _STRETCH) for start in range(0, places, _STRETCH)]

    def job_of(chunk: Sequence[tuple[int, int]]) -> Callable[[Run], None]:
        start, end = chunk[0][0], chunk[-1][1]

        def write(run: Run) -> None:
            _OPEN_MORE.do(run, study=study, at_stage=stage, in_group=group, new_quorum=quorum, start=start, end=end)

        return write

    chunks.write(stretches, job_of)
