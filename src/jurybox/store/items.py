"""Items and what is shown of them: their fields, and candidates with the output that stands for each."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, func, select, text, update

from jurybox.core import Item, Segment
from jurybox.store.schema import assignment, candidate, import_, item, output, system, unit
from jurybox.store.statement import Row, Run, Statement

P = bindparam
A = assignment.c
_from_json = msgspec.json.Decoder().decode


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    """What one candidate shows: fields for the whole item, and one dict per segment."""

    fields: dict[str, Any]
    segments: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that could be shown of a unit, before the stage decides what is."""

    fields: dict[str, Any]
    segments: list[dict[str, Any]]
    group: str
    withdrawn: bool
    candidates: dict[int, ShownCandidate]

    def texts(self, candidate: int) -> dict[str, Any]:
        """The item's and one candidate's fields together: what rules look at."""
        return {**self.fields, **self.candidates[candidate].fields}


class FoundItem(NamedTuple):
    """An item with its number, and all that can be shown of it."""

    id: int
    content: Content


class ItemCounts(NamedTuple):
    items: int
    withdrawn: int


class OutputFields(NamedTuple):
    """What a system made of an item as a whole (segment 0), or of one of its segments."""

    item: str
    system: str
    segment: int
    fields: dict[str, Any]


_ITEM = (item.c.fields, item.c.segments, item.c.grp, item.c.withdrawn_at)
_SHOWS = (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id)
_PARTS = (
    select(item.c.id, *_ITEM, candidate.c.id, output.c.segment, output.c.fields)
    .join(candidate, candidate.c.item_id == item.c.id).join(output, _SHOWS)
    .order_by(item.c.id, candidate.c.id, output.c.segment)
)  # fmt: skip
_OF_ITEM = Statement(_PARTS.where(item.c.id == P("item")))
_OF_CANDIDATE = Statement(_PARTS.where(item.c.id == P("item"), candidate.c.id == P("candidate")))
_OPEN = select(A.item_id).where(A.membership_id == P("member"), text("stage IS NOT NULL"))
_OF_MEMBER = Statement(_PARTS.where(item.c.id.in_(_OPEN)))
_OF_STUDY = Statement(_PARTS.where(item.c.study_id == P("study"), item.c.withdrawn_at.is_(None)))
_OF_UNITS = Statement(
    _PARTS.where(
        item.c.id.in_(
            select(unit.c.item_id)
            .where(unit.c.study_id == P("study"), unit.c.id >= P("first"), unit.c.id <= P("last"))
        )
    )
)  # fmt: skip
_FIND = Statement(select(item.c.id, *_ITEM).where(item.c.study_id == P("study"), item.c.key == P("item_key")))
_WITHDRAW = Statement(
    update(item).where(item.c.study_id == P("study"), item.c.key == P("item_key"), item.c.withdrawn_at.is_(None))
    .values(withdrawn_at=P("now")).returning(item.c.id)
)  # fmt: skip
_WITHDRAWN_AT = Statement(select(item.c.withdrawn_at).where(item.c.id == P("item")))
_VISIBLE = (item.c.study_id == P("study"), import_.c.state == "done")
_KEYS = Statement(select(item.c.key, item.c.id).join(import_, import_.c.id == item.c.import_id).where(*_VISIBLE))
_COUNTS = Statement(
    select(func.count(), func.count(item.c.withdrawn_at)).select_from(item)
    .join(import_, import_.c.id == item.c.import_id).where(*_VISIBLE)
)  # fmt: skip
_ITEMS = Statement(
    select(item.c.key, item.c.grp, item.c.fields, item.c.segments).join(import_, import_.c.id == item.c.import_id)
    .where(*_VISIBLE).order_by(item.c.id)
)  # fmt: skip
_OUTPUTS = Statement(
    select(item.c.key, system.c.name, output.c.segment, output.c.fields)
    .select_from(output).join(item, item.c.id == output.c.item_id).join(system, system.c.id == output.c.system_id)
    .join(import_, import_.c.id == output.c.import_id)
    .where(*_VISIBLE).order_by(output.c.item_id, output.c.system_id, output.c.segment)
)  # fmt: skip


def _content(parts: Iterable[Row]) -> Content:
    """The rows of one item: each a part of what a candidate shows."""
    shown: dict[int, ShownCandidate] = {}
    row: Row = ()
    for row in parts:
        *_, candidate_id, segment, fields = row
        entry = shown.setdefault(candidate_id, ShownCandidate({}, []))
        if segment == 0:
            entry.fields.update(_from_json(fields))
        else:
            entry.segments.append(_from_json(fields))
    _, fields, segments, group, withdrawn_at, *_ = row
    return Content(
        fields=_from_json(fields), segments=_from_json(segments), group=group, withdrawn=withdrawn_at is not None,
        candidates=shown,
    )  # fmt: skip


def _contents(rows: Iterable[Row]) -> Iterator[FoundItem]:
    for id, parts in groupby(rows, key=lambda row: row[0]):
        yield FoundItem(id=id, content=_content(parts))


def content_of(run: Run, item: int, candidates: list[int]) -> Content:
    """What can be shown of a unit."""
    if len(candidates) == 1:
        return _content(_OF_CANDIDATE.rows(run, item=item, candidate=candidates[0]))
    return _content(_OF_ITEM.rows(run, item=item))


def open_contents(run: Run, member: int) -> dict[int, Content]:
    """What can be shown of every item that a rater has something open of."""
    return dict(_contents(_OF_MEMBER.rows(run, member=member)))


def study_contents(run: Run, study: int) -> dict[int, Content]:
    """What can be shown of every item of a study that was not withdrawn."""
    return dict(_contents(_OF_STUDY.rows(run, study=study)))


def unit_contents(run: Run, *, study: int, first: int, last: int) -> dict[int, Content]:
    """What can be shown of the items of some units, the withdrawn ones included."""
    return dict(_contents(_OF_UNITS.rows(run, study=study, first=first, last=last)))


def find(run: Run, *, study: int, key: str) -> FoundItem | None:
    """One item with all its candidates; it has none before the study was opened."""
    row = _FIND.row(run, study=study, item_key=key)
    if row is None:
        return None
    id, fields, segments, group, withdrawn_at = row
    parts = _OF_ITEM.rows(run, item=id)
    content = _content(parts) if parts else Content(
        fields=json.loads(fields), segments=json.loads(segments), group=group, withdrawn=withdrawn_at is not None,
        candidates={},
    )  # fmt: skip
    return FoundItem(id=id, content=content)


def withdraw(run: Run, *, study: int, key: str, now: int) -> int | None:
    """The number of the item, if there is one that was not withdrawn before."""
    found: int | None = _WITHDRAW.value(run, study=study, item_key=key, now=now)
    return found


def is_withdrawn(run: Run, item: int) -> bool:
    return _WITHDRAWN_AT.value(run, item=item) is not None


def ids_by_key(run: Run, study: int) -> dict[str, int]:
    return {key: id for key, id in _KEYS.rows(run, study=study)}  # noqa: C416 - mypy knows no pairs in plain rows


def keys_by_id(run: Run, study: int) -> dict[int, str]:
    return {id: key for key, id in ids_by_key(run, study).items()}


def count(run: Run, study: int) -> ItemCounts:
    """How many items a study has, and how many of them were withdrawn."""
    items, withdrawn = _COUNTS.row(run, study=study) or (0, 0)
    return ItemCounts(items=int(items), withdrawn=int(withdrawn))


def items_of(run: Run, study: int) -> list[Item]:
    """All items of a study, as they were imported."""
    return [_as_item(*row) for row in _ITEMS.rows(run, study=study)]


def outputs_of(run: Run, study: int) -> list[OutputFields]:
    """All outputs of a study as they were imported, each one's parts together."""
    return [
        OutputFields(item=key, system=name, segment=segment, fields=_from_json(fields))
        for key, name, segment, fields in _OUTPUTS.rows(run, study=study)
    ]


def _as_item(key: str, group: str, fields: str, segments: str) -> Item:
    """An item of its columns."""
    parts = tuple(Segment(**segment) for segment in json.loads(segments))
    return Item(key=key, group=group, fields=json.loads(fields), segments=parts)
