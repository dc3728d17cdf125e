"""How organisers come in: passwords, sessions, one-time sign-in links and API tokens."""

from jurybox.core import Conflict, Denied, NotFound, Refused
from jurybox.store import NewOrganiser, Organiser, Run, audit, organisers
from jurybox.studies.people.passwords import hashed_password
from jurybox.studies.tokens import random_token, token_hash
from jurybox.studies.workbench import Workbench

HOUR_US = 3_600_000_000
SESSION_US = 14 * 24 * HOUR_US
LINK_US = 24 * HOUR_US
LONGEST_NAME = 200


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
    """A new password ends every sign-in link and token, and all sessions but the kept one."""
    organisers.set_password(run, organiser=whose.id, hash=hashed)
    _end_ways_in(bench, run, whose, kept)
    note(bench, run, who, "password_set", whose)


def note(bench: Workbench, run: Run, who: str, what: str, whom: Organiser) -> None:
    """Write down what was done to an organiser; refused where its author has not seen what somebody else did."""
    by = organisers.uid_of(run, who) or who
    audit.append(run, who=by, what=what, data={"organiser": whom.uid}, now=bench.now())


def end_sessions(bench: Workbench, name: str, kept: str = "", who: str = "command line") -> None:
    """End every session, sign-in link and token of an organiser, but for the session that is kept."""

    def write(run: Run) -> None:
        found = find_organiser(run, name)
        _end_ways_in(bench, run, found, kept)
        note(bench, run, who, "sessions_ended", found)

    bench.database.write(write)


def _end_ways_in(bench: Workbench, run: Run, whose: Organiser, kept: str) -> None:
    organisers.end_sessions(run, organiser=whose.id, kept=token_hash(kept) if kept else "")
    organisers.end_links(run, whose.id)
    organisers.revoke_tokens(run, organiser=whose.id, now=bench.now())


def find_organiser(run: Run, name: str) -> Organiser:
    """By name, or by id."""
    known = organisers.all_organisers(run)
    found = [one for one in known if one.name == name] or [one for one in known if one.uid == name]
    if not found:
        raise NotFound.of("organiser.unknown", given=name)
    return found[0]


def sign_in_link(bench: Workbench, name: str, lasts: int = LINK_US) -> str:
    """The path of a link that signs an organiser in once, within a day; the newest works alone."""

    def write(run: Run) -> str:
        found = find_organiser(run, name)
        note(bench, run, "command line", "link_made", found)
        return write_link(bench, run, found.id, lasts)

    return bench.database.write(write)


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
