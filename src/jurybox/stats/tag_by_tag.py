"""Agreement tag by tag: kappa, precision, recall and F1 over pairs of raters, linear in the tags given."""

from dataclasses import dataclass

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.kappa import kappa_of_table
from jurybox.stats.linearised import ratio_of_sums, with_error


@dataclass(frozen=True, slots=True)
class OneTag:
    """How raters agree about one tag; None where nobody gave it."""

    tag: int
    kappa: Estimate
    """Cohen's for two raters, Fleiss' for more."""
    precision: float | None
    """Of two raters the first is the reference; of more, everyone is in turn, and all three are F1."""
    recall: float | None
    f1: float | None
    given: int


@dataclass(frozen=True, slots=True)
class AgreementOnTag:
    tags: tuple[OneTag, ...]
    f1: Estimate
    """Over all tags together: 2 Σ |A∩B| / Σ (|A| + |B|) over pairs of ratings."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What pairable units hold: of each unit and tag in it, how many of its m ratings gave it."""

    unit: Ints
    tag: Ints
    count: Floats
    m: Floats
    sizes: Ints
    """Ratings by unit; 0 where there are fewer than two."""

    @property
    def units(self) -> int:
        return int((self.sizes > 0).sum())

    @property
    def ratings(self) -> int:
        return int(self.sizes.sum())


def tag_agreement(
    unit: Ints, rater: Ints, row: Ints, tag: Ints, n_tags: int, confidence: float = 0.95
) -> AgreementOnTag:
    """F1 = 2 both / (2 both + one) over pairs of ratings of a unit; kappa over units.

    >>> unit, rater = np.tile(np.arange(6), 2), np.repeat([0, 1], 6)
    >>> row, tag = np.array([0, 1, 2, 6, 7, 9]), np.zeros(6, int)
    >>> found = tag_agreement(unit, rater, row, tag, 1)
    >>> round(found.tags[0].f1, 3), round(found.tags[0].kappa.value, 3)
    (0.667, 0.333)
    """
    held, pairs = _held(unit, row, tag, n_tags), np.unique(row.astype(np.int64) * max(1, n_tags) + tag)
    rows, tags = np.divmod(pairs, max(1, n_tags))
    usable = held.sizes[unit] > 0
    raters = np.unique(rater[usable])
    given = np.bincount(tags[usable[rows]], minlength=n_tags)
    both = np.bincount(held.tag, held.count * (held.count - 1) / 2, n_tags)
    one = np.bincount(held.tag, held.count * (held.m - held.count), n_tags)
    if len(raters) == 2:
        first = np.bincount(tags[usable[rows] & (rater[rows] == raters[0])], minlength=n_tags)
        found = [_of_two(held, t, both[t], first[t], given[t] - first[t], confidence) for t in range(n_tags)]
    else:
        kappas = _fleiss(held, n_tags, confidence)
        scores = [_share(2 * both[t], 2 * both[t] + one[t]) for t in range(n_tags)]
        found = [OneTag(t, kappas[t], scores[t], scores[t], scores[t], int(given[t])) for t in range(n_tags)]
    return AgreementOnTag(tuple(found), _overall(held, len(np.unique(rater)), confidence))


def _held(unit: Ints, row: Ints, tag: Ints, n_tags: int) -> _Held:
    sizes = np.bincount(unit)
    sizes = np.where(sizes > 1, sizes, 0)
    once = np.unique(row.astype(np.int64) * max(1, n_tags) + tag)
    rows, tags = np.divmod(once, max(1, n_tags))
    where = unit[rows]
    keep = sizes[where] > 0
    keys, count = np.unique(where[keep].astype(np.int64) * max(1, n_tags) + tags[keep], return_counts=True)
    units, tags = np.divmod(keys, max(1, n_tags))
    return _Held(units, tags, count.astype(float), sizes[units].astype(float), sizes)


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole > 0 else None


def _of_two(held: _Held, tag: int, both: float, first: int, second: int, confidence: float) -> OneTag:
    neither = held.units - first - second + both
    table = np.array([[both, first - both], [second - both, neither]])
    # with every unit alike, margins hold one value: kappa says so itself
    kappa = kappa_of_table(table, confidence=confidence)
    precision, recall = _share(both, second), _share(both, first)
    return OneTag(tag, kappa, precision, recall, _share(2 * both, first + second), int(first + second))


def _fleiss(held: _Held, n_tags: int, confidence: float) -> list[Estimate]:
    """Fleiss' kappa of each tag given or not; units without the tag are all alike and need no list."""
    n = held.units
    p = held.count / held.m
    apart = 2 * held.count * (held.m - held.count) / (held.m * (held.m - 1))
    share = np.bincount(held.tag, p, n_tags) / max(1, n)
    lack = np.bincount(held.tag, apart, n_tags) / max(1, n)
    expected = 2 * share * (1 - share)
    ratio = np.divide(lack, expected, out=np.zeros(n_tags), where=expected > 0)
    # a unit's disagreement less what its margin lets expect; the same for all units without the tag
    chance = 2 * (p * (1 - share[held.tag]) + (1 - p) * share[held.tag]) - expected[held.tag]
    squares: Floats = np.bincount(held.tag, (ratio[held.tag] * chance - apart) ** 2, n_tags).astype(float)
    absent = n - np.bincount(held.tag, minlength=n_tags)
    squares = squares + absent * (ratio * (2 * share - expected)) ** 2
    estimates = []
    for t in range(n_tags):
        if expected[t] <= 0:
            estimates.append(undefined("no_variance" if n else "no_overlap", n, held.ratings))
            continue
        error = float(np.sqrt(squares[t] / (n * max(1, n - 1))) / expected[t])
        estimate = Estimate(1 - float(ratio[t]), units=n, ratings=held.ratings)
        estimates.append(with_error(estimate, error, confidence, max(1, n - 1)))
    return estimates


def _overall(held: _Held, raters: int, confidence: float) -> Estimate:
    if not held.units:
        return undefined("no_ratings" if not raters else "one_rater" if raters == 1 else "no_overlap")
    size = len(held.sizes)
    above = np.bincount(held.unit, held.count * (held.count - 1), size)[held.sizes > 0].astype(float)
    below = np.bincount(held.unit, held.count * (held.m - 1), size)[held.sizes > 0].astype(float)
    if below.sum() <= 0:
        return undefined("no_variance", held.units, held.ratings)
    estimate = Estimate(float(above.sum() / below.sum()), units=held.units, ratings=held.ratings)
    return ratio_of_sums(above, below, estimate, confidence)
