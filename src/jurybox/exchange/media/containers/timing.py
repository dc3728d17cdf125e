"""When each frame of a film is shown: whole ticks of the file's own clock, in the order of showing."""

from collections.abc import Iterable
from dataclasses import dataclass

MOST_FRAMES = 4_000_000
"""More than a day at 30 frames a second; a broken table may claim billions."""


@dataclass(frozen=True, slots=True)
class FrameTimes:
    """The ticks at which frames appear, rising; how many ticks make a second; how long the last frame stands."""

    times: tuple[int, ...]
    scale: int
    last: int


def timing(times: Iterable[int], scale: int, last: int) -> FrameTimes | None:
    """Sorted, each moment once (of two frames at one moment only one is seen); None where there is nothing to show."""
    shown = tuple(sorted(set(times)))
    if not shown or scale <= 0:
        return None
    usual = (shown[-1] - shown[0]) // (len(shown) - 1) if len(shown) > 1 else scale // 25
    return FrameTimes(shown, scale, max(1, last or usual))
