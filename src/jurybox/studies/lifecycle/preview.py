"""Tables before they are used: what their columns are taken for, and the first units as a rater sees them, blind."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.core import (
    LETTERS,
    MEDIA_TYPES,
    Conflict,
    Fault,
    Fields,
    Import,
    Item,
    Output,
    Protocol,
    Settings,
    Stage,
    StudyState,
    SystemKind,
    in_language,
)
from jurybox.design import candidate_order, merge, units_of_item
from jurybox.exchange import media
from jurybox.exchange.files import ENCODINGS as ENCODINGS
from jurybox.exchange.files import tables_of
from jurybox.exchange.items import NOTHING, Existing, Opened, read_import, read_reading
from jurybox.exchange.items import Reading as Reading
from jurybox.exchange.items import read_pairs as read_pairs
from jurybox.protocols import LoadedProtocol, load_protocol, shelf
from jurybox.studies.lifecycle.create import ItemFiles, StudyDraft
from jurybox.studies.lifecycle.equal_outputs import EqualOutputs, equal_outputs
from jurybox.studies.lifecycle.existing import existing_of
from jurybox.studies.lifecycle.settings_input import checked_settings
from jurybox.studies.progress import Progress, silent
from jurybox.studies.workbench import Workbench, view_of

UNITS = 3
LONGEST = 300
"""Characters shown of a text."""


class Line(NamedTuple):
    """What a rater reads above a field, and the field."""

    label: str
    text: str
    media: str = ""
    """The file that is shown, as its table calls it: for organisers, never for raters."""
    type: str = ""


@dataclass(frozen=True, slots=True)
class PreviewedStage:
    """What one stage shows of a unit: of the item, and under each letter."""

    id: str
    fields: list[Line]
    candidates: list[tuple[str, list[Line]]]
    systems: list[list[str]]
    """Whose each candidate is, for organisers; empty where names are sealed, or there are none."""


@dataclass(frozen=True, slots=True)
class Looking:
    """How much of a preview is wanted, and who is told of each table."""

    units: int = UNITS
    watch: Callable[[Opened], None] | None = None
    language: str = ""
    """Of labels; that of the study by default."""


@dataclass(frozen=True, slots=True)
class Preview:
    batch: Import
    units: list[list[PreviewedStage]]
    """The first units, in the order of the tables; each rater gets an order of their own."""
    equal: EqualOutputs


def reading_of(options: Mapping[str, object], pairs: list[str] | None = None) -> Reading:
    """How tables are to be read, from options as plain data and from FIELD=COLUMN; every fault at once."""
    return read_reading({**options, **({"map": read_pairs(pairs)} if pairs else {})})


def preview_new(loaded: LoadedProtocol, draft: StudyDraft, files: ItemFiles, progress: Progress = silent) -> Preview:
    """What a new study would hold. Nothing is written, not even a data folder."""
    settings = checked_settings(loaded, draft.key, draft.wishes)
    return _preview(StandsFast(loaded.protocol, settings, draft.seed or draft.key), files, NOTHING, progress, Looking())


def preview_more(
    bench: Workbench, key: str, files: ItemFiles, progress: Progress = silent, look: "Looking | None" = None
) -> Preview:
    """What would be added to a study."""
    view = view_of(bench, key)
    if view.row.state == StudyState.CLOSED:
        raise Conflict.of("study.closed", given=key)
    existing = bench.database.read(lambda run: existing_of(run, view.id))
    return _preview(
        StandsFast(view.protocol, view.settings, view.row.seed), files, existing, progress, look or Looking()
    )


class StandsFast(NamedTuple):
    """What stands fast once a study opens, and decides how its units look."""

    protocol: Protocol
    settings: Settings
    seed: str


def _preview(frozen: StandsFast, files: ItemFiles, existing: Existing, progress: Progress, look: "Looking") -> Preview:
    protocol, settings, _ = frozen
    batch = read_import(
        protocol,
        tables_of(files.tables),
        media=files.media,
        people=files.people,
        empty=files.reading.empty or settings.empty,
        store_media=_looked_at,
        existing=existing,
        progress=progress,
        reading=files.reading,
        preview=True,
        watch=look.watch,
    )
    language = look.language or settings.language or ""
    batch = replace(batch, notes=tuple(_with_protocols(note, protocol) for note in batch.notes))
    units = _Units(*frozen, batch, existing)
    units.languages = [language] if language else []
    return Preview(batch, list(islice(units, look.units)), units.equal())


def _with_protocols(note: Fault, protocol: Protocol) -> Fault:
    """Where a table has documents and the protocol has none, those that have."""
    if note.code != "import.joined_segments":
        return note
    found = [load_protocol(one.id).protocol for one in shelf()]
    whole = [other.id for other in found if other.unit.has_documents and other.task == protocol.task]
    return replace(note, params={**note.params, **({"protocols": whole} if whole else {})})


def _looked_at(path: Path, longest: int) -> media.MediaFile:
    """A file as the media folder would have it, without putting it there."""
    plan = media.check_media(path)
    return media.MediaFile(str(path), plan.type, path.stat().st_size, plan.width, plan.height, plan.duration)


class _Units:
    """Units as they would be made when the study opens, stage by stage."""

    def __init__(self, protocol: Protocol, settings: Settings, seed: str, batch: Import, existing: Existing) -> None:
        self._protocol, self._settings, self._seed = protocol, settings, seed
        self._items: Mapping[str, Item] = {**existing.items, **{item.key: item for item in batch.items}}
        self._outputs: dict[str, list[Output]] = {}
        for output in batch.outputs:
            self._outputs.setdefault(output.item, []).append(output)
        kinds = {**existing.systems, **{system.name: system.kind for system in batch.systems}}
        self._named = {name for name, kind in kinds.items() if kind != SystemKind.NONE and not settings.sealed}
        self.languages: list[str] = []
        self._guides = settings.guides and SystemKind.REFERENCE not in kinds.values()

    def equal(self) -> EqualOutputs:
        return equal_outputs(self._outputs, self._settings.merge, self._protocol.unit)

    def __iter__(self) -> Iterator[list[PreviewedStage]]:
        for number, (key, outputs) in enumerate(self._outputs.items()):
            merged = merge([(n, (o.fields, o.segments)) for n, o in enumerate(outputs)], self._settings.merge)
            shown = [[outputs[n] for n in group] for group in merged]
            for unit in units_of_item(range(len(shown)), self._protocol.unit, self._seed, number):
                order = candidate_order(unit, self._seed, "preview", number)
                yield self._stages(self._items[key], [shown[n] for n in order])

    def _stages(self, item: Item, outputs: list[list[Output]]) -> list[PreviewedStage]:
        return [self._stage(stage, item, outputs) for stage in self._protocol.stages]

    def _stage(self, stage: Stage, item: Item, outputs: list[list[Output]]) -> PreviewedStage:
        lettered = zip(LETTERS, outputs, strict=False)
        candidates = [(letter, self._of_output(stage.show, equal[0])) for letter, equal in lettered]
        systems = [[one.system for one in equal if one.system in self._named] for equal in outputs]
        return PreviewedStage(stage.id, self._of_item(stage.show, item), candidates, systems)

    def _of_item(self, show: list[str] | tuple[str, ...], item: Item) -> list[Line]:
        lines = self._lines(show, ("item",), item.fields)
        for number, segment in enumerate(item.segments, 1):
            lines += self._lines(show, ("segment",), segment.fields, number)
        return lines

    def _of_output(self, show: list[str] | tuple[str, ...], output: Output) -> list[Line]:
        lines = self._lines(show, ("system", "output"), output.fields)
        for number, fields in enumerate(output.segments, 1):
            lines += self._lines(show, ("output",), fields, number)
        return lines

    def _lines(
        self, show: list[str] | tuple[str, ...], per: tuple[str, ...], values: Fields, number: int = 0
    ) -> list[Line]:
        found = []
        for name in show:
            spec = self._protocol.fields[name]
            if spec.per not in per or values.get(name) is None or (spec.guide and not self._guides):
                continue
            label = in_language(spec.label, self.languages) if spec.label else name
            found.append(_line(f"{label} {number}" if number else label, spec.type, values[name]))
        return found


def _line(label: str, type: str, value: Any) -> Line:
    if type in MEDIA_TYPES:
        return Line(label, _words(type, value), value.get("name", ""), value["type"])
    return Line(label, _words(type, value))


def _words(type: str, value: Any) -> str:
    """A value in a line; of a file what it is, never what it is called: raters don't see that."""
    if type in MEDIA_TYPES:
        size = f", {value['width']} x {value['height']}" if value.get("width") else ""
        return f"[{value['type']}{size}]"
    if type == "people":
        return ", ".join(filter(None, (person.get("role") or person.get("name") for person in value)))
    text = " ".join(str(value).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
