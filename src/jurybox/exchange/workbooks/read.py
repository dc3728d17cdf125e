"""Reading workbooks back, whatever program saved them: rows sorted, columns moved, sheets renamed, rows without use.

What a column is for stands in the row of codes, what a row is about in its id. Nothing else is relied on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from jurybox.core import Fault
from jurybox.exchange.files import Faults, careful, collector_paused, short
from jurybox.exchange.workbooks.cells import FoundCell, is_empty, text_of
from jurybox.exchange.workbooks.ids import (
    ABOUT,
    ASK,
    CANNOT,
    COMMENT,
    FORMAT,
    ID,
    NUMBER,
    PREFIX,
    SHOW,
    RowId,
    check_sum,
    row_id,
)
from jurybox.exchange.workbooks.open_workbook import Sheets, open_sheets

CODES_WITHIN = 20
"""The row of codes is among the first; somebody may have put a line above it."""
ABOUT_WITHIN = 50


@dataclass(slots=True)
class FilledRow:
    """A task row as it was found: its id, and the cells that are not empty, by the codes of their columns."""

    line: int
    id: RowId
    number: FoundCell
    """Of the task in the workbook, as it was found."""
    cells: dict[str, FoundCell]
    changed: dict[str, str] | None
    """The texts by field, where the sum says that they were changed."""
    shown: dict[str, str]
    """The texts by field."""


@dataclass(slots=True)
class Filled:
    """A workbook that came back."""

    file: str
    sheet: str = ""
    about: dict[str, str] = field(default_factory=dict)
    """What the hidden sheet says, if it is still there."""
    rows: list[FilledRow] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)
    """Of the columns, by their codes: F, AB."""

    def place(self, line: int, code: str = "") -> str:
        """Where something stands, as a spreadsheet says it: Tasks!F12."""
        cell = f"{self.letters.get(code, '')}{line}"
        return f"{self.sheet}!{cell}" if self.sheet else cell

    def fault(
        self, code: str, line: int, column: str = "", given: object = None, allowed: object = None, **params: object
    ) -> Fault:
        return Fault(code, self.place(line, column), short(given), allowed, params, self.file, line)


@collector_paused()
def read_workbook(path: Path, name: str, faults: Faults) -> Filled | None:
    """A filled-in workbook; None where it is none. What is wrong with it goes to `faults`."""
    if path.suffix.lower() != ".xlsx":
        faults.add("workbook.wrong_type", (name, 1), path.suffix or path.name)
        return None
    found = list(careful(_open(path, name, faults), path, name, faults))
    return found[0][1] if found else None


def _open(path: Path, name: str, faults: Faults) -> Iterator[tuple[int, Filled]]:
    with open_sheets(path) as book:
        about = _about(book)
        if about.get("format", str(FORMAT)) != str(FORMAT):
            faults.add("workbook.other_format", (name, 1), about["format"], FORMAT)
            return
        filled: Filled | None = None
        for title in book.names:
            if title == ABOUT:
                continue
            rows = book.rows(title)
            codes = next((cells for _, cells in islice(rows, CODES_WITHIN) if ID in cells), None)
            if codes is None:
                continue
            if filled is not None:
                faults.add("workbook.two_sheets", (name, 1), [filled.sheet, title])
                return
            filled = Filled(name, title, about)
            _read_rows(filled, codes, rows, faults)
        if filled is None:
            faults.add("workbook.no_tasks", (name, 1))
            return
        yield 1, filled


def _about(book: Sheets) -> dict[str, str]:
    if ABOUT not in book.names:
        return {}
    pairs = (row[:2] for _, row in islice(book.rows(ABOUT), ABOUT_WITHIN) if len(row) >= 2)
    return {text_of(name): text_of(value) for name, value in pairs if not is_empty(name)}


def _read_rows(
    filled: Filled, codes: Sequence[FoundCell], rows: Iterator[tuple[int, Sequence[FoundCell]]], faults: Faults
) -> None:
    known = [(n, code) for n, code in enumerate(codes) if isinstance(code, str) and code.startswith(PREFIX)]
    filled.letters = {code: column_name(n) for n, code in known}
    if len(filled.letters) != len(known):
        twice = sorted({code for _, code in known if [c for _, c in known].count(code) > 1})
        faults.add("workbook.column_twice", (filled.file, 1), twice)
        return
    at_id = codes.index(ID)
    at_number = codes.index(NUMBER) if NUMBER in codes else at_id
    shown = sorted(((code, n) for n, code in known if code.startswith(SHOW)))
    asked = [(n, code) for n, code in known if code.startswith(ASK) or code in (CANNOT, COMMENT)]
    names = [code.removeprefix(SHOW) for code, _ in shown]
    seen: dict[str, int] = {}
    for line, cells in rows:
        said = cells[at_id]
        id = row_id(said) if isinstance(said, str) else None
        if id is None or not isinstance(said, str):
            _look_at_stray(filled, line, said, [(code, cells[n]) for n, code in asked], faults)
            continue
        key, _, sum = said.strip().rpartition(" ")
        first = seen.setdefault(key, line)
        if first != line:
            faults.put(filled.fault("workbook.row_twice", line, ID, f"row {line}", first=first))
            continue
        texts: list[str] = [text if type(text := cells[n]) is str else text_of(text) for _, n in shown]
        changed: dict[str, str] | None = None
        if check_sum(key, texts) != sum:
            changed = dict(zip(names, texts, strict=True))
        answers = {code: cell for n, code in asked if (cell := cells[n]) != "" and not is_empty(cell)}
        filled.rows.append(
            FilledRow(line, id, cells[at_number], answers, changed, dict(zip(names, texts, strict=True)))
        )


def _look_at_stray(
    filled: Filled, line: int, said: FoundCell, cells: list[tuple[str, FoundCell]], faults: Faults
) -> None:
    """A row without an id is nothing, unless somebody answered in it; the headings say that they are headings."""
    if isinstance(said, str) and said.startswith(PREFIX):
        return
    written = [(code, cell) for code, cell in cells if not is_empty(cell)]
    if written:
        faults.put(filled.fault("workbook.row_without_id", line, written[0][0], text_of(written[0][1])))


def column_name(number: int) -> str:
    """
    >>> column_name(0), column_name(27)
    ('A', 'AB')
    """
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name
