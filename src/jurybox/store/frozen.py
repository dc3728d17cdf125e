"""Results that were frozen, and the links by which others read them. What is frozen is never changed."""

from dataclasses import dataclass

from sqlalchemy import bindparam, null, select, update

from jurybox.store.columns import insert_into, select_as, values_of
from jurybox.store.schema import frozen, share
from jurybox.store.statement import Run, Scalar, Select, Statement

P = bindparam
F, S = frozen.c, share.c


@dataclass(frozen=True, slots=True)
class NewFrozen:
    study: int
    name: str
    settings: str
    """JSON of how the results were wanted."""
    version: str
    study_version: int
    last_seq: int
    judgements: int
    protocol_hash: str
    signature: str
    document: str | None
    """None where only what is about it was asked for."""
    document_hash: str
    computed_at: int
    who: str
    at: int


@dataclass(frozen=True, slots=True)
class FrozenRow(NewFrozen):
    id: int


@dataclass(frozen=True, slots=True)
class NewShare:
    uid: str
    study: int
    frozen: int
    names: int
    token_hash: str
    who: str
    at: int


@dataclass(frozen=True, slots=True)
class ShareRow(NewShare):
    revoked_at: int | None


_values, _share_values = values_of(NewFrozen), values_of(NewShare)
_ADD = Statement(insert_into(frozen))
_ALL = Select(
    FrozenRow, select_as(FrozenRow, frozen, document=null()).where(F.study_id == P("study")).order_by(F.id.desc())
)
_ONE = Select(FrozenRow, select_as(FrozenRow, frozen).where(F.study_id == P("study"), F.name == P("name")))
_BY_ID = Select(FrozenRow, select_as(FrozenRow, frozen).where(F.id == P("id")))
_NAMES = Scalar(str, select(F.name).where(F.study_id == P("study")))
_SHARE = Statement(insert_into(share, without=("revoked_at",)))
_SHARES = Select(
    ShareRow,
    select_as(ShareRow, share).where(S.study_id == P("study"), S.revoked_at.is_(None)).order_by(S.id),
)
_BY_TOKEN = Select(ShareRow, select_as(ShareRow, share).where(S.token_hash == P("token_hash"), S.revoked_at.is_(None)))
_REVOKE = Statement(update(share).where(S.uid == P("uid")).values(revoked_at=P("now")))


def add(run: Run, new: NewFrozen) -> None:
    _ADD.do(run, **_values(new))


def of_study(run: Run, study: int) -> list[FrozenRow]:
    """All of a study without their documents, the newest first."""
    return _ALL.all(run, study=study)


def names_of(run: Run, study: int) -> list[str]:
    return _NAMES.all(run, study=study)


def find(run: Run, study: int, name: str) -> FrozenRow | None:
    return _ONE.one(run, study=study, name=name)


def by_id(run: Run, id: int) -> FrozenRow | None:
    return _BY_ID.one(run, id=id)


def add_share(run: Run, new: NewShare) -> None:
    _SHARE.do(run, **_share_values(new))


def shares_of(run: Run, study: int) -> list[ShareRow]:
    """The links of a study that work, the first first."""
    return _SHARES.all(run, study=study)


def share_by_token(run: Run, token_hash: str) -> ShareRow | None:
    """The link of a token, unless it was revoked."""
    return _BY_TOKEN.one(run, token_hash=token_hash)


def revoke_share(run: Run, uid: str, now: int) -> None:
    _REVOKE.do(run, uid=uid, now=now)
