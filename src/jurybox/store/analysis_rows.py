"""The log and what it speaks of, page by page, for tables of ratings: nothing is ever in memory as a whole.

JSON stays text until it is asked for: of most rows some of it never is.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import bindparam, func, select

from jurybox.core import Answers, Fields
from jurybox.store.columns import select_as
from jurybox.store.schema import assignment, candidate, candidate_system, item, judgement, output, slot, system, unit
from jurybox.store.statement import Run, Scalar, Select, Tuples

P = bindparam
J, A = judgement.c, assignment.c
T = TypeVar("T")
_PAGE = 5_000
_from_json = msgspec.json.Decoder().decode
_answers_from_json = msgspec.json.Decoder(Answers).decode


class JudgedRow(NamedTuple):
    """A judgement with its assignment."""

    seq: int
    assignment: int
    membership: int
    stage: int
    answers_text: str
    cannot: str | None
    standing: str
    answered_at: int | None
    received_at: int
    elapsed_ms: int | None
    purpose: str
    unit: int | None
    item: int | None
    candidates_text: str
    repeat_of: int | None
    example: int | None
    batch: int
    channel: str
    comment: str | None
    window: int | None

    @property
    def answers(self) -> Answers:
        return _answers_from_json(self.answers_text)

    @property
    def candidates(self) -> list[int]:
        found: list[int] = _from_json(self.candidates_text)
        return found


class ItemRow(NamedTuple):
    id: int
    key: str
    group: str


class ItemTexts(NamedTuple):
    """What an item shows, as JSON."""

    id: int
    text: str

    def words(self) -> dict[str, str]:
        """Those of its fields that are a text."""
        fields: Fields = _from_json(self.text)
        return {name: value for name, value in fields.items() if isinstance(value, str)}


class MadeRow(NamedTuple):
    """That a candidate of an item was made by a system."""

    candidate: int
    item: int
    system: int


class TextRow(NamedTuple):
    """A part of what a candidate shows: of the whole item (segment 0), or of one of its segments."""

    candidate: int
    segment: int
    text: str
    item_text: str
    segments_text: str

    def fields(self) -> Fields:
        """The fields of the item and of the candidate together."""
        return {**_from_json(self.item_text), **_from_json(self.text)}

    def segment_fields(self) -> Fields:
        """The fields of the item's own segment."""
        segments = _from_json(self.segments_text)
        found: Fields = {}
        if 0 < self.segment <= len(segments):
            found = segments[self.segment - 1].get("fields", {})
        return found


class QuorumRow(NamedTuple):
    """How many raters a stage of a unit needs."""

    unit: int
    item: int
    group: str
    candidates_text: str
    stage: int
    quorum: int
    window: int | None

    @property
    def candidates(self) -> list[int]:
        found: list[int] = _from_json(self.candidates_text)
        return found


class IdRange(NamedTuple):
    """The lowest and the highest id; None where there is none."""

    first: int | None
    last: int | None


_LOG = Select(
    JudgedRow,
    select_as(
        JudgedRow,
        judgement,
        assignment,
        membership=A.membership_id,
        answers_text=J.answers,
        candidates_text=A.candidates,
    )
    .join(assignment, A.id == J.assignment_id)
    .where(J.study_id == P("study"), J.seq > P("after"), J.seq <= P("until"))
    .order_by(J.seq)
    .limit(P("most")),
)
_NEWEST = Tuples[tuple[int, int, int]](
    select(J.assignment_id, J.stage, func.max(J.seq))
    .where(J.study_id == P("study"), J.standing == "counted", J.seq <= P("until"))
    .group_by(J.assignment_id, J.stage)
    .having(func.count() > 1)
)
_PAGE_OF_ITEMS = (item.c.study_id == P("study"), item.c.id > P("after"))
_ITEMS = Select(ItemRow, select_as(ItemRow, item).where(*_PAGE_OF_ITEMS).order_by(item.c.id).limit(P("most")))
_ITEM_TEXTS = Select(
    ItemTexts,
    select_as(ItemTexts, item, text=item.c.fields).where(*_PAGE_OF_ITEMS).order_by(item.c.id).limit(P("most")),
)
_WITHDRAWN_ITEMS = Scalar(int, select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None)))
_CANDIDATES = Select(
    MadeRow,
    select_as(MadeRow, candidate, candidate=candidate.c.id, system=system.c.id)
    .join(candidate_system, candidate_system.c.candidate_id == candidate.c.id)
    .join(system, system.c.id == candidate_system.c.system_id)
    .where(system.c.study_id == P("study"), candidate.c.id > P("after"), candidate.c.id <= P("until"))
    .order_by(candidate.c.id, system.c.id),
)
_CANDIDATE_RANGE = Select(
    IdRange,
    select_as(IdRange, first=func.min(candidate.c.id), last=func.max(candidate.c.id))
    .join(item, item.c.id == candidate.c.item_id)
    .where(item.c.study_id == P("study")),
)
_TEXTS = Select(
    TextRow,
    select_as(
        TextRow,
        output,
        candidate=candidate.c.id,
        text=output.c.fields,
        item_text=item.c.fields,
        segments_text=item.c.segments,
    )
    .join(item, item.c.id == candidate.c.item_id)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .where(item.c.study_id == P("study"), candidate.c.id > P("after"), candidate.c.id <= P("until"))
    .order_by(candidate.c.id, output.c.segment),
)
_QUORUMS = Select(
    QuorumRow,
    select_as(QuorumRow, unit, slot, unit=unit.c.id, group=unit.c.grp, candidates_text=unit.c.candidates)
    .join(slot, slot.c.unit_id == unit.c.id)
    .where(unit.c.study_id == P("study"), unit.c.id > P("after"), unit.c.id <= P("until")),
)
_UNIT_RANGE = Select(
    IdRange,
    select_as(IdRange, first=func.min(unit.c.id), last=func.max(unit.c.id)).where(unit.c.study_id == P("study")),
)


def judgements(run: Run, study: int, until: int) -> Iterator[JudgedRow]:
    """Every judgement up to a seq with its assignment, in the order of the log."""
    after = 0
    while page := _LOG.all(run, study=study, after=after, until=until, most=_PAGE):
        yield from page
        after = page[-1].seq


def newest(run: Run, study: int, until: int) -> dict[tuple[int, int], int]:
    """By assignment and stage, where several judgements up to a seq count: the seq of the one that stands."""
    return {(assignment, stage): seq for assignment, stage, seq in _NEWEST.all(run, study=study, until=until)}


def items(run: Run, study: int) -> Iterator[ItemRow]:
    """Every item, by its id."""
    after = 0
    while page := _ITEMS.all(run, study=study, after=after, most=_PAGE):
        yield from page
        after = page[-1].id


def item_texts(run: Run, study: int) -> Iterator[ItemTexts]:
    """What every item shows, by its id."""
    after = 0
    while page := _ITEM_TEXTS.all(run, study=study, after=after, most=_PAGE):
        yield from page
        after = page[-1].id


def withdrawn_items(run: Run, study: int) -> frozenset[int]:
    return frozenset(_WITHDRAWN_ITEMS.all(run, study=study))


def candidates(run: Run, study: int) -> Iterator[MadeRow]:
    """Who made each candidate, its rows together."""
    return _in_ranges(run, study, _CANDIDATE_RANGE, _CANDIDATES)


def texts(run: Run, study: int) -> Iterator[TextRow]:
    """What each candidate shows, its parts together."""
    return _in_ranges(run, study, _CANDIDATE_RANGE, _TEXTS)


def quorums(run: Run, study: int) -> Iterator[QuorumRow]:
    """Every stage of every unit."""
    return _in_ranges(run, study, _UNIT_RANGE, _QUORUMS)


def candidate_range(run: Run, study: int) -> IdRange:
    return _CANDIDATE_RANGE.one(run, study=study) or IdRange(first=None, last=None)


def _in_ranges(run: Run, study: int, whole: Select[IdRange], part: Select[T]) -> Iterator[T]:
    found = whole.one(run, study=study)
    if found is None or found.first is None or found.last is None:
        return
    for after in range(found.first - 1, found.last, _PAGE):
        yield from part.all(run, study=study, after=after, until=after + _PAGE)
