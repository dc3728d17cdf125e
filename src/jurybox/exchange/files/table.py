"""A table as it is read: where each row stands, its cells by column, and the header that names them."""

import datetime
import itertools
import json
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from jurybox.core import Fault, JsonValue
from jurybox.exchange.files.encoding import Form
from jurybox.exchange.files.faults import Faults, Place

EXACT_DIGITS = 10**15
"""Excel keeps 15 digits of a number; a longer id is already damaged when we see it."""

PIECE = 500
"""So many rows are handled at once: few enough to stay in the processor's cache."""

LOOKED_AT = 20
"""So many rows are compared with the first one, to tell whether it names columns."""

MOST_TITLES = 10
"""So many lines above a table may say what it is."""

BETWEEN = "|"
"""Between the names of a set that is written as one cell."""


FIRST = itemgetter(0)

_NAMELESS = re.compile(r"Unnamed: \d+")
"""What pandas calls a column that had no name when it read the table."""


class Row(NamedTuple):
    """One record: the file, the line where it starts, and the cells by column. Only JSON gives other than texts."""

    file: str
    line: int
    values: dict[str, JsonValue]


class Records(NamedTuple):
    """Some hundred records as they stand, with the line where each starts."""

    lines: Sequence[int]
    cells: list[list[str]]
    divider: str = ""
    """What divides the cells in the file, where a character does."""


class Texts(NamedTuple):
    """Some hundred rows by column, every cell as text, with the line where each row starts."""

    lines: Sequence[int]
    columns: Mapping[str, Sequence[str]]


def _no_texts(wanted: Container[str]) -> Iterator[Texts]:
    raise AssertionError("only a table with a header is read by column")


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """An opened table. JSON has no header: each object names its own columns, and `columns` is None."""

    file: str
    columns: tuple[str, ...] | None
    header: int
    """The line of the header; 0 where there is none, and the columns are called by their numbers."""
    rows: Iterator[Row]
    texts: Callable[[Container[str]], Iterator[Texts]] = _no_texts
    """The wanted columns of all rows: quicker than row by row, and in place of it."""


def table_of(pieces: Iterator[Records], file: str, faults: Faults, form: Form) -> OpenedTable | None:
    """The first record that is not empty names the columns. None: there is no header to go by."""
    first = next((found for piece in pieces if (found := _from_first(piece)).cells), None)
    if first is None:
        if not faults.unread:
            faults.add("import.no_header", (file, 1))
            faults.unread = True
        return None
    first = _below_title(first, file, form) if form.titles else first
    line, header = first.lines[0], first.cells[0]
    if form.is_header and not form.is_header(header, first.cells[1 : 1 + LOOKED_AT]):
        numbers = [str(number) for number in range(1, len(header) + 1)]
        return _opened(itertools.chain([first], pieces), numbers, file, 0, faults)
    names = ["" if _NAMELESS.fullmatch(cell.strip()) else cell.strip() for cell in header]
    if not are_different(names, (file, line), faults):
        return None
    rest = Records(first.lines[1:], first.cells[1:], first.divider)
    return _opened(itertools.chain([rest], pieces), names, file, line, faults)


def _below_title(first: Records, file: str, form: Form) -> Records:
    """From the first record on that is more than one cell, where others stand above it: a title, a date."""
    filled = [sum(1 for cell in record if cell.strip()) for record in first.cells[: MOST_TITLES + 1]]
    place = next((number for number, count in enumerate(filled) if count > 1), 0)
    for number in range(place):
        if form.note and filled[number]:
            text = next(cell for cell in first.cells[number] if cell.strip())
            form.note(Fault("import.title_line", "", text, None, {}, file, first.lines[number]))
    return Records(first.lines[place:], first.cells[place:], first.divider)


def are_different(names: Sequence[str], place: Place, faults: Faults) -> bool:
    """Whether no two columns are called alike; otherwise it can't be read, and each is a fault."""
    twice = sorted({column for column in names if column and names.count(column) > 1})
    for column in twice:
        faults.add("import.duplicate_column", place, column)
    faults.unread = faults.unread or bool(twice)
    return not twice


def _from_first(piece: Records) -> Records:
    """From the first record on that is not empty."""
    place = next((number for number, record in enumerate(piece.cells) if any(record)), len(piece.cells))
    return Records(piece.lines[place:], piece.cells[place:], piece.divider)


def _opened(pieces: Iterator[Records], names: list[str], file: str, line: int, faults: Faults) -> OpenedTable:
    sound = _sound(pieces, len(names), file, faults)
    return OpenedTable(
        file,
        tuple(filter(None, names)),
        line,
        _rows(sound, names, file, faults),
        lambda wanted: _texts(sound, names, wanted),
    )


def _sound(pieces: Iterator[Records], width: int, file: str, faults: Faults) -> Iterator[Records]:
    """Without empty records, and without those of another width, which are faults."""
    for lines, cells, divider in pieces:
        if set(map(len, cells)) == {width} and "" not in map(FIRST, cells):
            yield Records(lines, cells)
            del lines, cells  # freed before the next piece is read, which then finds its memory in the cache
            continue
        wrong = _Widths(width, divider, faults)
        kept = [n for n, record in enumerate(cells) if any(record) and wrong.fits(record, (file, lines[n]))]
        if kept:
            yield Records([lines[n] for n in kept], [cells[n] for n in kept])


@dataclass(frozen=True, slots=True)
class _Widths:
    width: int
    divider: str
    faults: Faults

    def fits(self, record: list[str], place: Place) -> bool:
        if len(record) < self.width:
            self.faults.add("import.too_few_cells", place, len(record), self.width)
        elif len(record) > self.width:
            divider = "Tab" if self.divider == "\t" else self.divider or None
            self.faults.add("import.too_many_cells", place, len(record), self.width, divider=divider)
        return len(record) == self.width


class _RowNumbers:
    """The cells of a column without a name: pandas and R write the numbers of the rows so, which say nothing."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def goes_on(self, cell: str) -> bool:
        """Whether a cell is empty, or one more whole number that no row had before."""
        if not cell:
            return True
        is_new = cell.isascii() and cell.isdigit() and cell not in self._seen
        self._seen.add(cell)
        return is_new


def _rows(pieces: Iterator[Records], names: list[str], file: str, faults: Faults) -> Iterator[Row]:
    unnamed = {number: _RowNumbers() for number, name in enumerate(names) if not name}
    for lines, cells, _ in pieces:
        for line, record in zip(lines, cells, strict=True):
            values: dict[str, JsonValue] = dict(zip(names, record))  # noqa: B905 (the lengths are equal, and asking again takes its time)
            if "" in values:
                del values[""]
                for number in [n for n, counted in unnamed.items() if not counted.goes_on(record[n])]:
                    faults.add("import.unnamed_column", (file, line), number + 1)
                    del unnamed[number]
            yield Row(file, line, values)


def _texts(pieces: Iterator[Records], names: list[str], wanted: Container[str]) -> Iterator[Texts]:
    for lines, cells, _ in pieces:
        columns = zip(names, zip(*cells, strict=True), strict=True)
        del cells
        yield Texts(lines, {name: column for name, column in columns if name in wanted})
        del columns


def cell_text(value: object, place: Place, faults: Faults) -> str:
    """A typed cell as text: 3.0 is 3, a date is written the ISO way, a list of texts as a|b, other lists as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        if isinstance(value, float) and abs(value) >= EXACT_DIGITS:
            faults.add("import.long_number", place, value)
        return str(int(value)) if isinstance(value, int) or value.is_integer() else repr(value)
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return BETWEEN.join(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)
