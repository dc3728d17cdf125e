"""Tokens of the API: what each is good for and until when; listed, made and revoked by an organiser."""

from dataclasses import dataclass

from jurybox.core import Conflict, Denied, Forbidden, NotFound, Refused, rfc3339
from jurybox.store import Organiser, Run, TokenLimits, organisers, studies
from jurybox.studies.people.organisers import HOUR_US, find_organiser
from jurybox.studies.people.records import record
from jurybox.studies.study import find_study
from jurybox.studies.tokens import random_token, token_hash
from jurybox.studies.workbench import Workbench

LONGEST_TOKEN_NAME = 100
LONGEST_DAYS = 3_660
TOKEN_PREFIX = "jb_"
READ, WRITE, METRICS = SCOPES = ("read", "write", "metrics")
DAY_US = 24 * HOUR_US
SAFE = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class TokenWish:
    """What a token is for, and what it is good for."""

    name: str
    scope: str = WRITE
    study: str | None = None
    """The key of the only study that it opens; all that its organiser may see where none is said."""
    days: int | None = None


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token that works; what it reads was shown once and is not kept."""

    name: str
    created_at: str
    scope: str
    study: str | None
    expires_at: str | None


@dataclass(frozen=True, slots=True)
class TokenUse:
    """Who comes by a token, and what it opens."""

    who: Organiser
    scope: str
    study: str | None
    """The key of its study; one that is gone opens nothing."""
    ends: bool = False

    def check(self, verb: str, study: str | None) -> None:
        """Refuse what the token is not good for; `study` is what the request is about."""
        if self.scope == METRICS or (self.scope == READ and verb not in SAFE):
            raise Forbidden.of("token.scope", given=self.scope, allowed=WRITE if self.scope == READ else READ)
        if self.study is not None and study != self.study:
            raise Forbidden.of("token.other_study", given=study, allowed=self.study)


def list_tokens(bench: Workbench, me: Organiser) -> list[TokenInfo]:
    """The tokens that work, in the order they were made."""

    def read(run: Run) -> list[TokenInfo]:
        keys = {row.uid: row.key for row in studies.all_studies(run)}
        return [
            TokenInfo(
                one.name,
                rfc3339(one.created_at),
                one.scope or WRITE,
                keys.get(one.study, one.study) if one.study else None,
                rfc3339(one.expires_at) if one.expires_at else None,
            )
            for one in organisers.tokens(run, me.id, now=bench.now())
        ]

    return bench.database.read(read)


def make_token(bench: Workbench, me: Organiser, wish: TokenWish) -> str:
    """A token for one's own programs; shown once, kept only as a hash."""
    return add_api_token(bench, me.uid, wish)


def add_api_token(bench: Workbench, organiser: str, wish: TokenWish | str) -> str:
    wish = TokenWish(wish) if isinstance(wish, str) else wish
    name = wish.name.strip()
    if not 0 < len(name) <= LONGEST_TOKEN_NAME or not name.isprintable():
        raise Refused.of("token.bad_name", "name", name, LONGEST_TOKEN_NAME)
    if wish.scope not in SCOPES:
        raise Refused.of("token.bad_scope", "scope", wish.scope, list(SCOPES))
    if wish.days is not None and not 0 < wish.days <= LONGEST_DAYS:
        raise Refused.of("token.bad_days", "days", wish.days, LONGEST_DAYS)
    token = TOKEN_PREFIX + random_token(bench.world.random_bytes(24))

    def write(run: Run) -> None:
        found, now = find_organiser(run, organiser), bench.now()
        if any(one.name == name for one in organisers.tokens(run, found.id, now=now)):
            raise Conflict.of("token.name_taken", "name", name)
        study = find_study(run, wish.study).uid if wish.study else None
        limits = TokenLimits(wish.scope, study, now + wish.days * DAY_US if wish.days else None)
        hashed = token_hash(token)
        organisers.add_token(run, token_hash=hashed, organiser=found.id, name=name, limits=limits, now=now)
        record(bench, run, found.name, "token_made", organiser=found.uid, scope=wish.scope)

    bench.database.write(write)
    return token


def by_api_token(bench: Workbench, run: Run, token: str) -> Organiser:
    """Who comes by a token, whatever it is good for."""
    return use_token(bench, run, token).who


def use_token(bench: Workbench, run: Run, token: str) -> TokenUse:
    hashed = token_hash(token)
    found = organisers.by_token(run, hashed, now=bench.now())
    if found is None:
        raise Denied.of("token.unknown")
    limits = organisers.limits_of_token(run, hashed)
    study = studies.key_of(run, limits.study) or limits.study if limits.study else None
    return TokenUse(found, limits.scope or WRITE, study, limits.expires_at is not None)


def revoke_own_token(bench: Workbench, me: Organiser, name: str) -> None:
    """End one of one's own tokens."""
    revoke_api_token(bench, me.uid, name)


def revoke_api_token(bench: Workbench, organiser: str, name: str) -> None:
    """End a token of one organiser; another's of the same name stays."""

    def write(run: Run) -> bool:
        found = find_organiser(run, organiser)
        was = organisers.revoke_token(run, organiser=found.id, name=name, now=bench.now())
        if was:
            record(bench, run, found.name, "token_revoked", organiser=found.uid)
        return was

    if not bench.database.write(write):
        raise NotFound.of("token.unknown_name", given=name)
