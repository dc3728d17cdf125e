"""JSON lines, and JSON documents that hold a list of objects: one by one, each with the line where it starts."""

import itertools
import json
import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Literal, NoReturn

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.files.encoding import Form, text_stream
from jurybox.exchange.files.faults import Faults, Stop
from jurybox.exchange.files.table import PIECE, Row

LARGEST_DOCUMENT = 256 << 20
"""Bytes of one JSON document: it is read as a whole, and takes several times as much memory."""
LONGEST_LINE = 64 << 20
"""Characters of one line."""
BLANK = re.compile(r"[ \t\r\n]*")
Line = tuple[int, str]


class Faulty(Enum):
    """In place of a value that could not be read; what is wrong is among the faults."""

    FAULTY = "faulty"


FAULTY: Literal[Faulty.FAULTY] = Faulty.FAULTY


def read_lines(path: Path, name: str, form: Form, tell: Callable[[int], None]) -> Iterator[Line]:
    """Every line with its number, blank ones too. Only a line feed ends a line: a text may hold other separators."""
    with path.open("rb") as file, text_stream(file, name, form, "\n") as stream:
        for number, line in enumerate(iter(partial(stream.readline, LONGEST_LINE + 1), ""), 1):
            if len(line) > LONGEST_LINE:
                raise Stop("formats.line_too_long", number, None, LONGEST_LINE)
            yield number, line
            if not number % PIECE:
                tell(file.tell())


def read_document(path: Path, name: str, form: Form) -> str:
    """The text of a JSON document."""
    size = path.stat().st_size
    if size > LARGEST_DOCUMENT:
        raise Stop("formats.document_too_large", 1, size >> 20, LARGEST_DOCUMENT >> 20)
    with path.open("rb") as file, text_stream(file, name, form, "\n") as stream:
        return stream.read()


def parsed(text: str, line: int, file: str, faults: Faults) -> JsonValue | Faulty:
    """A JSON value that begins on a line; FAULTY where it is none."""
    try:
        value: JsonValue = _plain.decode(text)
    except (ValueError, RecursionError) as error:
        faults.add("import.broken_json", (file, line + getattr(error, "lineno", 1) - 1), str(error))
        return FAULTY
    if "\\u" in text and not is_sound(value):
        faults.add("import.broken_text", (file, line))
        return FAULTY
    return value


def line_rows(lines: Iterator[Line], file: str, faults: Faults) -> Iterator[Row]:
    """The objects of JSON lines; what is none is a fault."""
    for line, text in lines:
        if text.isspace():
            continue
        try:
            value = _records.decode(text)
        except _Twice as twice:
            faults.add("import.duplicate_column", (file, line), str(twice))
        except (ValueError, RecursionError) as error:
            faults.add("import.broken_json", (file, line), str(error))
        else:
            yield from _row(value, text, (file, line), faults)


def document_rows(text: str, file: str, faults: Faults) -> Iterator[Row]:
    """The objects of a list, as far as it can be read; or of an object that holds one."""
    if text[_past_blanks(text, 0) :].startswith("{"):
        yield from _rows_within(text, file, faults)
        return
    line, passed = 1, 0
    try:
        for start, value, end in _elements(text):
            line, passed = line + text.count("\n", passed, start), start
            place = file, line
            if isinstance(value, _Twice):
                faults.add("import.duplicate_column", place, str(value))
            else:
                yield from _row(value, text[start:end], place, faults)
    except (ValueError, RecursionError) as error:
        faults.add("import.broken_json", (file, getattr(error, "lineno", 1)), str(error))
        faults.unread = True


def _rows_within(text: str, file: str, faults: Faults) -> Iterator[Row]:
    """The only list of objects in an object; or its columns, as `DataFrame.to_json` writes a table."""
    document = parsed(text, 1, file, faults)
    found = _table_in(document) if isinstance(document, dict) else None
    if document is not FAULTY and found is None:
        faults.add("import.not_a_list", (file, 1), list(document)[:5] if isinstance(document, dict) else None)
    faults.unread = faults.unread or found is None
    for record in found or ():
        yield Row(file, 1, {name.strip(): value for name, value in record.items()})


def _table_in(document: JsonObject) -> list[JsonObject] | None:
    lists = [value for value in document.values() if isinstance(value, list) and value]
    if len(lists) == 1 and all(isinstance(entry, dict) for entry in lists[0]):
        return [entry for entry in lists[0] if isinstance(entry, dict)]
    columns = {name: value for name, value in document.items() if isinstance(value, dict)}
    numbers = list(next(iter(columns.values()), {}))
    if not numbers or len(columns) < len(document) or any(list(one) != numbers for one in columns.values()):
        return None
    if not all(number.isdecimal() for number in numbers):
        return None
    return [{name: column[number] for name, column in columns.items()} for number in numbers]


def _elements(text: str) -> Iterator[tuple[int, "JsonValue | _Twice", int]]:
    """Each value of a list, and where it begins and ends."""
    at = _past_blanks(text, 0)
    if text[at : at + 1] != "[":
        raise json.JSONDecodeError("Expecting '['", text, at)
    at = _past_blanks(text, at + 1)
    while text[at : at + 1] != "]":
        try:
            value, end = _records.raw_decode(text, at)
        except _Twice as twice:
            value, end = twice, _plain.raw_decode(text, at)[1]
        yield at, value, end
        at = _past_blanks(text, end)
        if text[at : at + 1] == ",":
            at = _past_blanks(text, at + 1)
        elif text[at : at + 1] != "]":
            raise json.JSONDecodeError("Expecting ',' or ']'", text, at)
    at = _past_blanks(text, at + 1)
    if at < len(text):
        raise json.JSONDecodeError("Extra data", text, at)


class JsonPlaces:
    """On which lines the parts of a JSON document begin; each list and object is walked through once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._inside: dict[int, dict[str | int, int]] = {}

    def line(self, *path: str | int) -> int:
        """By the keys and numbers that lead to it; as far as they lead."""
        at = _past_blanks(self._text, 0)
        for step in path:
            if at not in self._inside:
                self._inside[at] = dict(self._parts(at))
            at = self._inside[at].get(step, at)
        return 1 + self._text.count("\n", 0, at)

    def _parts(self, at: int) -> Iterator[tuple[str | int, int]]:
        text, is_object, number = self._text, self._text[at] == "{", 0
        at = _past_blanks(text, at + 1)
        while text[at] not in "]}":
            step: str | int = number
            if is_object:
                step, at = _plain.raw_decode(text, at)
                at = _past_blanks(text, _past_blanks(text, at) + 1)
            yield step, at
            number, at = number + 1, _past_blanks(text, _plain.raw_decode(text, at)[1])
            at = _past_blanks(text, at + 1) if text[at] == "," else at


def _past_blanks(text: str, at: int) -> int:
    found = BLANK.match(text, at)
    return found.end() if found else at


def _row(value: JsonValue, text: str, place: tuple[str, int], faults: Faults) -> Iterator[Row]:
    if not isinstance(value, dict):
        faults.add("import.not_an_object", place, text[:40].strip())
    elif "\\u" in text and not is_sound(value):
        faults.add("import.broken_text", place)
    else:
        yield Row(*place, value)


class _Twice(Exception):
    pass


def _record(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    record = {name.strip(): value for name, value in pairs}
    if len(record) != len(pairs):
        names = [name.strip() for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return record


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_plain = json.JSONDecoder(parse_constant=_no_number)
_records = json.JSONDecoder(object_pairs_hook=_record, parse_constant=_no_number)


def is_sound(value: object) -> bool:
    """JSON escapes can spell half a character, or a null: neither can be stored."""
    if isinstance(value, str):
        return not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value)
    if isinstance(value, dict):
        return all(map(is_sound, itertools.chain(value, value.values())))
    return not isinstance(value, list | tuple) or all(map(is_sound, value))
