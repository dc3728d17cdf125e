"""What stands before a rater's first task: consent, questionnaire, worked examples; and who is through."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from sqlalchemy import bindparam, delete, func, select, update

from jurybox.core import Fields, Ready
from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.items import Content, ShownCandidate, StoredSegment
from jurybox.store.people import KEPT_ID, OF_PERSON
from jurybox.store.schema import assignment, consent, example, membership, questionnaire
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples

P = bindparam
A, C, Q = assignment.c, consent.c, questionnaire.c


class ExampleOutput(TypedDict):
    fields: Fields
    segments: list[Fields]


class ExampleContent(TypedDict):
    """What a worked example shows, as it lies in the store; its media are stored."""

    fields: Fields
    segments: list[StoredSegment]
    candidates: list[ExampleOutput]
    window: NotRequired[int]
    """Of a check that was made from a window of a long item: which one."""


@dataclass(frozen=True, slots=True)
class Consent:
    given: bool
    hash: str
    lang: str
    at: int


@dataclass(frozen=True, slots=True)
class AboutRater:
    """A rater's answers to the questionnaire."""

    answers: dict[str, str]
    lang: str
    at: int


@dataclass(frozen=True, slots=True)
class GivenExample:
    """A worked example that a rater was given. All of one round make up one attempt."""

    id: int
    uid: str
    round: int
    position: int
    example: int
    candidates: list[int]
    """In the order they were shown, the first under A."""
    stages: list[int]
    stage: int | None


_ADD_EXAMPLE = Statement(insert_into(example))
_DROP_EXAMPLES = Statement(delete(example).where(example.c.study_id == P("study")))
_EXAMPLES = Tuples[tuple[int, str]](
    select(example.c.number, example.c.content).where(example.c.study_id == P("study")).order_by(example.c.number)
)
_ADD_CONSENT = Statement(insert_into(consent))
_CONSENT = Select(
    maker(Consent, given=bool),
    select_as(Consent, consent).where(C.membership_id.in_(OF_PERSON)).order_by(C.id.desc()).limit(1),
)
_ADD_ANSWERS = Statement(insert_into(questionnaire))
_ANSWERS = Select(
    maker(AboutRater, answers=json.loads),
    select_as(AboutRater, questionnaire).where(Q.membership_id.in_(OF_PERSON)).order_by(Q.id.desc()).limit(1),
)
_NEWEST_ANSWERS = (
    select(func.max(Q.id))
    .join(membership, membership.c.id == Q.membership_id)
    .where(membership.c.study_id == P("study"))
    .group_by(KEPT_ID)
)
_ALL_ANSWERS = Scalar(str, select(Q.answers).where(Q.id.in_(_NEWEST_ANSWERS)))
_SET_READY = Statement(update(membership).where(membership.c.id == P("member")).values(ready=P("now_ready")))
_GIVEN = Select(
    maker(GivenExample, candidates=json.loads, stages=json.loads),
    select_as(GivenExample, assignment, round=A.batch)
    .where(A.membership_id == P("member"), A.purpose == "calibration")
    .order_by(A.position),
)


def drop_examples(run: Run, study: int) -> None:
    """Take the worked examples out of a draft."""
    _DROP_EXAMPLES.do(run, study=study)


def add_examples(run: Run, study: int, documents: Sequence[ExampleContent]) -> None:
    """Write what the worked examples of a protocol show, in its order."""
    for number, document in enumerate(documents):
        _ADD_EXAMPLE.do(run, study=study, number=number, content=json.dumps(document, ensure_ascii=False))


def example_documents(run: Run, study: int) -> list[ExampleContent]:
    """What the worked examples show, as it was written."""
    return [json.loads(content) for _, content in _EXAMPLES.all(run, study=study)]


def examples(run: Run, study: int) -> dict[int, Content]:
    """What each worked example shows; its candidates are -1, -2, … so that they are never taken for real ones."""
    return {number: content_of(json.loads(content)) for number, content in _EXAMPLES.all(run, study=study)}


def content_of(document: ExampleContent) -> Content:
    """What a worked example shows, as a rater is shown it."""
    shown = {-n: ShownCandidate(c["fields"], c["segments"]) for n, c in enumerate(document["candidates"], start=1)}
    return Content(
        fields=document["fields"], segments=document["segments"], group="", withdrawn=False, candidates=shown
    )


def add_consent(run: Run, *, member: int, given: bool, hash: str, lang: str, now: int) -> None:
    _ADD_CONSENT.do(run, membership=member, given=int(given), hash=hash, lang=lang, at=now)


def consent_of(run: Run, member: int) -> Consent | None:
    """What a rater said last."""
    return _CONSENT.one(run, member=member)


def add_answers(run: Run, *, member: int, answers: dict[str, str], lang: str, now: int) -> None:
    _ADD_ANSWERS.do(run, membership=member, answers=json.dumps(answers, ensure_ascii=False), lang=lang, at=now)


def about_rater(run: Run, member: int) -> AboutRater | None:
    """What a rater answered last."""
    return _ANSWERS.one(run, member=member)


def answers_of_all(run: Run, study: int) -> list[dict[str, str]]:
    """What every rater of a study answered last."""
    return [json.loads(answers) for answers in _ALL_ANSWERS.all(run, study=study)]


def set_ready(run: Run, *, member: int, ready: Ready) -> None:
    _SET_READY.do(run, member=member, now_ready=int(ready))


def given_examples(run: Run, member: int) -> list[GivenExample]:
    """Every worked example a rater was given, in order, round after round."""
    return _GIVEN.all(run, member=member)
