"""How organisers come in: passwords, sessions, one-time sign-in links and API tokens."""

from jurybox.core import Conflict, Denied, NotFound, Refused
from jurybox.store import NewOrganiser, Organiser, Run, audit, organisers
from jurybox.studies.tokens import random_token, token_hash
from jurybox.studies.workbench import Workbench

HOUR_US = 3_600_000_000
SESSION_US = 14 * 24 * HOUR_US
LINK_US = 24 * HOUR_US
SHORTEST_PASSWORD = 10
LONGEST_NAME = 200
TOKEN_PREFIX = "jb_"


def add_organiser(bench: Workbench, name: str, password: str | None = None) -> Organiser:
    """A new organiser, the first of all as administrator; without a password they sign in by links only."""
    hashed = hashed_password(password) if password is not None else None
    return bench.database.write(lambda run: write_organiser(bench, run, name, hashed))


def write_organiser(bench: Workbench, run: Run, name: str, hashed: str | None = None) -> Organiser:
    """Who was removed and comes back under the same name is who they were, with no way in but a new one."""
    name = checked_name(run, name)
    back = organisers.take_back(run, name)
    if back is not None:
        if hashed is not None:
            organisers.set_password(run, organiser=back.id, hash=hashed)
        return back
    since = None if organisers.all_organisers(run) else bench.now()
    return organisers.add(run, NewOrganiser(bench.new_id(), name, hashed, bench.now(), since))


def checked_name(run: Run, name: str) -> str:
    """A name that can be read and that nobody else has."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused.of("organiser.bad_name", "name", name, LONGEST_NAME)
    if organisers.by_name(run, name):
        raise Conflict.of("organiser.name_taken", "name", name)
    return name


def set_password(bench: Workbench, name: str, password: str) -> None:
    """A new password, set by whoever has the data folder in hand."""
    hashed = hashed_password(password)
    bench.database.write(lambda run: write_password(bench, run, find_organiser(run, name), hashed))


def write_password(
    bench: Workbench, run: Run, whose: Organiser, hashed: str, kept: str = "", who: str = "command line"
) -> None:
    """A new password ends every sign-in link, and all sessions but the kept one."""
    organisers.set_password(run, organiser=whose.id, hash=hashed)
    organisers.end_sessions(run, organiser=whose.id, kept=token_hash(kept) if kept else "")
    organisers.end_links(run, whose.id)
    audit.append(run, who=who, what="password_set", data={"organiser": whose.name}, now=bench.now())


def hashed_password(password: str) -> str:
    """Slow on purpose, so it must not run on the writer."""
    from argon2 import PasswordHasher

    if len(password) < SHORTEST_PASSWORD:
        raise Refused.of("organiser.short_password", "password", len(password), SHORTEST_PASSWORD)
    return PasswordHasher().hash(password)


def find_organiser(run: Run, name: str) -> Organiser:
    """By name, or by id."""
    known = organisers.all_organisers(run)
    found = [one for one in known if one.name == name] or [one for one in known if one.uid == name]
    if not found:
        raise NotFound.of("organiser.unknown", given=name)
    return found[0]


def sign_in_link(bench: Workbench, name: str, lasts: int = LINK_US) -> str:
    """The path of a link that signs an organiser in once, within a day; the newest works alone."""
    return bench.database.write(lambda run: write_link(bench, run, find_organiser(run, name).id, lasts))


def write_link(bench: Workbench, run: Run, organiser: int, lasts: int) -> str:
    token = random_token(bench.world.random_bytes(24))
    expires_at = bench.now() + lasts
    organisers.add_link(run, token_hash=token_hash(token), organiser=organiser, expires_at=expires_at)
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
        found = find_organiser(run, organiser)
        organisers.add_token(run, token_hash=token_hash(token), organiser=found.id, name=name, now=bench.now())

    bench.database.write(write)
    return token


def by_api_token(run: Run, token: str) -> Organiser:
    found = organisers.by_token(run, token_hash(token))
    if found is None:
        raise Denied.of("token.unknown")
    return found


def revoke_api_token(bench: Workbench, organiser: str, name: str) -> None:
    """End a token of one organiser; another's of the same name stays."""

    def write(run: Run) -> bool:
        found = find_organiser(run, organiser)
        return organisers.revoke_token(run, organiser=found.id, name=name, now=bench.now())

    if not bench.database.write(write):
        raise NotFound.of("token.unknown_name", given=name)
