"""Enquiries of raters, the organiser's replies, and what a rater has acknowledged. Rows are added, never changed."""

from dataclasses import dataclass

from sqlalchemy import bindparam, func, insert, select

from jurybox.store.schema import (
    acknowledgement,
    assignment,
    enquiry,
    guideline,
    item,
    membership,
    rater,
    reply,
    study_event,
)
from jurybox.store.statement import Run, Statement

P = bindparam
ADD_ENQUIRY = Statement(
    insert(enquiry).values(
        uid=P("uid"), study_id=P("study"), membership_id=P("member"), assignment_id=P("assignment"), stage=P("stage"),
        text=P("text"), lang=P("lang"), at=P("now"),
    )
)  # fmt: skip
OWNER = Statement(select(enquiry.c.membership_id).where(enquiry.c.uid == P("uid")))
COUNT_SINCE = Statement(select(func.count()).where(enquiry.c.membership_id == P("member"), enquiry.c.at > P("since")))
_ENQUIRY = (enquiry.c.id, enquiry.c.uid, enquiry.c.text, enquiry.c.stage, enquiry.c.at)
OWN = Statement(select(*_ENQUIRY).where(enquiry.c.membership_id == P("member")).order_by(enquiry.c.id))
OF_STUDY = Statement(
    select(
        *_ENQUIRY, membership.c.uid, rater.c.name, item.c.key, assignment.c.example,
    ).join(membership, membership.c.id == enquiry.c.membership_id).join(rater, rater.c.id == membership.c.rater_id)
    .outerjoin(assignment, assignment.c.id == enquiry.c.assignment_id)
    .outerjoin(item, item.c.id == assignment.c.item_id)
    .where(enquiry.c.study_id == P("study")).order_by(enquiry.c.id)
)  # fmt: skip
_REPLY = (reply.c.id, reply.c.enquiry_id, reply.c.question, reply.c.text, reply.c.published, reply.c.who, reply.c.at)
REPLIES = Statement(select(*_REPLY).where(reply.c.study_id == P("study")).order_by(reply.c.id))
TO_RATER = Statement(
    select(*_REPLY, enquiry.c.membership_id).join(enquiry, enquiry.c.id == reply.c.enquiry_id)
    .where(reply.c.study_id == P("study"), (reply.c.published == 1) | (enquiry.c.membership_id == P("member")))
    .order_by(reply.c.id)
)  # fmt: skip
ADD_REPLY = Statement(
    insert(reply).values(
        study_id=P("study"), enquiry_id=P("enquiry"), question=P("question"), text=P("text"), published=P("published"),
        who=P("who"), at=P("now"),
    ).returning(reply.c.id)
)  # fmt: skip
ACKNOWLEDGE = Statement(
    insert(acknowledgement).values(membership_id=P("member"), kind=P("kind"), what=P("what"), at=P("now"))
)
ACKNOWLEDGED = Statement(
    select(func.max(acknowledgement.c.what))
    .where(acknowledgement.c.membership_id == P("member"), acknowledgement.c.kind == P("kind"))
)  # fmt: skip
REVISIONS = Statement(
    select(guideline.c.id, guideline.c.revision, guideline.c.hash, guideline.c.prose, guideline.c.published_at)
    .where(guideline.c.study_id == P("study"), guideline.c.lang == P("lang")).order_by(guideline.c.revision)
)  # fmt: skip
SEEN_REVISIONS = Statement(
    select(func.max(guideline.c.revision)).join(acknowledgement, acknowledgement.c.what == guideline.c.id)
    .where(
        acknowledgement.c.membership_id == P("member"), acknowledgement.c.kind == "guideline",
        guideline.c.study_id == P("study"), guideline.c.lang == P("lang"),
    )
)  # fmt: skip
BEGUN_AT = Statement(
    select(func.min(assignment.c.created_at)).where(assignment.c.membership_id == P("member"), assignment.c.shown >= 0)
)
_IS_NEWS = (study_event.c.kind == "guideline_revised") | (study_event.c.kind == "replied")
NEWS = Statement(
    select(func.coalesce(func.max(study_event.c.number), 0)).where(study_event.c.study_id == P("study"), _IS_NEWS)
)


@dataclass(frozen=True, slots=True)
class Enquiry:
    id: int
    uid: str
    text: str
    stage: int | None
    at: int


@dataclass(frozen=True, slots=True)
class StudyEnquiry(Enquiry):
    """An enquiry as the organiser sees it."""

    rater: str
    name: str
    item: str | None
    example: int | None


@dataclass(frozen=True, slots=True)
class Reply:
    id: int
    enquiry: int
    question: str
    text: str
    published: bool
    who: str
    at: int


@dataclass(frozen=True, slots=True)
class Revision:
    id: int
    revision: int
    hash: str
    prose: str
    published_at: int


def own_enquiries(run: Run, member: int) -> list[Enquiry]:
    return [Enquiry(*row) for row in run.all(OWN, member=member)]


def enquiries_of(run: Run, study: int) -> list[StudyEnquiry]:
    return [StudyEnquiry(*row) for row in run.all(OF_STUDY, study=study)]


def replies_of(run: Run, study: int) -> list[Reply]:
    return [_reply(row) for row in run.all(REPLIES, study=study)]


def replies_to(run: Run, study: int, member: int) -> list[Reply]:
    """What was published to all, and what only this rater was answered."""
    return [_reply(row) for row in run.all(TO_RATER, study=study, member=member)]


def _reply(row: tuple[object, ...]) -> Reply:
    id, asked, question, text, published, who, at = row[:7]
    return Reply(id, asked, question, text, bool(published), who, at)  # type: ignore[arg-type]


def revisions(run: Run, study: int, lang: str) -> list[Revision]:
    return [Revision(*row) for row in run.all(REVISIONS, study=study, lang=lang)]
