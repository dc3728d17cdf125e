"""Questions about a study that is planned: what it would cost and find, and what would go wrong."""

from collections.abc import Mapping

from jurybox.core import CheckKind, Settings
from jurybox.store import Run, checks, people
from jurybox.studies.planning.check import Planned, Remark, remarks
from jurybox.studies.planning.checks import CheckSupply, check_supply
from jurybox.studies.planning.estimate import PlanEstimate
from jurybox.studies.planning.examples import pairs_among
from jurybox.studies.planning.intent import sound_intent
from jurybox.studies.planning.languages import known_languages
from jurybox.studies.planning.material import estimate_with, material_of, meant
from jurybox.studies.rating import usual_examples
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_in


def estimate_study(
    bench: Workbench, key: str, settings: Settings | None = None, wish: Mapping[str, object] | None = None
) -> PlanEstimate:
    """What a study would cost and find; with other settings or expectations than it has, where they are given."""

    def read(run: Run) -> PlanEstimate:
        view = view_in(bench, run, key)
        return estimate_with(run, view, settings or view.settings, sound_intent(meant(run, view.id), wish or {}))

    return bench.database.read(read)


def groups_of(bench: Workbench, key: str) -> list[str]:
    """The groups that items of a study are in; the empty one is of items without."""
    shapes = bench.database.read(lambda run: view_in(bench, run, key).item_shapes(run))
    return sorted({shape.group for shape in shapes})


def check_study(bench: Workbench, key: str) -> list[Remark]:
    """What would go wrong with a study as it is planned."""
    return bench.database.read(lambda run: remarks(_planned(run, view_in(bench, run, key))))


def _planned(run: Run, view: StudyView) -> Planned:
    return Planned(
        protocol=view.protocol,
        settings=view.settings,
        material=material_of(run, view),
        estimate=estimate_with(run, view, view.settings, meant(run, view.id)),
        members=[member for member in people.memberships(run, view.id) if member.revoked_at is None],
        trials=len(usual_examples(run, view)),
        example_pairs=pairs_among(view.protocol, view.trials),
        languages=known_languages(run, view, view.settings),
        has_reference=view.has_reference,
        guidelines=frozenset(view.guidelines),
        checks=supply_of(run, view),
        beside=checks.beside_each_other(run, view.id),
    )


def supply_of(run: Run, view: StudyView) -> CheckSupply:
    """How many checks a study wants of each rater, and how many it can give."""
    known = sum(n for _, kind, n in checks.counts(run, view.id) if kind != CheckKind.DEGRADED)
    return check_supply(view.settings, estimate_with(run, view, view.settings, meant(run, view.id)), known)
