"""Who decides: organisers, and raters who were appointed to."""

from dataclasses import dataclass

from jurybox.core import Conflict, EventKind
from jurybox.store import Run, decisions, people, studies
from jurybox.studies.people import rater_named
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench


@dataclass(frozen=True, slots=True)
class AdjudicatorInfo:
    id: str
    name: str
    kind: str
    """`rater` or `organiser`."""


def list_adjudicators(bench: Workbench, study: str) -> list[AdjudicatorInfo]:
    found = bench.database.read(lambda run: decisions.adjudicators(run, find_study(run, study).id))
    return [AdjudicatorInfo(one.uid, one.name, one.kind) for one in found]


def appoint_adjudicator(bench: Workbench, study: str, rater: str, who: str = "command line") -> None:
    """Let a rater decide disputes in their page: never of units that they were given to rate."""
    _set(bench, study, rater, "rater", who)


def dismiss_adjudicator(bench: Workbench, study: str, rater: str, who: str = "command line") -> None:
    """A rater decides no more; what they decided stays."""
    _set(bench, study, rater, None, who)


def _set(bench: Workbench, study: str, rater: str, kind: str | None, who: str) -> None:
    def write(run: Run) -> None:
        row = find_study(run, study)
        found = rater_named(run, bench, study, rater)
        member = next(m for m in people.memberships(run, row.id) if m.uid == found.id)
        if member.adjudicator == kind or member.adjudicator == "organiser" or (kind and member.revoked_at is not None):
            raise Conflict.of("dispute.appointed_already" if kind else "dispute.not_appointed", "rater", found.name)
        decisions.appoint(run, member=member.id, kind=kind)
        event = EventKind.ADJUDICATOR_APPOINTED if kind else EventKind.ADJUDICATOR_DISMISSED
        studies.append_event(run, row, kind=event, data={"rater": member.uid}, who=who, now=bench.now())

    bench.database.write(write)
