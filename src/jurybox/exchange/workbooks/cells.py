"""Cells as raters and spreadsheet programs leave them: numbers as floats or texts, full-width digits, stray spaces."""

import datetime
import math
import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?", re.ASCII)
WITH_COMMA = re.compile(r"[+-]?\d{1,15},\d{1,15}", re.ASCII)
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−－", "-"))
TICKS = frozenset({"x", "✓", "✔", "☑", "×", "true", "1", "yes"})
"""What is taken for a tick; TRUE is what Google Sheets writes into a ticked box."""
UNTICKED = frozenset({"false", "0", "no", "-"})


FoundCell = str | int | float | bool | datetime.date | datetime.time | datetime.timedelta | None


class Wrong(NamedTuple):
    """What is wrong with a cell: the code of a fault, what was found, what is allowed."""

    code: str
    given: object
    allowed: object = None
    nearest: str | None = None


def text_of(cell: FoundCell) -> str:
    """A cell as text: 4.0 is 4, a date is written the ISO way.

    >>> text_of(4.0), text_of(0.5), text_of(True), text_of(None), text_of(" a ")
    ('4', '0.5', 'TRUE', '', ' a ')
    """
    if cell is None or isinstance(cell, str):
        return cell or ""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float | int):
        return str(int(cell)) if math.isfinite(cell) and cell == int(cell) else repr(cell)
    if isinstance(cell, datetime.date | datetime.datetime | datetime.time):
        return cell.isoformat()
    return str(cell)


def is_empty(cell: FoundCell) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def number_in(cell: FoundCell) -> int | float | None:
    """The number in a cell, or none; `4.0` as a text is 4.

    >>> number_in(4.0), number_in("４"), number_in(" 2.50 "), number_in("4,5"), number_in(True)
    (4, 4, 2.5, None, None)
    """
    if isinstance(cell, bool):
        return None
    if isinstance(cell, str):
        plain = unicodedata.normalize("NFKC", cell).strip().translate(DASHES)
        if not NUMBER.fullmatch(plain):
            return None
        cell = float(plain)
    if not isinstance(cell, int | float) or not math.isfinite(cell) or abs(cell) > 1e15:
        return None
    return int(cell) if cell == int(cell) else cell


def number_wrong(cell: FoundCell, allowed: object, fits: Callable[[float], bool]) -> Wrong:
    """Why a cell holds no number. With a point it is proposed where it `fits`: 4.5 is no level of 1 to 5."""
    if isinstance(cell, str) and WITH_COMMA.fullmatch(cell.strip()):
        meant = float(cell.strip().replace(",", "."))
        return Wrong("workbook.decimal_comma", cell, allowed, text_of(meant) if fits(meant) else None)
    return Wrong("workbook.not_a_number", text_of(cell), allowed)


def folded(text: str) -> str:
    """An entry of a list as it is compared: blind to case, spaces and kinds of dashes.

    >>> folded("4 – Good") == folded("4 -  good")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", text).translate(DASHES).casefold().split())


def is_tick(cell: FoundCell) -> bool | None:
    """Whether a cell is ticked; None where it says something else.

    >>> is_tick("X"), is_tick(True), is_tick(0), is_tick("maybe")
    (True, True, False, None)
    """
    said = folded(text_of(cell))
    return True if said in TICKS else False if said in UNTICKED or not said else None
