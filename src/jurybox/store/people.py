"""Raters and their memberships."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, func, select, update
from sqlalchemy import Select as SaSelect

from jurybox.core import Member
from jurybox.store.columns import insert_into, maker, select_as, values_of
from jurybox.store.schema import membership, rater, study
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement, memory_of

P = bindparam
M = membership.c


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Who rates: all that is personal about them."""

    uid: str
    name: str
    platform_id: str | None
    """Their id on a platform such as Prolific."""
    platform: str | None
    """Which platform, and what else it said of their coming: a JSON object."""
    created_at: int


@dataclass(frozen=True, slots=True)
class NewMembership:
    """A rater who joins a study."""

    uid: str
    study: int
    rater: int
    groups: Sequence[str]
    stages: Sequence[int]
    token_hash: str
    language: str | None
    created_at: int


class LinkRow(NamedTuple):
    """What is kept of a rater's link."""

    uid: str
    token_version: int
    token_hash: str


@dataclass(frozen=True, slots=True)
class MembershipRow:
    """A rater in a study, as the organiser knows them."""

    id: int
    uid: str
    rater: str
    name: str
    groups: tuple[str, ...]
    stages: tuple[int, ...]
    token_version: int
    language: str | None
    done: int
    created_at: int
    revoked_at: int | None
    ready: int
    adjudicator: str | None
    """`rater` where they were appointed to decide, `organiser` where no rater stands behind it."""
    merged_into: int | None = None
    """The membership that this one's work belongs to, where both are one person."""
    checked: int | None = None
    """What checks have come to (`CheckStanding`)."""


def _read(text: str) -> tuple[str | int, ...]:
    return () if text == "[]" else tuple(json.loads(text))


as_member = maker(Member, groups=_read, stages=_read, revoked=bool)
_MEMBER = select_as(
    Member,
    membership,
    study_key=study.c.key,
    study_version=study.c.version,
    study_state=study.c.state,
    revoked=M.revoked_at.is_not(None),
).join(study, study.c.id == M.study_id)
_LINK = membership.alias("link")
_BY_LINK = _MEMBER.with_only_columns(
    *(_LINK.c.uid if column is M.uid else column for column in _MEMBER.selected_columns)
).join(_LINK, M.id == func.coalesce(_LINK.c.merged_into, _LINK.c.id))
_BY_TOKEN = _BY_LINK.where(_LINK.c.token_hash == P("token_hash"))
"""The link of an account that was merged opens the one that remains; the device goes on under the name it knows."""
_MEMBER_BY_TOKEN = Select(as_member, _BY_TOKEN)
_MEMBER_TO_WRITE = Select(as_member, _BY_TOKEN.with_for_update(of=membership))
"""One rater's requests wait for each other, so that two tabs never take the same position."""
_BY_UID = _MEMBER.where(M.uid == P("uid"))
_MEMBER_BY_UID = Select(as_member, _BY_UID)
_MEMBER_BY_UID_TO_WRITE = Select(as_member, _BY_UID.with_for_update(of=membership))
_MEMBERSHIPS = Select(
    maker(MembershipRow, groups=_read, stages=_read),
    select_as(MembershipRow, membership, rater, rater=rater.c.uid)
    .join(rater, rater.c.id == M.rater_id)
    .where(M.study_id == P("study"))
    .order_by(M.id),
)
OF_PERSON = select(M.id).where((M.id == P("member")) | (M.merged_into == P("member")))
"""A rater's own account, and those that were merged into it."""
KEPT_ID = func.coalesce(M.merged_into, M.id)
"""The account that stands for the person."""
_ID = Scalar(int, select(M.id).where(M.uid == P("uid")))
_ADD_RATER = NewRow(insert_into(rater, without=("alias_of",)))
_person, _values = values_of(NewPerson), values_of(NewMembership)
_ADD_MEMBERSHIP = Statement(
    insert_into(
        membership, token_version=1, done=0, ready=0, without=("revoked_at", "adjudicator", "merged_into", "checked")
    )
)
_ANY_LINK = Select(LinkRow, select_as(LinkRow, membership).where(M.token_hash.not_like("erased %")).limit(1))
_RENEW = Statement(
    update(membership).where(M.id == P("member")).values(token_version=P("new_version"), token_hash=P("new_hash"))
)
_GROUPS = Statement(update(membership).where(M.id == P("member")).values(groups=P("new_groups")))
_REVOKE = Statement(update(membership).where(M.id == P("member")).values(revoked_at=P("now")))


def by_tokens(tokens: ColumnElement[str]) -> SaSelect[Any]:
    """The token and the rater of several links, held still, in one order for everybody."""
    wanted = select(_LINK.c.token_hash, *_BY_LINK.selected_columns).select_from(*_BY_LINK.get_final_froms())
    return wanted.where(_LINK.c.token_hash == tokens).order_by(M.id).with_for_update(of=membership)


def any_link(run: Run) -> LinkRow | None:
    """One of the links that were made, if there is any."""
    return _ANY_LINK.one(run)


def member_by_token(run: Run, token_hash: str, *, writing: bool = False) -> Member | None:
    memory = memory_of(run) if writing else None
    known = memory.recall(token_hash) if memory is not None else None
    if known is not None:
        return known
    found = (_MEMBER_TO_WRITE if writing else _MEMBER_BY_TOKEN).one(run, token_hash=token_hash)
    if memory is not None and found is not None:
        memory.meet(token_hash, found)
    return found


def member_to_read(run: Run, uid: str) -> Member | None:
    """A rater of a study, as they are just now."""
    return _MEMBER_BY_UID.one(run, uid=uid)


def member_to_write(run: Run, uid: str) -> Member | None:
    """A rater of a study, held still: nobody else gives them anything until this transaction ends."""
    return _MEMBER_BY_UID_TO_WRITE.one(run, uid=uid)


def membership_id(run: Run, uid: str) -> int:
    return _ID.only(run, uid=uid)


def memberships(run: Run, study: int) -> list[MembershipRow]:
    """Everybody who was ever a rater of a study, in the order they joined."""
    return _MEMBERSHIPS.all(run, study=study)


def add_rater(run: Run, new: NewPerson) -> int:
    return _ADD_RATER.add(run, _person(new))


def add_membership(run: Run, new: NewMembership) -> None:
    lists = {"groups": json.dumps(new.groups), "stages": json.dumps(new.stages)}
    _ADD_MEMBERSHIP.do(run, **_values(new) | lists)


def renew_link(run: Run, *, member: int, version: int, token_hash: str) -> None:
    """From now on only the link of this version opens anything."""
    _RENEW.do(run, member=member, new_version=version, new_hash=token_hash)


def set_groups(run: Run, *, member: int, groups: Sequence[str]) -> None:
    _GROUPS.do(run, member=member, new_groups=json.dumps(groups))


def revoke(run: Run, *, member: int, now: int) -> None:
    _REVOKE.do(run, member=member, now=now)
