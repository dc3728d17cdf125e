"""Suggestions: answers from elsewhere that raters are shown to correct. They are frozen when a study opens."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, func, select

from jurybox.core.questions import Value
from jurybox.store.bulk import Chunks, add_numbered
from jurybox.store.columns import maker, select_as
from jurybox.store.schema import candidate, candidate_system, import_, suggestion
from jurybox.store.statement import ManyRows, Run, Scalar, Select, Statement

P = bindparam
S = suggestion.c
_encode, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
_PAGE = 5_000


class NewSuggestion(NamedTuple):
    """An answer to a question about an item, or what a system made of it (or of one of its segments)."""

    item: int
    system: int | None
    segment: int
    question: str
    value: Value
    origin: str


class ShownSuggestion(NamedTuple):
    """A suggestion as it can be shown."""

    candidate: int | None
    """None where it is about several candidates."""
    segment: int
    question: str
    value: Value


class SuggestedPlace(NamedTuple):
    """What a suggestion is about."""

    item: int
    system: int | None
    segment: int
    question: str


class SuggestionCount(NamedTuple):
    """How many suggestions come from somewhere for a question."""

    origin: str
    question: str
    number: int


class ItemSuggestion(NamedTuple):
    """A suggestion with the item that it is about, for results."""

    id: int
    item: int
    candidate: int | None
    segment: int
    question: str
    value: Value


_ADD = ManyRows(
    suggestion, "id", "study_id", "item_id", "system_id", "segment", "question", "value", "origin", "import_id"
)
_MADE = candidate.join(candidate_system, candidate_system.c.candidate_id == candidate.c.id)
_THERE = suggestion.join(import_, import_.c.id == S.import_id).outerjoin(
    _MADE, (candidate.c.item_id == S.item_id) & (candidate_system.c.system_id == S.system_id)
)
_OF_ITEM = Select(
    maker(ShownSuggestion, value=_from_json),
    select_as(ShownSuggestion, suggestion, candidate=candidate.c.id)
    .select_from(_THERE)
    .where(S.item_id == P("item"), import_.c.state == "done")
    .order_by(S.id),
)
_OF_DRAFT = Select(
    maker(ShownSuggestion, value=_from_json),
    select_as(ShownSuggestion, suggestion, candidate=S.system_id)
    .join(import_, import_.c.id == S.import_id)
    .where(S.item_id == P("item"), import_.c.state == "done")
    .order_by(S.id),
)
_OF_STUDY = Select(
    maker(ItemSuggestion, value=_from_json),
    select_as(ItemSuggestion, suggestion, candidate=candidate.c.id)
    .select_from(_THERE)
    .where(S.study_id == P("study"), import_.c.state == "done", S.id > P("after"))
    .order_by(S.id)
    .limit(P("most")),
)
_PLACES = Select(
    SuggestedPlace,
    select_as(SuggestedPlace, suggestion)
    .join(import_, import_.c.id == S.import_id)
    .where(S.study_id == P("study"), import_.c.state == "done"),
)
_COUNTS = Select(
    maker(SuggestionCount, number=int),
    select_as(SuggestionCount, suggestion, number=func.count())
    .join(import_, import_.c.id == S.import_id)
    .where(S.study_id == P("study"), import_.c.state == "done")
    .group_by(S.origin, S.question)
    .order_by(func.min(S.id)),
)
_ANY = Scalar(int, select(S.id).where(S.study_id == P("study")).limit(P("most")))
_DROP = Statement(delete(suggestion).where(S.study_id == P("study"), S.import_id != P("but")))


def write(chunks: Chunks, found: Sequence[NewSuggestion], *, study: int, import_id: int) -> None:
    """Write suggestions in short transactions, under an import that shows them when it is finished."""

    def job_of(chunk: Sequence[NewSuggestion]) -> Callable[[Run], None]:
        rows = [(study, *one[:4], _encode(one.value).decode(), one.origin, import_id) for one in chunk]

        def job(run: Run) -> None:
            add_numbered(run, _ADD, rows)

        return job

    chunks.write(found, job_of)


def drop_others(run: Run, *, study: int, import_id: int = 0) -> int:
    """Drop what an earlier import brought, or all of it; how many there were."""
    return _DROP.do(run, study=study, but=import_id)


def of_item(run: Run, item: int) -> list[ShownSuggestion]:
    """What is suggested of an item; of equal outputs the first one stands for all."""
    return _OF_ITEM.all(run, item=item)


def of_draft(run: Run, item: int) -> list[ShownSuggestion]:
    """The same before there are candidates: by the system that made the output."""
    return _OF_DRAFT.all(run, item=item)


def of_study(run: Run, study: int) -> Iterator[ItemSuggestion]:
    """Every suggestion of an open study, a page at a time."""
    after = 0
    while page := _OF_STUDY.all(run, study=study, after=after, most=_PAGE):
        yield from page
        after = page[-1].id


def places(run: Run, study: int) -> set[SuggestedPlace]:
    """What there are suggestions of."""
    return set(_PLACES.all(run, study=study))


def counts(run: Run, study: int) -> list[SuggestionCount]:
    """How many there are, by where they come from and the question."""
    return _COUNTS.all(run, study=study)


def are_any(run: Run, study: int) -> bool:
    return bool(_ANY.all(run, study=study, most=1))
