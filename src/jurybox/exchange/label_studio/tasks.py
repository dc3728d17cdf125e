"""Tasks of a Label Studio file, one at a time: task JSON, export JSON, JSON-MIN, or plain data objects.

The file is mapped and not loaded, and its list is cut into tasks before any of them is read: what is held is one task.
"""

import mmap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from jurybox.exchange.files import Faults, Place, is_sound

if TYPE_CHECKING:
    from jurybox.core import JsonObject, JsonValue
else:
    JsonValue, JsonObject = Any, dict[str, Any]  # msgspec takes the JSON as it is

LARGEST = 4 << 30
"""Bytes of a file."""
LARGEST_TASK = 32 << 20
BOM = b"\xef\xbb\xbf"
MIN_KEYS = ("annotation_id", "annotator", "created_at", "updated_at", "lead_time", "agreement")
"""What JSON-MIN adds to the data of a task and the names of the controls."""
STEP = 2_000
Progress = Callable[[int], None]


class Result(msgspec.Struct, frozen=True):
    """What one control says of one thing."""

    from_name: str = ""
    to_name: str | list[str] = ""
    type: str = ""
    value: JsonValue = None
    origin: str | None = None


class Annotation(msgspec.Struct, frozen=True):
    id: int | str | None = None
    result: list[Result] | None = None
    completed_by: JsonValue = None
    was_cancelled: bool | None = False
    skipped: bool | None = False
    lead_time: float | None = None
    created_at: str | int | float | None = None
    updated_at: str | int | float | None = None
    unique_id: str | None = None


class Prediction(msgspec.Struct, frozen=True):
    result: list[Result] | None = None


class Task(msgspec.Struct):
    """`place` is where it begins. In JSON-MIN the answers stand among the data."""

    data: JsonObject
    id: int | str | None = None
    meta: JsonValue = None
    annotations: list[Annotation | int] | None = None
    completions: list[Annotation | int] | None = None
    predictions: list[Prediction | int] | None = None
    place: Place = msgspec.field(default=("", 1), name=" place")
    is_min: bool = msgspec.field(default=False, name=" min")

    def said(self) -> list[Annotation]:
        """`completions` is what old versions called annotations; some exports name them by number only."""
        return [a for a in self.annotations or self.completions or [] if isinstance(a, Annotation)]

    def expected(self) -> list[Prediction]:
        return [p for p in self.predictions or [] if isinstance(p, Prediction)]


_as_list = msgspec.json.Decoder(list[msgspec.Raw])
_as_task = msgspec.json.Decoder(Task)
_as_data = msgspec.json.Decoder(JsonObject)


def read_tasks(path: Path, name: str, faults: Faults, progress: Progress | None = None) -> Iterator[Task]:
    """The tasks of a file in their order; what is wrong goes to `faults`."""
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if not 0 < size <= LARGEST:
                faults.add("label_studio.no_tasks" if not size else "label_studio.too_large", (name, 1), size >> 20)
                faults.unread = True
                return
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        yield from _tasks(content, name, faults, progress or (lambda done: None))
        return
    except FileNotFoundError:
        faults.add("import.no_such_file", (name, 1), str(path))
    except OSError as error:
        faults.add("import.unreadable", (name, 1), error.strerror or str(error))
    faults.unread = True


def _tasks(content: mmap.mmap, name: str, faults: Faults, tell: Progress) -> Iterator[Task]:
    start = len(BOM) if content[: len(BOM)] == BOM else 0
    pieces = _cut(memoryview(content)[start:], name, faults)
    if pieces is None:
        faults.unread = True
        return
    if not pieces:
        faults.add("label_studio.no_tasks", (name, 1))
    lines = _Lines(content, start)
    for number, piece in enumerate(pieces):
        raw = bytes(piece)
        task = _task(raw, (name, lines.pass_by(raw)), faults)
        if task is not None:
            yield task
        if not number % STEP:
            tell(lines.position)


def _cut(content: memoryview, name: str, faults: Faults) -> list[msgspec.Raw] | None:
    """The tasks of a list, not read yet. A single task may stand without a list."""
    first = next((byte for byte in content[:4096].tobytes() if byte not in b" \t\r\n"), 0)
    if first == ord("{"):
        return [msgspec.Raw(content)]
    try:
        return _as_list.decode(content)
    except UnicodeDecodeError as error:
        faults.add("import.not_utf8", (name, 1), f"0x{error.object[error.start]:02X}", offset=error.start)
    except (msgspec.DecodeError, RecursionError) as error:
        code = "label_studio.not_tasks" if isinstance(error, msgspec.ValidationError) else "label_studio.broken"
        faults.add(code, (name, _line_in(content, str(error))), str(error))
    return None


def _line_in(content: memoryview, message: str) -> int:
    """The line of the byte that a decoder stumbled over, as its message tells it."""
    digits = message.rpartition("(byte ")[2].rstrip(")")
    return 1 + content[: int(digits)].tobytes().count(b"\n") if digits.isdecimal() else 1


class _Lines:
    """On which line each piece of a list begins: they come in order, with nothing but blanks and commas between."""

    def __init__(self, content: mmap.mmap, start: int) -> None:
        self._content = content
        self.position, self._line = start, 1
        self._usual, self._lines = b"{", 0

    def pass_by(self, raw: bytes) -> int:
        """The line where the next piece begins; most come after the same blanks as the one before."""
        usual = self._usual
        if self._content[self.position : self.position + len(usual)] == usual:
            self.position += len(usual) - 1
            self._line += self._lines
        else:
            self._find()
        begun = self._line
        self.position += len(raw)
        self._line += raw.count(b"\n")
        return begun

    def _find(self) -> None:
        start, line = self.position, self._line
        while chunk := self._content[self.position : self.position + 64]:
            rest = chunk.lstrip(b" \t\r\n,[")
            between = chunk[: len(chunk) - len(rest)]
            self.position += len(between)
            self._line += between.count(b"\n")
            if rest:
                break
        self._usual, self._lines = self._content[start : self.position] + b"{", self._line - line


def _task(raw: bytes, place: Place, faults: Faults) -> Task | None:
    if len(raw) > LARGEST_TASK:
        faults.add("label_studio.task_too_large", place, len(raw) >> 20, LARGEST_TASK >> 20)
        return None
    try:
        task = _decoded(raw, place)
    except UnicodeDecodeError as error:
        faults.add("import.not_utf8", place, f"0x{error.object[error.start]:02X}", offset=error.start)
    except msgspec.ValidationError as error:
        faults.add("label_studio.not_a_task", place, str(error))
    except (msgspec.DecodeError, RecursionError) as error:
        faults.add("label_studio.broken", place, str(error))
    else:
        if b"\\u" not in raw or is_sound(msgspec.to_builtins(task)):
            return task
        faults.add("import.broken_text", place)
    return None


def _decoded(raw: bytes, place: Place) -> Task:
    try:
        task = _as_task.decode(raw)
    except msgspec.ValidationError:
        data = _as_data.decode(raw)
        if "data" in data:
            raise
        if any(key in data for key in MIN_KEYS[:2]):
            return _from_min(data, place)
        return Task(data, place=place)
    task.place = place
    return task


def _from_min(record: JsonObject, place: Place) -> Task:
    """A record of JSON-MIN: the data, the answers and what is known of the annotation, all on one level."""
    known: dict[str, Any] = {key: record.pop(key, None) for key in (*MIN_KEYS, "id")}  # looked at where it is used
    annotation = Annotation(
        id=known["annotation_id"],
        completed_by=known["annotator"],
        lead_time=known["lead_time"],
        created_at=known["created_at"],
        updated_at=known["updated_at"],
    )
    return Task(record, id=known["id"], annotations=[annotation], place=place, is_min=True)
