"""Annotations by rater and unit: the first is the rating, a later one of a repeated task is a repeat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from jurybox.exchange.faults import Faults, at
from jurybox.exchange.label_studio.annotations import Given
from jurybox.exchange.label_studio.intake import Duplicates


@dataclass(frozen=True, slots=True)
class Pass:
    """A judgement to be taken; `number` is 0 for the rating and counts the repeats."""

    given: Given
    rater: str
    number: int


@dataclass(slots=True)
class Sorted:
    passes: list[Pass]
    left_out: list[str]
    """Where second annotations stood that the organiser chose to leave out."""


def sort_passes(given: Iterable[Given], names: Mapping[str, str], duplicates: Duplicates, faults: Faults) -> Sorted:
    """`names` has what each account is called: two accounts with one name are one rater."""
    by_unit: dict[tuple[str, str, tuple[str, ...]], list[Given]] = {}
    for one in given:
        by_unit.setdefault((names[one.account], one.key, one.systems), []).append(one)
    found = Sorted([], [])
    for (rater, *_), several in by_unit.items():
        if len(several) == 1:
            found.passes.append(Pass(several[0], rater, 0))
            continue
        several.sort(key=lambda one: (one.created, one.place))
        kept: list[Given] = []
        for one in several:
            if not kept or _is_again(one, kept) or duplicates == "repeat":
                found.passes.append(Pass(one, rater, len(kept)))
                kept.append(one)
            elif duplicates == "first":
                found.left_out.append(at(one.place))
            else:
                faults.add("label_studio.rated_twice", one.place, rater, first=at(kept[0].place), item=one.key)
    return found


def _is_again(one: Given, kept: list[Given]) -> bool:
    """Whether it is of another copy of a task that says that it comes twice."""
    return one.is_repeat and _copy(one) not in map(_copy, kept)


def _copy(one: Given) -> object:
    """Which copy of a task it is: by its number in Label Studio, else by where it stands."""
    return one.place if one.task is None else one.task
