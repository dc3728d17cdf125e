"""Where the cells of a sheet lie, without making them: by patterns where it is written as usual, else as XML."""

import re
from collections.abc import Iterable
from xml.parsers import expat

from jurybox.exchange.files.faults import Stop

TAG = re.compile(rb"<c[\s/>]|:c[\s/>]")
"""Whatever may begin a cell."""
NEAR = re.compile(rb'<c r="[A-Z](?:\d{1,5}|[12]\d{5})"')
"""A cell up to the column Z and the row 299,999. Where all are, nothing needs to be measured."""
PLAIN = re.compile(rb'<c r="([A-Z]{1,3})(\d{1,7})"(?: [a-z:]+="[^"<>]*")*( ?/)?>')
"""A cell as programs write it; with a slash it is empty, and may stand anywhere for the sake of its looks."""
PLACE = re.compile(r"([A-Za-z]{1,3})(\d{1,7})")
WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""How a text begins whose characters have two bytes."""


class _Rectangle:
    """What encloses the filled cells of a sheet."""

    def __init__(self) -> None:
        self.low, self.high, self.widest = 1 << 30, 0, 0

    def take_in(self, column: int, row: int) -> None:
        self.low, self.high, self.widest = min(self.low, row), max(self.high, row), max(self.widest, column)

    @property
    def area(self) -> int:
        return (self.high - self.low + 1) * self.widest if self.high else 0


def cells_are_near(piece: bytes) -> bool:
    """Whether all cells of a piece are written as usual, and none is far away."""
    return len(TAG.findall(piece)) == len(NEAR.findall(piece)) and not piece.startswith(WIDE)


def area_by_patterns(pieces: Iterable[bytes]) -> int | None:
    """How many cells the rectangle has that encloses what is filled in; None where they are written in other ways."""
    found = _Rectangle()
    for piece in pieces:
        cells = PLAIN.findall(piece)
        if len(cells) != len(TAG.findall(piece)) or piece.startswith(WIDE):
            return None
        for letters, digits, empty in cells:
            if not empty:
                found.take_in(_number(letters.decode()), int(digits))
    return found.area


def area_by_reading(pieces: Iterable[bytes], most: int) -> int:
    """The same of a sheet that is written in any way; what has no place follows the one before."""
    reader = _Reader(most)
    for piece in pieces:
        reader.parser.Parse(piece, False)
    reader.parser.Parse(b"", True)
    return reader.found.area


class _Reader:
    def __init__(self, most: int) -> None:
        self.found, self.most, self.left = _Rectangle(), 2 * most, 2 * most
        self.row = self.column = 0
        self.in_cell = False
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.left -= 1
        if not self.left:
            raise Stop("import.workbook_too_large", 1, "more than that", self.most)
        kind, place = name.rpartition(":")[2], attributes.get("r", "").strip()
        if self.in_cell:
            self.found.take_in(self.column, self.row)
        if kind == "row":
            self.row, self.column = (int(place) if place.isdecimal() and len(place) < 8 else self.row + 1), 0
        elif kind == "c":
            self.in_cell = True
            if at := PLACE.fullmatch(place):
                self.column, self.row = _number(at[1]), int(at[2])
            else:
                self.column += 1

    def end(self, name: str) -> None:
        if name.rpartition(":")[2] == "c":
            self.in_cell = False

    def refuse(self, *_: object) -> None:
        raise Stop("import.broken_workbook", 1, "DOCTYPE")


def leads_to(relations: bytes, places: tuple[str, ...]) -> bool:
    """Whether a part of relations names one of these places."""
    found = False

    def look(_: str, attributes: dict[str, str]) -> None:
        nonlocal found
        found = found or any(place in attributes.get("Target", "").lower() for place in places)

    parser = expat.ParserCreate()
    parser.StartElementHandler = look
    parser.Parse(relations, True)
    return found


def _number(letters: str) -> int:
    """
    >>> _number("A"), _number("XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number
