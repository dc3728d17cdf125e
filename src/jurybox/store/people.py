"""Raters and their memberships."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from jurybox.core import Member
from jurybox.store.schema import membership, rater, study
from jurybox.store.statement import Run, Select, Statement, fields_of

P = bindparam
M = membership.c


@dataclass(slots=True)
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


def _read(text: Any) -> tuple[Any, ...]:
    return () if text == "[]" else tuple(json.loads(text))


def _member(*row: Any) -> Member:
    made = Member(*row)
    made.groups, made.stages, made.revoked = _read(made.groups), _read(made.stages), bool(made.revoked)
    return made


def _membership(*row: Any) -> MembershipRow:
    made = MembershipRow(*row)
    made.groups, made.stages = _read(made.groups), _read(made.stages)
    return made


_MEMBER = select(
    *fields_of(
        Member, id=M.id, uid=M.uid, study=M.study_id, study_key=study.c.key, study_version=study.c.version,
        study_state=study.c.state, groups=M.groups, stages=M.stages, language=M.language, done=M.done,
        revoked=M.revoked_at.is_not(None), ready=M.ready,
    )
).join(study, study.c.id == M.study_id)  # fmt: skip
_BY_TOKEN = _MEMBER.where(M.token_hash == P("token_hash"))
_MEMBER_BY_TOKEN = Select(_member, _BY_TOKEN)
_MEMBER_TO_WRITE = Select(_member, _BY_TOKEN.with_for_update(of=membership))
"""One rater's requests wait for each other, so that two tabs never take the same position."""
_MEMBER_BY_UID = Select(_member, _MEMBER.where(M.uid == P("uid")).with_for_update(of=membership))
_MEMBERSHIPS = Select(
    _membership,
    select(
        *fields_of(
            MembershipRow, id=M.id, uid=M.uid, rater=rater.c.uid, name=rater.c.name, groups=M.groups, stages=M.stages,
            token_version=M.token_version, language=M.language, done=M.done, created_at=M.created_at,
            revoked_at=M.revoked_at, ready=M.ready,
        )
    ).join(rater, rater.c.id == M.rater_id).where(M.study_id == P("study")).order_by(M.id),
)  # fmt: skip
_ID = Statement(select(M.id).where(M.uid == P("uid")))
_ADD_RATER = Statement(
    insert(rater)
    .values(uid=P("uid"), name=P("name"), platform_id=P("platform_id"), created_at=P("now"))
    .returning(rater.c.id)
)
_ADD_MEMBERSHIP = Statement(
    insert(membership).values(
        uid=P("uid"), study_id=P("study"), rater_id=P("rater"), groups=P("groups"), stages=P("stages"),
        token_version=1, token_hash=P("token_hash"), language=P("language"), done=0, created_at=P("now"),
        ready=0,
    )
)  # fmt: skip
_RENEW = Statement(
    update(membership).where(M.id == P("member")).values(token_version=P("new_version"), token_hash=P("new_hash"))
)
_REVOKE = Statement(update(membership).where(M.id == P("member")).values(revoked_at=P("now")))


def member_by_token(run: Run, token_hash: str, *, writing: bool = False) -> Member | None:
    return (_MEMBER_TO_WRITE if writing else _MEMBER_BY_TOKEN).one(run, token_hash=token_hash)


def member_to_write(run: Run, uid: str) -> Member | None:
    """A rater of a study, held still: nobody else gives them anything until this transaction ends."""
    return _MEMBER_BY_UID.one(run, uid=uid)


def membership_id(run: Run, uid: str) -> int:
    found: int = _ID.value(run, uid=uid)
    return found


def memberships(run: Run, study: int) -> list[MembershipRow]:
    """Everybody who was ever a rater of a study, in the order they joined."""
    return _MEMBERSHIPS.all(run, study=study)


def add_rater(run: Run, *, uid: str, name: str, now: int, platform_id: str | None = None) -> int:
    id: int = _ADD_RATER.value(run, uid=uid, name=name, platform_id=platform_id, now=now)
    return id


def add_membership(
    run: Run, *, uid: str, study: int, rater: int, groups: Sequence[str], stages: Sequence[int], token_hash: str,
    language: str | None, now: int,
) -> None:  # fmt: skip
    _ADD_MEMBERSHIP.do(
        run, uid=uid, study=study, rater=rater, groups=json.dumps(groups), stages=json.dumps(stages),
        token_hash=token_hash, language=language, now=now,
    )  # fmt: skip


def renew_link(run: Run, *, member: int, version: int, token_hash: str) -> None:
    """From now on only the link of this version opens anything."""
    _RENEW.do(run, member=member, new_version=version, new_hash=token_hash)


def revoke(run: Run, *, member: int, now: int) -> None:
    _REVOKE.do(run, member=member, now=now)
