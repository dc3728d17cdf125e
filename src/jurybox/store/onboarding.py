"""What stands before a rater's first task: consent, questionnaire, worked examples; and who is through."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from jurybox.core import Ready
from jurybox.store.items import Content, ShownCandidate
from jurybox.store.schema import assignment, consent, example, membership, questionnaire
from jurybox.store.statement import Run, Select, Statement, fields_of

P = bindparam
A, C, Q = assignment.c, consent.c, questionnaire.c


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
    example: int
    stages: list[int]
    stage: int | None


def _consent(given: Any, hash: str, lang: str, at: int) -> Consent:
    return Consent(given=bool(given), hash=hash, lang=lang, at=at)


def _about(answers: str, lang: str, at: int) -> AboutRater:
    return AboutRater(answers=json.loads(answers), lang=lang, at=at)


def _given(id: int, uid: str, round: int, example: int, stages: str, stage: int | None) -> GivenExample:
    return GivenExample(id=id, uid=uid, round=round, example=example, stages=json.loads(stages), stage=stage)


_ADD_EXAMPLE = Statement(insert(example).values(study_id=P("study"), number=P("number"), content=P("content")))
_EXAMPLES = Statement(
    select(example.c.number, example.c.content).where(example.c.study_id == P("study")).order_by(example.c.number)
)
_ADD_CONSENT = Statement(
    insert(consent).values(membership_id=P("member"), given=P("given"), hash=P("hash"), lang=P("lang"), at=P("now"))
)
_CONSENT = Select(
    _consent,
    select(*fields_of(Consent, given=C.given, hash=C.hash, lang=C.lang, at=C.at))
    .where(C.membership_id == P("member")).order_by(C.id.desc()).limit(1),
)  # fmt: skip
_ADD_ANSWERS = Statement(
    insert(questionnaire).values(membership_id=P("member"), answers=P("answers"), lang=P("lang"), at=P("now"))
)
_ANSWERS = Select(
    _about,
    select(*fields_of(AboutRater, answers=Q.answers, lang=Q.lang, at=Q.at))
    .where(Q.membership_id == P("member")).order_by(Q.id.desc()).limit(1),
)  # fmt: skip
_NEWEST_ANSWERS = (
    select(func.max(Q.id)).join(membership, membership.c.id == Q.membership_id)
    .where(membership.c.study_id == P("study")).group_by(Q.membership_id)
)  # fmt: skip
_ALL_ANSWERS = Statement(select(Q.answers).where(Q.id.in_(_NEWEST_ANSWERS)))
_SET_READY = Statement(update(membership).where(membership.c.id == P("member")).values(ready=P("now_ready")))
_GIVEN = Select(
    _given,
    select(
        *fields_of(GivenExample, id=A.id, uid=A.uid, round=A.batch, example=A.example, stages=A.stages, stage=A.stage)
    )
    .where(A.membership_id == P("member"), A.purpose == "calibration")
    .order_by(A.position),
)


def add_examples(run: Run, study: int, documents: Sequence[dict[str, Any]]) -> None:
    """Write what the worked examples of a protocol show, in its order: {fields, segments, candidates}."""
    for number, document in enumerate(documents):
        _ADD_EXAMPLE.do(run, study=study, number=number, content=json.dumps(document, ensure_ascii=False))


def example_documents(run: Run, study: int) -> list[dict[str, Any]]:
    """What the worked examples show, as it was written."""
    return [json.loads(content) for _, content in _EXAMPLES.rows(run, study=study)]


def examples(run: Run, study: int) -> dict[int, Content]:
    """What each worked example shows; its candidates are -1, -2, … so that they are never taken for real ones."""
    return {number: _content(json.loads(content)) for number, content in _EXAMPLES.rows(run, study=study)}


def _content(document: dict[str, Any]) -> Content:
    shown = {-n: ShownCandidate(c["fields"], c["segments"]) for n, c in enumerate(document["candidates"], start=1)}
    return Content(
        fields=document["fields"], segments=document["segments"], group="", withdrawn=False, candidates=shown
    )


def add_consent(run: Run, *, member: int, given: bool, hash: str, lang: str, now: int) -> None:
    _ADD_CONSENT.do(run, member=member, given=int(given), hash=hash, lang=lang, now=now)


def consent_of(run: Run, member: int) -> Consent | None:
    """What a rater said last."""
    return _CONSENT.one(run, member=member)


def add_answers(run: Run, *, member: int, answers: dict[str, str], lang: str, now: int) -> None:
    _ADD_ANSWERS.do(run, member=member, answers=json.dumps(answers, ensure_ascii=False), lang=lang, now=now)


def about_rater(run: Run, member: int) -> AboutRater | None:
    """What a rater answered last."""
    return _ANSWERS.one(run, member=member)


def answers_of_all(run: Run, study: int) -> list[dict[str, str]]:
    """What every rater of a study answered last."""
    return [json.loads(answers) for answers in _ALL_ANSWERS.values(run, study=study)]


def set_ready(run: Run, *, member: int, ready: Ready) -> None:
    _SET_READY.do(run, member=member, now_ready=int(ready))


def given_examples(run: Run, member: int) -> list[GivenExample]:
    """Every worked example a rater was given, in order, round after round."""
    return _GIVEN.all(run, member=member)
