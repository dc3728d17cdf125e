"""Raters and their memberships; organisers, their sessions, sign-in links and API tokens."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from jurybox.core import Member
from jurybox.store.schema import api_token, membership, organiser, rater, session, sign_in_link, study
from jurybox.store.statement import Run, Statement

P = bindparam

_MEMBER = (
    membership.c.id, membership.c.uid, membership.c.study_id, study.c.key, study.c.version, study.c.state,
    membership.c.groups, membership.c.stages, membership.c.language, membership.c.done, membership.c.revoked_at,
    membership.c.ready,
)  # fmt: skip
_BY_TOKEN = (
    select(*_MEMBER).join(study, study.c.id == membership.c.study_id).where(membership.c.token_hash == P("token_hash"))
)
MEMBER_BY_TOKEN = Statement(_BY_TOKEN)
MEMBER_TO_WRITE = Statement(_BY_TOKEN.with_for_update(of=membership))
"""One rater's requests wait for each other, so that two tabs never take the same position."""
ADD_RATER = Statement(
    insert(rater)
    .values(uid=P("uid"), name=P("name"), platform_id=P("platform_id"), created_at=P("now"))
    .returning(rater.c.id)
)
ADD_MEMBERSHIP = Statement(
    insert(membership).values(
        uid=P("uid"), study_id=P("study"), rater_id=P("rater"), groups=P("groups"), stages=P("stages"),
        token_version=1, token_hash=P("token_hash"), language=P("language"), done=0, created_at=P("now"),
        ready=0,
    ).returning(membership.c.id)
)  # fmt: skip
MEMBERSHIPS = Statement(
    select(
        membership.c.id, membership.c.uid, rater.c.uid, rater.c.name, membership.c.groups, membership.c.stages,
        membership.c.token_version, membership.c.language, membership.c.done, membership.c.created_at,
        membership.c.revoked_at, membership.c.ready,
    ).join(rater, rater.c.id == membership.c.rater_id).where(membership.c.study_id == P("study"))
    .order_by(membership.c.id)
)  # fmt: skip
RENEW = Statement(
    update(membership).where(membership.c.id == P("member"))
    .values(token_version=P("new_version"), token_hash=P("new_hash"))
)  # fmt: skip
REVOKE = Statement(update(membership).where(membership.c.id == P("member")).values(revoked_at=P("now")))
ADD_ORGANISER = Statement(
    insert(organiser).values(uid=P("uid"), name=P("name"), password_hash=P("password_hash"), created_at=P("now"))
    .returning(organiser.c.id)
)  # fmt: skip
ORGANISER_BY_NAME = Statement(
    select(organiser.c.id, organiser.c.name, organiser.c.password_hash).where(organiser.c.name == P("name"))
)
SET_PASSWORD = Statement(update(organiser).where(organiser.c.id == P("organiser")).values(password_hash=P("hash")))
ADD_SESSION = Statement(
    insert(session).values(token_hash=P("token_hash"), organiser_id=P("organiser"), expires_at=P("expires_at"))
)
SESSION = Statement(
    select(organiser.c.id, organiser.c.name).join(session, session.c.organiser_id == organiser.c.id)
    .where(session.c.token_hash == P("token_hash"), session.c.expires_at > P("now"))
)  # fmt: skip
END_SESSION = Statement(delete(session).where(session.c.token_hash == P("token_hash")))
ADD_LINK = Statement(
    insert(sign_in_link).values(token_hash=P("token_hash"), organiser_id=P("organiser"), expires_at=P("expires_at"))
)
USE_LINK = Statement(
    delete(sign_in_link).where(sign_in_link.c.token_hash == P("token_hash"), sign_in_link.c.expires_at > P("now"))
    .returning(sign_in_link.c.organiser_id)
)  # fmt: skip
ADD_TOKEN = Statement(
    insert(api_token).values(
        token_hash=P("token_hash"), organiser_id=P("organiser"), name=P("name"), created_at=P("now")
    )
)
BY_TOKEN = Statement(
    select(organiser.c.id, organiser.c.name).join(api_token, api_token.c.organiser_id == organiser.c.id)
    .where(api_token.c.token_hash == P("token_hash"), api_token.c.revoked_at.is_(None))
)  # fmt: skip
REVOKE_TOKEN = Statement(
    update(api_token)
    .where(api_token.c.name == P("token_name"), api_token.c.revoked_at.is_(None))
    .values(revoked_at=P("now"))
)


@dataclass(frozen=True, slots=True)
class MembershipRow:
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


def member_by_token(run: Run, token_hash: str, writing: bool = False) -> Member | None:
    return _member(run.one(MEMBER_TO_WRITE if writing else MEMBER_BY_TOKEN, token_hash=token_hash))


def _member(row: tuple[Any, ...] | None) -> Member | None:
    if row is None:
        return None
    id, uid, study_id, key, version, state, groups, stages, language, done, revoked_at, ready = row
    return Member(
        id,
        uid,
        study_id,
        key,
        version,
        state,
        _list(groups),
        _list(stages),
        language,
        done,
        revoked_at is not None,
        ready,
    )


def _list(text: str) -> tuple[Any, ...]:
    return () if text == "[]" else tuple(json.loads(text))


def memberships(run: Run, study: int) -> list[MembershipRow]:
    return [
        MembershipRow(r[0], r[1], r[2], r[3], _list(r[4]), _list(r[5]), *r[6:])
        for r in run.all(MEMBERSHIPS, study=study)
    ]
