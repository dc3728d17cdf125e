"""Whether the times of segments begin where their clips begin: what the lengths of clips and several sources tell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from jurybox.exchange.label_studio.times import Span, TimeReading, TimeSource

NEAR = 0.06
"""Seconds: a frame or two, and what rounding leaves."""
SPARE = 0.3
"""A clip that goes on for less than this after its last segment was cut at its end."""


@dataclass(frozen=True, slots=True)
class OffsetHint:
    """An offset that the files speak for; `because` other times of theirs say so, or the clips are that much longer."""

    seconds: float
    because: Literal["times", "lengths"]


@dataclass(slots=True)
class ClipTimes:
    """The times of all tasks with their clips, without the offset."""

    timing: TimeReading
    _read: list[tuple[str, list[Span]]] = field(default_factory=list)
    _apart: list[float | None] = field(default_factory=list)

    def learn(self, clip: str, found: Mapping[TimeSource, list[Span]], taken: list[Span]) -> None:
        """`taken` are the times that were chosen of those that were found."""
        self._read.append((clip, taken))
        others = [spans for spans in found.values() if spans is not taken]
        self._apart += [_moved(taken, spans) for spans in others]

    def hint(self, lengths: Mapping[str, float]) -> OffsetHint | None:
        """An offset other than the one that was said, if everything speaks for one and the same.

        Lengths are asked where nothing was said and no other times are there: a clip may go on after its last segment.
        """
        if self._apart or self.timing.offset:
            return self._by_times()
        return self._by_lengths(lengths)

    def beyond(self, lengths: Mapping[str, float]) -> float:
        """By how many seconds segments end after their clips, at the most; 0 where none does."""
        ends = [(spans[-1][1] + self.timing.offset, lengths[clip]) for clip, spans in self._read if clip in lengths]
        longest = max((end - length for end, length in ends), default=0.0)
        return longest if longest > NEAR else 0.0

    def _by_times(self) -> OffsetHint | None:
        said = [moved for moved in self._apart if moved is not None]
        if not said or len(said) < len(self._apart) or not _are_alike(said):
            return None
        return self._unless_said(sum(said) / len(said), "times")

    def _by_lengths(self, lengths: Mapping[str, float]) -> OffsetHint | None:
        """Where first segments are said to begin at 0, what a clip has beyond its last may stand before the first."""
        known = [(lengths[clip], spans) for clip, spans in self._read if clip in lengths]
        if not known or any(abs(spans[0][0]) > NEAR for _, spans in known):
            return None
        spare = [length - spans[-1][1] for length, spans in known]
        if min(spare) < SPARE or not _are_alike(spare):
            return None
        return self._unless_said(sum(spare) / len(spare), "lengths")

    def _unless_said(self, seconds: float, because: Literal["times", "lengths"]) -> OffsetHint | None:
        is_news = abs(seconds) > NEAR and abs(seconds - self.timing.offset) > NEAR
        return OffsetHint(round(seconds, 2), because) if is_news else None


def _moved(one: list[Span], other: list[Span]) -> float | None:
    """By how much all starts of the other times are later; None where it is not the same for all.

    >>> _moved([(0.0, 2.0), (2.5, 4.0)], [(1.0, 3.0), (3.5, 5.0)]), _moved([(0, 1), (2, 3)], [(0, 1), (3, 4)])
    (1.0, None)
    """
    later = [b[0] - a[0] for a, b in zip(one, other, strict=True)]
    return sum(later) / len(later) if later and _are_alike(later) else None


def _are_alike(seconds: list[float]) -> bool:
    return max(seconds) - min(seconds) <= NEAR
