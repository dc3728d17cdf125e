"""Faults collected while reading files: all at once, in the order of the files, cut at a length people read."""

from collections.abc import Sequence
from typing import TypeVar

from jurybox.core import Fault, Refused

LISTED = 200
"""How many faults are shown; how many more there are is said."""

KEPT = 5000
"""How many are held for sorting; a file that is wrong in every line must not fill the memory."""

MORE = "import.more_faults"
"""Stands at the end of a list of faults that was cut."""

LONGEST = 80
"""Characters shown of a cell."""

Place = tuple[str, int]
"""A file and a line of it; the line is where a record starts."""

Value = TypeVar("Value")


def at(place: Place) -> str:
    """The place as people write it.

    >>> at(("items.csv", 3))
    'items.csv:3'
    """
    return f"{place[0]}:{place[1]}"


def short(value: Value) -> Value | str:
    """A value as far as it helps to recognise it: two hundred long texts would be a long answer."""
    return f"{value[:LONGEST]}…" if isinstance(value, str) and len(value) > LONGEST else value


class Stop(Exception):
    """The file cannot be read beyond this place."""

    def __init__(self, code: str, line: int, given: object = None, allowed: object = None, **params: object) -> None:
        super().__init__(code)
        self.code, self.line, self.given, self.allowed, self.params = code, line, given, allowed, params


class Faults:
    """Collects; `refuse` raises what was collected. `unread` is set when a file could not be read to its end."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self.unread = False
        self._found: list[Fault] = []
        self._beyond = 0
        self._order = {name: number for number, name in enumerate(files)}

    def __len__(self) -> int:
        return len(self._found) + self._beyond

    def add(self, code: str, place: Place, given: object = None, allowed: object = None, **params: object) -> None:
        """A fault at a line of a file."""
        self.put(Fault(code, at(place), given, allowed, params, place[0], place[1]))

    def put(self, fault: Fault) -> None:
        """One that was found already, or how many more there were where it was found."""
        if fault.code == MORE and isinstance(fault.given, int):
            self._beyond += fault.given
        elif len(self._found) < KEPT:
            self._found.append(fault)
        else:
            self._beyond += 1

    def drop(self, *codes: str) -> None:
        """Forget faults that only follow from another one."""
        self._found = [fault for fault in self._found if fault.code not in codes]
        self._beyond = 0

    def refuse(self) -> None:
        """Raise Refused with what was found, if anything was."""
        if not self._found:
            return
        faults = sorted(self._found, key=self._rank)
        more = len(faults) + self._beyond - LISTED
        if more > 0:
            faults = [*faults[:LISTED], Fault(MORE, given=more)]
        raise Refused(*faults)

    def _rank(self, fault: Fault) -> tuple[int, int]:
        return self._order.get(fault.file or "", len(self._order)), fault.line or 0
