"""Which columns of a table fit on a terminal, and how wide each is: texts wrap at spaces, what matters least goes."""

from collections.abc import Sequence

from rich.cells import cell_len

GAP = 2
WRAPPED = {"NOTE", "LOOK AT", "COEFFICIENT", "VALUES", "ORDER", "WITHOUT", "SYSTEM", "ITEM", "TAG", "RATER", "OPTION"}
"""Columns whose texts may go on in the next line, at a space."""
NARROWEST = 12
OPTIONAL = (
    "SECONDS", "WITH KNOWN", "WITH SELF", "F1", "SEVERE", "STRENGTH", "UNITS", "RATINGS", "ITEMS", "SEVERITY", "COUNT",
    "RANKS", "LEFT OUT", "NOTE",
)  # fmt: skip
"""What is left out where there is no room, the first first; --json has it."""


def fitting(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> tuple[list[int], list[int]]:
    """The places of the columns to show, and their widths.

    >>> fitting(("SYSTEM", "NOTE"), [("echo-small", "one two three four five")], 30)
    ([0, 1], [10, 18])
    >>> fitting(("SYSTEM", "MEAN", "SECONDS"), [("echo-small-and-long", "3.1", "12.5")], 28)
    ([0, 1], [19, 4])
    """
    kept = list(range(len(header)))
    for name in (*OPTIONAL, None):
        widths = [_widest(header[n], [row[n] for row in rows]) for n in kept]
        least = [_least(header[n], [row[n] for row in rows], widest) for n, widest in zip(kept, widths, strict=True)]
        room = width - GAP * (len(kept) - 1)
        if sum(least) <= room or name is None:
            return kept, _shared_out(widths, least, room)
        kept = [n for n in kept if header[n] != name]
    raise AssertionError("the last round returns")


def _widest(title: str, cells: Sequence[str]) -> int:
    return max(cell_len(text) for text in (title, *cells))


def _least(title: str, cells: Sequence[str], widest: int) -> int:
    """How narrow a column can be: no word is broken."""
    if title not in WRAPPED:
        return widest
    words = [word for text in (title, *cells) for word in text.split()]
    return min(widest, max([NARROWEST, *map(cell_len, words)]))


def _shared_out(widths: list[int], least: list[int], room: int) -> list[int]:
    """The widest give way first, down to what they need."""
    found = list(widths)
    while sum(found) > room and any(now > need for now, need in zip(found, least, strict=True)):
        at = max(range(len(found)), key=lambda n: (found[n] > least[n], found[n]))
        found[at] -= 1
    return found
