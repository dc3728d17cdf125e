"""What the values of a question are: numbers, names, sets of names, marked spans; and what may not stand among them."""

import datetime
import math
import re

import numpy as np

from jurybox.exchange.ratings.columns import CodedColumn, CodedTable
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.options import NOT_THERE
from jurybox.stats import Flags, Floats, Ints, Level

EMPTY, NUMBER, COMMA, ENDLESS, TEXT = range(5)
"""The kinds of a cell. COMMA: 4,5 as much of Europe writes it. ENDLESS: NaN, infinity, or beyond all measure."""
LARGEST = 1e15
"""Beyond it squares and sums lose what they are for; nobody rates up there."""
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
MOST_STEPS = 11
"""As many different whole numbers are taken for steps of a scale: 0 to 10."""


def number_of(text: str) -> float | None:
    """A number within measure, written the usual way; Python itself would also take 1_000 and ٣.

    >>> number_of("4.5"), number_of("1e3"), number_of("1_000"), number_of("nan"), number_of("1e99"), number_of("4,5")
    (4.5, 1000.0, None, None, None, None)
    """
    number = _float(text)
    return number if number is not None and abs(number) <= LARGEST else None


def _float(text: str) -> float | None:
    try:
        return float(text) if text.isascii() and "_" not in text else None
    except ValueError:
        return None


def kind_of(text: str) -> int:
    """
    >>> [kind_of(text) for text in ("", "3", "4,5", "-inf", "NaN", "good")]
    [0, 1, 2, 3, 0, 4]
    """
    if not text or text in NOT_THERE:
        return EMPTY
    if number_of(text) is not None:
        return NUMBER
    if DECIMAL_COMMA.fullmatch(text):
        return COMMA
    return TEXT if _float(text) is None else ENDLESS


def kinds_of(names: tuple[str, ...]) -> Ints:
    return np.fromiter(map(kind_of, names), np.int8, len(names))


def numbers_of(names: tuple[str, ...]) -> Floats:
    """By code; NaN where the text is no number."""
    numbers = map(number_of, names)
    return np.fromiter((math.nan if number is None else number for number in numbers), np.float64, len(names))


def level_of(different: Floats) -> Level:
    """Of numbers nobody said anything about: a few whole numbers are steps, everything else measures.

    >>> level_of(np.array([1.0, 2, 3])), level_of(np.array([1.0, 2.5])), level_of(np.arange(100.0))
    ('ordinal', 'interval', 'interval')
    """
    return "ordinal" if len(different) <= MOST_STEPS and bool((different == np.floor(different)).all()) else "interval"


def level_on(different: Floats, low: float, high: float) -> Level:
    """Of numbers on a scale that was said: by its steps, and not by those that were used.

    >>> level_on(np.array([1.0, 2]), 1, 5), level_on(np.array([0.0, 50]), 0, 100), level_on(np.array([1.5]), 1, 5)
    ('ordinal', 'interval', 'interval')
    """
    return level_of(different) if steps_between(low, high) else "interval"


def steps_between(low: float | None, high: float | None) -> tuple[float, ...]:
    """The whole numbers from the lowest to the highest; none where these are more than steps, or not known.

    >>> steps_between(1, 3), steps_between(0, 100), steps_between(None, 3)
    ((1.0, 2.0, 3.0), (), ())
    """
    if low is None or high is None or low != math.floor(low) or high != math.floor(high) or high - low >= MOST_STEPS:
        return ()
    return tuple(float(value) for value in range(int(low), int(high) + 1))


def moments_of(sheet: CodedTable, column: CodedColumn | None, faults: RatingFaults) -> Floats | None:
    """Seconds since 1970 for each row; NaN where the cell is empty. None: there is no column, or nothing in it."""
    if column is None or not any(column.names):
        return None
    read = [_moment(name) for name in column.names]
    wrong: Flags = np.fromiter((one is None for one in read), bool, len(read))
    if wrong.any():
        sheet.tell(faults, "ratings.no_time", wrong[column.code], column)
    return np.array([math.nan if one is None else one for one in read])[column.code]


def _moment(text: str) -> float | None:
    """ISO 8601 (without a zone: UTC), or seconds since 1970.

    >>> _moment("1970-01-01T00:01:00Z"), _moment("60.5"), _moment("yesterday")
    (60.0, 60.5, None)
    """
    if not text:
        return math.nan
    number = number_of(text)
    if number is not None:
        return number
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)).timestamp()


def durations_of(sheet: CodedTable, faults: RatingFaults) -> Floats | None:
    """Seconds for each row, from `seconds` or `elapsed_ms`; NaN where the cell is empty."""
    for role, unit in (("seconds", 1.0), ("elapsed_ms", 1000.0)):
        column = sheet.of(role)
        if column is not None and any(column.names):
            numbers = numbers_of(column.names)
            named: Flags = np.fromiter(map(bool, column.names), bool, len(column.names))
            wrong = named & ~(numbers >= 0)
            if wrong.any():
                sheet.tell(faults, "ratings.no_duration", wrong[column.code], column)
            found: Floats = numbers[column.code] / unit
            return found
    return None
