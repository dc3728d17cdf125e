"""Annotations by rater and unit: the first is the rating, a later one of a repeated task is a repeat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from jurybox.core import LETTERS
from jurybox.core.questions import Value
from jurybox.design import merge
from jurybox.exchange.files import Faults, at
from jurybox.exchange.label_studio.annotations import GivenAnnotation
from jurybox.exchange.label_studio.intake import Duplicates
from jurybox.exchange.label_studio.units import OutputTexts, TaskParts


@dataclass(frozen=True, slots=True)
class RatingPass:
    """A judgement to be taken; `number` is 0 for the rating and counts the repeats."""

    given: GivenAnnotation
    rater: str
    number: int


class Equals:
    """Which systems made the same of an item: they are one candidate, and have one name here."""

    def __init__(self, rule: str) -> None:
        self._rule = rule
        self._made: dict[str, dict[str, OutputTexts]] = {}
        self._first: dict[str, dict[str, str]] = {}

    def learn(self, made: TaskParts) -> None:
        outputs = self._made.setdefault(made.key, {})
        outputs.update({system: made.outputs[number] for system, number in made.makers()})

    def named(self, given: GivenAnnotation) -> tuple[str, ...]:
        """For each candidate of a task, the first system that made it."""
        first = self._first.get(given.key)
        if first is None:
            first = self._first[given.key] = self._groups(given.key)
        return tuple(first.get(system, system) for system in given.systems)

    def _groups(self, key: str) -> dict[str, str]:
        systems = list(self._made.get(key, {}))
        groups = merge(list(enumerate(self._made.get(key, {}).values())), self._rule)
        return {systems[n]: systems[group[0]] for group in groups for n in group}


@dataclass(slots=True)
class Sorter:
    """`names` has what each account is called: two accounts with one name are one rater."""

    names: Mapping[str, str]
    equals: Equals
    duplicates: Duplicates
    faults: Faults
    passes: list[RatingPass] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Where second annotations stood that the organiser chose to leave out."""

    def sort(self, given: Iterable[GivenAnnotation]) -> None:
        by_unit: dict[tuple[str, str, frozenset[str]], list[GivenAnnotation]] = {}
        for one in given:
            named = self.equals.named(one)
            if len(set(named)) == len(named) or self._says_one_thing(one, named):
                by_unit.setdefault((self.names[one.account], one.key, frozenset(named)), []).append(one)
        for (rater, *_), several in by_unit.items():
            several.sort(key=lambda one: (one.created, one.place))
            self._settle(rater, several)

    def _says_one_thing(self, one: GivenAnnotation, named: tuple[str, ...]) -> bool:
        """Of equal outputs on one page, the same must have been said."""
        for cells in (cells for answers in one.stages.values() for cells in answers.values()):
            said: dict[str, Value] = {}
            for letter, value in cells.items():
                if letter in LETTERS and said.setdefault(named[LETTERS.index(letter)], value) != value:
                    self._equal_outputs(one, one)
                    return False
        return True

    def _equal_outputs(self, one: GivenAnnotation, first: GivenAnnotation) -> None:
        systems = ", ".join(dict.fromkeys((*first.systems, *one.systems)))
        self.faults.add("label_studio.equal_outputs", one.place, item=one.key, system=systems, first=at(first.place))

    def _settle(self, rater: str, several: list[GivenAnnotation]) -> None:
        kept: list[GivenAnnotation] = []
        for one in several:
            other = next((k for k in kept if k.systems != one.systems), None)
            if other is not None and other.stages == one.stages:
                continue  # said of an equal output as well: it counts for both
            if not kept or _is_again(one, kept) or self.duplicates == "repeat":
                self.passes.append(RatingPass(one, rater, len(kept)))
                kept.append(one)
            elif self.duplicates == "first":
                self.left_out.append(at(one.place))
            elif other is not None:
                self._equal_outputs(one, other)
            else:
                self.faults.add("label_studio.rated_twice", one.place, rater, first=at(kept[0].place), item=one.key)


def _is_again(one: GivenAnnotation, kept: list[GivenAnnotation]) -> bool:
    """Whether it is of another copy of a task that says that it comes twice."""
    return one.is_repeat and _copy(one) not in map(_copy, kept)


def _copy(one: GivenAnnotation) -> object:
    """Which copy of a task it is: by its number in Label Studio, else by where it stands."""
    return one.place if one.task is None else one.task
