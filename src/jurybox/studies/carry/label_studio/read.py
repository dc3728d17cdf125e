"""`jurybox label-studio import`: tasks become items and outputs, annotations judgements; all of it or nothing."""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from jurybox.core import RUNNING, Conflict, Fields, StudyState
from jurybox.exchange.files import collector_paused
from jurybox.exchange.items import Existing
from jurybox.exchange.label_studio import (
    Lookup,
    ReadFiles,
    Room,
    Stored,
    TaskOptions,
    TaskPreview,
    read_files,
    seconds_text,
)
from jurybox.exchange.media import store_media
from jurybox.store import Run, items
from jurybox.studies import lifecycle
from jurybox.studies.carry.label_studio.judgements import TakenAnnotations, look_at, take_passes
from jurybox.studies.lifecycle import existing_of
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_of

__all__ = ["ImportOutcome", "TaskPreview", "import_label_studio"]


@dataclass(slots=True)
class ImportOutcome:
    """What the files held, and what became of it."""

    found: ReadFiles
    taken: TakenAnnotations = field(default_factory=TakenAnnotations)
    state: str = ""
    """Of the study, afterwards."""
    waiting: int = 0
    """Annotations that can be taken once the study is open."""


@collector_paused()
def import_label_studio(
    bench: Workbench,
    key: str,
    files: list[Path],
    options: TaskOptions,
    media: Path | None = None,
    people: Path | None = None,
    *,
    dry_run: bool = False,
    open_study: bool = False,
    supersede: bool = False,
    progress: Progress = silent,
    who: str = "command line",
) -> ImportOutcome:
    """Take files of Label Studio into a study. Importing a file again changes nothing.

    Judgements need units: a draft takes the items only, unless it is to be opened. When anything is refused, nothing
    was changed.
    """
    view = view_of(bench, key)
    if view.row.state == StudyState.CLOSED:
        raise Conflict.of("study.closed", given=key)
    if not dry_run:
        bench.database.write(lambda run: lifecycle.clear_unfinished_import(run, view.id))
        lifecycle.finish_adding(bench, key, who, progress)
    existing = bench.database.read(lambda run: existing_of(run, view.id))
    lookup = bench.database.read(lambda run: _lookup(run, view, existing))
    room = Room(view.protocol, existing, lookup, media, people, view.settings.empty, view.settings.merge)
    found = read_files(files, room, options, None if dry_run else partial(store_media, bench.media), progress)
    bench.database.read(lambda run: look_at(run, view, found.passes, supersede))
    outcome = ImportOutcome(found, state=view.row.state, waiting=len(found.passes))
    if dry_run:
        return outcome
    _add_items(bench, view, found, files, progress, who)
    if open_study and view.row.state == StudyState.DRAFT:
        lifecycle.open_study(bench, key, who, progress)
    view = view_of(bench, key)
    outcome.state = view.row.state
    if found.passes and view.row.state in RUNNING:
        outcome.taken = take_passes(bench, view, found, supersede, who)
        outcome.waiting = 0
    return outcome


def _add_items(
    bench: Workbench, view: StudyView, found: ReadFiles, files: list[Path], progress: Progress, who: str
) -> None:
    if found.batch is None or not (found.batch.items or found.batch.outputs):
        return
    lifecycle.write_import(bench, view, found.batch, lifecycle.ItemFiles(files), progress, who)
    if view.row.state in RUNNING:
        lifecycle.add_units(bench, view.row.key, who, progress)


def _lookup(run: Run, view: StudyView, existing: Existing) -> Lookup | None:
    """What the study has of an item and a system, as the texts that a file would give."""
    if not existing.outputs:
        return None
    made: dict[tuple[str, str], dict[int, Fields]] = {}
    for part in items.outputs_of(run, view.id):
        made.setdefault((part.item, part.system), {})[part.segment] = part.fields

    def look_up(key: str, system: str) -> Stored | None:
        parts, item = made.get((key, system)), existing.items.get(key)
        if parts is None or item is None:
            return None
        segments = [{**_texts(one.fields), **_times(one.start, one.end)} for one in item.segments]
        whole = {**_texts(item.fields), "group": item.group}
        numbers = range(1, len(item.segments) + 1)
        return Stored(whole, segments, _texts(parts.get(0, {})), [_texts(parts.get(n, {})) for n in numbers])

    return look_up


def _texts(fields: Fields) -> dict[str, str]:
    """Texts as they are, media by name; people are not compared: their key is not kept."""
    named = ((name, value.get("name") if isinstance(value, dict) else value) for name, value in fields.items())
    return {name: value for name, value in named if isinstance(value, str)}


def _times(start: float | None, end: float | None) -> dict[str, str]:
    times = {"start": start, "end": end}
    return {name: seconds_text(time) for name, time in times.items() if time is not None}
