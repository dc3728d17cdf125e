"""Looking at the files that wait for a study before anything is imported: columns, faults, first units."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypedDict

from jurybox.core import Conflict, Fault, Import, JsonData, JsonObject, Refused
from jurybox.exchange.items import Opened
from jurybox.studies.fault_words import FaultWords, KeptFault, kept_fault, told_faults
from jurybox.studies.lifecycle.equal_outputs import EqualOutputs
from jurybox.studies.lifecycle.mapping import Mapped, keep_guesses, map_columns, reading_for
from jurybox.studies.lifecycle.preview import Line, Looking, Preview, PreviewedStage, Reading, preview_more, reading_of
from jurybox.studies.lifecycle.upload import Tray, tray_of
from jurybox.studies.progress import Progress, silent
from jurybox.studies.workbench import Workbench

UNITS, SHOWN = 10, 12
QUOTES, TABBED = "import.broken_quotes", (".tsv", ".tab", ".txt")
UNSURE = "import.unsure"
"""What is only guessed. Here it is shown as it would be read, for nothing is imported before somebody says so."""


class LookLine(TypedDict):
    label: str
    text: str
    media: str
    type: str


class LookStage(TypedDict):
    id: str
    fields: list[LookLine]
    candidates: list[tuple[str, list[LookLine]]]
    systems: list[list[str]]


class Loss(TypedDict):
    """An output that goes as a whole if one empty segment of it is left out."""

    system: str
    item: str
    segments: int


class SeenInFiles(TypedDict):
    """What was seen in the files that wait, whatever the language."""

    mapped: Mapped
    items: int
    outputs: int
    systems: list[str]
    left_out: int
    left_out_first: list[str]
    """The first of them: rows, or systems and items of documents."""
    lost_segments: int
    """With the outputs of which one segment is empty."""
    losses: list[Loss]
    """What would be left out with them, where nothing was chosen yet."""
    repeated: int
    equal: EqualOutputs | None
    """Outputs that are rated once because they are equal."""
    units: list[list[LookStage]]


class KeptLook(SeenInFiles):
    """As it is kept beside the files."""

    faults: list[KeptFault]
    notes: list[KeptFault]


class Look(SeenInFiles):
    """In the words of a reader's language."""

    faults: list[FaultWords]
    notes: list[FaultWords]


def look_at_upload(
    bench: Workbench, key: str, reading: Reading, language: str = "", progress: Progress = silent
) -> KeptLook:
    """Read everything that waits for a study as an import would, keep nothing, and note what was seen."""
    tray = tray_of(bench, key)
    if not tray.files("tables"):
        raise Refused(Fault("upload.no_tables", "tables"))
    _name_plainly(tray)
    before = tray.fingerprint()
    look = _Looker(bench, key, tray, language, progress).look(reading)
    mapped = look["mapped"] = keep_guesses(look["mapped"], tray.read("guessed") or {})
    tray.write("guessed", {one["name"]: one["use"] for one in mapped["columns"] if one["how"] == "guessed"})
    if tray.folder.is_dir() and tray.fingerprint() == before:  # else other files came or went meanwhile
        tray.write("look", look)
    return look


@dataclass(frozen=True, slots=True)
class _Looker:
    bench: Workbench
    key: str
    tray: Tray
    language: str
    progress: Progress

    def look(self, reading: Reading, again: bool = True) -> KeptLook:
        """What is there, read so; where something is only guessed, read as it is guessed."""
        opened: list[Opened] = []
        preview: Preview | None = None
        faults: tuple[Fault, ...] = ()
        looking = Looking(UNITS, opened.append, self.language)
        try:
            preview = preview_more(self.bench, self.key, self.tray.item_files(reading), self.progress, looking)
        except Refused as refused:
            faults = refused.faults
        gone = [fault for fault in faults if fault.code == "import.no_such_column"]
        if gone and again:  # files were taken away since this was said of their columns
            return self.look(_without(reading, gone), again=False)
        broken = [fault for fault in faults if fault.code == QUOTES]
        if broken and reading.quotes and all((fault.file or "").lower().endswith(TABBED) for fault in broken):
            return self._with_plain_quotes(reading, broken)
        mapped = map_columns(opened, reading)
        if again and any(fault.code.startswith(UNSURE) for fault in faults):
            with suppress(Refused):  # what was guessed can't be said: then that is what is to be mended
                return {**self.look(reading_for(mapped), again=False), "mapped": mapped}
        return _seen(self.tray, mapped, _told(faults), preview)

    def _with_plain_quotes(self, reading: Reading, broken: Sequence[Fault]) -> KeptLook:
        """Tables divided by tabs seldom know quotes; one that never closes is a character like any other."""
        found = self.look(reading_of({**reading.said(), "quotes": False}))
        told = [Fault("import.quotes_plain", f.where, None, None, {}, f.file, f.line) for f in broken]
        return {**found, "notes": [*(_inside(self.tray, kept_fault(note)) for note in told), *found["notes"]]}


def _without(reading: Reading, gone: Sequence[Fault]) -> Reading:
    """The reading without what it says of columns that are not there."""
    names = {str(fault.given) for fault in gone}
    said = dict(reading.said())
    said["map"] = {name: column for name, column in reading.map.items() if column not in names}
    said["ignore"] = [name for name in reading.ignore if name not in names]
    said["wide"] = [name for name in reading.wide if name not in names]
    said["references"] = [name for name in reading.references if name not in names]
    return reading_of({name: value for name, value in said.items() if value or value is False})


def _told(faults: Sequence[Fault]) -> list[Fault]:
    """Faults as they are told of an upload: the folders of the server are nobody's business."""
    return [
        Fault(f.code, f.where, f.given, None, f.params, f.file, f.line)
        if f.code in ("import.missing_media", "import.media_outside")
        else f
        for f in faults
    ]


def _seen(tray: Tray, mapped: Mapped, faults: list[Fault], preview: Preview | None) -> KeptLook:
    batch = preview.batch if preview else None
    return {
        "mapped": mapped,
        "faults": [_inside(tray, kept_fault(fault)) for fault in faults],
        "notes": [_inside(tray, kept_fault(note)) for note in batch.notes] if batch else [],
        "items": len(batch.items) if batch else 0,
        "outputs": len(batch.outputs) if batch else 0,
        "systems": [system.name for system in batch.systems if system.kind.value != "none"] if batch else [],
        "left_out": len(batch.lost or batch.left_out) if batch else 0,
        "left_out_first": _first_left_out(batch) if batch else [],
        "lost_segments": sum(segments for _, _, segments in batch.lost) if batch else 0,
        "losses": _losses(faults),
        "repeated": len(batch.repeated) if batch else 0,
        "equal": preview.equal if preview else None,
        "units": [[_stage(stage) for stage in unit] for unit in preview.units] if preview else [],
    }


def _first_left_out(batch: Import) -> list[str]:
    return [f"{system}, {key}" for key, system, _ in batch.lost][:SHOWN] or list(batch.left_out[:SHOWN])


def _losses(faults: Sequence[Fault]) -> list[Loss]:
    told = [f.params for f in faults if f.code == "import.empty_output" and f.params.get("segments")]
    found = {(str(p["system"]), str(p["item"])): int(str(p["segments"])) for p in told}
    return [{"system": system, "item": item, "segments": many} for (system, item), many in found.items()]


def _inside(tray: Tray, kept: KeptFault) -> KeptFault:
    """Names of files as they were uploaded."""
    root = f"{tray.folder.resolve()}/"
    at = (root, f"{tray.folder}/")

    def plain(value: JsonData) -> JsonData:
        if isinstance(value, Mapping):
            return {name: plain(one) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        if isinstance(value, str):
            for start in at:
                value = value.replace(f"{start}tables/", "").replace(f"{start}media/", "")
        return value

    return {name: plain(value) for name, value in kept.items()}


def _stage(stage: PreviewedStage) -> LookStage:
    def lines(found: Sequence[Line]) -> list[LookLine]:
        return [{"label": one.label, "text": one.text, "media": one.media, "type": one.type} for one in found]

    candidates = [(letter, lines(own)) for letter, own in stage.candidates]
    return {"id": stage.id, "fields": lines(stage.fields), "candidates": candidates, "systems": stage.systems}


def _name_plainly(tray: Tray) -> None:
    """Pictures in folders that tables name without their folder: found under the bare name too, where there is one."""
    files = tray.files("media")
    names = Counter(path.name for path in files)
    for path in files:
        if path.parent != tray.media and names[path.name] == 1:
            with suppress(OSError):
                os.link(path, tray.media / path.name)


def sure_reading(bench: Workbench, key: str) -> JsonObject:
    """How the files are read as they were last seen, with nothing left to guess; refused while there are faults."""
    look = last_look(bench, key)
    if look is None:
        raise Conflict.of("upload.not_looked_at", given=key)
    if look["faults"]:
        raise Conflict.of("upload.has_faults", given=len(look["faults"]))
    return reading_for(look["mapped"]).said()


def last_look(bench: Workbench, key: str, lang: str = "en") -> Look | None:
    """What was seen in the files as they are now, in the words of pages: nobody uploads on the command line."""
    found = tray_of(bench, key).read("look")
    if found is None:
        return None
    faults, notes = (told_faults(found[name], lang, page=True) for name in ("faults", "notes"))
    older = {"losses": [], "left_out_first": [], "lost_segments": 0, "equal": None}
    look: Look = {**older, **found, "faults": faults, "notes": notes}  # type: ignore[typeddict-item]  # written by `look_at_upload`, and by nobody else
    return look
