"""The shape of units: how many segments and candidates a rater sees at once, and which windows of a long item."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field as F

from jurybox.core.model import Model

MOST_SEGMENTS = 1_000
"""Of one item."""


class Window(Model):
    """Units of at most `size` segments, with so many segments before and after them to be read."""

    size: Annotated[int, F(ge=1, le=MOST_SEGMENTS)]
    before: Annotated[int, F(ge=0, le=MOST_SEGMENTS)] = 0
    after: Annotated[int, F(ge=0, le=MOST_SEGMENTS)] = 0


class SegmentSpan(NamedTuple):
    """Segments of an item by number, from 1 on: those that are rated, and those that are shown with them."""

    rated: range
    shown: range

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(map(str, self.rated))


class UnitShape(Model):
    """How many segments a unit has, and how many candidates a rater sees at once."""

    segments: Annotated[int, F(ge=0, le=MOST_SEGMENTS)] | Literal["all"] = 0
    """So many in every item, or `all`: as many as each item has."""
    window: Window | None = None
    """Rated window by window instead of as a whole."""
    candidates: Annotated[int, F(ge=1, le=26)] | Literal["all"] = 1
    subsets: Annotated[int, F(ge=1)] | Literal["all"] = "all"
    """With 2 or more candidates: how many subsets of that size an item gives."""

    @property
    def has_documents(self) -> bool:
        """Whether items have any number of segments."""
        return self.segments == "all"

    @property
    def fixed(self) -> int:
        """How many segments every item has; 0 where there are none, or any number of them."""
        return 0 if self.segments == "all" else self.segments

    def count(self, segments: int) -> int:
        """How many segments an item has that came with so many."""
        return segments if self.segments == "all" else self.segments

    def windows(self, segments: int) -> range:
        """The numbers of the windows of an item; 0 stands for the whole of it.

        >>> shape = UnitShape(segments="all", window=Window(size=4))
        >>> list(shape.windows(10)), list(UnitShape(segments="all").windows(10))
        ([1, 2, 3], [0])
        """
        if self.window is None:
            return range(1)
        return range(1, max(1, -(-self.count(segments) // self.window.size)) + 1)

    def span(self, window: int, segments: int) -> SegmentSpan:
        """The segments of a window of an item that came with so many. Windows are as alike in length as they can be.

        >>> shape = UnitShape(segments="all", window=Window(size=4, before=2, after=1))
        >>> [(list(s.rated), list(s.shown)) for n in shape.windows(7) for s in [shape.span(n, 7)]]
        [([1, 2, 3, 4], [1, 2, 3, 4, 5]), ([5, 6, 7], [3, 4, 5, 6, 7])]
        """
        count = self.count(segments)
        whole = range(1, count + 1)
        if self.window is None or window == 0:
            return SegmentSpan(whole, whole)
        each, longer = divmod(count, len(self.windows(segments)))
        first = 1 + (window - 1) * each + min(window - 1, longer)
        last = first + each + (window <= longer) - 1
        shown = range(max(1, first - self.window.before), min(count, last + self.window.after) + 1)
        return SegmentSpan(range(first, last + 1), shown)
