"""Groups of consecutive segments, the same positions for every system, and a sample of them drawn from a seed. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jurybox.design import shuffled
from jurybox.exchange.film.cues import Cue
from jurybox.exchange.film.positions import Position


@dataclass(frozen=True, slots=True)
class SegmentGroup:
    """Consecutive positions of one film. `number` counts the film's positions from 1, and never changes by sampling."""

    film: str
    number: int
    positions: tuple[Position, ...]

    @property
    def clip(self) -> str:
        return self.positions[0].clip

    @property
    def start(self) -> float:
        return min(position.start for position in self.positions)

    @property
    def end(self) -> float:
        return max(position.end for position in self.positions)


@dataclass(frozen=True, slots=True)
class Grouped:
    """The groups of one film, and where its other positions went."""

    groups: tuple[SegmentGroup, ...]
    positions: int
    dropped: int
    """At the film's beginning and end."""
    incomplete: int
    """Not described by every system."""
    left_over: int
    """Described by all, but without enough neighbours for a group."""


def grouped(
    film: str, found: Sequence[Position], systems: Mapping[str, Sequence[Cue]], size: int = 3, drop: int = 0
) -> Grouped:
    """The groups from the film's beginning on, none overlapping, without the first and last `drop` positions.

    In a group every system says something at every position and nothing in between, and the clip is the same.
    """
    begin, end = min(drop, len(found)), max(len(found) - drop, min(drop, len(found)))
    groups: list[SegmentGroup] = []
    number = begin
    while number + size <= end:
        some = tuple(found[number : number + size])
        if _belong_together(some, systems):
            groups.append(SegmentGroup(film, number + 1, some))
            number += size
        else:
            number += 1
    complete = sum(_is_complete(position, systems) for position in found[begin:end])
    return Grouped(
        tuple(groups), len(found), len(found) - (end - begin), end - begin - complete, complete - size * len(groups)
    )


def _is_complete(position: Position, systems: Mapping[str, Sequence[Cue]]) -> bool:
    return all(system in position.cues and cues[position.cues[system]].text for system, cues in systems.items())


def _belong_together(some: Sequence[Position], systems: Mapping[str, Sequence[Cue]]) -> bool:
    if len({position.clip for position in some}) > 1 or not all(_is_complete(p, systems) for p in some):
        return False
    return all(
        position.cues[system] == some[0].cues[system] + n for system in systems for n, position in enumerate(some)
    )


def sampled(groups: Sequence[SegmentGroup], count: int | None, seed: str) -> list[SegmentGroup]:
    """So many of the groups by chance, in their order; all of them where no number is said.

    The draw of a group depends on seed, film and number alone: a system more or less changes no other group's luck.
    """
    if count is None:
        return list(groups)
    drawn = shuffled(groups, seed, "film", key=lambda group: f"{group.film}\x1f{group.number}")[:count]
    chosen = {(group.film, group.number) for group in drawn}
    return [group for group in groups if (group.film, group.number) in chosen]


def preceding(group: SegmentGroup, system: str, cues: Sequence[Cue]) -> str:
    """What the same system said just before the group, in this film; "" at the film's beginning."""
    number = group.positions[0].cues[system]
    return cues[number - 1].text if number else ""
