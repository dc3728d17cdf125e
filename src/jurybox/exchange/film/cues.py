"""A cue is one audio description with its time in a film; cues of one system in one film are kept in their order."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from jurybox.core import Fault
from jurybox.exchange.files import Faults, Place, at, short

LISTED = 20
"""Notes of one kind that are said one by one."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Seconds from the beginning of the film, or of `clip` where the film comes in clips."""

    film: str
    start: float
    end: float
    text: str
    place: Place
    clip: str = ""


class Notes:
    """What is not wrong but must be said: of each kind the first ones with their places, and how many more."""

    def __init__(self) -> None:
        self._said: list[Fault] = []
        self._count: Counter[str] = Counter()

    def add(self, code: str, place: Place, given: object = None, allowed: object = None, **params: object) -> None:
        self.put(Fault(code, at(place), given, allowed, params, place[0], place[1]))

    def put(self, note: Fault) -> None:
        self._count[note.code] += 1
        if self._count[note.code] <= LISTED:
            self._said.append(note)

    def said(self) -> list[Fault]:
        beyond = sum(count - LISTED for count in self._count.values() if count > LISTED)
        return [*self._said, Fault("film.more_notes", given=beyond)] if beyond else list(self._said)


def in_order(cues: Iterable[Cue], faults: Faults, notes: Notes) -> list[Cue]:
    """The cues of one system in one film, clip by clip as they come, by time within each; overlaps are noted.

    A cue that does not end after it starts can't be shown, and is a fault.
    """
    given = list(cues)
    for cue in given:
        if cue.end <= cue.start:
            faults.add("film.no_length", cue.place, clock(cue.start), clock(cue.end))
    for before, cue in pairwise(given):
        if cue.clip == before.clip and cue.start < before.start:
            notes.add("film.unsorted", cue.place, clock(cue.start), first=at(before.place))
    clips = {clip: number for number, clip in enumerate(dict.fromkeys(cue.clip for cue in given))}
    ordered = sorted(given, key=lambda cue: (clips[cue.clip], cue.start, cue.end))
    for before, cue in pairwise(ordered):
        if cue.clip == before.clip and cue.start < before.end:
            notes.add("film.overlap", cue.place, clock(cue.start), clock(before.end), first=at(before.place))
    for cue in ordered:
        if not cue.text:
            notes.add("film.empty", cue.place, short(clock(cue.start)))
    return ordered


def clock(seconds: float) -> str:
    """
    >>> clock(3725.5), clock(0.0404)
    ('1:02:05.500', '0:00:00.040')
    """
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000}:{whole // 60_000 % 60:02}:{whole // 1000 % 60:02}.{whole % 1000:03}"
