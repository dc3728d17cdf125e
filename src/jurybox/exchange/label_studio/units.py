"""One task as what it shows: an item, its segments, and the outputs of one or several systems."""

import hashlib
from pathlib import Path as File

import msgspec

from jurybox.core import JsonObject, JsonValue, Per, Protocol
from jurybox.exchange.files import Faults, Place, list_in, short
from jurybox.exchange.label_studio import guess_fields
from jurybox.exchange.label_studio.mapping import TaskLayout
from jurybox.exchange.label_studio.media import finder
from jurybox.exchange.label_studio.paths import Path
from jurybox.exchange.label_studio.tasks import Task
from jurybox.exchange.label_studio.times import TimeReading, segment_times

_encode = msgspec.json.Encoder(order="sorted").encode
Texts = dict[str, str]
OutputTexts = tuple[Texts, list[Texts]]
"""The fields of an output, and those of each segment."""
Paths = tuple[tuple[str, Path], ...]
REPEATED = frozenset(guess_fields.REPEATED)
DIGITS = 6
"""Of a second: times are kept to the microsecond."""


class TaskParts(msgspec.Struct):
    """A task, taken apart. `outputs` has one entry for each system: its own fields, and those of each segment."""

    key: str
    place: Place
    task: int | str | None
    systems: tuple[str, ...]
    item: Texts
    segments: list[Texts]
    outputs: list[OutputTexts]
    is_repeat: bool
    others: tuple[tuple[str, int], ...] = ()
    """Further systems that made the same as one of these, with its place: in files of our own."""

    def makers(self) -> list[tuple[str, int]]:
        """Every system, with the place of its output."""
        return [(system, number) for number, system in enumerate(self.systems)] + list(self.others)

    def rows_of(self, system: str, number: int) -> list[Texts]:
        """In a task with segments, what a table would say of one system; a cell that says nothing is empty."""
        own, parts = self.outputs[number]
        named = {"id": self.key, "system": system}
        whole = {**self.item, **own}
        blank = {**dict.fromkeys(whole, ""), "start": "", "end": ""}
        return [
            {**named, "segment": str(n), **blank, **({} if n > 1 else whole), **shared, **each}
            for n, (shared, each) in enumerate(zip(self.segments, parts, strict=True), 1)
        ]

    def texts(self, candidate: int) -> Texts:
        """The item's and one candidate's fields together: what rules look at, and what can be marked."""
        return {**self.item, **self.outputs[candidate][0]}

    def __len__(self) -> int:
        return len(self.systems)


class TaskReader:
    """Takes tasks apart by a layout; what is wrong with one goes to `faults`, and None comes back."""

    def __init__(
        self, protocol: Protocol, layout: TaskLayout, timing: TimeReading, media: File | None, faults: Faults
    ) -> None:
        self._layout, self._timing, self._faults = layout, timing, faults
        self._segments = protocol.unit.segments
        self._find = finder(media)
        types = {name: spec.type for name, spec in protocol.fields.items()}
        self._media = frozenset(name for name, type in types.items() if type in ("image", "audio", "video"))
        self._each = Path(layout.each) if layout.each else None
        self._item = self._of(protocol, "item")
        self._segment = self._of(protocol, "segment")
        self._system = self._of(protocol, "system")
        self._output = self._of(protocol, "output")
        self._own = (*self._system, *self._output)
        several = [paths for paths in layout.fields.values() if len(paths) > 1]
        self._side_by_side = max(map(len, several), default=0)

    def columns(self) -> tuple[str, ...]:
        """What every row has."""
        fields = dict.fromkeys(n for n, _ in (*self._item, *self._segment, *self._system, *self._output))
        group = ("group",) if self._layout.group or self._layout.is_ours else ()
        has_systems = self._layout.system or self._layout.has_systems or self._side_by_side
        system = ("system",) if has_systems or (self._layout.each and not self._segments) else ()
        segment = ("segment", "start", "end") if self._segments else ()
        return ("id", *system, *group, *segment, *fields)

    def _of(self, protocol: Protocol, per: Per) -> Paths:
        return tuple((n, p) for n, paths in self._layout.fields.items() if protocol.fields[n].per == per for p in paths)

    def read(self, task: Task) -> TaskParts | None:
        before = len(self._faults)
        entries = self._each.get(task.data) if self._each else None
        entries = entries if isinstance(entries, list) else []
        item = self._texts(task, self._item)
        if (ours := _ours(task)) is not None:
            item["group"] = str(ours.get("group", ""))
        elif self._layout.is_ours:
            item["group"] = ""
        elif self._layout.group is not None:
            item["group"] = self._text(task, "group", self._layout.group.get(task.data)).strip()
        if self._segments:
            made = self._in_segments(task, item, entries)
        else:
            made = self._candidates(task, item, entries)
        return made if len(self._faults) == before else None

    def _in_segments(self, task: Task, item: Texts, entries: list[JsonValue]) -> TaskParts | None:
        if not entries or self._segments not in ("all", len(entries)):
            each = self._layout.each or ""
            self._faults.add("label_studio.wrong_entries", task.place, len(entries), self._segments, name=each)
            return None
        numbers = range(len(entries))
        segments = [self._texts(task, self._segment, n) for n in numbers]
        self._add_times(task, entries, segments)
        own = self._texts(task, self._system)
        outputs = [self._texts(task, self._output, n) for n in numbers]
        named = dict.fromkeys(self._system_of(task, n) for n in numbers)
        if len(named) > 1:
            self._faults.add("label_studio.mixed_systems", task.place, list(named))
        return self._made(task, item, segments, tuple(named)[:1], [(own, outputs)])

    def _candidates(self, task: Task, item: Texts, entries: list[JsonValue]) -> TaskParts | None:
        own = self._own
        outputs: list[OutputTexts]
        if self._side_by_side:
            numbers = range(self._side_by_side)
            outputs = [(self._texts(task, _nth(self._layout, own, n)), []) for n in numbers]
        elif self._layout.each:
            numbers = range(len(entries))
            outputs = [(self._texts(task, own, n), []) for n in numbers]
        else:
            return self._made(task, item, [], (self._system_of(task, 0),), [(self._texts(task, own), [])])
        if not outputs:
            self._faults.add("label_studio.wrong_entries", task.place, 0, "1 or more", name=self._layout.each)
            return None
        systems = tuple(self._system_of(task, n) or self._nameless(n) for n in numbers)
        if len(set(systems)) < len(systems):
            self._faults.add("label_studio.same_system", task.place, list(systems))
        return self._made(task, item, [], systems, outputs)

    def _nameless(self, number: int) -> str:
        """Where several candidates stand in a task and none has a name, their places name them."""
        paths = self._layout.fields.get("output", ())
        return paths[number].text if len(paths) > 1 else f"{number + 1}"

    def _made(
        self, task: Task, item: Texts, segments: list[Texts], systems: tuple[str, ...], outputs: list[OutputTexts]
    ) -> TaskParts:
        entries = task.data.get(self._layout.each or "")
        if (ours := _ours(task)) is not None and (named := _our_systems(ours, len(outputs))) is not None:
            first = tuple(str(names[0]) if names else "" for names in named)
            others = tuple((str(name), n) for n, names in enumerate(named) for name in names[1:])
            repeated = is_repeated(task.data, entries)
            return TaskParts(str(ours["item"]), task.place, task.id, first, item, segments, outputs, repeated, others)
        key = self._key(task, item, segments, outputs)
        return TaskParts(key, task.place, task.id, systems, item, segments, outputs, is_repeated(task.data, entries))

    def _key(self, task: Task, item: Texts, segments: list[Texts], outputs: list[OutputTexts]) -> str:
        """What the data say, or the place in a film, or what follows from all that is not a system's own."""
        layout = self._layout
        if layout.id is not None:
            found = self._text(task, "id", layout.id.get(task.data)).strip()
            if not found:
                self._faults.add("label_studio.no_id", task.place, layout.id.text)
            return found
        if layout.position is not None and "film" in item:
            return f"{item['film']} {self._text(task, 'position', layout.position.get(task.data))}"
        shown: list[object] = [item, segments] if any(item.values()) else [item, segments, outputs]
        return f"t-{hashlib.sha256(_encode(shown)).hexdigest()[:16]}"

    def _system_of(self, task: Task, number: int) -> str:
        paths = self._layout.system
        if not paths:
            return ""
        path = paths[number] if len(paths) > 1 and number < len(paths) else paths[0]
        found = self._text(task, "system", path.get(task.data, number)).strip()
        if not found:
            self._faults.add("label_studio.no_system", task.place, path.text)
        return found

    def _add_times(self, task: Task, entries: list[JsonValue], segments: list[Texts]) -> None:
        for number, (start, end) in enumerate(segment_times(task, entries, self._timing) or ()):
            if start < 0:
                self._faults.add("label_studio.before_clip", task.place, round(start, 3), offset=self._timing.offset)
                return
            segments[number] |= {"start": seconds_text(start), "end": seconds_text(end)}

    def _texts(self, task: Task, paths: Paths, number: int = 0) -> Texts:
        data = task.data
        found: Texts = {}
        for name, path in paths:
            value = data.get(path.text) if path.is_plain else path.get(data, number)
            found[name] = value if type(value) is str and name not in self._media else self._text(task, name, value)
        return found

    def _text(self, task: Task, name: str, value: JsonValue) -> str:
        if isinstance(value, str):
            return self._find(value) if name in self._media and value else value
        if value is None:
            return ""
        if isinstance(value, bool) or not isinstance(value, int | float | list):
            self._faults.add("label_studio.not_text", task.place, short(str(value)), field=name)
            return ""
        if isinstance(value, list):
            return "\n".join(self._text(task, name, entry) for entry in value)
        return str(int(value)) if float(value).is_integer() else repr(value)


def _our_systems(ours: JsonObject, outputs: int) -> list[list[JsonValue]] | None:
    """The makers of each output, as our own files name them; None where they do not fit the task."""
    systems = list_in(ours, "systems") or []
    named = [names for names in systems if isinstance(names, list)]
    return named if "item" in ours and len(named) == len(systems) == outputs else None


def _ours(task: Task) -> JsonObject | None:
    """What our own files say of a task, beside what raters are shown."""
    if not task.meta:
        return None
    found = task.meta.get("jurybox") if isinstance(task.meta, dict) else None
    return found if isinstance(found, dict) else None


def _nth(layout: TaskLayout, own: Paths, number: int) -> Paths:
    """The paths of one of several candidates that stand side by side."""
    return tuple((n, p) for n, p in own if len(layout.fields[n]) == 1 or layout.fields[n][number] is p)


def is_repeated(data: JsonObject, entries: JsonValue) -> bool:
    """Whether a task says that it comes twice: both copies do."""
    if not REPEATED.isdisjoint(data) and any(data.get(name) is True for name in REPEATED):
        return True
    if not isinstance(entries, list):
        return False
    return any(entry.get(name) is True for entry in entries if isinstance(entry, dict) for name in REPEATED)


def seconds_text(value: float) -> str:
    """
    >>> seconds_text(1.0), seconds_text(0.0416666666)
    ('1', '0.041667')
    """
    return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
