"""Numbers of large studies that are kept for a moment: to count them at every look would keep raters waiting."""

from collections.abc import Callable
from typing import TypeVar, cast

from jurybox.store import StudyRow

T = TypeVar("T")
LARGE = 20_000
"""From so many units on."""
SECONDS = 2.0


class KeptCounts:
    """By study and name, each good for one version of the study and two seconds."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._kept: dict[tuple[int, str], tuple[int, float, object]] = {}

    def of(self, row: StudyRow, name: str, count: Callable[[], T]) -> T:
        if row.places < LARGE:
            return count()
        version, until, value = self._kept.get((row.id, name), (None, 0.0, None))
        if version != row.version or self._timer() >= until:
            value = count()
            self._kept[row.id, name] = row.version, self._timer() + SECONDS, value
        return cast(T, value)
