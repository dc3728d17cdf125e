"""Cohen's kappa of every two raters who share units, and of all pairs together.

At any number of raters: only pairs that overlap cost anything. All together it is κ = 1 - Σ n D_o / Σ n D_e over pairs
with n shared units, D_e being what the margins of the two raters let expect: of all that each of them rated together
with anybody. What one person alone rated says nothing of agreement; so the pooled kappa of two raters is that of the
pair. The mean of the single kappas would let a pair that shares two units weigh as much as one that shares two
hundred, and margins of two units say nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.kappa import KappaWeights, distance, expected_distance, positions
from jurybox.stats.linearised import with_influence

BLOCK = 1 << 21  # numbers in a table of margins
FEW_PAIRS = 1 << 22  # up to 2,048 raters a table of all pairs is small, and quicker than searching
MOST_OWN = 0.25  # the share of a unit's own pair in what is expected of it, on average: two raters with four units


@dataclass(frozen=True, slots=True)
class PairwiseKappa:
    """Of each two raters who share units: kappa, and over how many units. `first` is always the smaller code."""

    first: Ints
    second: Ints
    value: Floats
    """Meaningless where `is_defined` is false: both gave one and the same value throughout."""
    is_defined: Flags
    units: Ints
    pooled: Estimate
    """Over all pairs, each weighing as many units as it shares."""


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


@only_finite()
def pairwise_kappa(
    unit: Ints,
    rater: Ints,
    code: Ints,
    n_levels: int,
    weights: KappaWeights = "quadratic",
    levels: Floats | None = None,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> PairwiseKappa:
    """Cohen's kappa of all pairs of raters, and pooled; its interval is over units, or over `blocks` of units.

    >>> unit, rater = np.tile(np.arange(4), 3), np.repeat([0, 1, 2], 4)
    >>> code = np.array([0, 1, 2, 1, 0, 1, 2, 2, 0, 1, 2, 1])
    >>> found = pairwise_kappa(unit, rater, code, 3)
    >>> list(zip(found.first.tolist(), found.second.tolist(), found.value.round(2).tolist()))
    [(0, 1, 0.8), (0, 2, 1.0), (1, 2, 0.8)]
    >>> round(found.pooled.value, 3)
    0.857
    """
    raters, together = np.count_nonzero(np.bincount(rater)), _is_rated_together(unit, rater)
    unit, rater, code = unit[together], rater[together], code[together]
    shared, x = _shared(unit, rater, code), positions(n_levels, levels)
    pairs, margins = len(shared.keys), _margins(rater, code, x, weights)
    value, defined, units = np.zeros(pairs), np.zeros(pairs, np.bool_), np.zeros(pairs, np.int64)
    sums = _UnitSums.empty(int(unit.max(initial=-1)) + 1)
    width = max(1, BLOCK // max(1, n_levels))
    for begin in range(0, pairs, width):
        block = slice(begin, min(pairs, begin + width))
        value[block], defined[block], units[block] = _block(shared, block, x, weights, margins, sums)
    firsts, seconds = np.divmod(shared.keys, max(1, shared.raters))
    if not pairs:
        nothing = undefined("no_ratings" if raters == 0 else "one_rater" if raters == 1 else "no_overlap")
        return PairwiseKappa(firsts, seconds, value, defined, units, nothing)
    pooled = _Pooled(shared, margins, firsts, seconds, units, sums)
    return PairwiseKappa(firsts, seconds, value, defined, units, pooled.estimate(confidence, blocks))


def _is_rated_together(unit: Ints, rater: Ints) -> Flags:
    """Of each rating whether somebody else rated its unit too."""
    units = int(unit.max(initial=-1)) + 1
    lowest, highest = np.full(units, np.iinfo(np.int64).max), np.full(units, -1)
    np.minimum.at(lowest, unit, rater)
    np.maximum.at(highest, unit, rater)
    return np.asarray((lowest < highest)[unit])


@dataclass(frozen=True, slots=True)
class _Margins:
    """By rater: how often each level, as shares; the distance to be expected from each level; and how many ratings."""

    share: Floats
    apart: Floats
    given: Ints

    def expected(self, first: Ints, second: Ints) -> Floats:
        """D_e of two raters."""
        result: Floats = np.einsum("ij,ij->i", self.share[first], self.apart[second])
        return result


def _margins(rater: Ints, code: Ints, x: Floats, weights: KappaWeights) -> _Margins:
    raters, q = int(rater.max(initial=-1)) + 1, len(x)
    table = np.bincount(rater.astype(np.int64) * q + code, minlength=raters * q).reshape(raters, q)
    given = table.sum(axis=1)
    share = table / np.maximum(given, 1)[:, None]
    return _Margins(share, expected_distance(share, x, weights) if raters else share, given)


@dataclass(frozen=True, slots=True)
class _UnitSums:
    """By unit, over the pairs of its ratings: the distance seen, and that to be expected."""

    seen: Floats
    expected: Floats

    @staticmethod
    def empty(units: int) -> "_UnitSums":
        return _UnitSums(np.zeros(units), np.zeros(units))


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
    shared: _Shared, block: slice, x: Floats, weights: KappaWeights, margins: _Margins, sums: _UnitSums
) -> tuple[Floats, Flags, Ints]:
    """Kappa, whether it is defined, and the units of some of the pairs; adds what each unit says of the pooled one."""
    keys, q = shared.keys[block], len(x)
    apart, units = np.zeros(len(keys)), np.zeros(len(keys), np.int64)
    of_first, of_second = np.zeros((len(keys), q)), np.zeros((len(keys), q))
    of_pair = margins.expected(*np.divmod(keys, max(1, shared.raters)))
    for pair, a, b in _rows_of(shared, keys):
        seen = distance(x[shared.code[a]], x[shared.code[b]], weights)
        np.add.at(apart, pair, seen)
        np.add.at(units, pair, 1)
        np.add.at(of_first.ravel(), pair * q + shared.code[a], 1)
        np.add.at(of_second.ravel(), pair * q + shared.code[b], 1)
        np.add.at(sums.seen, shared.unit[a], seen)
        np.add.at(sums.expected, shared.unit[a], of_pair[pair])
    defined = ((of_first + of_second) > 0).sum(axis=1) > 1
    expected = (of_first * expected_distance(of_second, x, weights)).sum(axis=1) / units**2
    lack = np.divide(apart / units, expected, out=np.zeros(len(keys)), where=defined)
    return 1 - lack, defined, units


def _rows_of(shared: _Shared, keys: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    for key, a, b in shared.rows():
        within = (key >= keys[0]) & (key <= keys[-1])
        yield shared.place(key[within]) - shared.place(keys[:1]), a[within], b[within]


@dataclass(frozen=True, slots=True)
class _Pooled:
    """All that the pooled kappa is made from."""

    shared: _Shared
    margins: _Margins
    first: Ints
    second: Ints
    units: Ints
    sums: _UnitSums

    def estimate(self, confidence: float, blocks: Ints | None) -> Estimate:
        sizes = np.bincount(self.shared.unit, minlength=len(self.sums.seen))
        units, ratings = int((sizes > 1).sum()), int(sizes[sizes > 1].sum())
        expected = float(self.sums.expected.sum())
        if expected <= 0:
            return undefined("no_variance", units, ratings)
        if self._own() > MOST_OWN:
            return undefined("too_little_shared", units, ratings)
        lack = float(self.sums.seen.sum()) / expected
        estimate = Estimate(1 - lack, units=units, ratings=ratings)
        influence = (lack * (self.sums.expected + self._moved()) - self.sums.seen) / expected
        rated = sizes > 0
        own = None if blocks is None else blocks[: len(sizes)][rated]
        return with_influence(estimate, influence[rated], confidence=confidence, blocks=own)

    def _own(self) -> float:
        """How much of what is expected of a unit comes from its own two ratings: with few ratings nearly all."""
        given = self.margins.given.astype(float)
        return float((self.units**2 / (given[self.first] * given[self.second])).sum() / self.units.sum())

    def _moved(self) -> Floats:
        """By unit: how its ratings move Σ n D_e by moving their raters' margins."""
        raters, q = self.margins.share.shape
        pull = np.zeros((raters, q))
        step = max(1, BLOCK // max(1, q))
        for begin in range(0, len(self.units), step):
            part = slice(begin, begin + step)
            first, second, n = self.first[part], self.second[part], self.units[part, None]
            np.add.at(pull, first, n * self.margins.apart[second])
            np.add.at(pull, second, n * self.margins.apart[first])
        pull -= (pull * self.margins.share).sum(axis=1, keepdims=True)
        pull /= np.maximum(self.margins.given, 1)[:, None]
        by_rating = pull[self.shared.rater, self.shared.code]
        return np.bincount(self.shared.unit, by_rating, len(self.sums.seen)).astype(float)
