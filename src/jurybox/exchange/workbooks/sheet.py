"""A sheet whose tasks are written in one go. A hundred thousand rows cell by cell would take three times as long."""

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape

from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from jurybox.exchange.workbooks.heights import height_of, lines_in

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LITERAL = re.compile(r"_(x[0-9a-fA-F]{4}_)")
"""Looks like the way in which a workbook writes a character that XML has no room for."""
PIECE = 2_000

Cell = tuple[int, str | float | None, int]
"""Column, what is in it, and the number of its format."""


class TaskSheet(Worksheet):  # type: ignore[misc]
    """The rows above the tasks are written as in any sheet; `tasks` gives those of the tasks, each a list of cells."""

    dim_rowmax: int | None
    tasks: Iterable[list[Cell]] = ()
    first_task = 0
    height: float | None = None
    """Of a row in points, where it is not left to the program."""
    widths: Mapping[int, float] = {}
    """Of the columns whose texts make a row higher. Programs may still find another height better."""

    def reach(self, rows: int, columns: int) -> None:
        """Say how far the sheet goes: what stands beside the tasks refers to it."""
        self._check_dimensions(self.first_task + max(rows, 1) - 1, columns - 1)

    def _write_rows(self) -> None:
        last, self.dim_rowmax = self.dim_rowmax, self.first_task - 1
        super()._write_rows()
        self.dim_rowmax = last
        for piece in self._pieces():
            self.fh.write(piece)

    def _pieces(self) -> Iterator[str]:
        names: dict[int, str] = {}
        fixed = "" if self.height is None else f' ht="{self.height:g}" customHeight="1"'
        lines: list[str] = []
        for number, cells in enumerate(self.tasks, start=self.first_task + 1):
            line = [f'<row r="{number}"{fixed or self._room(cells)}>']
            for column, value, style in cells:
                name = names.get(column) or names.setdefault(column, xl_col_to_name(column))
                line.append(_cell(f"{name}{number}", value, style))
            line.append("</row>")
            lines.append("".join(line))
            if len(lines) == PIECE:
                yield "".join(lines)
                lines.clear()
        yield "".join(lines)

    def _room(self, cells: list[Cell]) -> str:
        widths = self.widths
        texts = [(value, widths[n]) for n, value, _ in cells if n in widths and isinstance(value, str)]
        lines = max((lines_in(value, width) for value, width in texts), default=1)
        return f' ht="{height_of(lines)}"' if lines > 1 else ""


def _cell(place: str, value: str | float | None, style: int) -> str:
    if value is None or value == "":
        return f'<c r="{place}" s="{style}"/>'
    if not isinstance(value, str):
        return f'<c r="{place}" s="{style}"><v>{value:.16g}</v></c>'
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{xml_text(value)}</t></is></c>'


def xml_text(text: str) -> str:
    """A text as it stands in the file, whatever it holds; a line ends as Excel ends it.

    >>> xml_text("a<b \\x07 _x0041_")
    'a&lt;b _x0007_ _x005F_x0041_'
    """
    if text.isascii() and text.isprintable() and "_x" not in text:
        return escape(text) if "&" in text or "<" in text or ">" in text else text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = LITERAL.sub(r"_x005F_\1", text)
    return escape(CONTROL.sub(lambda match: f"_x{ord(match[0]):04X}_", text))
