"""Tasks on their way into a study: copies recognised, what is there already compared, all else handed on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from jurybox.exchange.files import Faults, Place, at, short
from jurybox.exchange.label_studio.units import TaskParts, Texts

Duplicates = Literal["refuse", "repeat", "first"]
"""What becomes of a task that stands twice and does not say so itself."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a study has of an item and a system, as texts; media by their names, people not at all."""

    item: Texts
    segments: list[Texts]
    own: Texts
    parts: list[Texts]


Lookup = Callable[[str, str], Stored | None]


@dataclass(slots=True)
class IntakeCounts:
    tasks: int = 0
    new: int = 0
    known: int = 0
    """Tasks of which the study has everything already."""
    repeats: int = 0
    """Second copies of a task."""
    left_out: list[str] = field(default_factory=list)
    """Where second copies stood that the organiser chose to leave out."""


class TaskIntake:
    def __init__(self, faults: Faults, lookup: Lookup | None, duplicates: Duplicates) -> None:
        self.counts = IntakeCounts()
        self.firsts: dict[tuple[str, tuple[str, ...]], tuple[Place, int | str | None, int]] = {}
        """By item and systems: where the first copy stood, its number in Label Studio, and a sum over what it shows."""
        self._faults, self._lookup, self._duplicates = faults, lookup, duplicates

    def take(self, made: TaskParts) -> list[tuple[str, int]]:
        """The systems of a task of which the study gets something new, with the places of their outputs."""
        self.counts.tasks += 1
        sum = _sum(made)
        first = self.firsts.setdefault((made.key, made.systems), (made.place, made.task, sum))
        if first[0] is not made.place:
            self._copy(made, first, sum)
            return []
        if self._lookup is None:
            self.counts.new += 1
            return made.makers()
        known = [(system, number, self._lookup(made.key, system)) for system, number in made.makers()]
        is_known = all(stored is not None for _, _, stored in known)
        self.counts.known += is_known
        self.counts.new += not is_known
        for _, number, stored in known:
            if stored is not None:
                self._compare(made, number, stored)
        return [(system, number) for system, number, stored in known if stored is None]

    def _copy(self, made: TaskParts, first: tuple[Place, int | str | None, int], sum: int) -> None:
        if sum != first[2]:
            self._faults.add("label_studio.copies_differ", made.place, made.key, first=at(first[0]))
        elif made.task is not None and made.task == first[1]:
            self.counts.tasks -= 1  # the same task, with another annotation: JSON-MIN has one record for each
        elif made.is_repeat or self._duplicates == "repeat":
            self.counts.repeats += 1
        elif self._duplicates == "first":
            self.counts.left_out.append(at(made.place))
        else:
            self._faults.add("label_studio.same_task", made.place, made.key, first=at(first[0]))

    def _compare(self, made: TaskParts, number: int, stored: Stored) -> None:
        """What a study has can't be changed."""
        own, parts = made.outputs[number]
        pairs = [(made.item, stored.item), (own, stored.own)]
        pairs += [*zip(made.segments, stored.segments, strict=True), *zip(parts, stored.parts, strict=True)]
        for given, there in pairs:
            for name in _differing(given, there):
                place, found = made.place, short(there.get(name))
                self._faults.add("import.differs_from_study", place, short(given[name]), found, field=name)


def _sum(made: TaskParts) -> int:
    """Over what a task shows, in 64 bits; the names of the fields are the same for all."""
    if len(made.outputs) == 1 and not made.segments:
        return hash((*made.item.values(), *made.outputs[0][0].values()))
    outputs = ((*own.values(), *(tuple(part.values()) for part in parts)) for own, parts in made.outputs)
    return hash((*made.item.values(), *(tuple(part.items()) for part in made.segments), *outputs))


def _differing(given: Texts, there: Mapping[str, str]) -> list[str]:
    return [name for name, value in given.items() if value.strip() and value != there.get(name, value)]
