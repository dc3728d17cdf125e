"""Organisers: passwords, sessions, one-time sign-in links and API tokens."""

from dataclasses import dataclass

from jurybox.core import Conflict, Denied, NotFound, Refused
from jurybox.store import people
from jurybox.store.statement import Run
from jurybox.studies.tokens import random_token, token_hash
from jurybox.studies.workbench import Workbench

HOUR_US = 3_600_000_000
SESSION_US = 14 * 24 * HOUR_US
LINK_US = 24 * HOUR_US
SHORTEST_PASSWORD = 10
TOKEN_PREFIX = "jb_"


@dataclass(frozen=True, slots=True)
class Organiser:
    id: int
    name: str


def add_organiser(bench: Workbench, name: str, password: str | None = None) -> Organiser:
    """A new organiser; without a password they sign in by links only."""
    hashed = _hash(password) if password is not None else None

    def write(run: Run) -> Organiser:
        if run.one(people.ORGANISER_BY_NAME, name=name):
            raise Conflict.of("organiser.name_taken", "name", name)
        id = run.value(people.ADD_ORGANISER, uid=bench.new_id(), name=name, password_hash=hashed, now=bench.now())
        return Organiser(id, name)

    return bench.database.write(write)


def set_password(bench: Workbench, name: str, password: str) -> None:
    hashed = _hash(password)
    bench.database.write(lambda run: run.do(people.SET_PASSWORD, organiser=_find(run, name).id, hash=hashed))


def _hash(password: str) -> str:
    from argon2 import PasswordHasher

    if len(password) < SHORTEST_PASSWORD:
        raise Refused.of("organiser.short_password", "password", len(password), SHORTEST_PASSWORD)
    return PasswordHasher().hash(password)


def _find(run: Run, name: str) -> Organiser:
    row = run.one(people.ORGANISER_BY_NAME, name=name)
    if row is None:
        raise NotFound.of("organiser.unknown", given=name)
    return Organiser(row[0], row[1])


def sign_in_link(bench: Workbench, name: str) -> str:
    """The path of a link that signs an organiser in once, within a day."""
    token = random_token(bench.world.random_bytes(24))

    def write(run: Run) -> None:
        run.do(
            people.ADD_LINK,
            token_hash=token_hash(token),
            organiser=_find(run, name).id,
            expires_at=bench.now() + LINK_US,
        )

    bench.database.write(write)
    return f"/sign-in/#{token}"


def sign_in_by_link(bench: Workbench, run: Run, token: str) -> str:
    """A session token for a link that was not used before."""
    organiser = run.value(people.USE_LINK, token_hash=token_hash(token), now=bench.now())
    if organiser is None:
        raise Denied.of("sign_in.bad_link")
    return start_session(bench, run, organiser)


def check_password(run: Run, name: str, password: str) -> Organiser:
    """The organiser behind a name and password. Slow on purpose, so it must not run on the writer."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerificationError

    row = run.one(people.ORGANISER_BY_NAME, name=name)
    hasher = PasswordHasher()
    try:
        hasher.verify(row[2] if row and row[2] else hasher.hash("nobody"), password)
    except VerificationError as error:
        raise Denied.of("sign_in.bad_password") from error
    if row is None or row[2] is None:
        raise Denied.of("sign_in.bad_password")
    return Organiser(row[0], row[1])


def start_session(bench: Workbench, run: Run, organiser: int) -> str:
    token = random_token(bench.world.random_bytes(24))
    run.do(people.ADD_SESSION, token_hash=token_hash(token), organiser=organiser, expires_at=bench.now() + SESSION_US)
    return token


def by_session(bench: Workbench, run: Run, token: str) -> Organiser:
    row = run.one(people.SESSION, token_hash=token_hash(token), now=bench.now())
    if row is None:
        raise Denied.of("sign_in.needed")
    return Organiser(*row)


def end_session(bench: Workbench, run: Run, token: str) -> None:
    run.do(people.END_SESSION, token_hash=token_hash(token))


def add_api_token(bench: Workbench, organiser: str, name: str) -> str:
    """A token for programs; shown once, kept only as a hash."""
    token = TOKEN_PREFIX + random_token(bench.world.random_bytes(24))

    def write(run: Run) -> None:
        run.do(
            people.ADD_TOKEN,
            token_hash=token_hash(token),
            organiser=_find(run, organiser).id,
            name=name,
            now=bench.now(),
        )

    bench.database.write(write)
    return token


def by_api_token(run: Run, token: str) -> Organiser:
    row = run.one(people.BY_TOKEN, token_hash=token_hash(token))
    if row is None:
        raise Denied.of("token.unknown")
    return Organiser(*row)


def revoke_api_token(bench: Workbench, name: str) -> None:
    if not bench.database.write(lambda run: run.do(people.REVOKE_TOKEN, token_name=name, now=bench.now())):
        raise NotFound.of("token.unknown_name", given=name)
