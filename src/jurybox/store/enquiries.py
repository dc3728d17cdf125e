"""Enquiries of raters, the organiser's replies, and what a rater has acknowledged. Tuples are added, never changed."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, func, select

from jurybox.store.columns import insert_into, maker, select_as, values_of
from jurybox.store.people import KEPT_ID, OF_PERSON
from jurybox.store.schema import acknowledgement, assignment, enquiry, item, membership, rater, reply
from jurybox.store.statement import Run, Scalar, Select, Statement

P = bindparam
Kind = Literal["guideline", "reply"]
"""What can be acknowledged: a revision of a guideline, or a reply."""


@dataclass(frozen=True, slots=True)
class NewEnquiry:
    """What a rater asks, of a stage of an assignment or of the study."""

    uid: str
    study: int
    membership: int
    assignment: int | None
    stage: int | None
    text: str
    lang: str | None
    at: int


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
class NewReply:
    enquiry: int
    question: str
    """The enquiry as the others read it."""
    text: str
    published: bool
    who: str
    at: int


@dataclass(frozen=True, slots=True)
class Reply(NewReply):
    """One that was given."""

    id: int


_ASKED_BY = membership.alias("asked_by")
_OWN = Select(
    Enquiry,
    select_as(Enquiry, enquiry).where(enquiry.c.membership_id.in_(OF_PERSON)).order_by(enquiry.c.id),
)
_OF_STUDY = Select(
    StudyEnquiry,
    select_as(StudyEnquiry, enquiry, rater, assignment, rater=membership.c.uid, item=item.c.key)
    .join(_ASKED_BY, _ASKED_BY.c.id == enquiry.c.membership_id)
    .join(membership, membership.c.id == func.coalesce(_ASKED_BY.c.merged_into, _ASKED_BY.c.id))
    .join(rater, rater.c.id == membership.c.rater_id)
    .outerjoin(assignment, assignment.c.id == enquiry.c.assignment_id)
    .outerjoin(item, item.c.id == assignment.c.item_id)
    .where(enquiry.c.study_id == P("study"))
    .order_by(enquiry.c.id),
)
_ADD = Statement(insert_into(enquiry))
_OWNER = Scalar(
    int,
    select(KEPT_ID).join(enquiry, enquiry.c.membership_id == membership.c.id).where(enquiry.c.uid == P("uid")),
)
_COUNT_SINCE = Scalar(
    int, select(func.count()).where(enquiry.c.membership_id == P("member"), enquiry.c.at > P("since"))
)
_UNANSWERED = Scalar(
    int,
    select(func.count()).where(
        enquiry.c.study_id == P("study"), ~select(reply.c.id).where(reply.c.enquiry_id == enquiry.c.id).exists()
    ),
)
_reply = maker(Reply, published=bool)
_REPLY = select_as(Reply, reply).where(reply.c.study_id == P("study")).order_by(reply.c.id)
_REPLIES = Select(_reply, _REPLY)
_TO_RATER = Select(
    _reply,
    _REPLY.join(enquiry, enquiry.c.id == reply.c.enquiry_id).where(
        (reply.c.published == 1) | (enquiry.c.membership_id.in_(OF_PERSON))
    ),
)
_ADD_REPLY = Statement(insert_into(reply))
_ACKNOWLEDGE = Statement(insert_into(acknowledgement))
_ACKNOWLEDGED = Scalar(
    int,
    select(func.max(acknowledgement.c.what)).where(
        acknowledgement.c.membership_id.in_(OF_PERSON), acknowledgement.c.kind == P("kind")
    ),
)
_enquiry_values, _reply_values = values_of(NewEnquiry), values_of(NewReply)


def add(run: Run, new: NewEnquiry) -> None:
    _ADD.do(run, **_enquiry_values(new))


def owner_of(run: Run, uid: str) -> int | None:
    """The membership of who sent an enquiry."""
    return _OWNER.one(run, uid=uid)


def count_since(run: Run, *, member: int, since: int) -> int:
    return _COUNT_SINCE.only(run, member=member, since=since)


def count_unanswered(run: Run, study: int) -> int:
    return _UNANSWERED.only(run, study=study)


def of_member(run: Run, member: int) -> list[Enquiry]:
    return _OWN.all(run, member=member)


def of_study(run: Run, study: int) -> list[StudyEnquiry]:
    return _OF_STUDY.all(run, study=study)


def replies_of(run: Run, study: int) -> list[Reply]:
    return _REPLIES.all(run, study=study)


def replies_to(run: Run, *, study: int, member: int) -> list[Reply]:
    """What was published to all, and what only this rater was answered."""
    return _TO_RATER.all(run, study=study, member=member)


def add_reply(run: Run, study: int, new: NewReply) -> None:
    _ADD_REPLY.do(run, study=study, **_reply_values(new) | {"published": int(new.published)})


def acknowledge(run: Run, *, member: int, kind: Kind, what: int, now: int) -> None:
    """A rater has read a revision of a guideline, or their replies up to one."""
    _ACKNOWLEDGE.do(run, membership=member, kind=kind, what=what, at=now)


def last_acknowledged(run: Run, *, member: int, kind: Kind) -> int:
    """The last one that a rater has read; 0 where they have read none."""
    return _ACKNOWLEDGED.one(run, member=member, kind=kind) or 0
