"""A draft rated by pretend raters on a copy that is thrown away, and looked at by the real analysis."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from jurybox.core import MOST_PAIRS, Conflict, Import, JsonObject, StudyState
from jurybox.store import Run, coverage, imports, jobs, onboarding, people
from jurybox.studies.lifecycle import (
    ItemFiles,
    StudyDraft,
    check_openable,
    create_study,
    loaded_of,
    open_study,
    write_import,
)
from jurybox.studies.people import add_rater
from jurybox.studies.planning import PlanEstimate, decider_of, estimate_study, meant
from jurybox.studies.progress import Progress, silent
from jurybox.studies.rehearsal.visit import WHO, PretendVisit
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, open_workbench, view_of

if TYPE_CHECKING:
    from jurybox.analysis import Findings

REHEARSAL_JOB = "rehearsal"
MOST_JUDGEMENTS = 1_500
LEVEL = 0.05
WITHOUT: dict[str, object] = {
    "calibration": {"on": False},
    "consent": None,
    "questionnaire": [],
    "checks": {"share": 0, "degraded": None},
    "pairs": {"choose": "even", "batch": MOST_PAIRS, "most": MOST_PAIRS},
}
"""Pretend raters are told nothing first, checks are in no number of the analysis, and pairs are all drawn at once."""


def rehearse(bench: Workbench, key: str, progress: Progress = silent) -> JsonObject:
    """Whether a draft can end in an answer: what pretend raters did, how far they agree, which systems came apart.

    Its raters are those that are there, with their groups, or as many as are expected; of a large study, the first
    items.
    """
    check_openable(bench, key)
    view, expected = view_of(bench, key), estimate_study(bench, key)
    batch, examples = bench.database.read(
        lambda run: (imports.copyable(run, view.id), onboarding.example_documents(run, view.id))
    )
    part = _part(batch, expected)
    with TemporaryDirectory(prefix="jurybox-rehearsal-") as folder:
        copy = open_workbench(Path(folder), bench.world)
        try:
            wishes = view.settings.model_dump() | WITHOUT
            if not view.settings.pairs.on:
                del wishes["pairs"]
            create_study(copy, loaded_of(view), StudyDraft(key, key, wishes, view.row.seed), WHO, examples)
            write_import(copy, view_of(copy, key), part, ItemFiles([]), silent, WHO)
            _rate(bench, copy, view, expected, progress)
            found = _outcome(copy, key, bench.database.read(lambda run: meant(run, view.id)).decides)
        finally:
            copy.close()
    return {**found, "items": len(part.items), "is_part": len(part.items) < len(batch.items)}


def _part(batch: Import, expected: PlanEstimate) -> Import:
    """As many of the first items as can be rated in a moment."""
    each = max(1, expected["judgements"] // max(1, len(batch.items)))
    items = batch.items[: max(1, MOST_JUDGEMENTS // each)]
    keys = {item.key for item in items}
    return replace(batch, items=items, outputs=tuple(output for output in batch.outputs if output.item in keys))


def _rate(bench: Workbench, copy: Workbench, view: StudyView, expected: PlanEstimate, progress: Progress) -> None:
    """One unit for each in turn, until nobody gets any."""
    there = [m for m in bench.database.read(lambda run: people.memberships(run, view.id)) if m.revoked_at is None]
    groups: list[list[str]] = [[*member.groups] for member in there] or [[] for _ in range(expected["raters"])]
    key = view.row.key
    raters = [add_rater(copy, key, f"Pretend {n + 1}", own, who=WHO) for n, own in enumerate(groups)]
    open_study(copy, key, WHO)

    def write(run: Run) -> None:
        visits = [PretendVisit(copy, run, key, info) for info in raters]
        done = 0
        while visits:
            visits = [visit for visit in visits if visit.judge_one()]
            done += len(visits)
            progress(done, MOST_JUDGEMENTS)

    copy.database.write(write)


def _outcome(copy: Workbench, key: str, wish: str | None) -> JsonObject:
    from jurybox.studies.results import findings_of, table_of_study  # numpy, which only the worker loads

    def read(run: Run) -> tuple[StudyView, list[coverage.Coverage]]:
        view = load_view(run, find_study(run, key).id)
        return view, coverage.of_study(run, view.id, view.withdrawn)

    view, covered = copy.database.read(read)
    decider = decider_of(view.protocol, wish)
    findings = findings_of(table_of_study(copy, key))
    return {
        "raters": view.raters,
        "units": sum(view.units_per_group.values()),
        "judgements": sum(entry.done for entry in covered),
        "missing": sum(entry.slots - entry.done for entry in covered),
        "decides": decider.id if decider else None,
        **_answer(findings, decider.id if decider else None),
    }


def _answer(findings: "Findings", question: str | None) -> JsonObject:
    from jurybox.report import main_agreement

    compared = [c for c in findings.comparisons if c.by is None and c.question == question and c.option is None]
    agreement = main_agreement(findings, question)
    return {
        "agreement": agreement.value if agreement else None,
        "pairs": len(compared),
        "apart": sum(c.p_adjusted is not None and c.p_adjusted < LEVEL for c in compared),
    }


def rehearsal_args(bench: Workbench, key: str) -> dict[str, str | int]:
    """What a rehearsal is asked for with: of the draft as it is now, so that an older one is not taken for it."""
    row = view_of(bench, key).row
    if row.state != StudyState.DRAFT:
        raise Conflict.of("study.not_draft", given=key, state=row.state)
    return {"study": key, "version": row.version}


def last_rehearsal(run: Run, args: Mapping[str, str | int]) -> str | None:
    """The job that was asked for it last."""
    found = jobs.last(run, kind=REHEARSAL_JOB, args=args)
    return found.uid if found else None
