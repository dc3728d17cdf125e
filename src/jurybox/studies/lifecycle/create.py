"""A study's first days: created as a draft, filled with items, opened."""

import json
import re
import shutil
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from itertools import count as counting
from pathlib import Path

from jurybox.core import (
    RUNNING,
    Conflict,
    EventKind,
    Import,
    JsonData,
    JsonObject,
    Protocol,
    Refused,
    Settings,
    StudyState,
)
from jurybox.exchange.files import collector_paused, tables_of
from jurybox.exchange.items import AS_GUESSED, NOTHING, Existing, Reading, StoreMedia, how_read, read_import
from jurybox.exchange.media import store_media as keep_media
from jurybox.protocols import LoadedProtocol
from jurybox.store import Chunks, Run, StudyRow, guidelines, imports, items, onboarding, studies, systems
from jurybox.studies.at_a_time import alone_with
from jurybox.studies.lifecycle.adding import add_units, finish_adding
from jurybox.studies.lifecycle.degraded import make_checks, refuse_too_few
from jurybox.studies.lifecycle.examples import example_documents
from jurybox.studies.lifecycle.existing import existing_of
from jurybox.studies.lifecycle.open import open_units
from jurybox.studies.lifecycle.settings_input import checked_settings
from jurybox.studies.pairing import even_batch, write_batch
from jurybox.studies.people import own
from jurybox.studies.planning import plan_now, seal
from jurybox.studies.progress import Progress, silent
from jurybox.studies.rating import plan_lists
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench, view_of

LONGEST_NAME = 200
LEAST_TO_AGREE = 2
ASIDE = "aside"
"""Where the files lie that a draft's texts came from, among those that wait."""


@dataclass(frozen=True, slots=True)
class StudyDraft:
    """What a new study is called, and what is wished for its settings."""

    key: str
    name: str
    wishes: Mapping[str, object] = field(default_factory=dict)
    seed: str | None = None
    """Without one it is drawn."""


@dataclass(frozen=True, slots=True)
class ItemFiles:
    """Tables of items, what they name, and how they are to be read."""

    tables: list[Path]
    media: Path | None = None
    people: Path | None = None
    reading: Reading = AS_GUESSED


def create_study(
    bench: Workbench,
    loaded: LoadedProtocol,
    draft: StudyDraft,
    who: str = "command line",
    examples: list[onboarding.ExampleContent] | None = None,
    origin: JsonObject | None = None,
) -> StudyRow:
    """A new draft. `examples` are the worked ones where they are kept already, `origin` what else its event says."""
    key = draft.key
    _check_name(draft.name)
    settings = checked_settings(loaded, key, draft.wishes, bench.texts)
    seed = draft.seed or bench.world.random_bytes(8).hex()
    shown = example_documents(loaded, partial(keep_media, bench.media)) if examples is None else examples

    def write(run: Run) -> StudyRow:
        if studies.study_by_key(run, key):
            raise Conflict.of("study.key_taken", "key", key)
        name, version, content = loaded.protocol.id, loaded.protocol.version, loaded.content.decode()
        protocol = studies.keep_protocol(run, hash=loaded.hash, name=name, version=version, content=content)
        as_text = settings.model_dump_json()
        studies.add(run, studies.NewStudy(bench.new_id(), key, draft.name, protocol, seed, as_text, bench.now()))
        row = find_study(run, key)
        for lang, prose in loaded.guidelines.items():
            first = guidelines.NewRevision(lang, 1, loaded.guideline_hashes[lang], prose, bench.now())
            guidelines.add(run, row.id, first)
        onboarding.add_examples(run, row.id, shown)
        data: JsonObject = {
            "protocol": loaded.protocol.name,
            "hash": loaded.hash,
            "seed": seed,
            "settings": json.loads(as_text),
            **(origin or {}),
        }
        own(run, row, who, bench.now())
        studies.append_event(run, row, kind=EventKind.CREATED, data=data, who=who, now=bench.now())
        return find_study(run, key)

    return bench.database.write(write)


def beginners_wishes(protocol: Protocol) -> dict[str, object]:
    """What a study begins with in the browser: two raters of each unit, so that it can be said how far they agree."""
    alone = all(protocol.quorum_of(stage) == 1 for stage in protocol.stages)
    return {"quorum": LEAST_TO_AGREE} if alone else {}


def _check_name(name: str) -> None:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused.of("study.bad_name", "name", name[:LONGEST_NAME], LONGEST_NAME)


def free_key(bench: Workbench, name: str) -> str:
    """A key for a study that only has a name: its letters and digits, and a number where that is taken."""
    parts = "".join(c if c.isalnum() or unicodedata.combining(c) else "-" for c in unicodedata.normalize("NFKD", name))
    plain = parts.encode("ascii", "ignore").decode().lower()
    stem = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:50].strip("-") or "study"
    known = {row.key for row in bench.database.read(studies.all_studies)}
    return next(key for key in chain([stem], (f"{stem}-{n}" for n in counting(2))) if key not in known)


def create_filled(
    bench: Workbench,
    loaded: LoadedProtocol,
    draft: StudyDraft,
    files: ItemFiles,
    progress: Progress = silent,
    who: str = "command line",
) -> tuple[StudyRow, Import | None]:
    """A new draft with the items of some tables. When anything is refused, nothing was created."""
    settings = checked_settings(loaded, draft.key, draft.wishes, bench.texts)
    files = replace(files, tables=tables_of(files.tables))
    if bench.database.read(lambda run: studies.study_by_key(run, draft.key)):
        raise Conflict.of("study.key_taken", "key", draft.key)
    batch = None
    if files.tables:
        batch = read_files(loaded.protocol, settings, files, partial(keep_media, bench.media), progress=progress)
    row = create_study(bench, loaded, draft, who)
    if batch is not None:
        write_import(bench, view_of(bench, draft.key), batch, files, progress, who)
    return row, batch


@collector_paused()
def import_items(
    bench: Workbench, key: str, files: ItemFiles, progress: Progress = silent, who: str = "command line"
) -> Import:
    """Read tables into a study, all or nothing. In an open study the new units are added at the end of the pool."""
    with alone_with(bench, view_of(bench, key).id, key):
        return _import_items(bench, key, files, progress, who)


def _import_items(bench: Workbench, key: str, files: ItemFiles, progress: Progress, who: str) -> Import:
    finish_adding(bench, key, who, progress)
    view = view_of(bench, key)
    files = replace(files, tables=tables_of(files.tables))
    if view.row.state == StudyState.CLOSED:
        raise Conflict.of("study.closed", given=key)
    bench.database.write(lambda run: clear_unfinished_import(run, view.id))
    existing = bench.database.read(lambda run: existing_of(run, view.id))
    keep = partial(keep_media, bench.media)
    batch = read_files(view.protocol, view.settings, files, keep, existing=existing, progress=progress)
    write_import(bench, view, batch, files, progress, who)
    if view.row.state in RUNNING:
        add_units(bench, key, who, progress)
    return batch


def read_files(
    protocol: Protocol,
    settings: Settings,
    files: ItemFiles,
    store_media: StoreMedia,
    *,
    existing: Existing = NOTHING,
    progress: Progress,
) -> Import:
    """What tables bring to a study, every fault at once."""
    return read_import(
        protocol,
        files.tables,
        media=files.media,
        people=files.people,
        empty=files.reading.empty or settings.empty,
        store_media=store_media,
        existing=existing,
        progress=progress,
        reading=files.reading,
    )


def write_import(
    bench: Workbench, view: StudyView, batch: Import, files: ItemFiles, progress: Progress, who: str
) -> None:
    """Write what was read, visible when it is whole."""
    database, study = bench.database, view.id
    known_items, known_systems = database.read(lambda run: _known(run, study))
    import_id = database.write(lambda run: imports.start(run, study=study, now=bench.now()))
    database.write(lambda run: systems.add(run, study=study, systems=batch.systems, known=known_systems))
    total = len(batch.items) + len(batch.outputs)
    chunks = Chunks(database, bench.world.timer, lambda done: progress(done, total), memory_mb=24)
    new = [item for item in batch.items if item.key not in known_items]
    imports.write_items(chunks, new, study=study, import_id=import_id, ids=known_items)
    chunks = chunks._replace(progress=lambda done: progress(len(batch.items) + done, total))
    imports.write_outputs(chunks, batch.outputs, import_id=import_id, items=known_items, systems=known_systems)

    def finish(run: Run) -> None:
        imports.finish(run, import_id, items=len(new), outputs=len(batch.outputs), now=bench.now())
        row = studies.study_by_id(run, study)
        assert row is not None
        data: dict[str, JsonData] = {
            "import": import_id,
            "files": [table.name for table in files.tables],
            "items": len(new),
            "outputs": len(batch.outputs),
            "systems": [system.name for system in batch.systems],
            "left_out": len(batch.left_out),
            **how_read(batch, files.reading),
        }
        studies.append_event(run, row, kind=EventKind.IMPORTED, data=data, who=who, now=bench.now())

    database.write(finish)


def clear_unfinished_import(run: Run, study: int) -> None:
    """What an import left that was cut off; its systems are those that no finished one names."""
    if imports.drop_unfinished(run, study):
        done = [event.data["systems"] for event in studies.events(run, study) if event.kind == EventKind.IMPORTED]
        for system in systems.systems_of(run, study):
            if not any(isinstance(names, list) and system.name in names for names in done):
                systems.drop(run, system.id)


def _known(run: Run, study: int) -> tuple[dict[str, int], dict[str, int]]:
    ids = {system.name: system.id for system in systems.systems_of(run, study)}
    return items.ids_by_key(run, study), ids


def waiting_folder(bench: Workbench, uid: str) -> Path:
    """Where files wait for a study."""
    return bench.folder / "uploads" / "studies" / uid


def check_openable(bench: Workbench, key: str) -> int:
    """Refuse what can't be opened, before any work is done; how many items there are."""
    view = view_of(bench, key)
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("study.not_draft", given=key, state=view.row.state)
    count = bench.database.read(lambda run: items.count(run, view.id)).items
    if not count:
        raise Conflict.of("study.no_items", given=key)
    return count


@collector_paused()
def open_study(bench: Workbench, key: str, who: str = "command line", progress: Progress = silent) -> StudyRow:
    """Freeze protocol, items, outputs, merging and seed; make the units; let raters in."""
    with alone_with(bench, view_of(bench, key).id, key):
        return _open_study(bench, key, who, progress)


def _open_study(bench: Workbench, key: str, who: str, progress: Progress) -> StudyRow:
    finish_adding(bench, key, who, progress)
    count, view = check_openable(bench, key), view_of(bench, key)
    supply = bench.database.read(lambda run: refuse_too_few(run, view))
    units, taken = open_units(bench.database, view, bench.world.timer, progress)
    batch = bench.database.read(lambda run: even_batch(run, view)) if view.settings.pairs.on else None
    units += len(batch.pairs) if batch is not None else 0
    if not units:
        raise Conflict.of("study.no_units", given=key)

    def write(run: Run) -> None:
        now = bench.now()
        plan = plan_now(run, view)
        data: JsonObject = {"units": units, "items": count, "plan": plan, "plan_hash": seal(plan)}
        if supply is not None:
            data["checks"] = make_checks(run, view, supply, taken)
        changes: studies.StudyChanges = {"state": StudyState.OPEN, "places": taken, "opened_at": now}
        studies.append_event(run, view.row, kind=EventKind.OPENED, data=data, who=who, now=now, **changes)
        if batch is not None:
            write_batch(run, view, batch, who, now)

    bench.database.write(write)
    if view.settings.assign == "fixed":
        plan_lists(bench, view_of(bench, key))
    shutil.rmtree(waiting_folder(bench, view.row.uid) / ASIDE, ignore_errors=True)
    return view_of(bench, key).row
