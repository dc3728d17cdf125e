"""Paired permutation test of all pairs of systems at once, with the same signs for every pair."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.means import ItemMeans
from jurybox.stats.paired import all_pairs

_CELLS, _SIGNS = 4_000_000, 1_000_000
_ROWS = 128
_MOST_PATTERNS = 64
MOST_RESAMPLES = 100_000
_ROUNDING = 1e-10
"""Sums this close (relative to the sum of all sizes) are equal: a permuted sum that ties must count."""


@dataclass(frozen=True, slots=True)
class Permutation:
    """Of each pair: how often a permuted difference was at least as far from 0, and at least as high, as the seen."""

    first: Ints
    second: Ints
    items: Ints
    """Items that both have."""
    extreme: Ints
    greater: Ints
    resamples: int
    is_exact: bool

    @property
    def p(self) -> Floats:
        """Two-sided; NaN where the two share no item."""
        return self._share(self.extreme)

    @property
    def p_greater(self) -> Floats:
        """One-sided: that the first system is better."""
        return self._share(self.greater)

    def _share(self, count: Ints) -> Floats:
        found = count / self.resamples if self.is_exact else (1 + count) / (1 + self.resamples)
        return np.where(self.items > 0, found, np.nan)


def permutation_test(means: ItemMeans, resamples: int = 1000, seed: int = 0, swaps: Flags | None = None) -> Permutation:
    """Sign-flip test of the mean difference per item, for all pairs of systems.

    If two systems are equally good, either could have had either value of an item: T = Σ sᵢ·dᵢ with random signs
    (Fisher 1935; Noreen 1989). p = (1 + #{|T*| >= |T|}) / (1 + resamples) (Phipson & Smyth 2010), or the share of
    all 2ⁿ sign vectors where these are no more than the resamples. All pairs use the same signs, so the sums of all
    pairs come from one product of the signs with the items x systems matrix. With `swaps` (resamples x items) the
    signs are those of another program's draw instead: so its published figure can be had again.

    >>> from jurybox.stats.paired import item_means_of
    >>> permutation_test(item_means_of([[3.0, 1.0], [4.0, 2.0], [5.0, 2.0]])).p.tolist()
    [0.25]
    """
    seen = _Seen.of(means)
    n = len(seen.start)
    is_exact = swaps is None and n < 40 and 2**n <= resamples
    total = 2**n if is_exact else resamples if swaps is None else len(swaps)
    given = None if swaps is None else swaps[:, means.item[seen.start]]
    signs = _Signs(n, total, None if is_exact else seed, given)
    tests = _by_pattern(seen, signs) if seen.has_few_patterns(total) else _by_pair(seen, signs)
    parts = list(tests)
    first, second = all_pairs(means.n_systems)
    extreme, greater, items = (np.concatenate([part[k] for part in parts] or [np.empty(0, int)]) for k in range(3))
    return Permutation(first, second, items, extreme, greater, total, is_exact)


def enough_resamples(n_systems: int, resamples: int, alpha: float = 0.05) -> int:
    """As many resamples as Holm's adjustment over all pairs needs before it can find anything, at most 100,000.

    The smallest p is 1 / (1 + resamples); times the number of pairs it must come below alpha with room to spare.

    >>> enough_resamples(5, 1000), enough_resamples(20, 1000)
    (1000, 7600)
    """
    pairs = n_systems * (n_systems - 1) // 2
    return max(resamples, min(MOST_RESAMPLES, ceil(2 * pairs / alpha)))


@dataclass(frozen=True, slots=True)
class _Signs:
    """Random bits (or all bit patterns, without a seed) for the items, remade for each chunk instead of kept."""

    items: int
    total: int
    seed: int | None
    given: Flags | None = None

    @property
    def width(self) -> int:
        """How many items a chunk has."""
        return max(8, min(2048, _SIGNS // self.total // 8 * 8))

    def of(self, chunk: int) -> Iterator[tuple[slice, Floats]]:
        """Zeros and ones, some resamples at a time so that they stay in the cache: resamples x items of the chunk."""
        start = chunk * self.width
        width = min(self.width, self.items - start)
        packed = self._packed(chunk, width)
        for begin in range(0, self.total, _ROWS):
            rows = slice(begin, min(begin + _ROWS, self.total))
            if self.given is not None:
                yield rows, self.given[rows, start : start + width].astype(float)
            elif packed is None:
                every = np.arange(rows.start, rows.stop)[:, None] >> np.arange(start, start + width)
                yield rows, (every & 1).astype(float)
            else:
                yield rows, np.unpackbits(packed[rows], axis=1, count=width).astype(float)

    def _packed(self, chunk: int, width: int) -> NDArray[np.uint8] | None:
        if self.seed is None or self.given is not None:
            return None
        bits = np.random.default_rng([self.seed, chunk]).bytes(self.total * -(-width // 8))
        return np.frombuffer(bits, dtype=np.uint8).reshape(self.total, -1)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The items that at least two systems have, those of the same systems beside each other."""

    means: ItemMeans
    start: Ints
    """Where the means of each item begin."""
    count: Ints
    """How many systems it has."""
    pattern: Ints
    """The place in which each run of items with the same systems begins; empty where not known."""

    @classmethod
    def of(cls, means: ItemMeans) -> "_Seen":
        is_first = np.ones(len(means.item), dtype=bool)
        np.not_equal(means.item[1:], means.item[:-1], out=is_first[1:])
        start = np.flatnonzero(is_first)
        count = np.diff(start, append=len(is_first))
        is_shared = count > 1
        if means.n_systems > 62 or not is_shared.any():
            return cls(means, start[is_shared], count[is_shared], np.zeros(0, dtype=int))
        bits = _system_bits(means, start, count)[is_shared]
        order = np.argsort(bits, kind="stable")
        begins = np.flatnonzero(np.diff(bits[order], prepend=-1))
        return cls(means, start[is_shared][order], count[is_shared][order], begins)

    def has_few_patterns(self, total: int) -> bool:
        runs = len(self.pattern)
        return 0 < runs <= _MOST_PATTERNS and runs * total * self.means.n_systems <= 5 * _CELLS

    def chunks(self, width: int) -> Iterator[tuple[int, Floats]]:
        """Items x systems, centred, a few items at a time."""
        centre = float(self.means.mean.mean()) if len(self.means.mean) else 0.0
        for chunk, begin in enumerate(range(0, len(self.start), width)):
            part = slice(begin, begin + width)
            yield chunk, self.means.rows(self.start[part], self.count[part]) - centre


def _system_bits(means: ItemMeans, start: Ints, count: Ints) -> Ints:
    """Which systems each item has, as bits; where it has all there is nothing to look up."""
    bits = np.full(len(start), (1 << means.n_systems) - 1)
    is_partial = count < means.n_systems
    if is_partial.any():
        systems, sizes = means.system[np.repeat(is_partial, count)], count[is_partial]
        bits[is_partial] = np.bitwise_or.reduceat(np.left_shift(1, systems), np.cumsum(sizes) - sizes)
    return bits


def _by_pattern(seen: _Seen, signs: _Signs) -> Iterator[tuple[Ints, Ints, Ints]]:
    """One sum per system and run of items: with the same systems throughout, differences of sums are enough."""
    runs, systems = len(seen.pattern), seen.means.n_systems
    drawn = np.zeros((runs, signs.total, systems))
    sums, sizes, items = np.zeros((3, runs, systems))
    ends = np.append(seen.pattern[1:], len(seen.start))
    for chunk, values in seen.chunks(signs.width):
        start = chunk * signs.width
        from_run, to_run = np.searchsorted(ends, (start, start + len(values) - 1), side="right").tolist()
        parts = []
        for run in range(from_run, to_run + 1):
            part = slice(max(0, seen.pattern[run] - start), ends[run] - start)
            here = np.flatnonzero(~np.isnan(values[part][0]))
            own = np.ascontiguousarray(values[part][:, here])
            sums[run, here] += own.sum(axis=0)
            sizes[run, here] += np.abs(own).sum(axis=0)
            items[run, here] += len(own)
            parts.append((run, part, here, own))
        for rows, bits in signs.of(chunk):
            for run, part, here, own in parts:
                drawn[run, rows][:, here] += bits[:, part] @ own
    for first, second in _pair_chunks(systems, signs.total):
        both = np.where((items[:, first] > 0) & (items[:, second] > 0), 1.0, 0.0)
        flipped = sum(
            ((drawn[run][:, first] - drawn[run][:, second]) * both[run] for run in range(runs)),
            np.zeros((signs.total, len(first))),
        )
        difference, size = (
            ((sums[:, first] - sums[:, second]) * both).sum(0),
            (sizes[:, first] + sizes[:, second]) * both,
        )
        yield _counted(flipped, difference, size.sum(0), (items[:, first] * both).sum(0))


def _by_pair(seen: _Seen, signs: _Signs) -> Iterator[tuple[Ints, Ints, Ints]]:
    """One sum per pair, for designs in which nearly every item has other systems."""
    for first, second in _pair_chunks(seen.means.n_systems, signs.total):
        flipped = np.zeros((signs.total, len(first)))
        difference, size, items = np.zeros((3, len(first)))
        for chunk, values in seen.chunks(signs.width):
            found = values[:, first] - values[:, second]
            is_there = ~np.isnan(found)
            found = np.where(is_there, found, 0.0)
            for rows, bits in signs.of(chunk):
                flipped[rows] += bits @ found
            difference, size, items = difference + found.sum(0), size + np.abs(found).sum(0), items + is_there.sum(0)
        yield _counted(flipped, difference, size, items)


def _pair_chunks(systems: int, total: int) -> Iterator[tuple[Ints, Ints]]:
    first, second = all_pairs(systems)
    width = max(1, _CELLS // max(1, total))
    for start in range(0, len(first), width):
        yield first[start : start + width], second[start : start + width]


def _counted(flipped: Floats, difference: Floats, size: Floats, items: Floats) -> tuple[Ints, Ints, Ints]:
    """Sums over the ones become sums with signs: Σ(2b-1)d = 2Σbd - Σd."""
    signed = 2.0 * flipped - difference
    slack = _ROUNDING * size
    greater = (signed >= difference - slack).sum(axis=0)
    extreme = (np.abs(signed) >= np.abs(difference) - slack).sum(axis=0)
    return extreme, greater, items.astype(int)
