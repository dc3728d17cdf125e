"""What an organiser sees of their studies: how far they are, and what waits."""

from typing import Any

from jurybox.core import StudyState, rfc3339
from jurybox.store import Run, StudyRow, guidelines, log, slots, studies, systems
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench


def list_studies(bench: Workbench) -> list[dict[str, Any]]:
    """Every study in a line: name, protocol, state, counts and progress."""

    def read(run: Run) -> list[dict[str, Any]]:
        counts = studies.counts(run)
        return [_line(run, row, counts[row.id]) for row in studies.all_studies(run)]

    return bench.database.read(read)


def _line(run: Run, row: StudyRow, counts: studies.StudyCounts) -> dict[str, Any]:
    covered = slots.coverage(run, row.id) if row.state != StudyState.DRAFT else []
    needed = sum(entry.slots for entry in covered)
    done = sum(entry.done for entry in covered)
    return {
        "key": row.key, "name": row.name, "state": row.state, "protocol": _protocol_name(run, row),
        **counts._asdict(), "done": done, "needed": needed, "progress": done / needed if needed else None,
    }  # fmt: skip


def _protocol_name(run: Run, row: StudyRow) -> str:
    return load_view(run, row.id).protocol.name


def show_study(bench: Workbench, key: str) -> dict[str, Any]:
    """One study in full: settings, coverage, inbox, events. No link and no rater's name is in it."""

    def read(run: Run) -> dict[str, Any]:
        row = find_study(run, key)
        view = load_view(run, row.id)
        stages = [stage.id for stage in view.protocol.stages]
        line = _line(run, row, studies.counts(run)[row.id])
        return {
            **line,
            "seed": row.seed,
            "protocol_hash": row.protocol_hash,
            "settings": view.settings.model_dump(mode="json"),
            "systems": [
                {"name": s.name, "kind": s.kind, "withdrawn": s.withdrawn_at is not None}
                for s in systems.systems_of(run, row.id)
            ],
            "groups": sorted(view.units_per_group),
            "coverage": [{**entry._asdict(), "stage": stages[entry.stage]} for entry in slots.coverage(run, row.id)],
            "standings": log.count_by_standing(run, row.id),
            "inbox": _inbox(run, view),
            "created_at": rfc3339(row.created_at),
            "opened_at": rfc3339(row.opened_at),
            "closed_at": rfc3339(row.closed_at),
            "events": [
                {"number": e.number, "kind": e.kind, "data": e.data, "who": e.who, "at": rfc3339(e.at)}
                for e in studies.events(run, row.id)
            ],
        }

    return bench.database.read(read)


def _inbox(run: Run, view: StudyView) -> list[dict[str, Any]]:
    """Units that more raters than the quorum could not judge, with what they said."""
    return [
        {
            "item": stuck.item, "group": stuck.group, "stage": view.stage(stuck.stage).id, "cannot": stuck.cannot,
            "quorum": stuck.quorum, "reasons": stuck.reasons,
        }
        for stuck in slots.inbox(run, view.id)
    ]  # fmt: skip


def show_guidelines(bench: Workbench, key: str) -> dict[str, dict[str, Any]]:
    """The newest prose in each language, with its revision."""
    found = bench.database.read(lambda run: guidelines.newest(run, find_study(run, key).id))
    return {lang: {"revision": row.revision, "prose": row.prose} for lang, row in found.items()}
