"""Organisers: passwords, sessions, one-time sign-in links and API tokens."""

from jurybox.core import Conflict, Denied, NotFound, Refused
from jurybox.store import Organiser, Run, organisers
from jurybox.studies.tokens import random_token, token_hash
from jurybox.studies.workbench import Workbench

HOUR_US = 3_600_000_000
SESSION_US = 14 * 24 * HOUR_US
LINK_US = 24 * HOUR_US
SHORTEST_PASSWORD = 10
TOKEN_PREFIX = "jb_"


def add_organiser(bench: Workbench, name: str, password: str | None = None) -> Organiser:
    """A new organiser; without a password they sign in by links only."""
    hashed = _hash(password) if password is not None else None

    def write(run: Run) -> Organiser:
        if organisers.by_name(run, name):
            raise Conflict.of("organiser.name_taken", "name", name)
        return organisers.add(run, uid=bench.new_id(), name=name, password_hash=hashed, now=bench.now())

    return bench.database.write(write)


def set_password(bench: Workbench, name: str, password: str) -> None:
    hashed = _hash(password)
    bench.database.write(lambda run: organisers.set_password(run, organiser=_find(run, name).id, hash=hashed))


def _hash(password: str) -> str:
    from argon2 import PasswordHasher

    if len(password) < SHORTEST_PASSWORD:
        raise Refused.of("organiser.short_password", "password", len(password), SHORTEST_PASSWORD)
    return PasswordHasher().hash(password)


def _find(run: Run, name: str) -> Organiser:
    found = organisers.by_name(run, name)
    if found is None:
        raise NotFound.of("organiser.unknown", given=name)
    return found


def sign_in_link(bench: Workbench, name: str) -> str:
    """The path of a link that signs an organiser in once, within a day."""
    token = random_token(bench.world.random_bytes(24))

    def write(run: Run) -> None:
        expires_at = bench.now() + LINK_US
        organisers.add_link(run, token_hash=token_hash(token), organiser=_find(run, name).id, expires_at=expires_at)

    bench.database.write(write)
    return f"/sign-in/#{token}"


def sign_in_by_link(bench: Workbench, run: Run, token: str) -> str:
    """A session token for a link that was not used before."""
    organiser = organisers.use_link(run, token_hash=token_hash(token), now=bench.now())
    if organiser is None:
        raise Denied.of("sign_in.bad_link")
    return start_session(bench, run, organiser)


def check_password(run: Run, name: str, password: str) -> Organiser:
    """The organiser behind a name and password. Slow on purpose, so it must not run on the writer."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerificationError

    found = organisers.by_name(run, name)
    known = organisers.password_hash(run, found.id) if found else None
    hasher = PasswordHasher()
    try:
        hasher.verify(known or hasher.hash("nobody"), password)
    except VerificationError as error:
        raise Denied.of("sign_in.bad_password") from error
    if found is None or known is None:
        raise Denied.of("sign_in.bad_password")
    return found


def start_session(bench: Workbench, run: Run, organiser: int) -> str:
    token = random_token(bench.world.random_bytes(24))
    expires_at = bench.now() + SESSION_US
    organisers.add_session(run, token_hash=token_hash(token), organiser=organiser, expires_at=expires_at)
    return token


def by_session(bench: Workbench, run: Run, token: str) -> Organiser:
    found = organisers.by_session(run, token_hash=token_hash(token), now=bench.now())
    if found is None:
        raise Denied.of("sign_in.needed")
    return found


def end_session(bench: Workbench, run: Run, token: str) -> None:
    organisers.end_session(run, token_hash(token))


def add_api_token(bench: Workbench, organiser: str, name: str) -> str:
    """A token for programs; shown once, kept only as a hash."""
    token = TOKEN_PREFIX + random_token(bench.world.random_bytes(24))

    def write(run: Run) -> None:
        found = _find(run, organiser)
        organisers.add_token(run, token_hash=token_hash(token), organiser=found.id, name=name, now=bench.now())

    bench.database.write(write)
    return token


def by_api_token(run: Run, token: str) -> Organiser:
    found = organisers.by_token(run, token_hash(token))
    if found is None:
        raise Denied.of("token.unknown")
    return found


def revoke_api_token(bench: Workbench, name: str) -> None:
    if not bench.database.write(lambda run: organisers.revoke_token(run, name=name, now=bench.now())):
        raise NotFound.of("token.unknown_name", given=name)
