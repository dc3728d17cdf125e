"""Candidates and units: made of outputs when a study opens, and listed."""

import json
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
from sqlalchemy import bindparam, cast, delete, exists, func, insert, literal_column, select, text, update

from jurybox.core import Fields
from jurybox.store.bulk import reserve_ids
from jurybox.store.columns import maker, select_as
from jurybox.store.schema import assignment, candidate, candidate_system, import_, item, output, slot, unit
from jurybox.store.statement import ManyRows, Run, Scalar, Select, Statement, Tuples

P = bindparam
_from_json = msgspec.json.Decoder().decode


class UnitRow(NamedTuple):
    id: int
    item: int
    group: str
    candidates: list[int]
    window: int = 0
    """Which window of its item, from 1 on; 0 for all of it."""


class UnitAtPlace(NamedTuple):
    """What a unit shows."""

    item: int
    candidates: list[int]


class WaitingUnit(NamedTuple):
    """A unit that waits for raters, and for how many."""

    candidates: list[int]
    free: int


class NewOutput(NamedTuple):
    """A part of an output that has no candidate yet: of the whole item (segment 0), or of one of its segments."""

    item: int
    group: str
    item_text: str
    system: int
    segment: int
    text: str
    """Fields as they lie in the store, as is `item_text`: of most outputs nobody needs them."""

    @property
    def item_fields(self) -> Fields:
        found: Fields = _from_json(self.item_text)
        return found

    @property
    def fields(self) -> Fields:
        found: Fields = _from_json(self.text)
        return found


class KnownOutput(NamedTuple):
    """A part of the output that a candidate shows."""

    item: int
    candidate: int
    system: int
    segment: int
    fields: Fields


class CandidateToAdd(Protocol):
    @property
    def item(self) -> int: ...
    @property
    def systems(self) -> Sequence[int]:
        """The one whose output is shown comes first."""


class UnitToAdd(NamedTuple):
    item: int
    group: str
    place: int
    candidates: list[int]
    quorums: tuple[int, ...]
    """How many raters each stage needs."""
    window: int = 0


_unit = maker(UnitRow, candidates=json.loads, window=lambda number: number or 0)
_UNIT = select_as(UnitRow, unit).where(unit.c.study_id == P("study"))
_AT_PLACE = Select(_unit, _UNIT.where(unit.c.place == P("place")))
_UNITS = Select(_unit, _UNIT.order_by(unit.c.place))
_OF_ITEM = Select(_unit, select_as(UnitRow, unit).where(unit.c.item_id == P("item")).order_by(unit.c.place))
_WITHIN = Select(_unit, _UNIT.where(unit.c.id >= P("first"), unit.c.id <= P("last")).order_by(unit.c.id))
_IDS = Scalar(int, select(unit.c.id).where(unit.c.study_id == P("study")).order_by(unit.c.id))
_PER_GROUP = Tuples[tuple[str, int]](
    select(slot.c.grp, func.count())
    .where(slot.c.study_id == P("study"), slot.c.stage == literal_column("0"))
    .group_by(slot.c.grp)
)
"""Every unit has a first stage, and the index `ix_slot_coverage` answers it alone."""
_BEFORE = Select(
    maker(UnitAtPlace, candidates=json.loads),
    select_as(UnitAtPlace, unit, item=unit.c.item_id)
    .where(unit.c.study_id == P("study"), unit.c.place < P("place"))
    .order_by(unit.c.place),
)
_WAITING = Select(
    maker(WaitingUnit, candidates=json.loads),
    select_as(WaitingUnit, unit, free=slot.c.open_slots)
    .join(slot, slot.c.unit_id == unit.c.id)
    .where(slot.c.study_id == P("study"), slot.c.stage == literal_column("0"), text("slot.open_slots > 0"))
    .order_by(slot.c.place)
    .limit(P("most")),
)
_NEXT_PLACE = Scalar(int, select(func.coalesce(func.max(unit.c.place), -1) + 1).where(unit.c.study_id == P("study")))
_HAS_CANDIDATE = exists().where(
    candidate_system.c.candidate_id == candidate.c.id,
    candidate.c.item_id == output.c.item_id,
    candidate_system.c.system_id == output.c.system_id,
)
_SOME_ITEMS = select(item.c.id).where(item.c.study_id == P("study"), item.c.id > P("after")).order_by(item.c.id)
_LAST_OF_SOME = Scalar(int, select(func.max(_SOME_ITEMS.limit(P("most")).subquery().c.id)))
_NEW_OUTPUTS = Select(
    NewOutput,
    select_as(NewOutput, output, item, item_text=item.c.fields, text=output.c.fields)
    .join(item, item.c.id == output.c.item_id)
    .join(import_, import_.c.id == output.c.import_id)
    .where(item.c.study_id == P("study"), import_.c.state == "done", item.c.withdrawn_at.is_(None), ~_HAS_CANDIDATE)
    .where(item.c.id > P("after"), item.c.id <= P("last"))
    .order_by(output.c.item_id, output.c.system_id, output.c.segment),
)
_KNOWN_OUTPUTS = Select(
    maker(KnownOutput, fields=json.loads),
    select_as(KnownOutput, candidate, output, candidate=candidate.c.id)
    .join(item, item.c.id == candidate.c.item_id)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .where(item.c.study_id == P("study"))
    .order_by(candidate.c.item_id, candidate.c.id, output.c.segment),
)
_ADD_CANDIDATES = ManyRows(candidate, "id", "item_id", "system_id")
_ADD_MAKERS = ManyRows(candidate_system, "candidate_id", "system_id")
_ADD_SHOWN = Statement(
    insert(candidate_system).from_select(
        ["candidate_id", "system_id"],
        select(candidate.c.id, candidate.c.system_id).where(candidate.c.id.between(P("first"), P("last"))),
    )
)
"""Each candidate was made by the system whose output it shows."""
_ADD_UNITS = ManyRows(unit, "id", "candidates", "win", "study_id", "item_id", "grp", "place")
_ADD_SLOTS = ManyRows(slot, "unit_id", "stage", "quorum", "open_slots", "cannot", "study_id", "item_id", "grp", "place")
_OF_UNIT = ("study_id", "item_id", "grp", "place")
_ADD_ALIKE = Statement(
    insert(slot).from_select(
        ["unit_id", "stage", "quorum", "open_slots", "cannot", *_OF_UNIT],
        select(
            unit.c.id,
            cast(P("stage"), slot.c.stage.type),
            cast(P("quorum"), slot.c.quorum.type),
            cast(P("quorum"), slot.c.open_slots.type),
            literal_column("0"),
            *(unit.c[name] for name in _OF_UNIT),
        ).where(unit.c.id.between(P("first"), P("last"))),
    )
)
"""The slots of one stage of units that all need as many raters."""
_UNBEGUN = Tuples[tuple[int, str]](
    select(unit.c.id, unit.c.candidates)
    .where(
        unit.c.item_id == P("item"),
        ~exists().where(assignment.c.unit_id == unit.c.id),
        ~exists().where(slot.c.unit_id == unit.c.id, slot.c.quorum == 0),
    )
    .limit(1)
    .with_for_update()
)
_SET_CANDIDATES = Statement(update(unit).where(unit.c.id == P("unit")).values(candidates=P("ids")))
_ITEMS = select(item.c.id).where(item.c.study_id == P("study"))
_DROP = [
    Statement(delete(slot).where(slot.c.study_id == P("study"))),
    Statement(delete(unit).where(unit.c.study_id == P("study"))),
    Statement(
        delete(candidate_system).where(
            candidate_system.c.candidate_id.in_(select(candidate.c.id).where(candidate.c.item_id.in_(_ITEMS)))
        )
    ),
    Statement(delete(candidate).where(candidate.c.item_id.in_(_ITEMS))),
]


def units_of(run: Run, study: int) -> list[UnitRow]:
    """All units of a study, in the order of the pool."""
    return _UNITS.all(run, study=study)


def at_place(run: Run, study: int, place: int) -> UnitRow | None:
    """The unit at a place of the pool."""
    return _AT_PLACE.one(run, study=study, place=place)


def of_item(run: Run, item: int) -> list[UnitRow]:
    """The units that an item has."""
    return _OF_ITEM.all(run, item=item)


def ids_of(run: Run, study: int) -> list[int]:
    """The ids of all units of a study, rising."""
    return _IDS.all(run, study=study)


def units_within(run: Run, *, study: int, first: int, last: int) -> list[UnitRow]:
    """The units with ids from one to another, by id."""
    return _WITHIN.all(run, study=study, first=first, last=last)


def count_by_group(run: Run, study: int) -> dict[str, int]:
    return dict(_PER_GROUP.all(run, study=study))


def shown_before(run: Run, study: int, place: int) -> list[UnitAtPlace]:
    """What the units before a place of the pool show."""
    return _BEFORE.all(run, study=study, place=place)


def waiting(run: Run, study: int, most: int) -> list[WaitingUnit]:
    """The units that wait for a rater, in the order of the pool."""
    return _WAITING.all(run, study=study, most=most)


def next_place(run: Run, study: int) -> int:
    """The first place of the pool that is not taken."""
    return _NEXT_PLACE.only(run, study=study)


def last_of_some(run: Run, study: int, *, after: int, most: int) -> int | None:
    """The last of so many items that come after one; None where no more come."""
    return _LAST_OF_SOME.one(run, study=study, after=after, most=most)


def new_outputs(run: Run, study: int, *, after: int, last: int) -> list[NewOutput]:
    """The outputs of the items after one, up to another, that have no candidate yet: item by item, system by system."""
    return _NEW_OUTPUTS.all(run, study=study, after=after, last=last)


def known_outputs(run: Run, study: int) -> list[KnownOutput]:
    """What the candidates show that stand already, item by item."""
    return _KNOWN_OUTPUTS.all(run, study=study)


def add_candidates(run: Run, new: Sequence[CandidateToAdd]) -> range:
    """Write candidates; their ids, in the same order."""
    first = reserve_ids(run, "candidate", len(new))
    _ADD_CANDIDATES.insert(run, [(id, c.item, c.systems[0]) for id, c in enumerate(new, first)])
    _ADD_SHOWN.send(run, first=first, last=first + len(new) - 1)
    add_makers(run, [(id, system) for id, c in enumerate(new, first) for system in c.systems[1:]])
    return range(first, first + len(new))


def add_makers(run: Run, made: Sequence[tuple[int, int]]) -> None:
    """Write that each candidate was made by a system, too."""
    _ADD_MAKERS.insert(run, made)


def add_units(run: Run, study: int, new: Sequence[UnitToAdd]) -> None:
    """Write units with their slots."""
    first = reserve_ids(run, "unit", len(new))
    _ADD_UNITS.insert(
        run,
        [
            (id, str(candidates), window or None, study, item, group, place)
            for id, (item, group, place, candidates, _, window) in enumerate(new, first)
        ],
    )
    alike, *others = {entry.quorums for entry in new} or {()}
    if not others:
        for stage, quorum in enumerate(alike):
            _ADD_ALIKE.send(run, stage=stage, quorum=quorum, first=first, last=first + len(new) - 1)
        return
    _ADD_SLOTS.insert(
        run,
        [
            (id, stage, quorum, quorum, 0, study, entry.item, entry.group, entry.place)
            for id, entry in enumerate(new, first)
            for stage, quorum in enumerate(entry.quorums)
        ],
    )


def join_unbegun(run: Run, new: Sequence[CandidateToAdd]) -> bool:
    """Put candidates of one item on the page of a unit that nobody has begun to rate; whether there is one."""
    row = _UNBEGUN.one(run, item=new[0].item)
    if row is None:
        return False
    id, listed = row
    _SET_CANDIDATES.do(run, unit=id, ids=json.dumps([*json.loads(listed), *add_candidates(run, new)]))
    return True


def drop_all(run: Run, study: int) -> None:
    """Clear away what an opening left that was cut off; a draft has no units of its own."""
    for statement in _DROP:
        statement.do(run, study=study)
