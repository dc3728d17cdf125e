"""Organisers, their sessions, sign-in links and API tokens."""

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, select, update

from jurybox.store.columns import insert_into, select_as
from jurybox.store.schema import api_token, organiser, session, sign_in_link
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement

P = bindparam


@dataclass(frozen=True, slots=True)
class Organiser:
    id: int
    name: str


_ORGANISER = select_as(Organiser, organiser)
_BY_NAME = Select(Organiser, _ORGANISER.where(organiser.c.name == P("name")))
_NAMES = Scalar(str, select(organiser.c.name).order_by(organiser.c.id))
_ADD = NewRow(insert_into(organiser))
_PASSWORD = Scalar(str, select(organiser.c.password_hash).where(organiser.c.id == P("organiser")))
_SET_PASSWORD = Statement(update(organiser).where(organiser.c.id == P("organiser")).values(password_hash=P("hash")))
_ADD_SESSION = Statement(insert_into(session))
_BY_SESSION = Select(
    Organiser,
    _ORGANISER.join(session, session.c.organiser_id == organiser.c.id).where(
        session.c.token_hash == P("token_hash"), session.c.expires_at > P("now")
    ),
)
_END_SESSION = Statement(delete(session).where(session.c.token_hash == P("token_hash")))
_ADD_LINK = Statement(insert_into(sign_in_link))
_USE_LINK = Scalar(
    int,
    delete(sign_in_link)
    .where(sign_in_link.c.token_hash == P("token_hash"), sign_in_link.c.expires_at > P("now"))
    .returning(sign_in_link.c.organiser_id),
)
_ADD_TOKEN = Statement(insert_into(api_token, without=("revoked_at",)))
_BY_TOKEN = Select(
    Organiser,
    _ORGANISER.join(api_token, api_token.c.organiser_id == organiser.c.id).where(
        api_token.c.token_hash == P("token_hash"), api_token.c.revoked_at.is_(None)
    ),
)
_REVOKE_TOKEN = Statement(
    update(api_token)
    .where(api_token.c.name == P("token_name"), api_token.c.revoked_at.is_(None))
    .values(revoked_at=P("now"))
)


def by_name(run: Run, name: str) -> Organiser | None:
    return _BY_NAME.one(run, name=name)


def names(run: Run) -> list[str]:
    """Of all organisers, in the order they were added."""
    return _NAMES.all(run)


def add(run: Run, *, uid: str, name: str, password_hash: str | None, now: int) -> Organiser:
    id = _ADD.insert(run, uid=uid, name=name, password_hash=password_hash, created_at=now)
    return Organiser(id=id, name=name)


def password_hash(run: Run, organiser: int) -> str | None:
    """None where an organiser signs in by links only."""
    return _PASSWORD.one(run, organiser=organiser)


def set_password(run: Run, *, organiser: int, hash: str) -> None:
    _SET_PASSWORD.do(run, organiser=organiser, hash=hash)


def add_session(run: Run, *, token_hash: str, organiser: int, expires_at: int) -> None:
    _ADD_SESSION.do(run, token_hash=token_hash, organiser=organiser, expires_at=expires_at)


def by_session(run: Run, *, token_hash: str, now: int) -> Organiser | None:
    return _BY_SESSION.one(run, token_hash=token_hash, now=now)


def end_session(run: Run, token_hash: str) -> None:
    _END_SESSION.do(run, token_hash=token_hash)


def add_link(run: Run, *, token_hash: str, organiser: int, expires_at: int) -> None:
    _ADD_LINK.do(run, token_hash=token_hash, organiser=organiser, expires_at=expires_at)


def use_link(run: Run, *, token_hash: str, now: int) -> int | None:
    """Whose sign-in link it is, which is gone with that."""
    return _USE_LINK.one(run, token_hash=token_hash, now=now)


def add_token(run: Run, *, token_hash: str, organiser: int, name: str, now: int) -> None:
    _ADD_TOKEN.do(run, token_hash=token_hash, organiser=organiser, name=name, created_at=now)


def by_token(run: Run, token_hash: str) -> Organiser | None:
    return _BY_TOKEN.one(run, token_hash=token_hash)


def revoke_token(run: Run, *, name: str, now: int) -> bool:
    """Whether there was a token of that name."""
    return _REVOKE_TOKEN.do(run, token_name=name, now=now) > 0
