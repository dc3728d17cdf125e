"""Who organises: the first one's link, invitations, roles, removal, and the history of these."""

from dataclasses import dataclass, replace

from jurybox.core import Conflict, Denied, Forbidden, Refused, rfc3339
from jurybox.store import Organiser, Run, audit, organisers
from jurybox.studies.people.organisers import (
    HOUR_US,
    checked_name,
    find_organiser,
    note,
    write_link,
    write_organiser,
    write_password,
)
from jurybox.studies.people.passwords import check_password, hashed_password
from jurybox.studies.workbench import Workbench

FIRST_NAME = "Organiser"
"""What the first one is called until they say how they are."""
FIRST_LINK_US = HOUR_US
INVITATION_US = 7 * 24 * HOUR_US
SHOWN, LOOKED_AT = 50, 1_000
DEEDS = (
    "invited", "link_made", "removed", "made_administrator", "made_organiser", "password_set", "sessions_ended",
)  # fmt: skip
"""What the history tells."""
COMMAND_LINE = "command line"


@dataclass(frozen=True, slots=True)
class OrganiserInfo:
    """An organiser as all organisers see them."""

    id: str
    name: str
    is_administrator: bool
    has_password: bool
    invited_until: str | None
    """Until when the link of an invitation works that was not used yet."""


@dataclass(frozen=True, slots=True)
class Invitation:
    organiser: OrganiserInfo
    path: str
    """The link without the server's address; it is shown once and works once."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of the history: who did what to whom."""

    who: str
    what: str
    organiser: str
    at: str


def first_link(bench: Workbench) -> str | None:
    """The path of a link for who comes first, which works once, for an hour; None once an organiser has a password."""

    def write(run: Run) -> str | None:
        known = organisers.all_organisers(run)
        if any(one.has_password for one in known):
            return None
        first = next((one for one in known if one.is_administrator), None) or write_organiser(bench, run, FIRST_NAME)
        return write_link(bench, run, first.id, FIRST_LINK_US)

    return bench.database.write(write)


def list_organisers(bench: Workbench) -> list[OrganiserInfo]:
    """In the order they were added."""
    return [_info(bench, one) for one in bench.database.read(organisers.all_organisers)]


def _info(bench: Workbench, one: Organiser) -> OrganiserInfo:
    waits = one.link_until is not None and one.link_until > bench.now() and not one.has_password
    until = rfc3339(one.link_until) if waits else None
    return OrganiserInfo(one.uid, one.name, one.is_administrator, one.has_password, until)


def invite(bench: Workbench, name: str, by: Organiser | None = None, password: str | None = None) -> Invitation:
    """A new organiser, with a link that signs them in once, within a week. `by` nobody is the command line."""
    who = _administrator(by)
    hashed = hashed_password(password) if password is not None else None

    def write(run: Run) -> Invitation:
        new = write_organiser(bench, run, name, hashed)
        path = write_link(bench, run, new.id, INVITATION_US)
        note(bench, run, who, "invited", new)
        return Invitation(_info(bench, replace(new, link_until=bench.now() + INVITATION_US)), path)

    return bench.database.write(write)


def invite_again(bench: Workbench, name: str, by: Organiser | None = None) -> Invitation:
    """A new link for an organiser who lost theirs or their password; the older one opens nothing any more."""
    who = _administrator(by)

    def write(run: Run) -> Invitation:
        found = find_organiser(run, name)
        path = write_link(bench, run, found.id, INVITATION_US)
        note(bench, run, who, "link_made", found)
        return Invitation(_info(bench, replace(found, link_until=bench.now() + INVITATION_US)), path)

    return bench.database.write(write)


def remove_organiser(bench: Workbench, name: str, by: Organiser | None = None) -> OrganiserInfo:
    """End an organiser's sessions, links, password and tokens at once. What they did stays."""
    who = _administrator(by)

    def write(run: Run) -> OrganiserInfo:
        found = find_organiser(run, name)
        _refuse_last(run, found)
        organisers.remove(run, organiser=found.id, now=bench.now())
        note(bench, run, who, "removed", found)
        return _info(bench, found)

    return bench.database.write(write)


def set_administrator(bench: Workbench, name: str, wanted: bool, by: Organiser | None = None) -> OrganiserInfo:
    """Give an organiser the administrator's role, or take it away; one administrator is always there."""
    who = _administrator(by)

    def write(run: Run) -> OrganiserInfo:
        found = find_organiser(run, name)
        if found.is_administrator != wanted:
            if not wanted:
                _refuse_last(run, found)
            organisers.set_administrator(run, organiser=found.id, since=bench.now() if wanted else None)
            note(bench, run, who, "made_administrator" if wanted else "made_organiser", found)
        return _info(bench, replace(found, is_administrator=wanted))

    return bench.database.write(write)


def _administrator(by: Organiser | None) -> str:
    """The name of who acts; only an administrator may, and whoever has the data folder in hand."""
    if by is None:
        return COMMAND_LINE
    if not by.is_administrator:
        raise Forbidden.of("organiser.not_administrator", given=by.name)
    return by.name


def _refuse_last(run: Run, found: Organiser) -> None:
    others = [one for one in organisers.all_organisers(run) if one.is_administrator and one.id != found.id]
    if found.is_administrator and not others:
        raise Conflict.of("organiser.last_administrator", given=found.name)


def history(bench: Workbench) -> list[Happening]:
    """What was done to organisers last, the newest first."""

    def read(run: Run) -> list[Happening]:
        names = organisers.names_by_uid(run)
        rows = [row for row in audit.newest(run, LOOKED_AT) if row.what in DEEDS][:SHOWN]
        return [
            Happening(names.get(row.who, row.who), row.what, _named(names, row.data["organiser"]), rfc3339(row.at))
            for row in rows
        ]

    return bench.database.read(read)


def _named(names: dict[str, str], whom: object) -> str:
    return names.get(str(whom), str(whom))


def history_version(bench: Workbench) -> int:
    """Which entry of the history of organisers is the last."""
    return bench.database.read(audit.last)


@dataclass(frozen=True, slots=True)
class PasswordWish:
    new: str
    current: str = ""
    """Asked for where there is one already."""


def change_password(bench: Workbench, me: Organiser, wish: PasswordWish, kept: str = "", name: str = "") -> None:
    """Set or change one's own password; every session but the kept one ends.

    Who came first also says how they are called: a name that was chosen stays, as it may stand in histories.
    """
    if me.has_password:
        try:
            check_password(bench, me.name, wish.current)
        except Denied as error:
            raise Refused.of("organiser.wrong_password", "current") from error
    hashed = hashed_password(wish.new)

    def write(run: Run) -> None:
        named = me
        if name.strip() and name.strip() != me.name:
            if me.name != FIRST_NAME:
                raise Refused.of("organiser.name_stays", "name", name)
            named = replace(me, name=checked_name(run, name))
            organisers.set_name(run, organiser=me.id, name=named.name)
        write_password(bench, run, named, hashed, kept, who=named.name)

    bench.database.write(write)


def choose_language(bench: Workbench, run: Run, me: Organiser, language: str) -> None:
    """The language that an organiser's pages have from now on, wherever they sign in."""
    organisers.set_language(run, organiser=me.id, language=language)
