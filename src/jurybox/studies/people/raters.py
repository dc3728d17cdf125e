"""Raters of a study: added, listed, their links shown, renewed or revoked."""

from collections.abc import Sequence
from dataclasses import dataclass

from jurybox.core import Conflict, EventKind, Fault, JsonData, JsonObject, NotFound, Refused, StudyState, refuse
from jurybox.store import MembershipRow, Run, StudyRow, people, studies
from jurybox.studies.people.known_groups import unknown_groups
from jurybox.studies.rating import LIST, deal_anew, release_all
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.tokens import rater_token, token_hash
from jurybox.studies.workbench import Workbench

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class RaterInfo:
    """A rater of a study as the organiser sees them."""

    id: str
    name: str
    groups: tuple[str, ...]
    stages: tuple[str, ...]
    language: str | None
    done: int
    revoked: bool
    path: str
    """The rater's link without the server's address: /rate/<study>/#TOKEN."""
    ready: str = ""
    """What stands before the first task: `waiting`, `ready`, `flagged` or `stopped`; empty where nothing does."""
    number: str = ""
    """R1, R2 …: the name that results call the rater by."""


@dataclass(frozen=True, slots=True)
class NewRater:
    """Who joins a study. No groups means all, no stages means all."""

    name: str
    groups: Sequence[str] = ()
    stages: Sequence[int] = ()
    language: str | None = None
    platform_id: str | None = None
    platform: str | None = None
    units: Sequence[tuple[str, Sequence[str]]] = ()
    """A list of their own: the key of each item, and the systems whose outputs are shown at once."""


def add_rater(
    bench: Workbench,
    study: str,
    name: str,
    groups: list[str] | None = None,
    stages: list[str] | None = None,
    language: str | None = None,
    platform_id: str | None = None,
    who: str = "command line",
    gets_list: bool = True,
) -> RaterInfo:
    """A new rater with a link of their own. No groups means all, no stages means all.

    With fixed lists in an open study they get their share of what nobody has begun, unless they only rated elsewhere.
    """

    def write(run: Run) -> RaterInfo:
        row = find_study(run, study)
        numbers = _checked(run, row.id, name, groups or [], stages or [])
        new = NewRater(name, groups or (), numbers, language, platform_id)
        uid = enrol(bench, run, row, new, who)
        if gets_list:
            deal_to_all(bench, run, row.id)
        return rater_named(run, bench, study, uid)

    return bench.database.write(write)


def enrol(bench: Workbench, run: Run, row: StudyRow, new: NewRater, who: str) -> str:
    """Write a new rater down, with the event that says so; the id of the membership."""
    uid, now = bench.new_id(), bench.now()
    person = people.NewPerson(bench.new_id(), new.name.strip(), new.platform_id, new.platform, now)
    rater = people.add_rater(run, person)
    hashed = token_hash(rater_token(bench.secret, uid, 1))
    joins = people.NewMembership(uid, row.id, rater, new.groups, new.stages, hashed, new.language, now)
    people.add_membership(run, joins)
    stages = [stage.id for stage in load_view(run, row.id).protocol.stages] if new.stages else []
    data: dict[str, JsonData] = {
        "rater": uid,
        "groups": list(new.groups),
        "stages": [stages[number] for number in new.stages],
    }
    if new.units:
        data[LIST] = [[key, list(systems)] for key, systems in new.units]
    studies.append_event(run, row, kind=EventKind.RATER_ADDED, data=data, who=who, now=now)
    return uid


def deal_to_all(bench: Workbench, run: Run, study: int) -> None:
    view = load_view(run, study)
    if view.row.state == StudyState.OPEN and view.settings.assign == "fixed":
        deal_anew(run, bench, view)


def refuse_taken_name(bench: Workbench, study: str, name: str) -> None:
    """Two raters of one name are told apart by their ids only: mostly it is the same person, added once more."""
    if any(info.name == name.strip() and not info.revoked for info in list_raters(bench, study)):
        raise Conflict.of("rater.name_taken", "name", name.strip(), study=study)


def _checked(run: Run, study: int, name: str, groups: list[str], stages: list[str]) -> list[int]:
    view = load_view(run, study)
    faults = []
    if not 0 < len(name.strip()) <= LONGEST_NAME:
        faults.append(Fault("rater.bad_name", "name", name, LONGEST_NAME))
    faults += unknown_groups(run, view, groups)
    ids = [stage.id for stage in view.protocol.stages]
    faults += [Fault("study.unknown_stage", "stages", s, ids) for s in stages if s not in ids]
    refuse(faults)
    return [ids.index(stage) for stage in stages]


def list_raters(bench: Workbench, study: str) -> list[RaterInfo]:
    def read(run: Run) -> list[RaterInfo]:
        row = find_study(run, study)
        view = bench.views.of(run, row.id, row.version)
        ids = [stage.id for stage in view.protocol.stages]
        members = people.memberships(run, view.id)
        numbered = enumerate(members, start=1)
        return [rater_info(bench, view, m, number, ids) for number, m in numbered if is_person(m)]

    return bench.database.read(read)


def find_rater(bench: Workbench, study: str, rater: str) -> RaterInfo:
    """A rater by id or by name, if the name is theirs alone."""
    return bench.database.read(lambda run: rater_named(run, bench, study, rater))


def rater_named(run: Run, bench: Workbench, study: str, rater: str) -> RaterInfo:
    view = load_view(run, find_study(run, study).id)
    members = people.memberships(run, view.id)
    found = find_member(members, rater)
    if found.merged_into is not None:
        into = next(m for m in members if m.id == found.merged_into)
        raise Conflict.of("rater.merged_away", given=rater, into=into.name)
    number = members.index(found) + 1
    return rater_info(bench, view, found, number, [stage.id for stage in view.protocol.stages])


def find_member(members: Sequence[MembershipRow], rater: str) -> MembershipRow:
    """A membership by its id, or by a name that is theirs alone; by a number such as R3 where nobody is called so."""
    there = [m for m in members if is_person(m)]
    found = [m for m in members if m.uid == rater] or [m for m in there if m.name == rater]
    found = found or [m for n, m in enumerate(members, start=1) if f"R{n}" == rater]
    if not found:
        raise NotFound.of("rater.unknown", given=rater, allowed=[m.name for m in there])
    if len(found) > 1:
        raise Refused.of("rater.ambiguous", given=rater, allowed=[m.uid for m in found])
    return found[0]


def is_person(member: MembershipRow) -> bool:
    """Whether a rater stands behind a membership: not where an organiser decides by it, or it became another one."""
    return member.adjudicator != "organiser" and member.merged_into is None


def rater_info(bench: Workbench, view: StudyView, m: MembershipRow, number: int, stages: list[str]) -> RaterInfo:
    token = rater_token(bench.secret, m.uid, m.token_version)
    path = f"/rate/{view.row.key}/#{token}"
    ready = ("waiting", "ready", "flagged", "stopped")[m.ready] if view.asks_before else ""
    named = tuple(stages[n] for n in m.stages)
    return RaterInfo(
        m.uid, m.name, m.groups, named, m.language, m.done, m.revoked_at is not None, path, ready, f"R{number}"
    )


def renew_link(bench: Workbench, study: str, rater: str, who: str = "command line") -> RaterInfo:
    """A new link; the old one opens nothing any more."""

    def write(run: Run) -> RaterInfo:
        row = find_study(run, study)
        found = rater_named(run, bench, study, rater)
        if found.revoked:
            raise Conflict.of("rater.revoked_already", given=rater)
        member = next(m for m in people.memberships(run, row.id) if m.uid == found.id)
        version = member.token_version + 1
        hashed = token_hash(rater_token(bench.secret, member.uid, version))
        people.renew_link(run, member=member.id, version=version, token_hash=hashed)
        data: JsonObject = {"rater": member.uid, "version": version}
        studies.append_event(run, row, kind=EventKind.LINK_RENEWED, data=data, who=who, now=bench.now())
        return rater_named(run, bench, study, found.id)

    return bench.database.write(write)


def revoke_rater(bench: Workbench, study: str, rater: str, who: str = "command line") -> RaterInfo:
    """End a rater's access. Their judgements stay; what they had not finished goes to others."""

    def write(run: Run) -> RaterInfo:
        row = find_study(run, study)
        found = rater_named(run, bench, study, rater)
        if found.revoked:
            raise Conflict.of("rater.revoked_already", given=rater)
        member = next(m for m in people.memberships(run, row.id) if m.uid == found.id)
        people.revoke(run, member=member.id, now=bench.now())
        release_all(run, member.id)
        data = {"rater": member.uid}
        studies.append_event(run, row, kind=EventKind.RATER_REVOKED, data=data, who=who, now=bench.now())
        return rater_named(run, bench, study, found.id)

    return bench.database.write(write)
