"""What an organiser sees of their studies: how far they are, and what waits."""

from typing import Any

from jurybox.core import StudyState, rfc3339
from jurybox.store import overview
from jurybox.store import studies as rows
from jurybox.store.statement import Run
from jurybox.store.studies import StudyRow
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench


def list_studies(bench: Workbench) -> list[dict[str, Any]]:
    """Every study in a line: name, protocol, state, counts and progress."""

    def read(run: Run) -> list[dict[str, Any]]:
        counts = overview.per_study(run)
        return [_line(run, row, counts[row.id]) for row in rows.all_studies(run)]

    return bench.database.read(read)


def _line(run: Run, row: StudyRow, counts: tuple[int, int, int, int, int]) -> dict[str, Any]:
    covered = overview.coverage(run, row.id) if row.state != StudyState.DRAFT else []
    slots = sum(entry["slots"] for entry in covered)
    done = sum(entry["done"] for entry in covered)
    items, outputs, units, raters, judgements = counts
    return {
        "key": row.key, "name": row.name, "state": row.state, "protocol": _protocol_name(run, row),
        "items": items, "outputs": outputs, "units": units, "raters": raters, "judgements": judgements,
        "done": done, "needed": slots, "progress": done / slots if slots else None,
    }  # fmt: skip


def _protocol_name(run: Run, row: StudyRow) -> str:
    return load_view(run, row.id).protocol.name


def show_study(bench: Workbench, key: str) -> dict[str, Any]:
    """One study in full: settings, coverage, inbox, events. No link and no rater's name is in it."""

    def read(run: Run) -> dict[str, Any]:
        row = find_study(run, key)
        view = load_view(run, row.id)
        stages = [stage.id for stage in view.protocol.stages]
        line = _line(run, row, overview.per_study(run)[row.id])
        return {
            **line,
            "seed": row.seed,
            "protocol_hash": row.protocol_hash,
            "settings": view.settings.model_dump(mode="json"),
            "systems": [
                {"name": s.name, "kind": s.kind, "withdrawn": s.withdrawn_at is not None}
                for s in rows.systems(run, row.id)
            ],
            "groups": sorted(view.units_per_group),
            "coverage": [{**entry, "stage": stages[entry["stage"]]} for entry in overview.coverage(run, row.id)],
            "standings": {standing: int(count) for standing, count in run.all(overview.STANDINGS, study=row.id)},
            "inbox": _inbox(run, view),
            "created_at": rfc3339(row.created_at),
            "opened_at": rfc3339(row.opened_at),
            "closed_at": rfc3339(row.closed_at),
            "events": [
                {"number": e.number, "kind": e.kind, "data": e.data, "who": e.who, "at": rfc3339(e.at)}
                for e in rows.events(run, row.id)
            ],
        }

    return bench.database.read(read)


def _inbox(run: Run, view: StudyView) -> list[dict[str, Any]]:
    """Units that more raters than the quorum could not judge, with what they said."""
    return [
        {
            "item": key, "group": group, "stage": view.stage(stage).id, "cannot": cannot, "quorum": quorum,
            "reasons": [reason for (reason,) in run.all(overview.REASONS, unit=unit, stage=stage)],
        }
        for unit, key, group, stage, cannot, quorum in run.all(overview.INBOX, study=view.id)
    ]  # fmt: skip


def show_guidelines(bench: Workbench, key: str) -> dict[str, dict[str, Any]]:
    """The newest prose in each language, with its revision."""
    found = bench.database.read(lambda run: rows.guidelines(run, find_study(run, key).id))
    return {lang: {"revision": row.revision, "prose": row.prose} for lang, row in found.items()}
