"""Means of systems: the mean of per-item means, with intervals over blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jurybox.stats.distributions import normal_quantile, t_quantile
from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.finite import check, only_finite
from jurybox.stats.tally import counts, scale_of, sums

_DENSE_FOR_FREE = 1_000_000
_TOGETHER = 1 << 15


@dataclass(frozen=True, slots=True)
class ItemMeans:
    """The mean of each rated output: one row per (item, system), sorted by item, then system."""

    item: Ints
    system: Ints
    mean: Floats
    ratings: Ints
    n_items: int
    n_systems: int

    def __post_init__(self) -> None:
        check("mean", self.mean)

    def of_items(self, items: Ints) -> Floats:
        """Items x systems for a few items, NaN where a system has no rating."""
        start = np.searchsorted(self.item, items)
        return self.rows(start, np.searchsorted(self.item, items, side="right") - start)

    def rows(self, start: Ints, count: Ints) -> Floats:
        """The same for items whose means begin at `start`."""
        if (count == self.n_systems).all():
            return np.asarray(self.mean[start[:, None] + np.arange(self.n_systems)], dtype=float)
        row = np.repeat(np.arange(len(start)), count)
        place = np.arange(len(row)) + np.repeat(start - np.cumsum(count) + count, count)
        found = np.full((len(start), self.n_systems), np.nan)
        found[row, self.system[place]] = self.mean[place]
        return found


@only_finite()
def item_means(item: Ints, system: Ints, value: Floats, n_items: int, n_systems: int) -> ItemMeans:
    """The mean rating of every output; the memory is proportional to the ratings, however many items and systems.

    >>> item_means(np.array([0, 0, 1]), np.array([0, 0, 1]), np.array([1.0, 2.0, 5.0]), 2, 2).mean.tolist()
    [1.5, 5.0]
    """
    if n_items * n_systems <= max(_DENSE_FOR_FREE, len(item)):
        return _in_blocks(item, system, value, n_items, n_systems)
    key = np.asarray(item, dtype=np.int64) * n_systems + system
    cells, inverse, found = np.unique(key, return_inverse=True, return_counts=True)
    total = sums(inverse, value, len(cells))
    return ItemMeans(cells // n_systems, cells % n_systems, total / found, found, n_items, n_systems)


def _in_blocks(item: Ints, system: Ints, value: Floats, n_items: int, n_systems: int) -> ItemMeans:
    """The ratings, then the cells, some at a time: what stays in the cache costs the same however many there are."""
    found, total = np.zeros(n_items * n_systems, np.int64), np.zeros(n_items * n_systems)
    for begin in range(0, len(item), _TOGETHER):
        part = slice(begin, begin + _TOGETHER)
        key = item[part].astype(np.int64) * n_systems
        key += system[part]
        np.add.at(found, key, 1)
        np.add.at(total, key, value[part])
    at = np.empty((2, int(np.count_nonzero(found))), np.int64)
    end = 0
    for begin in range(0, len(found), _TOGETHER):
        cells = np.flatnonzero(found[begin : begin + _TOGETHER])
        cells += begin
        part = slice(end, end := end + len(cells))
        np.divmod(cells, n_systems, out=(at[0, part], at[1, part]))
        found[part], total[part] = found[cells], total[cells]  # what was read before is written over
        total[part] /= found[part]
    return ItemMeans(at[0], at[1], total[:end], found[:end], n_items, n_systems)


def system_means(means: ItemMeans, blocks: Ints | None = None, confidence: float = 0.95) -> tuple[Estimate, ...]:
    """Mean of per-item means of each system, so that an item with more raters weighs no more than another.

    Whole blocks are taken as drawn by chance (`blocks`: one code per item; None: every item by itself): mean ± t · se
    with se² = B/(B-1) · Σ_b (sum_b - mean·count_b)² / count² and t of B - 1 degrees, B the blocks of a system.

    >>> made = item_means(np.array([0, 0, 0, 1]), np.zeros(4, int), np.array([1.0, 1.0, 1.0, 5.0]), 2, 1)
    >>> system_means(made)[0].value
    3.0
    """
    by_block = block_sums(means, blocks)
    total = counts(means.system, means.n_systems)
    ratings = sums(means.system, means.ratings, means.n_systems).astype(int)
    found = sums(means.system, means.mean, means.n_systems) / np.maximum(total, 1)
    low, high = _intervals(by_block, found, confidence)
    flat, number = by_block.is_flat(found), by_block.blocks
    return tuple(
        _estimate(found[s], (low[s], high[s]), int(total[s]), int(ratings[s]), int(number[s]), bool(flat[s]))
        for s in range(means.n_systems)
    )


def _estimate(
    mean: float, interval: tuple[float, float], items: int, ratings: int, blocks: int, is_flat: bool
) -> Estimate:
    if not items:
        return undefined("no_ratings")
    if blocks < 2:
        return Estimate(float(mean), None, "too_few_units", items, ratings)
    if is_flat:
        return Estimate(float(mean), None, "no_variance", items, ratings)
    return Estimate(float(mean), (float(interval[0]), float(interval[1])), None, items, ratings, method="t")


@dataclass(frozen=True, slots=True)
class BlockSums:
    """Per block and system: the sum of item means and their number, sparse."""

    block: Ints
    system: Ints
    sum: Floats
    count: Ints
    n_systems: int

    @property
    def blocks(self) -> Ints:
        """How many blocks each system has."""
        return counts(self.system, self.n_systems)

    def is_flat(self, mean: Floats) -> Flags:
        """Where all blocks of a system have the same mean, but for rounding."""
        off = np.abs(self.sum / self.count - mean[self.system]) > 1e-9 * scale_of(mean)
        return np.asarray(sums(self.system, off, self.n_systems) == 0, dtype=bool)


def block_sums(means: ItemMeans, blocks: Ints | None = None) -> BlockSums:
    """Item means added up by block (one code per item) and system."""
    if blocks is None:
        return BlockSums(means.item, means.system, means.mean, np.ones(len(means.item), np.int64), means.n_systems)
    key = np.asarray(blocks[means.item], dtype=np.int64) * means.n_systems + means.system
    cells, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
    total = sums(inverse, means.mean, len(cells))
    return BlockSums(cells // means.n_systems, cells % means.n_systems, total, count, means.n_systems)


def block_means(means: ItemMeans, blocks: Ints) -> ItemMeans:
    """The same with blocks in place of items: each the mean of its items.

    >>> made = item_means(np.array([0, 1, 2]), np.zeros(3, int), np.array([1.0, 3.0, 5.0]), 3, 1)
    >>> block_means(made, np.array([0, 0, 1])).mean.tolist()
    [2.0, 5.0]
    """
    found = block_sums(means, blocks)
    n_blocks = int(blocks.max(initial=-1)) + 1
    return ItemMeans(found.block, found.system, found.sum / found.count, found.count, n_blocks, means.n_systems)


def _intervals(by_block: BlockSums, mean: Floats, confidence: float) -> tuple[Floats, Floats]:
    rest = (by_block.sum - mean[by_block.system] * by_block.count) ** 2
    total = np.maximum(sums(by_block.system, by_block.count, by_block.n_systems), 1)
    number = np.maximum(by_block.blocks, 2)
    squares = sums(by_block.system, rest, by_block.n_systems)
    error = np.sqrt(number / (number - 1) * squares) / total
    half = t_quantile(0.5 + confidence / 2, number - 1.0) * error
    return mean - half, mean + half


@dataclass(frozen=True, slots=True)
class ZScores:
    """Ratings on each rater's own scale. `is_kept` tells the rows that have one."""

    z: Floats
    is_kept: Flags
    left_out: int


@only_finite()
def z_scores(rater: Ints, value: Floats, n_raters: int) -> ZScores:
    """(value - rater's mean) / rater's standard deviation (n - 1), as in the WMT direct assessments.

    Ratings of a rater without spread have no z-score; they are left out and counted.

    >>> z_scores(np.array([0, 0, 1]), np.array([1.0, 3.0, 5.0]), 2).z.round(3).tolist()
    [-0.707, 0.707]
    """
    n = counts(rater, n_raters)
    mean = sums(rater, value, n_raters) / np.maximum(n, 1)
    rest = value - mean[rater]
    spread = np.sqrt(sums(rater, rest * rest, n_raters) / np.maximum(n - 1, 1))
    has_spread = (n > 1) & (spread > 1e-12 * scale_of(value))
    is_kept = has_spread[rater]
    return ZScores(rest[is_kept] / spread[rater[is_kept]], is_kept, int(len(value) - is_kept.sum()))


def shares(means: ItemMeans, blocks: Ints | None = None, confidence: float = 0.95) -> tuple[Estimate, ...]:
    """Share of ratings that count, each system's mean of per-item shares (means of 0 and 1), with Wilson's interval.

    The interval takes the effective number of ratings p(1-p)/se² with se² between items (Korn & Graubard 1998), and
    the number of items where nothing or everything counts: so 0 of 40 has an interval too. With `blocks` (one code per
    item) se² is between blocks, and t of blocks - 1 degrees of freedom stands for the normal quantile.

    >>> shares(item_means(np.arange(4), np.zeros(4, int), np.array([1.0, 0.0, 0.0, 0.0]), 4, 1))[0].value
    0.25
    """
    n_systems = means.n_systems
    n = counts(means.system, n_systems)
    ratings = sums(means.system, means.ratings, n_systems)
    p = sums(means.system, means.mean, n_systems) / np.maximum(n, 1)
    off = (means.mean - p[means.system]) / np.maximum(n, 1)[means.system]
    block = means.item if blocks is None else np.asarray(blocks)[means.item]
    squares, number = _squares(block, means.system, off, n_systems)
    variance = number / np.maximum(number - 1, 1) * squares
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.where(variance > 0, p * (1 - p) / variance, number)
    effective = np.clip(effective, 1.0, np.maximum(ratings, 1))
    return tuple(
        _share(p[s], effective[s], int(n[s]), int(ratings[s]), confidence, None if blocks is None else int(number[s]))
        for s in range(n_systems)
    )


def _squares(block: Ints, system: Ints, off: Floats, n_systems: int) -> tuple[Floats, Ints]:
    """By system: the sum over blocks of the squared sum within, and how many blocks it has."""
    key = np.asarray(block, dtype=np.int64) * n_systems + system
    size = (int(block.max(initial=-1)) + 1) * n_systems
    if size <= max(_DENSE_FOR_FREE, len(key)):
        by_block = sums(key, off, size).reshape(-1, n_systems)
        return (by_block**2).sum(axis=0), (counts(key, size).reshape(-1, n_systems) > 0).sum(axis=0)
    cells, place = np.unique(key, return_inverse=True)
    return sums(cells % n_systems, sums(place, off, len(cells)) ** 2, n_systems), counts(cells % n_systems, n_systems)


def _share(share: float, effective: float, items: int, ratings: int, confidence: float, blocks: int | None) -> Estimate:
    if not items:
        return undefined("no_ratings")
    if blocks is None:
        return Estimate(float(share), wilson(float(share), float(effective), confidence), None, items, ratings)
    if blocks < 2:
        return Estimate(float(share), None, "too_few_blocks", items, ratings)
    quantile = float(t_quantile(0.5 + confidence / 2, blocks - 1.0))
    interval = wilson(float(share), float(effective), confidence, quantile)
    return Estimate(float(share), interval, None, items, ratings, method="wilson_blocks")


def wilson(share: float, n: float, confidence: float = 0.95, quantile: float | None = None) -> tuple[float, float]:
    """Wilson's score interval (1927) of a share of n, with the normal quantile or another one.

    >>> [round(end, 3) for end in wilson(0.5, 10)]
    [0.237, 0.763]
    """
    z = normal_quantile(0.5 + confidence / 2) if quantile is None else quantile
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, float(centre - half)), min(1.0, float(centre + half))


@only_finite()
def is_severe(value: Floats, severe: Sequence[float]) -> Flags:
    """Which ratings count as severe.

    >>> is_severe(np.array([1.0, 4.0]), (1, 2)).tolist()
    [True, False]
    """
    return np.isin(value, np.asarray(severe, dtype=float))
