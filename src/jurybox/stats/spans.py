"""Agreement about marked spans of texts: F1 over pairs of raters, exact or by characters.

Ratings come as rows (`unit` by row; a row may hold no mark) with `row`, `tag`, `start` and `end` listing the marks, in
half-open code points.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.linearised import ratio_of_sums

By = Literal["exact", "characters"]


@dataclass(frozen=True, slots=True)
class Spans:
    """Marks that have a place in a text, sorted by rating, label and start."""

    row: Ints
    tag: Ints
    start: Ints
    end: Ints

    @property
    def length(self) -> Ints:
        return self.end - self.start

    def pick(self, which: Ints) -> "Spans":
        return Spans(self.row[which], self.tag[which], self.start[which], self.end[which])


def placed(row: Ints, tag: Ints, start: Ints, end: Ints) -> tuple[Spans, int]:
    """The marks with a place, and how many have none (a negative start, or no length)."""
    usable = np.flatnonzero((start >= 0) & (end > start))
    spans = Spans(*(column.astype(np.int64) for column in (row, tag, start, end))).pick(usable)
    order = np.lexsort((spans.end, spans.start, spans.tag, spans.row))
    return spans.pick(order), len(row) - len(usable)


def merged(spans: Spans) -> Spans:
    """Overlapping marks of one rating and label as one; those that only touch stay apart.

    >>> spans, _ = placed(np.zeros(3, int), np.zeros(3, int), np.array([0, 3, 8]), np.array([5, 8, 9]))
    >>> found = merged(spans)
    >>> found.start.tolist(), found.end.tolist()
    ([0, 8], [8, 9])
    """
    if not len(spans.row):
        return spans
    group = np.cumsum(changes(spans.row, spans.tag)) - 1
    room = int(spans.end.max()) + 1
    reach = np.maximum.accumulate(spans.end + group * room) - group * room
    before = np.concatenate([[-1], reach[:-1]])
    begins = np.flatnonzero(changes(spans.row, spans.tag) | (spans.start >= before))
    ends = np.concatenate([begins[1:], [len(group)]]) - 1
    return Spans(spans.row[begins], spans.tag[begins], spans.start[begins], reach[ends])


def changes(*columns: Ints) -> Flags:
    """Whether each place of sorted columns begins something new."""
    new = np.zeros(len(columns[0]), np.bool_)
    for column in columns:
        new |= np.diff(column, prepend=-1) != 0
    new[:1] = True
    return new


def span_f1(
    unit: Ints,
    row: Ints,
    tag: Ints,
    start: Ints,
    end: Ints,
    by: By = "exact",
    *,
    labels: bool = True,
    confidence: float = 0.95,
    blocks: Ints | None = None,
) -> Estimate:
    """F1 = 2 Σ |A∩B| / Σ (|A| + |B|) over all pairs of ratings of a unit, A and B being the marks or the characters.

    With `labels` a mark counts as the same only under the same label. Two ratings without marks add nothing.

    >>> unit, row, tag = np.array([0, 0]), np.array([0, 1, 1]), np.zeros(3, int)
    >>> start, end = np.array([0, 0, 10]), np.array([5, 5, 15])
    >>> round(span_f1(unit, row, tag, start, end).value, 3)
    0.667
    """
    spans, lost = placed(row, tag if labels else np.zeros(len(row), np.int64), start, end)
    sizes = np.bincount(unit)
    sizes = np.where(sizes > 1, sizes, 0)
    left_out = {"without_place": lost} if lost else {}
    units, ratings = int((sizes > 0).sum()), int(sizes.sum())
    if not units:
        return undefined("no_overlap" if len(unit) else "no_ratings", left_out=left_out)
    above, below = (_exact if by == "exact" else _characters)(unit, spans, sizes)
    if below.sum() <= 0:
        return undefined("no_variance", units, ratings, left_out)
    estimate = Estimate(float(above.sum() / below.sum()), units=units, ratings=ratings, left_out=left_out)
    own = None if blocks is None else blocks[: len(sizes)][sizes > 0]
    return ratio_of_sums(above[sizes > 0], below[sizes > 0], estimate, confidence, blocks=own)


def _exact(unit: Ints, spans: Spans, sizes: Ints) -> tuple[Floats, Floats]:
    """By unit: ordered pairs of equal marks, and of marks and other ratings. c raters of a mark make c (c - 1)."""
    once = spans.pick(np.flatnonzero(changes(spans.row, spans.tag, spans.start, spans.end)))
    where = unit[once.row]
    order = np.lexsort((once.end, once.start, once.tag, where))
    sorted_unit = where[order]
    begins = np.flatnonzero(changes(sorted_unit, once.tag[order], once.start[order], once.end[order]))
    count = np.diff(begins, append=len(order)).astype(float)
    pairs = np.where(sizes[sorted_unit[begins]] > 0, count * (count - 1), 0)
    above = np.bincount(sorted_unit[begins], pairs, len(sizes)).astype(float)
    return above, np.bincount(where, np.maximum(sizes[where] - 1, 0), len(sizes)).astype(float)


def _characters(unit: Ints, spans: Spans, sizes: Ints) -> tuple[Floats, Floats]:
    """The same for characters: a stretch that c raters cover makes length · c (c - 1)."""
    spans = merged(spans)
    where = unit[spans.row]
    below = np.bincount(where, spans.length * np.maximum(sizes[where] - 1, 0), len(sizes)).astype(float)
    group, place = np.tile(where, 2), np.concatenate([spans.start, spans.end])
    label, step = np.tile(spans.tag, 2), np.repeat([1, -1], len(where))
    order = np.lexsort((place, label, group))
    group, place = group[order], place[order]
    depth = np.cumsum(step[order])
    # at the end of each text and label the depth is back at 0, so the stretch to the next one counts nothing
    stretch = np.diff(place, append=0) * depth * (depth - 1.0)
    above = np.bincount(group, np.where(sizes[group] > 0, stretch, 0), len(sizes)).astype(float)
    return above, below
