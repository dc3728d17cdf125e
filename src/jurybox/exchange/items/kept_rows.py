"""What systems made of items, row by row, in little more memory than the texts themselves take.

A million rows are a million texts; a dictionary, a place and an object for each would take three times as much again.
"""

from array import array
from collections.abc import Callable, Mapping

import msgspec

from jurybox.exchange.files import Place
from jurybox.exchange.items.columns import Said

_encode = msgspec.json.Encoder().encode
_decode: Callable[[bytearray], Said] = msgspec.json.Decoder().decode


class KeptRow:
    """What one row says, like a `SaidInRow` to which no other row adds anything."""

    __slots__ = ("_number", "_rows")
    parts: Mapping[int, "KeptRow"] | None = None

    def __init__(self, rows: "KeptRows", number: int) -> None:
        self._rows, self._number = rows, number

    @property
    def place(self) -> Place:
        return self._rows.place(self._number)

    @property
    def values(self) -> Said:
        """Made anew each time: what is changed there changes nothing."""
        return self._rows.values(self._number)

    def where(self, name: str) -> Place:
        return self.place

    def leave_empty(self, name: str) -> None:
        """Nothing is said here, and that is meant."""
        self._number = self._rows.add(self.place, {**self.values, name: ""})


class KeptRows:
    """The rows of all tables, one after the other, and where each stands."""

    def __init__(self) -> None:
        self._texts = bytearray()
        self._ends = array("Q", [0])
        self._lines = array("I")
        self._files = array("I")
        self._known: dict[str, int] = {}
        self._names: list[str] = []

    def keep(self, place: Place, values: Said) -> KeptRow:
        return KeptRow(self, self.add(place, values))

    def add(self, place: Place, values: Said) -> int:
        """The number of a new row."""
        file, line = place
        number = self._known.get(file)
        if number is None:
            number = self._known[file] = len(self._names)
            self._names.append(file)
        self._files.append(number)
        self._lines.append(line)
        self._texts += _encode(values)
        self._ends.append(len(self._texts))
        return len(self._lines) - 1

    def place(self, number: int) -> Place:
        return self._names[self._files[number]], self._lines[number]

    def values(self, number: int) -> Said:
        return _decode(self._texts[self._ends[number] : self._ends[number + 1]])
