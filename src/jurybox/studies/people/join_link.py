"""A study's link to join: made, changed, renewed, closed. Whoever has it becomes a rater by saying so."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from jurybox.core import EventKind, Fault, JsonData, StudyState, micros_of, refuse, rfc3339
from jurybox.store import JoinLinkRow, Run, StudyRow, joining, studies
from jurybox.studies.people.known_groups import unknown_groups
from jurybox.studies.study import find_study, load_view
from jurybox.studies.tokens import join_token
from jurybox.studies.workbench import Workbench

MOST_JOINING = 1_000_000
PLATFORM_QUERIES = {
    "prolific": ("PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"),
    "mturk": "workerId=${workerId}&assignmentId=${assignmentId}&hitId=${hitId}",
}
"""What an address asks of a platform to be filled in."""


@dataclass(frozen=True, slots=True)
class JoinWish:
    """Who may join by the link: how many, until when, and which groups they rate. None and no groups mean all."""

    most: int | None = None
    until: str | None = None
    """A day, which counts whole, or a time with its zone."""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JoinInfo:
    """A study's link to join, as the organiser sees it."""

    path: str
    """Without the server's address: /join/<study>/#TOKEN."""
    state: str
    """`open`, or why nobody can join: `full`, `ended`, `closed`, or `waiting` while the study is not open."""
    most: int | None
    joined: int
    until: str | None
    groups: tuple[str, ...]
    last_day: str = ""
    """The day, by universal time, on whose end it ends or in which it does."""

    def path_for(self, platform: str) -> str:
        """The address that a platform is given: it fills in who comes."""
        before, _, token = self.path.partition("#")
        return f"{before}?{PLATFORM_QUERIES[platform]}#{token}"


def state_of(row: StudyRow, link: JoinLinkRow, now: int) -> str:
    if link.closed_at is not None:
        return "closed"
    if link.until is not None and link.until <= now:
        return "ended"
    if link.most is not None and link.joined >= link.most:
        return "full"
    return "open" if row.state == StudyState.OPEN else "waiting"


def show_join_link(bench: Workbench, study: str) -> JoinInfo | None:
    """None where a study never had one."""

    def read(run: Run) -> JoinInfo | None:
        row = find_study(run, study)
        link = joining.link_of(run, row.id)
        return None if link is None else _info(bench, row, link)

    return bench.database.read(read)


def _info(bench: Workbench, row: StudyRow, link: JoinLinkRow) -> JoinInfo:
    path = f"/join/{row.key}/#{join_token(bench.secret, row.uid, link.version)}"
    state = state_of(row, link, bench.now())
    last_day = "" if link.until is None else rfc3339(link.until - 1)[:10]
    return JoinInfo(path, state, link.most, link.joined, rfc3339(link.until), link.groups, last_day)


def set_join_link(bench: Workbench, study: str, wish: JoinWish, who: str = "command line") -> JoinInfo:
    """Make a study's link to join, open it again, or change who may use it. The address stays."""

    def change(run: Run, row: StudyRow, link: JoinLinkRow) -> JoinLinkRow:
        until = _checked(run, row, wish)
        return replace(link, most=wish.most, until=until, groups=wish.groups, closed_at=None)

    return _change(bench, study, change, who)


def renew_join_link(bench: Workbench, study: str, who: str = "command line") -> JoinInfo:
    """A new address; by the old one nobody joins any more. Who joined keeps their own link."""
    return _change(bench, study, lambda _, __, link: replace(link, version=link.version + 1), who)


def close_join_link(bench: Workbench, study: str, who: str = "command line") -> JoinInfo:
    """Nobody joins any more until it is set again."""
    return _change(bench, study, lambda _, __, link: replace(link, closed_at=bench.now()), who)


Change = Callable[[Run, StudyRow, JoinLinkRow], JoinLinkRow]


def _change(bench: Workbench, study: str, change: Change, who: str) -> JoinInfo:
    def write(run: Run) -> JoinInfo:
        row = find_study(run, study)
        before = joining.link_of(run, row.id, joining=True) or JoinLinkRow(1, None, None, (), 0, None)
        link = change(run, row, before)
        joining.set_link(run, row.id, link)
        kind = EventKind.JOIN_LINK_SET if link.closed_at is None else EventKind.JOIN_LINK_CLOSED
        data: dict[str, JsonData] = {"most": link.most, "ends": rfc3339(link.until), "groups": list(link.groups)}
        studies.append_event(run, row, kind=kind, data=data, who=who, now=bench.now())
        return _info(bench, row, link)

    return bench.database.write(write)


def _checked(run: Run, row: StudyRow, wish: JoinWish) -> int | None:
    """When it ends, if the wish is sound; every fault at once."""
    faults, until = [], None
    if wish.most is not None and not 0 < wish.most <= MOST_JOINING:
        faults.append(Fault("join.bad_limit", "most", wish.most, MOST_JOINING))
    try:
        until = _end(wish.until) if wish.until else None
    except (ValueError, OverflowError):
        faults.append(Fault("join.bad_end", "until", wish.until))
    faults += unknown_groups(run, load_view(run, row.id), wish.groups)
    refuse(faults)
    return until


def _end(text: str) -> int:
    """
    >>> _end("1970-01-01") == _end("1970-01-02T00:00:00Z")
    True
    """
    if len(text) == len("1970-01-01"):
        return micros_of(f"{(date.fromisoformat(text) + timedelta(days=1)).isoformat()}T00:00:00Z")
    return micros_of(text)
