"""Workbooks as tables: the first sheet read, and a sheet for each table written.

The same tables give the same bytes: no clock, no temporary files.
"""

import io
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from jurybox.core import Refused
from jurybox.exchange.files.faults import Faults
from jurybox.exchange.files.formulas import harmless
from jurybox.exchange.files.table import PIECE, Records, cell_text
from jurybox.exchange.files.workbook_file import broken_in_words, open_workbook

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

CREATED = datetime(2000, 1, 1)  # noqa: DTZ001  # a workbook must name a date, and it must not be today's
LONGEST_NAME = 31
LONGEST_CELL = 32_767
MOST_ROWS = 1_048_576
NARROWEST, WIDEST = 12, 48
"""Columns, in letters."""
FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
UNTOUCHED = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


def read_sheet(path: Path, name: str, faults: Faults, tell: Callable[[int], None]) -> Iterator[Records]:
    """The rows of the first sheet as texts, counted as the spreadsheet counts them."""
    with open_workbook(path) as book:
        with broken_in_words():
            sheet = book.get_sheet_by_index(0)
        size, height = path.stat().st_size, max(sheet.total_height, 1)
        rows, start = sheet.iter_rows(), 1
        while piece := list(itertools.islice(rows, PIECE)):
            lines = range(start, start + len(piece))
            start = lines.stop
            yield Records(lines, [_texts(row, (name, line), faults) for line, row in zip(lines, piece, strict=True)])
            tell(size * start // height)


def _texts(row: Sequence[object], place: tuple[str, int], faults: Faults) -> list[str]:
    return [cell if type(cell) is str else cell_text(cell, place, faults) for cell in row]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name, a line of header, rows of texts and numbers, and lines that stand below."""

    name: str
    header: Sequence[str]
    rows: Iterable[Sequence[object]]
    below: Sequence[str] = ()


def workbook(sheets: Iterable[Sheet], title: str) -> bytes:
    """The bytes of an xlsx file. A text is always a text, also one that looks like a formula."""
    import xlsxwriter

    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, UNTOUCHED)
    book.set_properties({"title": _cut(title), "created": CREATED})
    bold, faint = book.add_format({"bold": True, "bottom": 1}), book.add_format({"font_color": "#666666"})
    taken: set[str] = set()
    for sheet in sheets:
        page = book.add_worksheet(sheet_name(sheet.name, taken))
        page.freeze_panes(1, 0)
        widths = [len(title) for title in sheet.header]
        for column, heading in enumerate(sheet.header):
            page.write_string(0, column, _cut(heading), bold)
        last = 0
        for last, row in enumerate(sheet.rows, start=1):
            for column, value in enumerate(row):
                widths[column] = max(widths[column], _write(page, last, column, value))
        for n, text in enumerate(sheet.below, start=last + 2):
            page.write_string(n, 0, _cut(text), faint)
        for column, width in enumerate(widths):
            page.set_column(column, column, min(width + 2, WIDEST))
    book.close()
    return buffer.getvalue()


def write_sheet(
    file: BinaryIO, name: str, header: Sequence[str], rows: Iterable[Sequence[object]], cut: Callable[[], None]
) -> None:
    """One sheet, however many rows, in constant memory; `cut` is told of every text that a cell can't hold as it is.

    Texts are made harmless here too: whoever saves the sheet as csv keeps that.
    """
    import xlsxwriter

    options = {**UNTOUCHED, "in_memory": False, "constant_memory": True}
    with xlsxwriter.Workbook(file, options) as book:  # closed in any case: its rows wait in a file of their own
        book.set_properties({"created": CREATED})
        page = book.add_worksheet(sheet_name(name, set()))
        page.freeze_panes(1, 0)
        bold = book.add_format({"bold": True, "bottom": 1})
        for column, heading in enumerate(header):
            page.set_column(column, column, max(len(heading) + 4, NARROWEST))
            page.write_string(0, column, _cut(heading), bold)
        last = 0
        for last, row in enumerate(rows, start=1):
            check_rows(last, name)
            for column, value in enumerate(map(harmless, row)):
                _write(page, last, column, value)
                if isinstance(value, str) and _cut(value) != value:
                    cut()
        page.autofilter(0, 0, last, len(header) - 1)


def check_rows(rows: int, name: str) -> None:
    """Refuse what one sheet can't hold below its header."""
    if rows >= MOST_ROWS:
        raise Refused.of("export.too_many_rows", given=name, allowed=f"{MOST_ROWS:,}")


def _write(page: "Worksheet", row: int, column: int, value: object) -> int:
    """Put a value into its cell; how wide it is."""
    if value is None or value == "":
        return 0
    if isinstance(value, bool):
        page.write_boolean(row, column, value)
        return 8
    if isinstance(value, (int, float)) and math.isfinite(value):
        page.write_number(row, column, value)
        return 8
    page.write_string(row, column, _cut(str(value)))
    return len(str(value))


def _cut(text: str) -> str:
    """A cell holds 32,767 characters, and no control characters."""
    short = text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
    return "".join(c if c >= " " or c in "\t\n" else " " for c in short)


def sheet_name(wanted: str, taken: set[str]) -> str:
    """At most 31 characters, none that Excel forbids, each once whatever the case; `taken` learns it.

    >>> taken = set()
    >>> sheet_name("What: if?", taken), sheet_name("what if", taken), sheet_name("x" * 40, taken)
    ('What if', 'what if 2', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')
    """
    plain = " ".join(FORBIDDEN.sub(" ", wanted).split()).strip("'")[:LONGEST_NAME] or "Table"
    name, n = plain, 1
    while name.casefold() in taken or name.casefold() == "history":
        n += 1
        name = f"{plain[: LONGEST_NAME - len(str(n)) - 1]} {n}"
    taken.add(name.casefold())
    return name
