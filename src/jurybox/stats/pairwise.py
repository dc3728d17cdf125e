"""Cohen's kappa of every two raters who share units, at any number of raters: only pairs that overlap cost anything."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.kappa import KappaWeights, distance, expected_distance, positions
from jurybox.stats.linearised import with_influence

BLOCK = 1 << 21  # numbers in a table of margins
FEW_PAIRS = 1 << 22  # up to 2,048 raters a table of all pairs is small, and quicker than searching


@dataclass(frozen=True, slots=True)
class PairwiseKappa:
    """Of each two raters who share units: kappa, and over how many units. `first` is always the smaller code."""

    first: Ints
    second: Ints
    value: Floats
    """Meaningless where `is_defined` is false: both gave one and the same value throughout."""
    is_defined: Flags
    units: Ints
    mean: Estimate
    """Over the defined pairs, each weighing the same; the interval is over units."""


@dataclass(frozen=True, slots=True)
class _Shared:
    """Ratings sorted by unit and rater, and which pairs of raters share units."""

    unit: Ints
    rater: Ints
    code: Ints
    stop: Ints
    """Where the unit of each rating ends."""
    keys: Ints
    """first * raters + second, rising."""
    raters: int
    places: Ints | None
    """The place of every possible key among those that occur, where there are few enough."""

    def place(self, key: Ints) -> Ints:
        return np.searchsorted(self.keys, key) if self.places is None else self.places[key]

    def rows(self) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Pair of raters, and the two ratings, for all pairs of ratings of a unit: as many at once as there are
        ratings at most."""
        left, step = np.arange(len(self.unit)), 1
        while len(left := left[left + step < self.stop[left]]):
            right = left + step
            apart = self.rater[left] != self.rater[right]
            a, b = left[apart], right[apart]
            yield self.rater[a] * self.raters + self.rater[b], a, b
            step += 1


def pairwise_kappa(
    unit: Ints,
    rater: Ints,
    code: Ints,
    n_levels: int,
    weights: KappaWeights = "quadratic",
    levels: Floats | None = None,
    confidence: float = 0.95,
) -> PairwiseKappa:
    """Cohen's kappa of all pairs of raters, and its mean (Light 1971).

    >>> unit, rater = np.tile(np.arange(4), 3), np.repeat([0, 1, 2], 4)
    >>> code = np.array([0, 1, 2, 1, 0, 1, 2, 2, 0, 1, 2, 1])
    >>> found = pairwise_kappa(unit, rater, code, 3)
    >>> list(zip(found.first.tolist(), found.second.tolist(), found.value.round(2).tolist()))
    [(0, 1, 0.8), (0, 2, 1.0), (1, 2, 0.8)]
    >>> round(found.mean.value, 3)
    0.867
    """
    shared = _shared(unit, rater, code)
    pairs = len(shared.keys)
    value, defined, units = np.zeros(pairs), np.zeros(pairs, np.bool_), np.zeros(pairs, np.int64)
    influence = np.zeros(int(unit.max(initial=-1)) + 1)
    x = positions(n_levels, levels)
    width = max(1, BLOCK // max(1, n_levels))
    for begin in range(0, pairs, width):
        block = slice(begin, min(pairs, begin + width))
        value[block], defined[block], units[block] = _block(shared, block, x, weights, influence)
    seconds = shared.keys % max(1, shared.raters)
    firsts = shared.keys // max(1, shared.raters)
    mean = _mean(shared, value, defined, influence, confidence)
    return PairwiseKappa(firsts, seconds, value, defined, units, mean)


def _shared(unit: Ints, rater: Ints, code: Ints) -> _Shared:
    raters = int(rater.max(initial=-1)) + 1
    order = np.argsort(unit.astype(np.int64) * max(1, raters) + rater, kind="stable")
    sorted_unit = unit[order]
    begins = np.flatnonzero(np.diff(sorted_unit, prepend=-1))
    sizes = np.diff(begins, append=len(order))
    stop = np.repeat(begins + sizes, sizes)
    shared = _Shared(sorted_unit, rater[order].astype(np.int64), code[order], stop, np.zeros(0, np.int64), raters, None)
    if raters**2 > FEW_PAIRS:
        keys = shared.keys
        for key, _, _ in shared.rows():
            keys = np.union1d(keys, key)
        return replace(shared, keys=keys)
    occurs = np.zeros(raters**2, np.bool_)
    for key, _, _ in shared.rows():
        occurs[key] = True
    return replace(shared, keys=np.flatnonzero(occurs), places=np.cumsum(occurs, dtype=np.int32) - 1)


def _block(
    shared: _Shared, block: slice, x: Floats, weights: KappaWeights, influence: Floats
) -> tuple[Floats, Flags, Ints]:
    """Kappa, whether it is defined, and the units of some of the pairs; adds what each unit does to the sum."""
    keys, q = shared.keys[block], len(x)
    apart, units = np.zeros(len(keys)), np.zeros(len(keys), np.int64)
    of_first, of_second = np.zeros((len(keys), q)), np.zeros((len(keys), q))
    for pair, a, b in _rows_of(shared, keys):
        np.add.at(apart, pair, distance(x[shared.code[a]], x[shared.code[b]], weights))
        np.add.at(units, pair, 1)
        np.add.at(of_first.ravel(), pair * q + shared.code[a], 1)
        np.add.at(of_second.ravel(), pair * q + shared.code[b], 1)
    defined = ((of_first + of_second) > 0).sum(axis=1) > 1
    from_first = expected_distance(of_second, x, weights) / units[:, None]
    from_second = expected_distance(of_first, x, weights) / units[:, None]
    expected = (of_first * from_first).sum(axis=1) / units
    lack = np.divide(apart / units, expected, out=np.zeros(len(keys)), where=defined)
    for pair, a, b in _rows_of(shared, keys):
        code_a, code_b, use = shared.code[a], shared.code[b], defined[pair]
        both = from_first[pair, code_a] + from_second[pair, code_b] - expected[pair]
        slope = lack[pair] * both - distance(x[code_a], x[code_b], weights)
        np.add.at(influence, shared.unit[a][use], (slope[use] / (units[pair] * expected[pair])[use]))
    return 1 - lack, defined, units


def _rows_of(shared: _Shared, keys: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    for key, a, b in shared.rows():
        within = (key >= keys[0]) & (key <= keys[-1])
        yield shared.place(key[within]) - shared.place(keys[:1]), a[within], b[within]


def _mean(shared: _Shared, value: Floats, defined: Flags, influence: Floats, confidence: float) -> Estimate:
    count = int(defined.sum())
    begins = np.flatnonzero(np.diff(shared.unit, prepend=-1))
    paired = shared.stop[begins] - begins > 1
    units, ratings = int(paired.sum()), int((shared.stop[begins] - begins)[paired].sum())
    left_out = {"pairs_without_variance": len(value) - count} if count < len(value) else {}
    if not len(value):
        raters = len(np.unique(shared.rater))
        return undefined("no_ratings" if raters == 0 else "one_rater" if raters == 1 else "no_overlap")
    if not count:
        return undefined("no_variance", units, ratings, left_out)
    estimate = Estimate(float(value[defined].mean()), units=units, ratings=ratings, left_out=left_out)
    return with_influence(estimate, influence[shared.unit[begins][paired]] / count, confidence=confidence)
