"""A study while it is rated: how far it is, how fast it goes, what waits, and who holds it up."""

from itertools import pairwise
from typing import Literal, NamedTuple, TypedDict

from jurybox.core import CheckStanding, StudyState, rfc3339
from jurybox.store import MembershipRow, Run, StudyRow, coverage, enquiries, log, pace, people, slots
from jurybox.studies.jobs import failed_jobs
from jurybox.studies.known_disputes import KnownDisputes, known_disputes
from jurybox.studies.overview import DescribedSystem, InboxEntry, covered_of, describe_stuck, describe_systems
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench

HOUR_US = 3_600_000_000
DAY_US = 24 * HOUR_US
DAYS = 7
"""So many days back the pace is looked at."""
LONG_US = 2 * DAY_US
"""Who was not there for so long holds up what only they can do."""
FEW = 10
"""With fewer judgements in a week nothing is foretold."""
FLAGGED = 2
CHECKED = (CheckStanding.FLAGGED, CheckStanding.PAUSED)
"""Raters whom an organiser is to look at: they failed checks."""

WaitingKind = Literal["questions", "inbox", "disputes", "flags", "jobs"]


class Parts(TypedDict):
    """The units of one stage and group: agreed, disputed, uncompared, cannot, under_way and left are all of them.

    Complete is the first three. They are null where the worker has not looked yet; uncompared are those that one
    person rates, and those that came after it looked.
    """

    group: str
    stage: str
    units: int
    complete: int
    agreed: int | None
    disputed: int | None
    uncompared: int | None
    cannot: int
    under_way: int
    left: int
    done: int
    needed: int


class DayCount(TypedDict):
    day: str
    judgements: int


class StudyPace(TypedDict):
    """How fast it goes. `ends_at` is when all will be there if it goes on as in the last days."""

    days: list[DayCount]
    last_day: int
    last_hour: int
    per_day: float
    ends_at: str | None


class Waiting(TypedDict):
    kind: WaitingKind
    count: int


class Blocker(TypedDict):
    """Who or what holds a study up: a rater who is away with units that only they have, or a group without raters."""

    rater: str | None
    name: str | None
    last_at: str | None
    group: str | None
    stage: str | None
    units: int


class Watched(TypedDict):
    """A study as its overview shows it."""

    key: str
    state: str
    version: int
    last_seq: int
    judgements: int
    as_of: str
    done: int
    needed: int
    parts: list[Parts]
    disputes_as_of: str | None
    pace: StudyPace
    waiting: list[Waiting]
    blockers: list[Blocker]


def watch_study(bench: Workbench, key: str) -> Watched:
    return bench.database.read(lambda run: watched(bench, run, find_study(run, key)))


def watched(bench: Workbench, run: Run, row: StudyRow) -> Watched:
    view, now, state = bench.views.of(run, row.id, row.version), bench.now(), log.state_of(run, row.id)
    covered = covered_of(bench, run, view)
    disputes = known_disputes(bench, run, row)
    done, needed = sum(entry.done for entry in covered), sum(entry.slots for entry in covered)
    members = [member for member in people.memberships(run, row.id) if member.revoked_at is None]
    return {
        "key": row.key,
        "state": row.state,
        "version": state.study_version,
        "last_seq": state.last_seq,
        "judgements": state.judgements,
        "as_of": rfc3339(now),
        "done": done,
        "needed": needed,
        "parts": [_parts(view, entry, disputes) for entry in covered],
        "disputes_as_of": rfc3339(disputes.as_of) if disputes else None,
        "pace": _pace(bench, run, row, needed - done, state.judgements),
        "waiting": _waiting(run, row, members, disputes.undecided if disputes else 0),
        "blockers": _blockers(run, view, covered, members, now) if row.state == StudyState.OPEN else [],
    }


def _parts(view: StudyView, entry: coverage.Coverage, disputes: KnownDisputes | None) -> Parts:
    agreed = disputed = uncompared = None
    if disputes is not None:
        place = entry.group, entry.stage
        disputed = min(entry.complete, disputes.units.get(place, 0))
        agreed = min(entry.complete - disputed, disputes.agreed.get(place, 0))
        uncompared = entry.complete - disputed - agreed
    return {
        "group": entry.group,
        "stage": view.stage(entry.stage).id,
        "units": entry.units,
        "complete": entry.complete,
        "agreed": agreed,
        "disputed": disputed,
        "uncompared": uncompared,
        "cannot": entry.stuck,
        "under_way": entry.begun,
        "left": entry.untouched,
        "done": entry.done,
        "needed": entry.slots,
    }


def _pace(bench: Workbench, run: Run, row: StudyRow, left: int, judgements: int) -> StudyPace:
    now, places = bench.now(), bench.places
    today = now - now % DAY_US
    starts = [today - n * DAY_US for n in range(DAYS - 1, -1, -1)]
    before = [*(places.before(run, row.id, str(start), start) for start in starts), judgements]
    days = [later - earlier for earlier, later in pairwise(before)]
    since = max(now - DAYS * DAY_US, row.opened_at or row.created_at)
    moments = {"week": since, "day": now - DAY_US, "hour": now - HOUR_US}
    week, last_day, last_hour = (judgements - places.before(run, row.id, name, at) for name, at in moments.items())
    per_day = week * DAY_US / max(now - since, HOUR_US)
    is_foretold = row.state == StudyState.OPEN and left > 0 and week >= FEW
    return {
        "days": [{"day": rfc3339(start)[:10], "judgements": count} for start, count in zip(starts, days, strict=True)],
        "last_day": last_day,
        "last_hour": last_hour,
        "per_day": round(per_day, 1),
        "ends_at": rfc3339(now + int(left / per_day * DAY_US)) if is_foretold else None,
    }


def _waiting(run: Run, row: StudyRow, members: list[MembershipRow], disputed: int) -> list[Waiting]:
    """What an organiser has to look at; what there is none of is left out."""
    counts: dict[WaitingKind, int] = {
        "questions": enquiries.count_unanswered(run, row.id),
        "inbox": slots.count_stuck(run, row.id) if row.state != StudyState.DRAFT else 0,
        "disputes": disputed,
        "flags": sum(member.ready >= FLAGGED or member.checked in CHECKED for member in members),
        "jobs": len(failed_jobs(run, row)),
    }
    return [{"kind": kind, "count": count} for kind, count in counts.items() if count]


def _blockers(
    run: Run, view: StudyView, covered: list[coverage.Coverage], members: list[MembershipRow], now: int
) -> list[Blocker]:
    nothing: Blocker = {"rater": None, "name": None, "last_at": None, "group": None, "stage": None, "units": 0}
    found: list[Blocker] = []
    waiting = pace.waiting_units(run, view.id)
    for number, member in enumerate(people.memberships(run, view.id), start=1):
        units = waiting.get(member.id, 0) if member.revoked_at is None else 0
        seen = pace.last_seen(run, member.id) if units else None
        if units and now - (seen or member.created_at) > LONG_US:
            last_at = rfc3339(seen) if seen else None
            found.append({**nothing, "rater": f"R{number}", "name": member.name, "last_at": last_at, "units": units})
    for entry in covered:
        left = entry.untouched + entry.begun
        if left and not any(_may_rate(member, entry) for member in members):
            stage = view.stage(entry.stage).id
            found.append({**nothing, "group": entry.group, "stage": stage, "units": left})
    return found


def _may_rate(member: MembershipRow, entry: coverage.Coverage) -> bool:
    return (not member.groups or entry.group in member.groups) and (not member.stages or entry.stage in member.stages)


class StudyMoment(NamedTuple):
    """What tells that a study has changed since."""

    version: int
    last_seq: int


def moment_of(run: Run, key: str) -> StudyMoment:
    """Cheap enough to be asked for every second."""
    state = log.state_of(run, find_study(run, key).id)
    return StudyMoment(state.study_version, state.last_seq)


def live_numbers(bench: Workbench, run: Run, key: str) -> dict[str, object]:
    """What a page that is open is told: numbers by the names of their places, and `shape`, which tells a page that
    there is something to see which it has no place for."""
    now = watched(bench, run, find_study(run, key))
    numbers: dict[str, int] = {"judgements": now["judgements"], "done": now["done"], "needed": now["needed"]}
    numbers["further"] = further_of(now)
    numbers |= {"last_day": now["pace"]["last_day"], "last_hour": now["pace"]["last_hour"]}
    for n, parts in enumerate(now["parts"]):
        numbers |= {f"{n}.{name}": parts[name] or 0 for name in PARTS}  # type: ignore[literal-required]
    return {"numbers": numbers, "shape": shape_of(now)}


PARTS = ("complete", "agreed", "disputed", "uncompared", "cannot", "under_way", "left", "done", "needed")


def shape_of(now: Watched) -> str:
    """What a page has places for: its state, what waits, who holds it up."""
    waits = ",".join(f"{entry['kind']}:{entry['count']}" for entry in now["waiting"])
    begun = "begun" if now["judgements"] else ""
    further = "further" if further_of(now) else ""
    return f"{now['state']};{waits};{len(now['blockers'])};{len(now['parts'])};{begun}{further}"


def further_of(now: Watched) -> int:
    """Judgements beside those that were asked for: worked examples, repeats, checks, corrections, late ones."""
    return max(0, now["judgements"] - now["done"])


class SystemsAndInbox(TypedDict):
    """What stands beside the list of items."""

    systems: list[DescribedSystem]
    inbox: list[InboxEntry]


def show_inbox(bench: Workbench, key: str) -> SystemsAndInbox:
    """The systems of a study and its inbox, without counting anything."""

    def read(run: Run) -> SystemsAndInbox:
        row = find_study(run, key)
        view = bench.views.of(run, row.id, row.version)
        return {
            "systems": describe_systems(run, row.id),
            "inbox": [describe_stuck(view, entry) for entry in slots.inbox(run, row.id)],
        }

    return bench.database.read(read)
