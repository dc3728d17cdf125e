"""Raters one by one: how they differ from the others of the same units, and whether they look at what they rate."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jurybox.stats.distributions import t_quantile
from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.linearised import BlockSpread, block_spread, interval_by_block
from jurybox.stats.tally import codes, counts, scale_of, sums


@dataclass(frozen=True, slots=True)
class RaterMeasures:
    """One rater by one question. None: too few ratings to tell."""

    ratings: int
    mean: float | None
    spread: float | None
    """Standard deviation (n - 1)."""
    longest_run: int
    """How often the same value was given in a row, at most."""
    top_share: float | None
    """The share of the most frequent value."""
    severity: Estimate
    """Mean of (mean of the others - own) over the units that others rated too: positive is stricter."""
    correlation: float | None
    """Pearson's, with the mean of the others."""
    alpha: float | None
    """Krippendorff's interval alpha of the rater and the mean of the others, as two raters."""
    drift: Estimate
    """Mean of (own - others) in the last third less that in the first third."""


@only_finite()
def rater_measures(
    unit: Ints, rater: Ints, value: Floats, n_raters: int, blocks: Ints | None = None, confidence: float = 0.95
) -> tuple[RaterMeasures, ...]:
    """All raters at once, from ratings in the order in which they were given. Each rater rates a unit once.

    The mean of the others of a unit is (sum - own) / (n - 1), so that the cost is that of a few sums by code. With
    `blocks` (one code per unit) the intervals of severity and drift take whole blocks as drawn by chance, else ratings.

    >>> u, r = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 0, 1, 0, 1])
    >>> found = rater_measures(u, r, np.array([1.0, 2, 3, 4, 4, 5]), 2)
    >>> found[0].severity.value, found[1].severity.value, round(found[0].correlation, 3)
    (1.0, -1.0, 1.0)
    """
    value = np.asarray(value, dtype=float)
    n = counts(rater, n_raters)
    mean, spread = _moments(rater, value, n)
    order = np.argsort(rater.astype(np.uint16) if n_raters < 65536 else rater, kind="stable")
    run, top = _longest_runs(rater[order], value[order], n_raters), _top_counts(rater, value, n_raters)
    of_unit = counts(unit, 0)
    has_others = of_unit[unit] > 1
    others = (sums(unit, value, 0)[unit] - value) / np.maximum(of_unit[unit] - 1, 1)
    own, rest, who = value[has_others], others[has_others], rater[has_others]
    block = None if blocks is None else blocks[unit]
    severity = _severities(_Gaps(who, rest - own, None if block is None else block[has_others], n_raters), confidence)
    in_order = order[has_others[order]]
    gap = (value - others)[in_order]
    drift = _drifts(_Gaps(rater[in_order], gap, None if block is None else block[in_order], n_raters), confidence)
    correlation, alpha = _agreement(who, own, rest, n_raters)
    return tuple(
        RaterMeasures(
            ratings=int(n[r]),
            mean=_number(mean[r]),
            spread=_number(spread[r]),
            longest_run=int(run[r]),
            top_share=top[r] / int(n[r]) if n[r] else None,
            severity=severity[r],
            correlation=_number(correlation[r]),
            alpha=_number(alpha[r]),
            drift=drift[r],
        )
        for r in range(n_raters)
    )


def _number(x: float) -> float | None:
    return None if np.isnan(x) else float(x)


def _moments(code: Ints, value: Floats, n: Ints) -> tuple[Floats, Floats]:
    """Mean and standard deviation by code; NaN where there are too few."""
    mean = np.where(n > 0, sums(code, value, len(n)) / np.maximum(n, 1), np.nan)
    squares = sums(code, (value - mean[code]) ** 2, len(n))
    return mean, np.where(n > 1, np.sqrt(squares / np.maximum(n - 1, 1)), np.nan)


def _longest_runs(rater: Ints, value: Floats, n_raters: int) -> Ints:
    """The longest run of one value, from ratings sorted by rater."""
    found = np.zeros(n_raters, dtype=int)
    if len(value):
        begins = np.flatnonzero(np.append(True, (np.diff(rater) != 0) | (np.diff(value) != 0)))
        np.maximum.at(found, rater[begins], np.diff(np.append(begins, len(value))))
    return found


def _top_counts(rater: Ints, value: Floats, n_raters: int) -> list[int]:
    """How often each rater gave their most frequent value."""
    names, level = codes(value)
    key = rater.astype(np.int64) * max(1, len(names)) + level
    if n_raters * len(names) <= max(len(value), 1_000_000):
        table = counts(key, n_raters * len(names)).reshape(n_raters, len(names))
        return [int(x) for x in table.max(axis=1, initial=0)]
    cells, tally = np.unique(key, return_counts=True)
    found = np.zeros(n_raters, dtype=int)
    np.maximum.at(found, cells // len(names), tally)
    return [int(x) for x in found]


class _Gaps(NamedTuple):
    """How far each rating is from the others of its unit."""

    who: Ints
    gap: Floats
    block: Ints | None
    n_raters: int


def _severities(gaps: _Gaps, confidence: float) -> list[Estimate]:
    n = counts(gaps.who, gaps.n_raters)
    mean, spread = _moments(gaps.who, gaps.gap, n)
    if gaps.block is not None:
        part = (gaps.gap - mean[gaps.who]) / n[gaps.who]
        return _by_block(mean, block_spread(gaps.who, gaps.block, part, gaps.n_raters), n, confidence)
    error = spread / np.sqrt(np.maximum(n, 1))
    half = t_quantile(0.5 + confidence / 2, np.maximum(n - 1, 1.0)) * error
    return [_shift(mean[r], half[r], error[r], int(n[r])) for r in range(gaps.n_raters)]


def _by_block(value: Floats, spread: BlockSpread, n: Ints, confidence: float) -> list[Estimate]:
    error = spread.error
    intervals = interval_by_block(value, error, spread, confidence)
    return [
        replace(_shift(at, wide, wide, ratings), interval=interval, reason=None if interval else "too_few_blocks")
        if ratings
        else undefined("no_overlap")
        for at, wide, interval, ratings in zip(value.tolist(), error.tolist(), intervals, n.tolist(), strict=True)
    ]


def _shift(value: float, half: float, error: float, n: int) -> Estimate:
    if not n:
        return undefined("no_overlap")
    if np.isnan(half):
        return Estimate(float(value), None, "too_few_units", n, n)
    return Estimate(
        float(value), (float(value - half), float(value + half)), None, n, n, standard_error=float(error), method="t"
    )


def _drifts(gaps: _Gaps, confidence: float) -> list[Estimate]:
    """From ratings sorted by rater, in order within each. Interval as Welch's (1947), with the lesser degrees."""
    who, n = gaps.who, counts(gaps.who, gaps.n_raters)
    third = n // 3
    place = np.arange(len(who)) - np.repeat(np.cumsum(n) - n, n)
    is_first, is_last = place < third[who], place >= (n - third)[who]
    before, after = (_third(gaps, part) for part in (is_first, is_last))
    change = after[0] - before[0]
    if gaps.block is None:
        error = np.sqrt((before[1] ** 2 + after[1] ** 2) / np.maximum(third, 1))
        half = t_quantile(0.5 + confidence / 2, np.maximum(third - 1, 1.0)) * error
        found = [_shift(change[r], half[r], error[r], int(n[r])) for r in range(gaps.n_raters)]
    else:
        part = np.where(is_last, gaps.gap - after[0][who], before[0][who] - gaps.gap) / np.maximum(third, 1)[who]
        used = is_first | is_last
        spread = block_spread(who[used], gaps.block[used], part[used], gaps.n_raters)
        found = _by_block(change, spread, n, confidence)
    return [one if third[r] > 1 else undefined("too_few_units", int(n[r])) for r, one in enumerate(found)]


def _third(gaps: _Gaps, part: Flags) -> tuple[Floats, Floats]:
    return _moments(gaps.who[part], gaps.gap[part], counts(gaps.who[part], gaps.n_raters))


def _agreement(who: Ints, own: Floats, rest: Floats, n_raters: int) -> tuple[Floats, Floats]:
    """Pearson's r, and alpha = 1 - mean (x - y)² / (2 s²) with s² the variance of all 2n values together."""
    n = counts(who, n_raters)
    (mean, _), (mean_rest, _) = _moments(who, own, n), _moments(who, rest, n)
    x, y = own - mean[who], rest - mean_rest[who]
    xx, yy, xy = sums(who, x * x, n_raters), sums(who, y * y, n_raters), sums(who, x * y, n_raters)
    apart = sums(who, (own - rest) ** 2, n_raters)
    nothing = 1e-12 * scale_of(own) ** 2
    with np.errstate(invalid="ignore", divide="ignore"):
        r = np.where((xx > nothing) & (yy > nothing) & (n > 2), xy / np.sqrt(xx * yy), np.nan)
        pooled = (xx + yy + n * (mean - mean_rest) ** 2 / 2) / (2 * n - 1)
        alpha = np.where((n > 1) & (pooled > nothing), 1 - apart / n / (2 * pooled), np.nan)
    return np.clip(r, -1.0, 1.0), alpha


def nominal_agreement(
    unit: Ints, rater: Ints, category: Ints, n_units: int, n_raters: int, n_categories: int
) -> tuple[Estimate, ...]:
    """Each rater's kappa with the rest, for categories: (pₒ - pₑ) / (1 - pₑ).

    pₒ is the mean share of the others of a unit who said the same, pₑ that share if the rater's and the others'
    categories came together by chance (Cohen 1960, with the others as the second rater).

    >>> u, r = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    >>> nominal_agreement(u, r, np.array([0, 0, 1, 1]), 2, 2, 2)[0].value
    1.0
    """
    n = counts(unit, n_units)
    has_others = n[unit] > 1
    where, who, what = unit[has_others], rater[has_others], category[has_others]
    rated, others = counts(who, n_raters), n[where] - 1
    seen = np.maximum(rated, 1)
    observed, chance = np.zeros((2, n_raters))
    for one in range(n_categories):
        is_own = what == one
        share = (counts(where[is_own], n_units)[where] - is_own) / others
        observed += sums(who[is_own], share[is_own], n_raters) / seen
        chance += sums(who, is_own, n_raters) / seen * sums(who, share, n_raters) / seen
    return tuple(_kappa(float(observed[r]), float(chance[r]), int(rated[r])) for r in range(n_raters))


def _kappa(observed: float, chance: float, rated: int) -> Estimate:
    if not rated:
        return undefined("no_overlap")
    if chance > 1 - 1e-12:
        return undefined("no_variance", rated, rated)
    return Estimate((observed - chance) / (1 - chance), None, None, rated, rated)
