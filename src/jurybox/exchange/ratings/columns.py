"""The wanted columns of tables, cell by cell as integer codes: no text is kept twice, however many rows there are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from jurybox.exchange.files import short
from jurybox.exchange.ratings.faults import LISTED_PER_KIND, RatingFaults
from jurybox.exchange.ratings.options import BY_FILE, NOT_THERE, RatingsReading
from jurybox.stats import Flags, Ints

LONGEST_NAME = 10_000
"""Characters of a cell that is used. Ids, names and values are short; anything longer is a slip."""

UNNAMED = "-"
"""The rater of a table that names none."""


class TextCodes(dict[str, int]):
    """Gives every new text the next number."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


@dataclass(frozen=True, slots=True)
class CodedColumn:
    """The cells of one column: `names[code[row]]`."""

    name: str
    code: Ints
    names: tuple[str, ...]

    def take(self, rows: Flags | Ints) -> "CodedColumn":
        return replace(self, code=self.code[rows])

    def without_placeholders(self) -> "CodedColumn":
        """With nothing where pandas or R wrote that there is nothing."""
        if not NOT_THERE.intersection(self.names):
            return self
        return moved(self, ["" if name in NOT_THERE else name for name in self.names])

    def is_text(self, *texts: str) -> Flags:
        """Where the cell is one of the texts."""
        return self.where(lambda name: name in texts)

    def where(self, holds: Callable[[str], bool]) -> Flags:
        """Where something holds of the cell; asked once for each different text."""
        return np.fromiter(map(holds, self.names), bool, len(self.names))[self.code]


@dataclass(frozen=True, slots=True)
class CodedTable:
    """Rows of one or several files. `columns` are by the name that the files give them."""

    files: tuple[str, ...]
    columns: dict[str, CodedColumn]
    file: Ints
    line: Ints
    found: tuple[str, ...]
    """Every column that the files have, wanted or not."""
    reading: RatingsReading

    def __len__(self) -> int:
        return len(self.line)

    def of(self, role: str) -> CodedColumn | None:
        """The column for something, if the files have one."""
        return next((self.columns[name] for name in self.reading.names_of(role) if name in self.columns), None)

    def need(self, role: str) -> CodedColumn:
        column = self.of(role)
        assert column is not None, role
        return column

    def take(self, rows: Flags | Ints) -> "CodedTable":
        columns = {name: column.take(rows) for name, column in self.columns.items()}
        return replace(self, columns=columns, file=self.file[rows], line=self.line[rows])

    @property
    def has_raters(self) -> bool:
        """Whether the files say who rated; otherwise one unnamed rater stands for all."""
        return any(name in self.found or name == BY_FILE for name in self.reading.names_of("rater"))

    def with_unnamed(self) -> "CodedTable":
        """With a rater for all rows, and an item for each, where the files name none."""
        columns = dict(self.columns)
        if self.of("rater") is None:
            columns["rater"] = CodedColumn("rater", np.zeros(len(self), np.int32), (UNNAMED,))
        if self.of("item") is None:
            numbers = tuple(str(number) for number in range(1, len(self) + 1))
            columns["item"] = CodedColumn("item", np.arange(len(self), dtype=np.int32), numbers)
        return replace(self, columns=columns)

    def by_question(self, only: str, rows: Ints) -> Iterator[tuple[str, Ints]]:
        """Some rows question by question, in the order of their first appearance; `only`: the question if none is."""
        question = self.of("question")
        if question is None:
            yield only, rows
            return
        code = question.code[rows]
        parts = np.split(rows[np.argsort(code, kind="stable")], np.cumsum(np.bincount(code, minlength=1))[:-1])
        for part in sorted((part for part in parts if len(part)), key=lambda part: int(part.min())):
            yield question.names[question.code[part[0]]], part

    def in_order(self, *names: str) -> "CodedTable":
        """With the codes of some columns in the order of their names: the order of the rows then changes no result."""
        columns = {name: _sorted(column) if name in names else column for name, column in self.columns.items()}
        return replace(self, columns=columns)

    def place(self, row: int) -> tuple[str, int]:
        return self.files[self.file[row]], int(self.line[row])

    def tell(
        self,
        faults: RatingFaults,
        code: str,
        wrong: Flags,
        column: CodedColumn | None,
        allowed: object = None,
        **params: object,
    ) -> None:
        """A fault for each wrong row: the first are named, the others counted."""
        rows = np.flatnonzero(wrong)
        for row in rows[:LISTED_PER_KIND]:
            given = short(column.names[column.code[row]]) if column else None
            faults.add(code, self.place(row), given, allowed, column=column.name if column else None, **params)
        faults.more(code, max(0, len(rows) - LISTED_PER_KIND))


@dataclass(slots=True)
class Gathering:
    """Cells on their way into columns, a piece of a file at a time."""

    reading: RatingsReading
    wanted: frozenset[str]
    codes: dict[str, TextCodes] = field(default_factory=dict)
    parts: dict[str, list[Ints]] = field(default_factory=dict)
    lines: list[Ints] = field(default_factory=list)
    file: list[Ints] = field(default_factory=list)
    found: dict[str, None] = field(default_factory=dict)
    headers: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    """What each file has of the wanted columns."""
    rows: int = 0

    def add(self, file: int, lines: Ints, cells: Mapping[str, Sequence[str]]) -> None:
        count = len(lines)
        for name, column in cells.items():
            codes = self._begun(name)
            self.parts[name].append(np.fromiter(map(codes.__getitem__, column), np.int32, count))
        for name in self.codes.keys() - cells.keys():
            self.parts[name].append(np.full(count, self.codes[name][""], np.int32))
        self.lines.append(lines)
        self.file.append(np.full(count, file, np.int32))
        self.rows += count

    def _begun(self, name: str) -> TextCodes:
        """The codes of a column; one that was not there before is empty in all earlier rows."""
        if name not in self.codes:
            self.codes[name] = TextCodes()
            self.parts[name] = []
            if self.rows:
                self.parts[name].append(np.full(self.rows, self.codes[name][""], np.int32))
        return self.codes[name]

    def table(self, files: tuple[str, ...], paths: Sequence[Path]) -> CodedTable:
        columns = {}
        for name in list(self.codes):
            columns[name] = _stripped(name, np.concatenate(self.parts.pop(name)), tuple(self.codes.pop(name)))
        file = np.concatenate(self.file) if self.file else np.empty(0, np.int32)
        line = np.concatenate(self.lines) if self.lines else np.empty(0, np.int32)
        if BY_FILE in self.reading.columns.values():
            columns[BY_FILE] = CodedColumn(BY_FILE, file.astype(np.int32), _stems(paths))
        return CodedTable(files, columns, file, line, tuple(self.found), self.reading)


def _sorted(column: CodedColumn) -> CodedColumn:
    order = sorted(range(len(column.names)), key=column.names.__getitem__)
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return CodedColumn(column.name, place[column.code], tuple(column.names[code] for code in order))


def _stripped(name: str, code: Ints, names: tuple[str, ...]) -> CodedColumn:
    """Blanks around a cell say nothing: `Ana` and `Ana ` are one rater."""
    stripped = tuple(map(str.strip, names))
    column = CodedColumn(name, code, names)
    return column if stripped == names else moved(column, stripped)


def moved(column: CodedColumn, names: Sequence[str]) -> CodedColumn:
    """The column with another text for each of its texts; two may become one."""
    codes = TextCodes()
    place = np.fromiter(map(codes.__getitem__, names), np.int32, len(names))
    return CodedColumn(column.name, place[column.code], tuple(codes))


def _stems(paths: Sequence[Path]) -> tuple[str, ...]:
    """What files are called when they stand for a rater; with their folders where two are called alike."""
    stems = tuple(path.stem for path in paths)
    return stems if len(set(stems)) == len(stems) else tuple(path.with_suffix("").as_posix() for path in paths)


def check_lengths(sheet: CodedTable, faults: RatingFaults) -> None:
    for column in sheet.columns.values():
        if max(map(len, column.names), default=0) > LONGEST_NAME:
            long = column.where(lambda name: len(name) > LONGEST_NAME)
            sheet.tell(faults, "ratings.long_cell", long, None, LONGEST_NAME)
