"""Items and what is shown of them: their fields, and candidates with the output that stands for each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import msgspec
from sqlalchemy import ARRAY, BigInteger, Text, any_, bindparam, cast, func, literal_column, null, select, text, update

from jurybox.core import Fields, Item, JsonValue, Segment
from jurybox.store.columns import maker, select_as
from jurybox.store.schema import assignment, candidate, import_, item, output, system, unit
from jurybox.store.statement import Ready, Row, Run, Scalar, Select, Statement, Tuples, memory_of

if TYPE_CHECKING:
    from jurybox.store.suggestions import ShownSuggestion

P = bindparam
A = assignment.c
_from_json = msgspec.json.Decoder().decode


class StoredSegment(TypedDict, total=False):
    """A segment of an item as it lies in the store."""

    fields: Fields
    start: float | None
    end: float | None


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    """What one candidate shows: fields for the whole item, and those of each segment."""

    fields: Fields
    segments: list[Fields]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that could be shown of a unit, before the stage decides what is."""

    fields: Fields
    segments: list[StoredSegment]
    group: str
    withdrawn: bool
    candidates: dict[int, ShownCandidate]
    suggested: tuple["ShownSuggestion", ...] = ()
    """What is suggested of it to whom it is shown; nothing where that is held out."""
    size: int = 0
    """Roughly, in characters."""

    def texts(self, candidate: int) -> dict[str, JsonValue]:
        """The item's and one candidate's fields together: what rules look at."""
        return {**self.fields, **self.candidates[candidate].fields}

    def shown_at(self, candidate: int, segment: int) -> Fields:
        """All that is shown of a candidate at a segment, by name; of segment 0 what belongs to the whole."""
        texts = self.texts(candidate)
        if segment:
            texts |= self.segments[segment - 1].get("fields", {}) if segment <= len(self.segments) else {}
            own = self.candidates[candidate].segments
            texts |= own[segment - 1] if segment <= len(own) else {}
        return texts


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
    fields: Fields


def _segments(text: str) -> tuple[Segment, ...]:
    return tuple(Segment(**segment) for segment in _from_json(text))


_as_item = maker(Item, fields=_from_json, segments=_segments)


class _Part(NamedTuple):
    """A part of what a candidate shows, beside its item; JSON stays text."""

    id: int
    fields: str
    segments: str
    group: str
    withdrawn_at: int | None
    candidate: int | None
    """None where an item has no candidate yet."""
    segment: int
    shown: str


_SHOWS = (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id)
_PARTS = (
    select_as(_Part, item, candidate=candidate.c.id, segment=output.c.segment, shown=output.c.fields)
    .join(candidate, candidate.c.item_id == item.c.id)
    .join(output, _SHOWS)
    .order_by(item.c.id, candidate.c.id, output.c.segment)
)
_OF_ITEM = Select(_Part, _PARTS.where(item.c.id == P("item")))
_OF_CANDIDATE = Select(_Part, _PARTS.where(item.c.id == P("item"), candidate.c.id == P("candidate")))
_OPEN = select(A.item_id).where(A.membership_id == P("member"), text("stage IS NOT NULL"))
_OF_ITEMS = Select(_Part, _PARTS.where(item.c.id == any_(cast(P("items", type_=Text), ARRAY(BigInteger)))))
"""All that several items show, on PostgreSQL."""
_OF_MEMBER = Select(_Part, _PARTS.where(item.c.id.in_(_OPEN)))
_OF_STUDY = Select(_Part, _PARTS.where(item.c.study_id == P("study"), item.c.withdrawn_at.is_(None)))
_OF_SOME = select(unit.c.item_id).where(unit.c.study_id == P("study"), unit.c.id >= P("first"), unit.c.id <= P("last"))
_OF_UNITS = Select(_Part, _PARTS.where(item.c.id.in_(_OF_SOME)))
_FIRST_IDS = (
    select(item.c.id)
    .join(import_, import_.c.id == item.c.import_id)
    .where(item.c.study_id == P("study"), import_.c.state == "done", item.c.withdrawn_at.is_(None))
    .where(select(output.c.item_id).where(output.c.item_id == item.c.id).exists())
    .order_by(item.c.id)
    .limit(P("most"))
)
_SPREAD = (
    select(item.c.id)
    .join(import_, import_.c.id == item.c.import_id)
    .where(item.c.study_id == P("study"), import_.c.state == "done", item.c.withdrawn_at.is_(None))
    .where((item.c.id * 40503) % 65536 < P("below"))
    .order_by(item.c.id)
    .limit(P("most"))
)
"""Items from all over the study, whatever returns in their order."""
_UNOPENED = (
    select_as(_Part, item, candidate=output.c.system_id, segment=output.c.segment, shown=output.c.fields)
    .join(output, output.c.item_id == item.c.id)
    .join(system, system.c.id == output.c.system_id)
    .join(import_, import_.c.id == output.c.import_id)
    .where(import_.c.state == "done", system.c.withdrawn_at.is_(None))
    .order_by(item.c.id, output.c.system_id, output.c.segment)
)
"""Also before there are candidates: by the system that made it."""
_FIRST = Select(_Part, _UNOPENED.where(item.c.id.in_(_FIRST_IDS)))
_SAMPLE = Select(_Part, _UNOPENED.where(item.c.id.in_(_SPREAD)))
_FIND = Select(
    _Part,
    select_as(_Part, item, candidate=null(), segment=literal_column("0"), shown=literal_column("'{}'")).where(
        item.c.study_id == P("study"), item.c.key == P("item_key")
    ),
)
_WITHDRAW = Scalar(
    int,
    update(item)
    .where(item.c.study_id == P("study"), item.c.key == P("item_key"), item.c.withdrawn_at.is_(None))
    .values(withdrawn_at=P("now"))
    .returning(item.c.id),
)
_RESTORE = Scalar(
    int,
    update(item)
    .where(item.c.study_id == P("study"), item.c.key == P("item_key"), item.c.withdrawn_at.is_not(None))
    .values(withdrawn_at=literal_column("NULL"))
    .returning(item.c.id),
)
_WITHDRAWN_KEYS = Scalar(
    str, select(item.c.key).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None)).order_by(item.c.id)
)
_IS_WITHDRAWN = Statement(select(item.c.id).where(item.c.id == P("item"), item.c.withdrawn_at.is_not(None)))
_VISIBLE = (item.c.study_id == P("study"), import_.c.state == "done")
_KEYS = Tuples[tuple[str, int]](
    select(item.c.key, item.c.id).join(import_, import_.c.id == item.c.import_id).where(*_VISIBLE)
)
_SEGMENTS = Tuples[tuple[int, int]](
    select(output.c.item_id, func.max(output.c.segment))
    .join(item, item.c.id == output.c.item_id)
    .where(item.c.study_id == P("study"))
    .group_by(output.c.item_id)
)
_COUNTS = Select(
    ItemCounts,
    select_as(ItemCounts, items=func.count(), withdrawn=func.count(item.c.withdrawn_at))
    .select_from(item)
    .join(import_, import_.c.id == item.c.import_id)
    .where(*_VISIBLE),
)
_ITEM = select_as(Item, item)
"""What `_as_item` is made of."""
_ITEMS = Select(_as_item, _ITEM.join(import_, import_.c.id == item.c.import_id).where(*_VISIBLE).order_by(item.c.id))
_as_output = maker(OutputFields, fields=_from_json)
_OUTPUT = (
    select_as(OutputFields, output, item=item.c.key, system=system.c.name)
    .select_from(output)
    .join(item, item.c.id == output.c.item_id)
    .join(system, system.c.id == output.c.system_id)
    .order_by(output.c.item_id, output.c.system_id, output.c.segment)
)
"""What `_as_output` is made of."""
_ITEM_FIELDS = Tuples[tuple[str, str]](select(item.c.fields, item.c.segments).where(item.c.study_id == P("study")))
_OUTPUT_FIELDS = Scalar(
    str, select(output.c.fields).join(item, item.c.id == output.c.item_id).where(item.c.study_id == P("study"))
)
_OUTPUTS = Select(_as_output, _OUTPUT.join(import_, import_.c.id == output.c.import_id).where(*_VISIBLE))


def _content(parts: Iterable[_Part]) -> Content:
    """The rows of one item: each a part of what a candidate shows."""
    shown: dict[int, ShownCandidate] = {}
    size = 0
    for part in parts:
        size += len(part.shown)
        if part.candidate is None:
            break
        fields = _from_json(part.shown)
        entry = shown.get(part.candidate)
        if entry is None:
            entry = shown[part.candidate] = ShownCandidate({} if part.segment else fields, [])
        if part.segment:
            entry.segments.append(fields)
    return Content(
        fields=_from_json(part.fields),
        segments=_from_json(part.segments),
        group=part.group,
        withdrawn=part.withdrawn_at is not None,
        candidates=shown,
        size=size + len(part.fields) + len(part.segments),
    )


def _contents(rows: Iterable[_Part]) -> dict[int, Content]:
    return {id: _content(parts) for id, parts in groupby(rows, key=lambda part: part.id)}


def content_of(run: Run, item: int, candidates: list[int]) -> Content:
    """What can be shown of a unit."""
    if (memory := memory_of(run)) is not None and item in memory.contents:
        return memory.contents[item]
    if len(candidates) == 1:
        return _content(_OF_CANDIDATE.all(run, item=item, candidate=candidates[0]))
    return _content(_OF_ITEM.all(run, item=item))


def question_of_contents(run: Run, items: str) -> Ready:
    """What is asked for all that several items show, on PostgreSQL; they come as it writes a list."""
    return _OF_ITEMS.ready(run, items=items)


def contents_of_parts(rows: Iterable[Row]) -> dict[int, Content]:
    """What was found of what several items show."""
    return _contents(_Part(*row) for row in rows)  # type: ignore[arg-type]  # what the tables promise


def open_contents(run: Run, member: int) -> dict[int, Content]:
    """What can be shown of every item that a rater has something open of."""
    return _contents(_OF_MEMBER.all(run, member=member))


def study_contents(run: Run, study: int) -> dict[int, Content]:
    """What can be shown of every item of a study that was not withdrawn."""
    return _contents(_OF_STUDY.all(run, study=study))


def unit_contents(run: Run, *, study: int, first: int, last: int) -> dict[int, Content]:
    """What can be shown of the items of some units, the withdrawn ones included."""
    return _contents(_OF_UNITS.all(run, study=study, first=first, last=last))


def first_contents(run: Run, *, study: int, most: int) -> dict[int, Content]:
    """What can be shown of the first items, also before there are candidates: by the system that made it."""
    return _contents(_FIRST.all(run, study=study, most=most))


def sample_contents(run: Run, *, study: int, items: int, most: int) -> list[Content]:
    """What can be shown of some of the items of a study that has so many, from all over it."""
    below = -(-65536 * most // max(1, items)) if items > most else 65536
    return list(_contents(_SAMPLE.all(run, study=study, below=below, most=most)).values())


def find(run: Run, *, study: int, key: str) -> FoundItem | None:
    """One item with all its candidates; it has none before the study was opened."""
    found = _FIND.one(run, study=study, item_key=key)
    if found is None:
        return None
    return FoundItem(id=found.id, content=_content(_OF_ITEM.all(run, item=found.id) or [found]))


def withdraw(run: Run, *, study: int, key: str, now: int) -> int | None:
    """The number of the item, if there is one that was not withdrawn before."""
    return _WITHDRAW.one(run, study=study, item_key=key, now=now)


def restore(run: Run, *, study: int, key: str) -> int | None:
    """The number of the item, if there is one that was withdrawn."""
    return _RESTORE.one(run, study=study, item_key=key)


def withdrawn_keys(run: Run, study: int) -> list[str]:
    return _WITHDRAWN_KEYS.all(run, study=study)


def is_withdrawn(run: Run, item: int) -> bool:
    return _IS_WITHDRAWN.finds(run, item=item)


def ids_by_key(run: Run, study: int) -> dict[str, int]:
    return dict(_KEYS.all(run, study=study))


def keys_by_id(run: Run, study: int) -> dict[int, str]:
    return {id: key for key, id in ids_by_key(run, study).items()}


def count(run: Run, study: int) -> ItemCounts:
    """How many items a study has, and how many of them were withdrawn."""
    return _COUNTS.one(run, study=study) or ItemCounts(0, 0)


def segment_counts(run: Run, study: int) -> dict[int, int]:
    """By item how many segments it has."""
    return dict(_SEGMENTS.all(run, study=study))


def most_segments(run: Run, study: int) -> int:
    """How many segments the longest item has."""
    return max(segment_counts(run, study).values(), default=0)


def items_of(run: Run, study: int) -> list[Item]:
    """All items of a study, as they were imported."""
    return _ITEMS.all(run, study=study)


def all_fields(run: Run, study: int) -> Iterator[Fields]:
    """All that the items of a study hold, piece by piece: of each item, of its segments, of each output."""
    for fields, segments in _ITEM_FIELDS.all(run, study=study):
        yield _from_json(fields)
        for segment in _from_json(segments):
            yield segment.get("fields", {})
    for made in _OUTPUT_FIELDS.all(run, study=study):
        yield _from_json(made)


def outputs_of(run: Run, study: int) -> list[OutputFields]:
    """All outputs of a study as they were imported, each one's parts together."""
    return _OUTPUTS.all(run, study=study)
