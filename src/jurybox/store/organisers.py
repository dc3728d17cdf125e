"""Organisers, their sessions, sign-in links and API tokens."""

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, func, literal_column, select, update

from jurybox.store.columns import insert_into, maker, select_as, values_of
from jurybox.store.schema import api_token, organiser, session, sign_in_link
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement, Tuples

P = bindparam
O = organiser.c  # noqa: E741


@dataclass(frozen=True, slots=True)
class TokenLimits:
    """What a token of the API is good for."""

    scope: str | None = None
    study: str | None = None
    """The uid of the only study that it opens."""
    expires_at: int | None = None


class NamedToken(NamedTuple):
    """A token of the API that works."""

    name: str
    created_at: int
    scope: str | None
    study: str | None
    expires_at: int | None


@dataclass(frozen=True, slots=True)
class Organiser:
    id: int
    uid: str
    name: str
    language: str | None
    """Of the pages, where the organiser chose one."""
    is_administrator: bool
    has_password: bool
    """Without one they sign in by links only."""
    link_until: int | None
    """Until when a sign-in link that nobody has used yet works."""


@dataclass(frozen=True, slots=True)
class NewOrganiser:
    uid: str
    name: str
    password_hash: str | None
    created_at: int
    administrator_since: int | None = None


_NOTHING: ColumnElement[None] = literal_column("NULL")
_organiser = maker(Organiser, is_administrator=bool, has_password=bool)
_ORGANISER = select_as(
    Organiser,
    organiser,
    is_administrator=O.administrator_since.is_not(None),
    has_password=O.password_hash.is_not(None),
    link_until=select(func.max(sign_in_link.c.expires_at)).where(sign_in_link.c.organiser_id == O.id).scalar_subquery(),
).where(O.removed_at.is_(None))
_ALL = Select(_organiser, _ORGANISER.order_by(O.id))
_BY_ID = Select(_organiser, _ORGANISER.where(O.id == P("organiser")))
_BY_NAME = Select(_organiser, _ORGANISER.where(O.name == P("name")))
_NAMES = Scalar(str, select(O.name).order_by(O.id))
_UID = Scalar(str, select(O.uid).where(O.name == P("name")))
_UIDS = Tuples[tuple[str, str]](select(O.uid, O.name))
_ADD = NewRow(insert_into(organiser, without=("removed_at", "language")))
_PASSWORD = Scalar(str, select(O.password_hash).where(O.id == P("organiser")))
_CHANGE = update(organiser).where(O.id == P("organiser"))
_SET_PASSWORD = Statement(_CHANGE.values(password_hash=P("hash")))
_SET_NAME = Statement(_CHANGE.values(name=P("new_name")))
_SET_LANGUAGE = Statement(_CHANGE.values(language=P("code")))
_SET_ROLE = Statement(_CHANGE.values(administrator_since=P("since")))
_REMOVE = Statement(_CHANGE.values(removed_at=P("now"), password_hash=_NOTHING, administrator_since=_NOTHING))
_TAKE_BACK = Scalar(
    int,
    update(organiser)
    .where(O.name == P("old_name"), O.removed_at.is_not(None))
    .values(removed_at=_NOTHING)
    .returning(O.id),
)
_OTHER = organiser.alias()
_FIRST = select(func.min(_OTHER.c.id)).where(_OTHER.c.removed_at.is_(None)).scalar_subquery()
_NOBODY_IS = ~select(_OTHER.c.id).where(_OTHER.c.administrator_since.is_not(None)).exists()
_APPOINT_FIRST = Statement(update(organiser).where(O.id == _FIRST, _NOBODY_IS).values(administrator_since=O.created_at))
_ADD_SESSION = Statement(insert_into(session))
_BY_SESSION = Select(
    _organiser,
    _ORGANISER.join(session, session.c.organiser_id == O.id).where(
        session.c.token_hash == P("token_hash"), session.c.expires_at > P("now")
    ),
)
_END_SESSION = Statement(delete(session).where(session.c.token_hash == P("token_hash")))
_END_SESSIONS = Statement(
    delete(session).where(session.c.organiser_id == P("organiser"), session.c.token_hash != P("kept"))
)
_ADD_LINK = Statement(insert_into(sign_in_link))
_END_LINKS = Statement(delete(sign_in_link).where(sign_in_link.c.organiser_id == P("organiser")))
_USE_LINK = Scalar(
    int,
    delete(sign_in_link)
    .where(sign_in_link.c.token_hash == P("token_hash"), sign_in_link.c.expires_at > P("now"))
    .returning(sign_in_link.c.organiser_id),
)
_WORKS = (api_token.c.revoked_at.is_(None), (api_token.c.expires_at.is_(None)) | (api_token.c.expires_at > P("now")))
_ADD_TOKEN = Statement(insert_into(api_token, without=("revoked_at",)))
_BY_TOKEN = Select(
    _organiser,
    _ORGANISER.join(api_token, api_token.c.organiser_id == O.id).where(
        api_token.c.token_hash == P("token_hash"), *_WORKS
    ),
)
_LIMITS = Select(TokenLimits, select_as(TokenLimits, api_token).where(api_token.c.token_hash == P("token_hash")))
_TOKENS = Select(
    NamedToken,
    select(api_token.c.name, api_token.c.created_at, api_token.c.scope, api_token.c.study, api_token.c.expires_at)
    .where(api_token.c.organiser_id == P("organiser"), *_WORKS)
    .order_by(api_token.c.id),
)
_REVOKE_TOKEN = Statement(
    update(api_token)
    .where(
        api_token.c.organiser_id == P("organiser"),
        api_token.c.name == P("token_name"),
        api_token.c.revoked_at.is_(None),
    )
    .values(revoked_at=P("now"))
)
_REVOKE_TOKENS = Statement(
    update(api_token)
    .where(api_token.c.organiser_id == P("organiser"), api_token.c.revoked_at.is_(None))
    .values(revoked_at=P("now"))
)
_DROP_TOKENS = Statement(delete(api_token).where(api_token.c.organiser_id == P("organiser")))
_values = values_of(NewOrganiser)


def all_organisers(run: Run) -> list[Organiser]:
    """In the order they were added."""
    return _ALL.all(run)


def names(run: Run) -> list[str]:
    """Of all organisers there ever were, in the order they were added."""
    return _NAMES.all(run)


def by_id(run: Run, organiser: int) -> Organiser | None:
    return _BY_ID.one(run, organiser=organiser)


def by_name(run: Run, name: str) -> Organiser | None:
    return _BY_NAME.one(run, name=name)


def add(run: Run, new: NewOrganiser) -> Organiser:
    found = by_id(run, _ADD.insert(run, **_values(new)))
    assert found is not None
    return found


def password_hash(run: Run, organiser: int) -> str | None:
    """None where an organiser signs in by links only."""
    return _PASSWORD.one(run, organiser=organiser)


def set_password(run: Run, *, organiser: int, hash: str) -> None:
    _SET_PASSWORD.do(run, organiser=organiser, hash=hash)


def set_name(run: Run, *, organiser: int, name: str) -> None:
    _SET_NAME.do(run, organiser=organiser, new_name=name)


def set_language(run: Run, *, organiser: int, language: str | None) -> None:
    _SET_LANGUAGE.do(run, organiser=organiser, code=language)


def set_administrator(run: Run, *, organiser: int, since: int | None) -> None:
    """None takes the role away."""
    _SET_ROLE.do(run, organiser=organiser, since=since)


def appoint_first(run: Run) -> None:
    """Where nobody is administrator, who was added first is: data of releases that knew no roles."""
    _APPOINT_FIRST.do(run)


def remove(run: Run, *, organiser: int, now: int) -> None:
    """End every way in that an organiser has."""
    end_sessions(run, organiser=organiser)
    end_links(run, organiser)
    _DROP_TOKENS.do(run, organiser=organiser)
    _REMOVE.do(run, organiser=organiser, now=now)


def take_back(run: Run, name: str) -> Organiser | None:
    """Who was removed is an organiser again, without a password; None where nobody of that name was removed."""
    found = _TAKE_BACK.one(run, old_name=name)
    return None if found is None else by_id(run, found)


def add_session(run: Run, *, token_hash: str, organiser: int, expires_at: int) -> None:
    _ADD_SESSION.do(run, token_hash=token_hash, organiser=organiser, expires_at=expires_at)


def by_session(run: Run, *, token_hash: str, now: int) -> Organiser | None:
    return _BY_SESSION.one(run, token_hash=token_hash, now=now)


def end_session(run: Run, token_hash: str) -> None:
    _END_SESSION.do(run, token_hash=token_hash)


def end_sessions(run: Run, *, organiser: int, kept: str = "") -> None:
    """All sessions of an organiser but the one with the hash that is kept."""
    _END_SESSIONS.do(run, organiser=organiser, kept=kept)


def add_link(run: Run, *, token_hash: str, organiser: int, expires_at: int) -> None:
    """A new sign-in link; the ones before it open nothing any more."""
    end_links(run, organiser)
    _ADD_LINK.do(run, token_hash=token_hash, organiser=organiser, expires_at=expires_at)


def end_links(run: Run, organiser: int) -> None:
    _END_LINKS.do(run, organiser=organiser)


def use_link(run: Run, *, token_hash: str, now: int) -> int | None:
    """Whose sign-in link it is, which is gone with that."""
    return _USE_LINK.one(run, token_hash=token_hash, now=now)


def add_token(run: Run, *, token_hash: str, organiser: int, name: str, limits: TokenLimits, now: int) -> None:
    _ADD_TOKEN.do(
        run, token_hash=token_hash, organiser=organiser, name=name, created_at=now,
        scope=limits.scope, study=limits.study, expires_at=limits.expires_at,
    )  # fmt: skip


def by_token(run: Run, token_hash: str, *, now: int) -> Organiser | None:
    return _BY_TOKEN.one(run, token_hash=token_hash, now=now)


def limits_of_token(run: Run, token_hash: str) -> TokenLimits:
    return _LIMITS.one(run, token_hash=token_hash) or TokenLimits()


def tokens(run: Run, organiser: int, *, now: int) -> list[NamedToken]:
    """The tokens that work: their names, when each was made, and what it is good for."""
    return _TOKENS.all(run, organiser=organiser, now=now)


def revoke_tokens(run: Run, *, organiser: int, now: int) -> None:
    """Every token of an organiser."""
    _REVOKE_TOKENS.do(run, organiser=organiser, now=now)


def uid_of(run: Run, name: str) -> str | None:
    """Of whoever has or had this name."""
    return _UID.one(run, name=name)


def names_by_uid(run: Run) -> dict[str, str]:
    """Of all organisers there ever were."""
    return dict(_UIDS.all(run))


def revoke_token(run: Run, *, organiser: int, name: str, now: int) -> bool:
    """Whether the organiser had a token of that name."""
    return _REVOKE_TOKEN.do(run, organiser=organiser, token_name=name, now=now) > 0
