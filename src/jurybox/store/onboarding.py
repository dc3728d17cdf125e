"""What stands before a rater's first task: consent, questionnaire, worked examples; and who is through."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from jurybox.store.candidates import Content, ShownCandidate
from jurybox.store.schema import assignment, consent, example, membership, questionnaire
from jurybox.store.statement import Run, Statement

P = bindparam
ADD_EXAMPLE = Statement(insert(example).values(study_id=P("study"), number=P("number"), content=P("content")))
EXAMPLES = Statement(
    select(example.c.number, example.c.content).where(example.c.study_id == P("study")).order_by(example.c.number)
)
ADD_CONSENT = Statement(
    insert(consent).values(membership_id=P("member"), given=P("given"), hash=P("hash"), lang=P("lang"), at=P("now"))
)
CONSENT = Statement(
    select(consent.c.given, consent.c.hash, consent.c.lang, consent.c.at)
    .where(consent.c.membership_id == P("member")).order_by(consent.c.id.desc()).limit(1)
)  # fmt: skip
ADD_ANSWERS = Statement(
    insert(questionnaire).values(membership_id=P("member"), answers=P("answers"), lang=P("lang"), at=P("now"))
)
ANSWERS = Statement(
    select(questionnaire.c.answers, questionnaire.c.lang, questionnaire.c.at)
    .where(questionnaire.c.membership_id == P("member")).order_by(questionnaire.c.id.desc()).limit(1)
)  # fmt: skip
SET_READY = Statement(update(membership).where(membership.c.id == P("member")).values(ready=P("now_ready")))
TRIALS = Statement(
    select(assignment.c.id, assignment.c.uid, assignment.c.batch, assignment.c.example, assignment.c.stages,
           assignment.c.stage)
    .where(assignment.c.membership_id == P("member"), assignment.c.purpose == "calibration")
    .order_by(assignment.c.position)
)  # fmt: skip


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


def consent_of(run: Run, member: int) -> Consent | None:
    """What a rater said last."""
    row = run.one(CONSENT, member=member)
    return Consent(bool(row[0]), *row[1:]) if row else None


def about_rater(run: Run, member: int) -> AboutRater | None:
    row = run.one(ANSWERS, member=member)
    return AboutRater(json.loads(row[0]), *row[1:]) if row else None


def trials_of(run: Run, member: int) -> list[GivenExample]:
    """Every worked example a rater was given, in order, round after round."""
    return [
        GivenExample(id, uid, round, example, json.loads(stages), stage)
        for id, uid, round, example, stages, stage in run.all(TRIALS, member=member)
    ]


def examples(run: Run, study: int) -> dict[int, Content]:
    """What each worked example shows; its candidates are -1, -2, … so that they are never taken for real ones."""
    return {number: _content(json.loads(content)) for number, content in run.all(EXAMPLES, study=study)}


def _content(document: dict[str, Any]) -> Content:
    shown = {-n: ShownCandidate(c["fields"], c["segments"]) for n, c in enumerate(document["candidates"], start=1)}
    return Content(document["fields"], document["segments"], "", False, shown)
