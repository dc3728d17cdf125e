"""Every two systems over the items that both have."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.means import ItemMeans
from jurybox.stats.tally import step_of

_CELLS = 2_000_000


def all_pairs(n_systems: int) -> tuple[Ints, Ints]:
    """The pairs (0, 1), (0, 2), … in the order that every table of pairs keeps.

    >>> [part.tolist() for part in all_pairs(3)]
    [[0, 0, 1], [1, 2, 2]]
    """
    first, second = np.triu_indices(n_systems, 1)
    return first, second


@dataclass(frozen=True, slots=True)
class Block:
    """One system beside some later ones. `difference` (others x items) is NaN where another lacks the item."""

    first: int
    second: int
    """The first of the others; they follow each other."""
    difference: Floats
    steps: Floats
    """The same in whole steps, so that equal differences are equal."""


def blocks(means: ItemMeans) -> Iterator[Block]:
    """All pairs, a few million differences at a time."""
    by_system = np.argsort(means.system, kind="stable")
    item, mean = means.item[by_system], means.mean[by_system]
    start = np.concatenate(([0], np.cumsum(np.bincount(means.system, minlength=means.n_systems))))
    step = step_of(means.mean) or 1.0
    row = np.full(means.n_items, -1)
    for first in range(means.n_systems - 1):
        own = slice(start[first], start[first + 1])
        row[item[own]] = np.arange(own.stop - own.start)
        width = max(1, _CELLS // max(1, own.stop - own.start))
        for second in range(first + 1, means.n_systems, width):
            end = min(second + width, means.n_systems)
            theirs = slice(start[second], start[end])
            other = means.system[by_system[theirs]] - second
            place = row[item[theirs]]
            is_shared = place >= 0
            found = np.full((end - second, own.stop - own.start), np.nan)
            found[other[is_shared], place[is_shared]] = mean[theirs][is_shared]
            difference = mean[own] - found
            yield Block(first, second, difference, np.round(difference / step))
        row[item[own]] = -1


@dataclass(frozen=True, slots=True)
class Paired:
    """Differences of all pairs of systems (first less second). NaN where fewer than one (mean) or two (sd) items."""

    first: Ints
    second: Ints
    items: Ints
    difference: Floats
    sd: Floats
    wins: Ints
    ties: Ints
    losses: Ints


def paired_differences(means: ItemMeans) -> Paired:
    """Mean and standard deviation of the differences per item, and on how many items each is better.

    >>> cells = item_means_of([[3.0, 1.0], [4.0, 4.0]])
    >>> found = paired_differences(cells)
    >>> found.difference.tolist(), found.wins.tolist(), found.ties.tolist()
    ([1.0], [1], [1])
    """
    parts = [_summary(block) for block in blocks(means)]
    rows = np.concatenate(parts) if parts else np.empty((0, 6))
    first, second = all_pairs(means.n_systems)
    whole = rows[:, [0, 3, 4, 5]].astype(int)
    return Paired(first, second, whole[:, 0], rows[:, 1], rows[:, 2], whole[:, 1], whole[:, 2], whole[:, 3])


def _summary(block: Block) -> Floats:
    """Per pair: items, mean, sd, wins, ties, losses."""
    is_there = ~np.isnan(block.steps)
    n = is_there.sum(axis=1)
    filled = np.where(is_there, block.difference, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(n > 0, filled.sum(axis=1) / n, np.nan)
        rest = np.where(is_there, block.difference - mean[:, None], 0.0)
        sd = np.where(n > 1, np.sqrt((rest * rest).sum(axis=1) / (n - 1)), np.nan)
    wins, losses = (block.steps > 0).sum(axis=1), (block.steps < 0).sum(axis=1)
    return np.column_stack([n, mean, sd, wins, n - wins - losses, losses]).astype(float)


def item_means_of(values: list[list[float]] | Floats) -> ItemMeans:
    """Item means from a matrix items x systems, NaN where there is none.

    >>> item_means_of([[1.0, float("nan")], [2.0, 3.0]]).mean.tolist()
    [1.0, 2.0, 3.0]
    """
    matrix = np.asarray(values, dtype=float)
    item, system = np.nonzero(~np.isnan(matrix))
    return ItemMeans(item, system, matrix[item, system], np.ones(len(item), dtype=int), *matrix.shape)
