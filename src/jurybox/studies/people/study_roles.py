"""Who may do what in one study: owner, organiser, viewer. Administrators of the server own every study.

Where nobody has a role, as in a study that was made on the command line, every organiser owns it.
"""

from dataclasses import dataclass

from jurybox.core import Conflict, EventKind, Forbidden, NotFound, Refused, StudyRole, rfc3339
from jurybox.store import Organiser, Run, StudyRow, organisers, roles, studies
from jurybox.studies.people.organisers import find_organiser
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench

ROLES = [role.value for role in StudyRole]


@dataclass(frozen=True, slots=True)
class StudyMember:
    """One organiser of a study."""

    id: str
    name: str
    role: str
    since: str


def own(run: Run, study: StudyRow, who: str, now: int) -> None:
    """Who made a study owns it; the command line is nobody."""
    if maker := organisers.by_name(run, who):
        roles.give(run, study=study.id, organiser=maker.id, role=StudyRole.OWNER, now=now)


def role_of(run: Run, who: Organiser, study: StudyRow) -> StudyRole | None:
    """None where somebody has no part in a study."""
    if who.is_administrator:
        return StudyRole.OWNER
    found = roles.of_organiser(run, study.id, who.id)
    if found is not None:
        return StudyRole(found)
    return None if roles.is_anybodys(run, study.id) else StudyRole.OWNER


def check_role(run: Run, who: Organiser, key: str, least: StudyRole) -> StudyRole:
    """The role that somebody has in a study; who has none is told of no study but their own."""
    row = studies.study_by_key(run, key)
    role = role_of(run, who, row) if row else None
    if role is None:
        raise NotFound.of("study.unknown", given=key, allowed=sorted(_seen_by(run, who)))
    if not role.includes(least):
        raise Forbidden.of("role.too_low", given=role.value, allowed=least.value)
    return role


def _seen_by(run: Run, who: Organiser) -> set[str]:
    if who.is_administrator:
        return {row.key for row in studies.all_studies(run)}
    return {*roles.keys_of(run, who.id), *roles.nobodys(run)}


def studies_of(bench: Workbench, who: Organiser, put_away: bool = False) -> set[str]:
    """The keys of the studies in which somebody has a part: those in use, or those that were put away."""

    def read(run: Run) -> set[str]:
        seen, gone = _seen_by(run, who), roles.put_away(run)
        return seen & gone if put_away else seen - gone

    return bench.database.read(read)


def list_members(bench: Workbench, key: str) -> list[StudyMember]:
    """Who has a role in a study, in the order they came to it."""

    def read(run: Run) -> list[StudyMember]:
        rows = roles.of_study(run, find_study(run, key).id)
        return [StudyMember(row.uid, row.name, row.role, rfc3339(row.since)) for row in rows]

    return bench.database.read(read)


def give_role(bench: Workbench, key: str, name: str, role: str, who: str = "command line") -> None:
    """A role in a study for an organiser of this server; a study always has an owner."""
    if role not in ROLES:
        raise Refused.of("role.unknown", "role", role, ROLES)

    def write(run: Run) -> None:
        row, found = find_study(run, key), find_organiser(run, name)
        _settle(bench, run, row)
        if role != StudyRole.OWNER:
            _refuse_last(run, row, found)
        roles.give(run, study=row.id, organiser=found.id, role=role, now=bench.now())
        data = {"member": found.name, "role": role}
        studies.append_event(run, row, kind=EventKind.ROLE_GIVEN, data=data, who=who, now=bench.now())

    bench.database.write(write)


def take_role(bench: Workbench, key: str, name: str, who: str = "command line") -> None:
    """End an organiser's part in a study."""

    def write(run: Run) -> None:
        row, found = find_study(run, key), find_organiser(run, name)
        _settle(bench, run, row)
        if roles.of_organiser(run, row.id, found.id) is None:
            raise NotFound.of("role.none", given=found.name)
        _refuse_last(run, row, found)
        roles.take(run, study=row.id, organiser=found.id)
        data = {"member": found.name}
        studies.append_event(run, row, kind=EventKind.ROLE_TAKEN, data=data, who=who, now=bench.now())

    bench.database.write(write)


def hand_over(bench: Workbench, key: str, name: str, who: str = "command line") -> None:
    """Make somebody the owner; who hands over stays as organiser."""

    def write(run: Run) -> None:
        row, found = find_study(run, key), find_organiser(run, name)
        _settle(bench, run, row)
        giver = organisers.by_name(run, who)
        if giver is not None and giver.id != found.id and roles.of_organiser(run, row.id, giver.id):
            roles.give(run, study=row.id, organiser=giver.id, role=StudyRole.ORGANISER, now=bench.now())
        roles.give(run, study=row.id, organiser=found.id, role=StudyRole.OWNER, now=bench.now())
        data = {"member": found.name}
        studies.append_event(run, row, kind=EventKind.HANDED_OVER, data=data, who=who, now=bench.now())

    bench.database.write(write)


def _settle(bench: Workbench, run: Run, row: StudyRow) -> None:
    """Where nobody had a role, everybody was an owner, and stays one until that is changed."""
    if not roles.is_anybodys(run, row.id):
        for one in organisers.all_organisers(run):
            roles.give(run, study=row.id, organiser=one.id, role=StudyRole.OWNER, now=bench.now())


def _refuse_last(run: Run, row: StudyRow, found: Organiser) -> None:
    owners = [one.name for one in roles.of_study(run, row.id) if one.role == StudyRole.OWNER]
    if owners == [found.name]:
        raise Conflict.of("role.last_owner", given=found.name)


def put_away(bench: Workbench, key: str, who: str = "command line") -> None:
    """Take a study off the list; nothing else changes, and it can be fetched back."""
    _move(bench, key, who, EventKind.PUT_AWAY)


def fetch_back(bench: Workbench, key: str, who: str = "command line") -> None:
    """Put a study on the list again."""
    _move(bench, key, who, EventKind.FETCHED_BACK)


def _move(bench: Workbench, key: str, who: str, kind: EventKind) -> None:
    def write(run: Run) -> None:
        row = find_study(run, key)
        if (key in roles.put_away(run)) != (kind == EventKind.PUT_AWAY):
            studies.append_event(run, row, kind=kind, data={}, who=who, now=bench.now())

    bench.database.write(write)
