"""Tags and marks that one rater gave twice: the first time and again, as if two raters had given them."""

from dataclasses import replace
from typing import TypeVar

import numpy as np

from jurybox.analysis.table import Pairs, TagRatings, TagRepeats
from jurybox.stats import Flags, Floats, Ints, distinct_sets

FIRST, AGAIN = 0, 1
Column = TypeVar("Column", Ints, Floats)


def tag_repeats(first: TagRatings, again: TagRatings, before: Ints, after: Ints) -> TagRepeats:
    """Row `before[n]` of what was said first beside row `after[n]` of what was said again; both name the same tags."""
    n = len(before)
    (row, held), (later_row, later) = _held(first, before), _held(again, after)

    def both(one: Column | None, other: Column | None) -> Column | None:
        return None if one is None or other is None else np.concatenate([one[held], other[later]])

    unit = first.unit[before]
    passes = TagRatings(
        asked=first.asked,
        unit=np.tile(np.arange(n), 2),
        rater=np.repeat([FIRST, AGAIN], n),
        length=None if first.length is None else first.length[unit],
        row=np.concatenate([row, later_row + n]),
        tag=np.concatenate([first.tag[held], again.tag[later]]),
        start=both(first.start, again.start),
        end=both(first.end, again.end),
        weight=both(first.weight, again.weight),
    )
    return TagRepeats(first.rater[before], unit, passes)


def _held(tags: TagRatings, rows: Ints) -> tuple[Ints, Ints]:
    """For each of the rows in turn its entries: the place of the row, and of the entry."""
    order = np.argsort(tags.row, kind="stable")
    start, stop = (np.searchsorted(tags.row[order], rows, side=side) for side in ("left", "right"))
    count = stop - start
    place = np.repeat(np.arange(len(rows)), count)
    return place, order[np.arange(len(place)) + np.repeat(start - np.cumsum(count) + count, count)]


def repeats_kept(repeats: TagRepeats, keep: Flags) -> TagRepeats:
    """Some of the pairs."""
    before = np.flatnonzero(keep)
    passes = tag_repeats(repeats.passes, repeats.passes, before, before + len(keep)).passes
    return TagRepeats(repeats.rater[keep], repeats.unit[keep], passes)


def pairs_of_sets(repeats: TagRepeats) -> Pairs:
    """Whether the whole set was the same: each different set as a category."""
    passes, n = repeats.passes, len(repeats.unit)
    code, _ = distinct_sets(2 * n, passes.row, passes.tag, len(passes.asked.names))
    asked = replace(passes.asked, kind="category", names=(), categories=())
    return Pairs(asked, repeats.rater, repeats.unit, code[:n].astype(float), code[n:].astype(float))
