"""Whether the cells of a first row read like names of columns, beside the rows below them."""

import re
from collections.abc import Sequence

FILE = re.compile(r".+\.(jpe?g|png|webp|gif|mp4|webm|mp3|wav|ogg|m4a)", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)*")
_ENDS = tuple(".!?…。！？")
LONGEST, MOST_WORDS = 40, 4
"""Of a name, in characters and in words."""
ENOUGH = 2
"""Rows that are needed to tell what kind of cells a column has."""


def are_names(cells: Sequence[str]) -> bool:
    """Whether each cell may be a name, none is there twice, and none is a sentence, a number or a file.

    >>> are_names(["foto", "blip2", "our model"]), are_names(["a.png", "A woman sells flowers."]), are_names(["a", "a"])
    (True, False, False)
    """
    named = [cell for cell in cells if cell]
    return len(named) > 1 and len(set(named)) == len(named) == len(cells) and all(map(_is_name, named))


def _is_name(cell: str) -> bool:
    short = len(cell) <= LONGEST and len(cell.split()) <= MOST_WORDS
    return short and not (cell.endswith(_ENDS) and " " in cell) and not _kind(cell)


def stand_apart(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a column has numbers or files below, and the first cell is none.

    >>> stand_apart(["one", "score"], [["a", "1"], ["b", "2,5"]]), stand_apart(["one", "x"], [["a", "y"], ["b", "z"]])
    (True, False)
    """
    for number, cell in enumerate(cells):
        kinds = {_kind(row[number].strip()) for row in below if number < len(row) and row[number].strip()}
        if len(below) >= ENOUGH and len(kinds) == 1 and kinds != {""} and _kind(cell) not in kinds:
            return True
    return False


def _kind(cell: str) -> str:
    return "number" if _NUMBER.fullmatch(cell) else "file" if FILE.fullmatch(cell) else ""
