"""Headings, sentences and tables on a terminal: 80 columns are enough, and a pipe gets the same without colours."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.cells import cell_len
from rich.console import Console

from jurybox.cli.output import visible
from jurybox.cli.results.columns import WRAPPED, fitting
from jurybox.texts import Words

Cell = str | int | float | tuple[float, float] | None
RIGHT = {
    "VALUE", "UNITS", "RATINGS", "MEAN", "ITEMS", "RANKS", "SEVERITY", "SECONDS", "RATE", "WEIGHT", "KAPPA", "F1",
    "POINTS", "COUNT", "GIVEN", "WITH REST", "WITH SELF", "WITH KNOWN", "STRENGTH", "SEVERE", "P NEXT", "ALPHA", "THEN",
    "SHARE", "ADJUSTED", "MACRO",
}  # fmt: skip
"""Columns of numbers."""
ALWAYS = ("VALUE", "MEAN")
"""Columns that are there also when nothing stands in them: then the note says why."""


class Page:
    """Where findings are shown, and in which words."""

    def __init__(self, console: Console, words: Words) -> None:
        self.console, self.words = console, words
        self._kept: list[str] | None = None

    @contextmanager
    def kept(self) -> Iterator[list[str]]:
        """What is shown inside is not printed but handed back, line by line."""
        before, self._kept = self._kept, []
        try:
            yield self._kept
        finally:
            self._kept = before

    def whole(self, text: str) -> None:
        """Exactly this: to be copied in one piece."""
        if self._kept is not None:
            self._kept += text.split("\n")
        else:
            print(text, file=self.console.file)

    def say(self, text: str = "") -> None:
        """A sentence, wrapped at spaces; the lines of a list entry stand below each other."""
        indent = "  " if text.startswith("- ") else ""
        self.whole("\n".join(wrapped(text, self.console.width, indent)))

    def heading(self, text: str) -> None:
        self.say()
        for line in wrapped(text, self.console.width):
            self.whole(self._bold(line))

    def _bold(self, text: str) -> str:
        with self.console.capture() as captured:
            self.console.print(text, style="bold", markup=False, highlight=False, soft_wrap=True, end="")
        return captured.get().rstrip()

    def table(self, header: Sequence[str], rows: Iterable[Sequence[Cell]], breaks: Iterable[int] = ()) -> None:
        """Columns side by side; a blank line before the rows in `breaks`. No name is ever broken or cut."""
        texts = [[plain(cell) for cell in row] for row in rows]
        kept, widths = fitting(header, texts, self.console.width)
        gaps = set(breaks)
        for line in self._lines([header[n] for n in kept], [header[n] for n in kept], widths):
            self.whole(self._bold(line))
        for number, row in enumerate(texts):
            if number in gaps:
                self.whole("")
            for line in self._lines([header[n] for n in kept], [row[n] for n in kept], widths):
                self.whole(line)

    def _lines(self, header: Sequence[str], cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
        """One row: as many lines as its longest wrapped cell has."""
        pieces = [
            wrapped(cell, width) if name in WRAPPED else [cell]
            for name, cell, width in zip(header, cells, widths, strict=True)
        ]
        for n in range(max(map(len, pieces), default=0)):
            line = [piece[n] if n < len(piece) else "" for piece in pieces]
            yield "  ".join(
                _padded(text, width, name in RIGHT) for name, text, width in zip(header, line, widths, strict=True)
            ).rstrip()

    def of(self, kind: str, code: str | None, **parameters: str) -> str:
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


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Lines broken at spaces only: a name stays in one piece, also where it is wider than the line."""
    whole = textwrap.TextWrapper(
        max(width, 1), subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return whole.wrap(visible(text)) or [""]


def _padded(text: str, width: int, right: bool) -> str:
    gap = " " * max(0, width - cell_len(text))
    return gap + text if right else text + gap


def plain(cell: Cell) -> str:
    """
    >>> plain(None), plain(3), plain(0.51234), plain((0.1, 0.25)), plain("[x]")
    ('-', '3', '0.512', '0.100 to 0.250', '[x]')
    """
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.3f}"
    if isinstance(cell, tuple):
        return f"{cell[0]:.3f} to {cell[1]:.3f}"
    return f"{cell:,}" if isinstance(cell, int) else visible(" ".join(str(cell).split()))


def used(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> tuple[list[str], list[list[Cell]]]:
    """Without the columns in which nothing stands."""
    kept = [n for n, name in enumerate(header) if name in ALWAYS or any(row[n] not in (None, "") for row in rows)]
    return [header[n] for n in kept], [[row[n] for n in kept] for row in rows]
