"""What the arithmetic of a plan is given: read from a study, and from studies of the same protocol before it."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from jurybox.core import Settings, SystemKind
from jurybox.store import Run, people, planning, studies, systems
from jurybox.studies.planning.estimate import PastPace, PlanEstimate, PlannedMaterial, estimate
from jurybox.studies.planning.intent import Intent, intent_of
from jurybox.studies.rating import length_of_round, usual_examples
from jurybox.studies.study import StudyView

MOST_JUDGEMENTS = 400
"""The newest ones, of which the pace is the median."""
LEAST_JUDGEMENTS = 10
"""With fewer nothing is known of the pace."""


def material_of(run: Run, view: StudyView) -> PlannedMaterial:
    """What there is of a study that is planned."""
    made_by = [s for s in systems.systems_of(run, view.id) if s.withdrawn_at is None and s.kind != SystemKind.NONE]
    return PlannedMaterial(
        shapes=view.item_shapes(run),
        systems=len(made_by),
        raters=sum(member.revoked_at is None for member in people.memberships(run, view.id)),
        repeatable=view.repeatable,
        examples=length_of_round(view, usual_examples(run, view)),
        pace=_pace(planning.elapsed(run, view.protocol.id, MOST_JUDGEMENTS)),
    )


def _pace(elapsed: Sequence[tuple[int, int]]) -> PastPace | None:
    """Medians: whoever went for lunch in between does not count for more than anybody else."""
    if len(elapsed) < LEAST_JUDGEMENTS:
        return None
    stages = {stage for stage, _ in elapsed}
    seconds = {stage: median(ms for own, ms in elapsed if own == stage) / 1000 for stage in stages}
    return PastPace(seconds, len(elapsed))


def meant(run: Run, study: int) -> Intent:
    """What is expected of a study so far."""
    return intent_of(studies.events(run, study))


def estimate_with(run: Run, view: StudyView, settings: Settings, intent: Intent) -> PlanEstimate:
    """What a study would cost and find with these settings."""
    return estimate(view.protocol, settings, material_of(run, replace(view, settings=settings)), intent)
