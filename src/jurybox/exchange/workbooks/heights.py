"""How high a row must be for its texts: Excel sees to that by itself when it opens a file, other programs may not."""

import math
import unicodedata

LINE, HIGHEST = 15, 409
"""Points of a line, and of the highest row that Excel has."""
ROOM = 1.15
"""How much wider than its letters a line is broken; rather too high than too low."""


def lines_in(text: str, width: float) -> int:
    """How many lines a text takes in a column of this width.

    >>> lines_in("one line", 20), lines_in("a line that is too long", 20), lines_in("two\\nlines", 20)
    (1, 2, 2)
    >>> lines_in("也就是说这一行太长了", 20)
    2
    """
    return sum(max(1, math.ceil(_letters(part) * ROOM / width)) for part in text.split("\n"))


def height_of(lines: int) -> int:
    return min(lines * LINE, HIGHEST)


def _letters(text: str) -> int:
    """Chinese letters are twice as wide."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
