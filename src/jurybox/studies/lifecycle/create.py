"""A study's life: created as a draft, filled with items, opened, closed."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from jurybox.core import (
    Conflict,
    EventKind,
    Fault,
    Import,
    JsonData,
    JsonObject,
    Refused,
    Settings,
    StudyState,
    default_settings,
    refuse,
)
from jurybox.exchange.files import collector_paused, tables_of
from jurybox.exchange.items import AS_GUESSED, Reading, how_read, read_import
from jurybox.exchange.media import store_media as keep_media
from jurybox.protocols import LoadedProtocol
from jurybox.store import Chunks, Run, StudyRow, guidelines, imports, items, onboarding, projections, studies, systems
from jurybox.studies.lifecycle.examples import example_documents
from jurybox.studies.lifecycle.existing import existing_of as _existing
from jurybox.studies.lifecycle.fixed_lists import plan_lists
from jurybox.studies.lifecycle.open import open_units
from jurybox.studies.lifecycle.usual_questions import STANDARD, usual_questions
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench, view_of

KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


def sound_settings(document: dict[str, Any]) -> Settings:
    """Settings from plain data; every fault at once."""
    try:
        return Settings.model_validate(document)
    except ValidationError as error:
        allowed = sorted(Settings.model_fields)
        raise Refused(*(
            Fault(
                "study.bad_setting", ".".join(map(str, e["loc"])), e.get("input"),
                allowed if e["type"] == "extra_forbidden" else None, {"reason": e["msg"]},
            )
            for e in error.errors()
        )) from error  # fmt: skip


def settings_for(loaded: LoadedProtocol, wishes: dict[str, Any], texts: Path | None = None) -> Settings:
    """The protocol's defaults with the organiser's wishes; every fault at once."""
    protocol = loaded.protocol
    base = default_settings(protocol).model_dump()
    wishes = dict(wishes)
    if isinstance(wishes.get("quorum"), int):
        wishes["quorum"] = dict.fromkeys(base["quorum"], wishes["quorum"])
    elif isinstance(wishes.get("quorum"), dict):
        wishes["quorum"] = {**base["quorum"], **wishes["quorum"]}
    calibration = wishes.get("calibration")
    if isinstance(calibration, bool):
        wishes["calibration"] = {**base["calibration"], "on": calibration}
    elif isinstance(calibration, dict):
        wishes["calibration"] = {**base["calibration"], **calibration}
    if wishes.get("questionnaire") == STANDARD:
        wishes["questionnaire"] = usual_questions(texts)
    settings = sound_settings({**base, **wishes})
    stages = {stage.id for stage in protocol.stages}
    named = {*settings.quorum, *(s for quorum in settings.group_quorum.values() for s in quorum)}
    refuse(Fault("study.unknown_stage", "quorum", stage, sorted(stages)) for stage in sorted(named - stages))
    return settings


def checked_settings(loaded: LoadedProtocol, key: str, wishes: dict[str, Any], texts: Path | None = None) -> Settings:
    """The settings, if key and wishes are sound; every fault at once."""
    faults = [] if KEY.fullmatch(key) else [Fault("study.bad_key", "key", key)]
    try:
        settings = settings_for(loaded, wishes, texts)
    except Refused as error:
        raise Refused(*faults, *error.faults) from error
    refuse(faults)
    return settings


def create_study(
    bench: Workbench, loaded: LoadedProtocol, key: str, name: str, wishes: dict[str, Any] | None = None,
    seed: str | None = None, who: str = "command line", examples: list[onboarding.ExampleContent] | None = None,
    origin: dict[str, Any] | None = None,
) -> StudyRow:  # fmt: skip
    """A new draft. `examples` are the worked ones where they are kept already, `origin` what else its event says."""
    settings = checked_settings(loaded, key, wishes or {}, bench.texts)
    seed = seed or bench.world.random_bytes(8).hex()
    shown = example_documents(loaded, partial(keep_media, bench.media)) if examples is None else examples

    def write(run: Run) -> StudyRow:
        if studies.study_by_key(run, key):
            raise Conflict.of("study.key_taken", "key", key)
        protocol = studies.keep_protocol(
            run, hash=loaded.hash, name=loaded.protocol.id, version=loaded.protocol.version,
            content=loaded.content.decode(),
        )  # fmt: skip
        as_text = settings.model_dump_json()
        studies.add(run, studies.NewStudy(bench.new_id(), key, name, protocol, seed, as_text, bench.now()))
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
        studies.append_event(run, row, kind=EventKind.CREATED, data=data, who=who, now=bench.now())
        return find_study(run, key)

    return bench.database.write(write)


def create_filled(
    bench: Workbench, loaded: LoadedProtocol, key: str, name: str, tables: list[Path], media: Path | None = None,
    people: Path | None = None, wishes: dict[str, Any] | None = None, seed: str | None = None,
    progress: Progress = silent, who: str = "command line", reading: Reading = AS_GUESSED,
) -> tuple[StudyRow, Import | None]:  # fmt: skip
    """A new draft with the items of some tables. When anything is refused, nothing was created."""
    settings = checked_settings(loaded, key, wishes or {}, bench.texts)
    tables = tables_of(tables)
    if bench.database.read(lambda run: studies.study_by_key(run, key)):
        raise Conflict.of("study.key_taken", "key", key)
    batch = None
    if tables:
        batch = read_import(
            loaded.protocol, tables, media=media, people=people, empty=reading.empty or settings.empty,
            progress=progress, store_media=partial(keep_media, bench.media), reading=reading,
        )  # fmt: skip
    row = create_study(bench, loaded, key, name, wishes, seed, who)
    if batch is not None:
        write_import(bench, view_of(bench, key), batch, tables, progress, who, reading)
    return row, batch


@collector_paused()
def import_items(
    bench: Workbench, key: str, tables: list[Path], media: Path | None = None, people: Path | None = None,
    progress: Progress = silent, who: str = "command line", reading: Reading = AS_GUESSED,
) -> Import:  # fmt: skip
    """Read tables into a study, all or nothing. In an open study the new units are added at the end of the pool."""
    view = view_of(bench, key)
    tables = tables_of(tables)
    if view.row.state == StudyState.CLOSED:
        raise Conflict.of("study.closed", given=key)
    bench.database.write(lambda run: clear_unfinished_import(run, view.id))
    batch = read_import(
        view.protocol, tables, media=media, people=people, empty=reading.empty or view.settings.empty,
        store_media=partial(keep_media, bench.media), progress=progress, reading=reading,
        existing=bench.database.read(lambda run: _existing(run, view.id)),
    )  # fmt: skip
    write_import(bench, view, batch, tables, progress, who, reading)
    if view.row.state == StudyState.OPEN:
        add_units(bench, key, who, progress)
    return batch


def write_import(
    bench: Workbench, view: StudyView, batch: Import, tables: list[Path], progress: Progress, who: str,
    reading: Reading = AS_GUESSED,
) -> None:  # fmt: skip
    """Write what was read, visible when it is whole."""
    database, study = bench.database, view.id
    known_items, known_systems = database.read(lambda run: _known(run, study))
    import_id = database.write(lambda run: imports.start(run, study=study, now=bench.now()))
    database.write(lambda run: systems.add(run, study=study, systems=batch.systems, known=known_systems))
    total = len(batch.items) + len(batch.outputs)
    chunks = Chunks(database, bench.world.timer, lambda done: progress(done, total))
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
            "files": [table.name for table in tables],
            "items": len(new),
            "outputs": len(batch.outputs),
            "systems": [system.name for system in batch.systems],
            "left_out": len(batch.left_out),
            **how_read(batch, reading),
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


@collector_paused()
def open_study(bench: Workbench, key: str, who: str = "command line", progress: Progress = silent) -> StudyRow:
    """Freeze protocol, items, outputs, merging and seed; make the units; let raters in."""
    view = view_of(bench, key)
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("study.not_draft", given=key, state=view.row.state)
    count = bench.database.read(lambda run: items.count(run, view.id)).items
    if not count:
        raise Conflict.of("study.no_items", given=key)
    units, taken = open_units(bench.database, view, bench.world.timer, progress)
    if not units:
        raise Conflict.of("study.no_units", given=key)

    def write(run: Run) -> None:
        now = bench.now()
        data = {"units": units, "items": count}
        changes: studies.StudyChanges = {"state": StudyState.OPEN, "places": taken, "opened_at": now}
        studies.append_event(run, view.row, kind=EventKind.OPENED, data=data, who=who, now=now, **changes)

    bench.database.write(write)
    if view.settings.assign == "fixed":
        plan_lists(bench, view_of(bench, key))
    return view_of(bench, key).row


def add_units(bench: Workbench, key: str, who: str, progress: Progress) -> None:
    view = view_of(bench, key)
    units, taken = open_units(bench.database, view, bench.world.timer, progress)
    data = {"units": units}

    def write(run: Run) -> None:
        row = find_study(run, key)
        if view.withdrawn:  # a late system may have joined what only withdrawn ones had made
            projections.hold_still(run, row.id)
            withdrawn = systems.withdrawn_candidates(run, row.id)
            projections.rebuild_slots(run, study=row.id, pilot_seq=row.pilot_seq, withdrawn=withdrawn)
        epoch = row.epoch + bool(view.withdrawn)
        studies.append_event(
            run, row, kind=EventKind.ITEMS_ADDED, data=data, who=who, now=bench.now(), places=taken, epoch=epoch
        )

    bench.database.write(write)
    if view.settings.assign == "fixed":
        plan_lists(bench, view_of(bench, key))


def close_study(bench: Workbench, key: str, who: str = "command line") -> StudyRow:
    """End the rating. What still arrives is kept and not counted."""

    def write(run: Run) -> StudyRow:
        row = find_study(run, key)
        if row.state != StudyState.OPEN:
            raise Conflict.of("study.not_open", given=key, state=row.state)
        now = bench.now()
        studies.append_event(
            run, row, kind=EventKind.CLOSED, data={}, who=who, now=now, state=StudyState.CLOSED, closed_at=now
        )
        return find_study(run, key)

    return bench.database.write(write)
