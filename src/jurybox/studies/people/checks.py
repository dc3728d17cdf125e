"""What checks say of a study's raters, with intervals; letting somebody go on, and taking back a wrong check."""

from collections.abc import Mapping
from dataclasses import dataclass

from jurybox.core import (
    CheckStanding,
    Conflict,
    EventKind,
    JsonObject,
    Refused,
    is_surely_below,
    rfc3339,
    share_interval,
)
from jurybox.store import MembershipRow, Run, checks, people, studies
from jurybox.studies.people.raters import find_member, is_person
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_in

LIFTED = (CheckStanding.FLAGGED, CheckStanding.PAUSED, CheckStanding.SCREENED_OUT)
"""What an organiser can lift."""


@dataclass(frozen=True, slots=True)
class RaterChecks:
    """How a rater stands with checks."""

    judged: int
    passed: int
    low: float | None
    """The lower end of the interval of the share passed; None where nothing was judged."""
    high: float | None
    state: str
    """`fine`, `flagged`, `paused`, `screened_out`, `excluded` or `pardoned`."""

    @property
    def is_looked_for(self) -> bool:
        """Whether the organiser is to look at this rater."""
        return self.state in ("flagged", "paused")


@dataclass(frozen=True, slots=True)
class CheckedRater:
    number: str
    name: str
    checks: RaterChecks


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """A check as the organiser sees it: its answer is on no rater's page."""

    name: str
    kind: str
    group: str
    item: str | None
    judged: int
    passed: int
    withdrawn_at: str | None


@dataclass(frozen=True, slots=True)
class StudyChecks:
    """All checks of a study, and how its raters stand."""

    checks: list[CheckInfo]
    raters: list[CheckedRater]


def show_checks(bench: Workbench, study: str) -> StudyChecks:
    """The checks of a study with what raters made of them; before it opens, those whose answers are known."""

    def read(run: Run) -> StudyChecks:
        view = view_in(bench, run, study)
        found = [
            CheckInfo(
                one.name,
                one.kind,
                one.group,
                one.item,
                one.judged,
                one.passed,
                None if one.withdrawn_at is None else rfc3339(one.withdrawn_at),
            )
            for one in checks.of_study(run, view.id)
        ]
        standing = checks_of_raters(run, view)
        members = enumerate(people.memberships(run, view.id), start=1)
        raters = [
            CheckedRater(f"R{n}", m.name, standing[m.id]) for n, m in members if m.id in standing and is_person(m)
        ]
        return StudyChecks(found, raters)

    return bench.database.read(read)


def checks_of_raters(run: Run, view: StudyView) -> dict[int, RaterChecks]:
    """By membership, of all who may meet checks; nothing where a study has none."""
    if not view.checks:
        return {}
    results = checks.results(run, view.id)
    return {m.id: _standing(m, results.get(m.id, {})) for m in people.memberships(run, view.id)}


def _standing(member: MembershipRow, of_kind: Mapping[str, tuple[int, int]]) -> RaterChecks:
    judged, passed = (sum(one[n] for one in of_kind.values()) for n in (0, 1))
    low, high = share_interval(passed, judged) or (None, None)
    return RaterChecks(judged, passed, low, high, CheckStanding(member.checked or 0).name.lower())


def pardon_rater(bench: Workbench, study: str, rater: str, reason: str, who: str = "command line") -> str:
    """Let a rater go on who failed checks, whatever further checks say; their name."""

    def write(run: Run) -> str:
        row = find_study(run, study)
        member = find_member(people.memberships(run, row.id), rater)
        now = CheckStanding(member.checked or 0)
        if now == CheckStanding.EXCLUDED:
            raise Conflict.of("checks.is_excluded", given=member.name)
        if now not in LIFTED:
            raise Conflict.of("checks.not_failed", given=member.name)
        checks.set_checked(run, member=member.id, checked=CheckStanding.PARDONED)
        data: JsonObject = {"rater": member.uid, "reason": reason.strip()}
        studies.append_event(run, row, kind=EventKind.CHECKS_PARDONED, data=data, who=who, now=bench.now())
        return member.name

    return bench.database.write(write)


def withdraw_check(bench: Workbench, study: str, name: str, reason: str, who: str = "command line") -> None:
    """A check whose answer is wrong counts for nobody any more; who failed by it alone goes on."""
    if not reason.strip():
        raise Refused.of("checks.no_reason", "reason", reason)

    def write(run: Run) -> None:
        row = find_study(run, study)
        known = [one.name for one in checks.of_study(run, row.id) if one.withdrawn_at is None]
        if not checks.withdraw(run, study=row.id, name=name, now=bench.now()):
            raise Refused.of("checks.unknown", "name", name, known)
        _look_again(run, load_view(run, row.id))
        data: JsonObject = {"check": name, "reason": reason.strip()}
        studies.append_event(run, row, kind=EventKind.CHECK_WITHDRAWN, data=data, who=who, now=bench.now())

    bench.database.write(write)


def _look_again(run: Run, view: StudyView) -> None:
    wish = view.settings.checks
    for member in people.memberships(run, view.id):
        judged, passed = checks.of_member(run, member.id)
        is_below = is_surely_below(passed, judged, wish.pass_share, wish.certainty)
        if CheckStanding(member.checked or 0) in LIFTED and not is_below:
            checks.set_checked(run, member=member.id, checked=CheckStanding.FINE)
