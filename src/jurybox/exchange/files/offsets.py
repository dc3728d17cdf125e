"""Places in a text, converted where a file begins: inside they are half-open and counted in code points."""

from bisect import bisect_left, bisect_right
from itertools import accumulate

OPEN, CLOSE = "<v>", "</v>"


def units(text: str, skip: str = "") -> list[int]:
    """How many UTF-16 code units stand before each code point, and in all; those in `skip` count for nothing.

    >>> units("a😀b"), units("a\\nb", skip="\\n")
    ([0, 1, 3, 4], [0, 1, 1, 2])
    """
    widths = (0 if char in skip else 2 if char > "\uffff" else 1 for char in text)
    return list(accumulate(widths, initial=0))


def to_units(text: str, start: int, end: int, skip: str = "") -> tuple[int, int]:
    """Half-open code points as half-open UTF-16 code units.

    >>> to_units("a😀b", 1, 2)
    (1, 3)
    """
    before = units(text, skip)
    return before[start], before[end]


def from_units(text: str, start: int, end: int, skip: str = "") -> tuple[int, int] | None:
    """The smallest span of whole code points around some code units; None where there is no such place.

    >>> from_units("a😀b", 1, 3), from_units("a😀b", 2, 4), from_units("ab", 1, 9)
    ((1, 2), (1, 3), None)
    """
    before = units(text, skip)
    if not 0 <= start < end <= before[-1]:
        return None
    return bisect_right(before, start) - 1, bisect_left(before, end)


def marked(text: str, start: int, end: int) -> str:
    """A text with a span between <v> and </v>.

    >>> marked("one two", 4, 7)
    'one <v>two</v>'
    """
    return f"{text[:start]}{OPEN}{text[start:end]}{CLOSE}{text[end:]}"


def unmarked(text: str) -> tuple[str, int | None, int | None, bool]:
    """The text without its marks, from where to where they reach, and whether it was one plain pair.

    >>> unmarked("one <v>two</v>"), unmarked("one")
    (('one two', 4, 7, True), ('one', None, None, True))
    """
    begun = text.count(OPEN)
    ended = text.count(CLOSE)
    if not begun and not ended:
        return text, None, None, True
    start = text.find(OPEN)
    plain = text.replace(OPEN, "").replace(CLOSE, "")
    first = len(text[:start].replace(CLOSE, "")) if begun else 0
    cut = text.rfind(CLOSE)
    last = len(text[:cut].replace(OPEN, "").replace(CLOSE, "")) if ended else len(plain)
    is_plain = begun == ended == 1 and first < last
    return (plain, first, last, is_plain) if first < last else (plain, None, None, False)
