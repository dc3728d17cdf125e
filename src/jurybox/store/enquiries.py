"""Enquiries of raters, the organiser's replies, and what a rater has acknowledged. Rows are added, never changed."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import bindparam, func, insert, select

from jurybox.store.schema import acknowledgement, assignment, enquiry, item, membership, rater, reply
from jurybox.store.statement import Run, Select, Statement, fields_of

P = bindparam
Kind = Literal["guideline", "reply"]
"""What can be acknowledged: a revision of a guideline, or a reply."""


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


_ENQUIRY: dict[str, Any] = {
    "id": enquiry.c.id, "uid": enquiry.c.uid, "text": enquiry.c.text, "stage": enquiry.c.stage, "at": enquiry.c.at,
}  # fmt: skip
_OWN = Select(
    Enquiry,
    select(*fields_of(Enquiry, **_ENQUIRY)).where(enquiry.c.membership_id == P("member")).order_by(enquiry.c.id),
)
_OF_STUDY = Select(
    StudyEnquiry,
    select(
        *fields_of(
            StudyEnquiry, **_ENQUIRY, rater=membership.c.uid, name=rater.c.name, item=item.c.key,
            example=assignment.c.example,
        )
    ).join(membership, membership.c.id == enquiry.c.membership_id).join(rater, rater.c.id == membership.c.rater_id)
    .outerjoin(assignment, assignment.c.id == enquiry.c.assignment_id)
    .outerjoin(item, item.c.id == assignment.c.item_id)
    .where(enquiry.c.study_id == P("study")).order_by(enquiry.c.id),
)  # fmt: skip
_ADD = Statement(
    insert(enquiry).values(
        uid=P("uid"), study_id=P("study"), membership_id=P("member"), assignment_id=P("assignment"), stage=P("stage"),
        text=P("text"), lang=P("lang"), at=P("now"),
    )
)  # fmt: skip
_OWNER = Statement(select(enquiry.c.membership_id).where(enquiry.c.uid == P("uid")))
_COUNT_SINCE = Statement(select(func.count()).where(enquiry.c.membership_id == P("member"), enquiry.c.at > P("since")))
_REPLY = select(
    *fields_of(
        Reply, id=reply.c.id, enquiry=reply.c.enquiry_id, question=reply.c.question, text=reply.c.text,
        published=reply.c.published, who=reply.c.who, at=reply.c.at,
    )
).where(reply.c.study_id == P("study")).order_by(reply.c.id)  # fmt: skip


def _reply(id: int, enquiry: int, question: str, text: str, published: Any, who: str, at: int) -> Reply:
    return Reply(id=id, enquiry=enquiry, question=question, text=text, published=bool(published), who=who, at=at)


_REPLIES = Select(_reply, _REPLY)
_TO_RATER = Select(
    _reply,
    _REPLY.join(enquiry, enquiry.c.id == reply.c.enquiry_id)
    .where((reply.c.published == 1) | (enquiry.c.membership_id == P("member"))),
)  # fmt: skip
_ADD_REPLY = Statement(
    insert(reply).values(
        study_id=P("study"), enquiry_id=P("enquiry"), question=P("question"), text=P("text"), published=P("published"),
        who=P("who"), at=P("now"),
    )
)  # fmt: skip
_ACKNOWLEDGE = Statement(
    insert(acknowledgement).values(membership_id=P("member"), kind=P("kind"), what=P("what"), at=P("now"))
)
_ACKNOWLEDGED = Statement(
    select(func.max(acknowledgement.c.what))
    .where(acknowledgement.c.membership_id == P("member"), acknowledgement.c.kind == P("kind"))
)  # fmt: skip


def add(
    run: Run, *, uid: str, study: int, member: int, assignment: int | None, stage: int | None, text: str,
    lang: str | None, now: int,
) -> None:  # fmt: skip
    _ADD.do(run, uid=uid, study=study, member=member, assignment=assignment, stage=stage, text=text, lang=lang, now=now)


def owner_of(run: Run, uid: str) -> int | None:
    """The membership that an enquiry came from."""
    found: int | None = _OWNER.value(run, uid=uid)
    return found


def count_since(run: Run, *, member: int, since: int) -> int:
    found: int = _COUNT_SINCE.value(run, member=member, since=since)
    return found


def of_member(run: Run, member: int) -> list[Enquiry]:
    return _OWN.all(run, member=member)


def of_study(run: Run, study: int) -> list[StudyEnquiry]:
    return _OF_STUDY.all(run, study=study)


def replies_of(run: Run, study: int) -> list[Reply]:
    return _REPLIES.all(run, study=study)


def replies_to(run: Run, *, study: int, member: int) -> list[Reply]:
    """What was published to all, and what only this rater was answered."""
    return _TO_RATER.all(run, study=study, member=member)


def add_reply(
    run: Run, *, study: int, enquiry: int, question: str, text: str, published: bool, who: str, now: int
) -> None:
    _ADD_REPLY.do(
        run, study=study, enquiry=enquiry, question=question, text=text, published=int(published), who=who, now=now
    )


def acknowledge(run: Run, *, member: int, kind: Kind, what: int, now: int) -> None:
    """A rater has read a revision of a guideline, or their replies up to one."""
    _ACKNOWLEDGE.do(run, member=member, kind=kind, what=what, now=now)


def last_acknowledged(run: Run, *, member: int, kind: Kind) -> int:
    """The last one that a rater has read; 0 where they have read none."""
    return _ACKNOWLEDGED.value(run, member=member, kind=kind) or 0
