"""Positions: the places of a film at which systems describe something, matched by time.

The first system's cues are the positions. A cue of another system stands at the position with which it shares most
time, if that is at least half of the shorter of the two. So systems may differ in number, and in times by a little.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jurybox.exchange.film.cues import Cue, Notes, clock

SHARED = 0.5
"""The part of the shorter of two cues that they must share to be one position."""


@dataclass(frozen=True, slots=True)
class Position:
    """`cues` has the place of each system's cue in that system's list; a system that says nothing here is not in it."""

    clip: str
    start: float
    end: float
    cues: Mapping[str, int]


def positions(systems: Mapping[str, Sequence[Cue]], notes: Notes) -> list[Position]:
    """The positions of one film, in order, from the cues of each system in order.

    >>> def cue(start, end): return Cue("F", start, end, "text", ("f.srt", 1))
    >>> found = positions({"a": [cue(0, 2), cue(5, 6)], "b": [cue(0.2, 2.4)]}, Notes())
    >>> [(p.start, p.end, dict(p.cues)) for p in found]
    [(0, 2.4, {'a': 0, 'b': 0}), (5, 6, {'a': 1})]
    """
    first, *others = systems
    own = systems[first]
    at: list[dict[str, int]] = [{first: number} for number in range(len(own))]
    for system in others:
        _match(own, systems[system], system, at, notes)
    return [_position(systems, own[number].clip, cues) for number, cues in enumerate(at)]


def _match(own: Sequence[Cue], cues: Sequence[Cue], system: str, at: list[dict[str, int]], notes: Notes) -> None:
    """Note each cue at its position. Two cues of a system at one position can't both stand there: then neither does."""
    starts: dict[str, list[int]] = {}
    for number, cue in enumerate(own):
        starts.setdefault(cue.clip, []).append(number)
    first: dict[str, int] = dict.fromkeys(starts, 0)
    crowded: set[int] = set()
    for number, cue in enumerate(cues):
        place = _nearest(own, starts.get(cue.clip, []), first, cue)
        if place is None:
            notes.add("film.no_position", cue.place, clock(cue.start), system=system)
        elif place in crowded or system in at[place]:
            crowded.add(place)
            at[place].pop(system, None)
            notes.add("film.two_at_once", cue.place, clock(cue.start), system=system)
        else:
            at[place][system] = number


def _nearest(own: Sequence[Cue], numbers: Sequence[int], first: dict[str, int], cue: Cue) -> int | None:
    """The position that shares most time with the cue. Cues come in order, so what has ended is never asked again."""
    begin = first.get(cue.clip, 0)
    while begin < len(numbers) and own[numbers[begin]].end <= cue.start:
        begin += 1
    first[cue.clip] = begin
    best, most = None, 0.0
    for number in numbers[begin:]:
        other = own[number]
        if other.start >= cue.end:
            break
        shared = min(other.end, cue.end) - max(other.start, cue.start)
        if shared > most and shared >= SHARED * min(other.end - other.start, cue.end - cue.start):
            best, most = number, shared
    return best


def _position(systems: Mapping[str, Sequence[Cue]], clip: str, at: Mapping[str, int]) -> Position:
    """From where the first system begins to where the last one ends: what any of them speaks of is inside."""
    cues = [systems[system][number] for system, number in at.items()]
    return Position(clip, min(cue.start for cue in cues), max(cue.end for cue in cues), at)
