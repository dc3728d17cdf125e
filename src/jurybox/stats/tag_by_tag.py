"""Agreement tag by tag: kappa, precision, recall and F1 over pairs of raters, linear in the tags given."""

from dataclasses import dataclass, replace

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.linearised import FEWEST_BLOCKS, freedom_by, ratio_of_sums, with_error


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
    first: Floats
    """1 where the first of all raters gave it."""
    sizes: Ints
    """Ratings by unit; 0 where there are fewer than two."""

    @property
    def units(self) -> int:
        return int((self.sizes > 0).sum())

    @property
    def ratings(self) -> int:
        return int(self.sizes.sum())


@dataclass(frozen=True, slots=True)
class _Kappas:
    """1 - observed / expected by tag; and its slope by the weight of a unit that holds the tag, or does not."""

    lack: Floats
    expected: Floats
    of_entry: Floats
    absent: Floats


def tag_agreement(
    unit: Ints,
    rater: Ints,
    row: Ints,
    tag: Ints,
    n_tags: int,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> AgreementOnTag:
    """F1 = 2 both / (2 both + one) over pairs of ratings of a unit; kappa over units, or over `blocks` of units.

    >>> unit, rater = np.tile(np.arange(6), 2), np.repeat([0, 1], 6)
    >>> row, tag = np.array([0, 1, 2, 6, 7, 9]), np.zeros(6, int)
    >>> found = tag_agreement(unit, rater, row, tag, 1)
    >>> round(found.tags[0].f1, 3), round(found.tags[0].kappa.value, 3)
    (0.667, 0.333)
    """
    held, raters = _held(unit, rater, row, tag, n_tags)
    given = np.bincount(held.tag, held.count, n_tags)
    both = np.bincount(held.tag, held.count * (held.count - 1) / 2, n_tags)
    one = np.bincount(held.tag, held.count * (held.m - held.count), n_tags)
    kappas = _estimates(held, (_cohen if raters == 2 else _fleiss)(held, n_tags), raters == 2, confidence, blocks)
    first = np.bincount(held.tag, held.first, n_tags)
    found = []
    for t in range(n_tags):
        f1 = _share(2 * both[t], 2 * both[t] + one[t])
        precision, recall = (
            (f1, f1) if raters != 2 else (_share(both[t], given[t] - first[t]), _share(both[t], first[t]))
        )
        found.append(OneTag(t, kappas[t], precision, recall, f1, int(given[t])))
    return AgreementOnTag(tuple(found), _overall(held, len(np.unique(rater)), confidence, blocks))


def _held(unit: Ints, rater: Ints, row: Ints, tag: Ints, n_tags: int) -> tuple[_Held, int]:
    """What is held, and by how many raters the units are that can be compared."""
    sizes = np.bincount(unit)
    sizes = np.where(sizes > 1, sizes, 0)
    raters = np.unique(rater[sizes[unit] > 0])
    once = np.unique(row.astype(np.int64) * max(1, n_tags) + tag)
    rows, tags = np.divmod(once, max(1, n_tags))
    keep = sizes[unit[rows]] > 0
    rows, tags = rows[keep], tags[keep]
    keys, entry, count = np.unique(
        unit[rows].astype(np.int64) * max(1, n_tags) + tags, return_inverse=True, return_counts=True
    )
    by_first = np.bincount(entry, rater[rows] == raters[0], len(keys)) if len(raters) else np.zeros(0)
    units, tags = np.divmod(keys, max(1, n_tags))
    held = _Held(units, tags, count.astype(float), sizes[units].astype(float), by_first.astype(float), sizes)
    return held, len(raters)


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole > 0 else None


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.zeros(len(below)), where=below > 0)


def _cohen(held: _Held, n_tags: int) -> _Kappas:
    """Cohen's kappa of each tag given or not; units without the tag are all alike and need no list."""
    n = max(1, held.units)
    a, b = held.first, held.count - held.first
    p, q = np.bincount(held.tag, a, n_tags) / n, np.bincount(held.tag, b, n_tags) / n
    expected = p * (1 - q) + q * (1 - p)
    apart = np.abs(a - b)
    lack = _ratio(np.bincount(held.tag, apart, n_tags) / n, expected)
    t = held.tag
    chance = np.where(a > 0, 1 - q[t], q[t]) + np.where(b > 0, 1 - p[t], p[t]) - expected[t]
    of_entry = _ratio(lack[t] * chance - apart, n * expected[t])
    return _Kappas(lack, expected, of_entry, _ratio(lack * (p + q - expected), n * expected))


def _fleiss(held: _Held, n_tags: int) -> _Kappas:
    """Fleiss' kappa in the same way."""
    n = max(1, held.units)
    share_of, t = held.count / held.m, held.tag
    apart = 2 * held.count * (held.m - held.count) / (held.m * (held.m - 1))
    share = np.bincount(t, share_of, n_tags) / n
    expected = 2 * share * (1 - share)
    lack = _ratio(np.bincount(t, apart, n_tags) / n, expected)
    # a unit's disagreement less what its margin lets expect
    chance = 2 * (share_of * (1 - share[t]) + (1 - share_of) * share[t]) - expected[t]
    of_entry = _ratio(lack[t] * chance - apart, n * expected[t])
    return _Kappas(lack, expected, of_entry, _ratio(lack * (2 * share - expected), n * expected))


def _estimates(held: _Held, kappas: _Kappas, is_pair: bool, confidence: float, blocks: Ints | None) -> list[Estimate]:
    """The standard error of two raters is that of Fleiss, Cohen & Everitt (1969): divided by n, not by n - 1."""
    n = held.units
    block = np.arange(len(held.sizes)) if blocks is None else blocks[: len(held.sizes)]
    number = len(np.unique(block[held.sizes > 0]))
    squares, fourths = (_powers(held, kappas, block, power) for power in (2, 4))
    factor = 1.0 if is_pair and blocks is None else number / max(1, number - 1)
    found = []
    for t, expected in enumerate(kappas.expected.tolist()):
        estimate = Estimate(1 - float(kappas.lack[t]), units=n, ratings=held.ratings)
        if expected <= 0:
            found.append(undefined("no_variance" if n else "no_overlap", n, held.ratings))
            continue
        error = float(np.sqrt(factor * squares[t]))
        if blocks is None:
            found.append(with_error(estimate, error, confidence, max(1, n - 1)))
        elif number < FEWEST_BLOCKS:
            found.append(replace(estimate, reason="too_few_blocks"))
        else:
            freedom = freedom_by(number, float(squares[t]), float(fourths[t]))
            found.append(with_error(estimate, error, confidence, freedom, method="linearised_blocks"))
    return found


def _powers(held: _Held, kappas: _Kappas, block: Ints, power: int) -> Floats:
    """Σ over blocks of a power of their slopes' sum, by tag: as if none had the tag, and what those with it differ."""
    n_tags = len(kappas.lack)
    size = np.bincount(block[held.sizes > 0], minlength=int(block.max(initial=-1)) + 1).astype(float)
    keys, entry = np.unique(block[held.unit].astype(np.int64) * max(1, n_tags) + held.tag, return_inverse=True)
    where, tag = np.divmod(keys, max(1, n_tags))
    without = size[where] * kappas.absent[tag]
    more = np.bincount(entry, kappas.of_entry - kappas.absent[held.tag], len(keys))
    changed = np.bincount(tag, (without + more) ** power - without**power, n_tags)
    result: Floats = np.maximum(kappas.absent**power * (size**power).sum() + changed, 0)
    return result


def _overall(held: _Held, raters: int, confidence: float, blocks: Ints | None) -> Estimate:
    if not held.units:
        return undefined("no_ratings" if not raters else "one_rater" if raters == 1 else "no_overlap")
    size, paired = len(held.sizes), held.sizes > 0
    above = np.bincount(held.unit, held.count * (held.count - 1), size)[paired].astype(float)
    below = np.bincount(held.unit, held.count * (held.m - 1), size)[paired].astype(float)
    if below.sum() <= 0:
        return undefined("no_variance", held.units, held.ratings)
    estimate = Estimate(float(above.sum() / below.sum()), units=held.units, ratings=held.ratings)
    return ratio_of_sums(above, below, estimate, confidence, blocks=None if blocks is None else blocks[:size][paired])
