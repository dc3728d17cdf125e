"""Headings, sentences and tables on a terminal: 80 columns are enough, and a pipe gets the same without colours."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from jurybox.texts import Words

RIGHT = {
    "VALUE", "UNITS", "RATINGS", "MEAN", "ITEMS", "RANKS", "SEVERITY", "SECONDS", "RATE", "WEIGHT", "KAPPA", "F1",
    "POINTS", "COUNT", "GIVEN", "WITH REST", "WITH SELF", "WITH KNOWN", "STRENGTH", "SEVERE", "P NEXT", "ALPHA", "THEN",
}  # fmt: skip
"""Columns of numbers."""
ALWAYS = ("VALUE", "MEAN")
"""Columns that are there also when nothing stands in them: then the note says why."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where findings are shown, and in which words."""

    console: Console
    words: Words

    def say(self, text: str = "") -> None:
        """A sentence, wrapped at the edge; the lines of a list entry stand below each other."""
        indent = "  " if text.startswith("- ") else ""
        wrapped = textwrap.wrap(text, self.console.width, subsequent_indent=indent, break_on_hyphens=False)
        self.whole("\n".join(wrapped))

    def whole(self, text: str) -> None:
        """Exactly this: to be copied in one piece."""
        print(text, file=self.console.file)

    def heading(self, text: str) -> None:
        self.say()
        for line in textwrap.wrap(text, self.console.width):
            self.console.print(line, style="bold", markup=False, highlight=False)

    def table(self, header: Sequence[str], rows: Iterable[Sequence[Any]], breaks: Iterable[int] = ()) -> None:
        """Columns side by side; a blank line before the rows in `breaks`. Long names are folded, never cut."""
        made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for name in header:
            is_number = name in RIGHT
            made.add_column(name, justify="right" if is_number else "left", overflow="fold", no_wrap=is_number)
        gaps = set(breaks)
        for number, row in enumerate(rows):
            if number in gaps:
                made.add_row()
            made.add_row(*(plain(cell) for cell in row))
        with self.console.capture() as captured:
            self.console.print(made)
        for line in captured.get().splitlines():  # without the blanks that fill up each line
            self.whole(line.rstrip())

    def of(self, kind: str, code: str | None, **parameters: Any) -> str:
        """The words of a code; the code itself where there are none."""
        if code is None:
            return ""
        try:
            return self.words(f"finding.{kind}.{code}", **parameters)
        except KeyError:
            return code.replace("_", " ")

    def note(self, code: str | None) -> str:
        """Why there is no number, or what to know about it."""
        said = self.of("reason", code)
        return said if code is None or said != code.replace("_", " ") else self.of("note", code)


def plain(cell: Any) -> str:
    """
    >>> plain(None), plain(3), plain(0.51234), plain((0.1, 0.25)), plain("[x]")
    ('-', '3', '0.512', '0.100 to 0.250', '\\\\[x]')
    """
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    if isinstance(cell, tuple):
        return f"{cell[0]:.3f} to {cell[1]:.3f}"
    return f"{cell:,}" if isinstance(cell, int) else escape(str(cell))


def used(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[list[str], list[list[Any]]]:
    """Without the columns in which nothing stands."""
    kept = [n for n, name in enumerate(header) if name in ALWAYS or any(row[n] not in (None, "") for row in rows)]
    return [header[n] for n in kept], [[row[n] for n in kept] for row in rows]
