"""A file on its way in: UTF-8, of a size that memory can hold, every fault and everything remarkable kept."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NoReturn

from jurybox.core import Fault
from jurybox.exchange.files import LONGEST_CELL, Faults, Stop, careful, refuse_nulls, short

LARGEST_DOCUMENT = 256 << 20
"""Bytes of one JSON document: it is read as a whole, and takes several times as much memory."""
LONGEST_LINE = 64 << 20
"""Characters of one line."""


class RatingsFile:
    """What is read, with what is wrong (`faults`, refused at the end) and what should be said (`notes`)."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, path.name
        self.faults = Faults()
        self._notes: Counter[str] = Counter()

    def fault(self, code: str, line: int = 1, given: Any = None, allowed: Any = None, **params: Any) -> None:
        self.faults.add(code, (self.name, line), short(given), allowed, **params)

    def note(self, code: str, count: int = 1) -> None:
        """`code` has its words in texts/faults.en.json."""
        self._notes[code] += count

    def said(self) -> list[Fault]:
        """What was noted, one sentence each."""
        return [Fault(code, params={"count": f"{n:,}"}, file=self.name) for code, n in self._notes.items() if n]

    def lines(self, path: Path | None = None) -> Iterator[tuple[int, str]]:
        """The lines that are not blank, without their ends. Only a line feed ends a line."""
        for number, line in self.all_lines(path):
            if line.strip():
                yield number, line

    def all_lines(self, path: Path | None = None) -> Iterator[tuple[int, str]]:
        """Blank lines too, where lines are counted."""
        path = path or self.path
        yield from careful(_lines(path), path, path.name, self.faults)

    def json_lines(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The objects of a JSON lines file."""
        for number, line in self.lines():
            read = self._parsed(line, number)
            if isinstance(read, dict):
                yield number, read
            elif read is not FAULTY:
                self.fault("import.not_an_object", number, line[:40])

    def document(self) -> Any:
        """The whole of a JSON file; FAULTY where it is none."""
        size = self.path.stat().st_size if self.path.is_file() else 0
        if size > LARGEST_DOCUMENT:
            self.fault("formats.document_too_large", 1, size >> 20, LARGEST_DOCUMENT >> 20)
            return FAULTY
        texts = list(self.all_lines())
        if self.faults.unread:
            return FAULTY
        return self._parsed("\n".join(text for _, text in texts), 1)

    def _parsed(self, text: str, line: int) -> Any:
        try:
            read = json.loads(text, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            at = getattr(error, "lineno", 1)
            self.fault("import.broken_json", line + at - 1, str(error))
            return FAULTY
        if "\\u" in text and not _is_sound(read):
            self.fault("import.broken_text", line)
            return FAULTY
        return read

    def rows(self, delimiter: str, quotes: bool = True) -> Iterator[tuple[int, list[str]]]:
        """The records of a CSV or TSV file with the line where each starts; rows of empty cells are skipped."""
        yield from careful(_rows(self.path, delimiter, quotes), self.path, self.name, self.faults)


FAULTY: Any = object()
"""In place of a document that could not be read; what is wrong is among the faults."""


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with path.open("rb") as file, io.TextIOWrapper(file, encoding="utf-8-sig", newline="\n") as stream:
        refuse_nulls(file)
        number = 0
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise Stop("formats.line_too_long", number, None, LONGEST_LINE)
            yield number, line.removesuffix("\n").removesuffix("\r")


def _rows(path: Path, delimiter: str, quotes: bool) -> Iterator[tuple[int, list[str]]]:
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        with path.open("rb") as file, io.TextIOWrapper(file, encoding="utf-8-sig", newline="") as stream:
            refuse_nulls(file)
            quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
            reader = csv.reader(chain(stream), delimiter=delimiter, strict=True, quoting=quoting)
            start = 1
            try:
                for row in reader:
                    if any(row):
                        yield start, row
                    start = reader.line_num + 1
            except csv.Error as error:
                raise Stop("import.broken_quotes", start, str(error)) from error
    finally:
        csv.field_size_limit(before)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _is_sound(value: Any) -> bool:
    """JSON escapes can spell half a character, or a null: neither can be stored."""
    if isinstance(value, str):
        return not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value)
    if isinstance(value, dict):
        return all(map(_is_sound, chain(value, value.values())))
    return not isinstance(value, list) or all(map(_is_sound, value))
