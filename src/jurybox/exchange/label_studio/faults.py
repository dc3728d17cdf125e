"""Faults of tasks and annotations: what is wrong in the same way in many of them is told once, with how often."""

from dataclasses import replace

from jurybox.core import Fault
from jurybox.exchange.files import Faults, Place, at

ALSO = 3
"""So many further places are named."""
Key = tuple[str, str, str, str, str]


class TaskFaults(Faults):
    """The first of several that say the same stands for all of them."""

    def __init__(self, files: list[str]) -> None:
        super().__init__(files)
        self._places: dict[Key, list[Place]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._places.values()))

    def put(self, fault: Fault) -> None:
        places = self._places.setdefault(_what(fault), [])
        places.append((fault.file or "", fault.line or 0))
        if len(places) == 1:
            super().put(fault)

    def refuse(self) -> None:
        self._found = [self._counted(fault) for fault in self._found]
        super().refuse()

    def _counted(self, fault: Fault) -> Fault:
        first, *others = self._places[_what(fault)]
        if not others:
            return fault
        elsewhere = [place for place in dict.fromkeys(others) if place != first][:ALSO]
        also = {"also": [at(place) for place in elsewhere]} if elsewhere else {}
        return replace(fault, params={**fault.params, "times": len(others) + 1, **also})


def _what(fault: Fault) -> Key:
    """What a fault says, wherever it stands: of answers, whichever segment or candidate they are about."""
    where = ".".join(fault.where.split(".")[:2]) if fault.where.startswith("answers.") else ""
    return fault.code, where, repr(fault.given), repr(fault.allowed), repr(sorted(fault.params.items(), key=str))
