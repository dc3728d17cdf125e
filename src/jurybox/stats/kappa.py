"""Kappa: agreement of two raters (Cohen), of many (Fleiss, Conger), and against even chances (Brennan & Prediger)."""

from typing import Literal

import numpy as np

from jurybox.stats.agreement_weights import MOST_LEVELS, Weights, agreement_weights
from jurybox.stats.chance import corrected, unit_agreement, with_shares
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.linearised import with_error, with_influence
from jurybox.stats.metrics import DistanceTable, Nominal
from jurybox.stats.patterns import Patterns, count_patterns, patterns_by_unit, single_ratings, without_pairs

KappaWeights = Literal["none", "linear", "quadratic"]


@only_finite()
def cohen_kappa(
    first: Ints,
    second: Ints,
    n_levels: int,
    weights: KappaWeights = "none",
    levels: Floats | None = None,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """Cohen's kappa 1 - Σ p_ij d_ij / Σ p_i. p_.j d_ij of two raters' codes, unit by unit.

    d is 0/1, |x - y| or (x - y)² (Cohen 1960, 1968); x are the `levels`, else the codes themselves, which must then
    include levels nobody used. The standard error is that of Fleiss, Cohen & Everitt (1969), or with `blocks` (of each
    pair of codes) over blocks.

    >>> first, second = np.array([0, 1, 2, 2, 1, 0]), np.array([0, 1, 2, 1, 1, 0])
    >>> round(cohen_kappa(first, second, 3).value, 3), round(cohen_kappa(first, second, 3, "quadratic").value, 3)
    (0.75, 0.857)
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} ratings: both raters must rate each unit")
    n = len(first)
    if not n:
        return undefined("no_overlap")
    if (first == first[0]).all() and (second == first[0]).all():
        return undefined("no_variance", n, 2 * n)
    x = positions(n_levels, levels)
    margins = np.stack([np.bincount(second, minlength=n_levels), np.bincount(first, minlength=n_levels)])
    from_first, from_second = expected_distance(margins, x, weights) / n
    apart = distance(x[first], x[second], weights)
    return _kappa(np.ones(n), apart, from_first[first], from_second[second], confidence, blocks)


@only_finite()
def kappa_of_table(table: Floats | Ints, disagreement: Floats | None = None, confidence: float = 0.95) -> Estimate:
    """Cohen's kappa of a contingency table (first rater down, second across), with any weights, also one-sided ones.

    >>> round(kappa_of_table(np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]])).value, 3)
    0.492
    """
    apart = 1 - np.eye(len(table)) if disagreement is None else np.asarray(disagreement, float)
    n = float(np.sum(table))
    if not n:
        return undefined("no_overlap")
    down, across = np.indices(table.shape).reshape(2, -1)
    from_first, from_second = apart @ table.sum(axis=0) / n, table.sum(axis=1) @ apart / n
    cells = np.asarray(table, float).ravel()
    return _kappa(cells, apart.ravel(), from_first[down], from_second[across], confidence)


def _kappa(
    rows: Floats,
    apart: Floats,
    from_first: Floats,
    from_second: Floats,
    confidence: float,
    blocks: Ints | None = None,
) -> Estimate:
    """From each row's (or cell's) disagreement, and that to be expected from either rater's answer alone."""
    n = float(rows.sum())
    expected = float(rows @ from_first) / n
    units = round(n)
    if expected <= 0:
        return undefined("no_variance", units, 2 * units)
    lack = float(rows @ apart) / n / expected
    influence = (lack * (from_first + from_second - expected) - apart) / (n * expected)
    estimate = Estimate(1 - lack, units=units, ratings=2 * units)
    if blocks is not None:
        return with_influence(estimate, influence, confidence=confidence, blocks=blocks)
    error = float(np.sqrt(rows @ influence**2))
    return with_error(estimate, error, confidence, max(1, units - 1))


def positions(n_levels: int, levels: Floats | None) -> Floats:
    x: Floats = np.arange(n_levels, dtype=float) if levels is None else np.asarray(levels, float)
    return x


def distance(x: Floats, y: Floats, weights: KappaWeights) -> Floats:
    apart: Floats = np.abs(x - y)
    if weights == "none":
        return np.sign(apart)
    return apart if weights == "linear" else np.square(apart)


def expected_distance(margins: Floats | Ints, x: Floats, weights: KappaWeights) -> Floats:
    """Per row of margins Σ_j n_j d(x_i, x_j) by level i, in time linear in the levels."""
    total = margins.sum(axis=1, keepdims=True)
    x = x - x.mean()
    moment = (margins @ x)[:, None]
    apart: Floats
    if weights == "none":
        apart = (total - margins).astype(float)
    elif weights == "quadratic":
        apart = np.maximum(total * x**2 - 2 * x * moment + (margins @ x**2)[:, None], 0)
    else:
        below = np.cumsum(margins, axis=1)
        apart = x * (2 * below - total) + moment - 2 * np.cumsum(margins * x, axis=1)
    return apart


@only_finite()
def fleiss_kappa(
    unit: Ints,
    code: Ints,
    levels: Floats,
    weights: Weights = "identity",
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """Fleiss' kappa (1971), p_e = Σ w_ck π_c π_k; also for unequal numbers of ratings per unit.

    >>> unit, code = np.repeat(np.arange(4), 3), np.array([0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1])
    >>> round(fleiss_kappa(unit, code, np.arange(2.0)).value, 3)
    0.333
    """
    return fleiss_of(count_patterns(unit, code, len(levels), blocks=blocks), levels, weights, confidence)


@only_finite()
def fleiss_of(patterns: Patterns, levels: Floats, weights: Weights = "identity", confidence: float = 0.95) -> Estimate:
    return corrected(patterns, levels, "fleiss", weights, confidence)


@only_finite()
def brennan_prediger(
    unit: Ints,
    code: Ints,
    levels: Floats,
    weights: Weights = "identity",
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """Chance as if all levels were equally likely, p_e = Σ w_ck / q² (Brennan & Prediger 1981).

    >>> unit, code = np.repeat(np.arange(4), 3), np.array([0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1])
    >>> round(brennan_prediger(unit, code, np.arange(2.0)).value, 3)
    0.333
    """
    return corrected(count_patterns(unit, code, len(levels), blocks=blocks), levels, "uniform", weights, confidence)


def percent_agreement(
    unit: Ints, code: Ints, n_levels: int, confidence: float = 0.95, *, blocks: Ints | None = None
) -> Estimate:
    """The share of pairs of ratings of a unit that are equal, averaged over units.

    >>> percent_agreement(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 1]), 2).value
    0.5
    """
    return percent_of(count_patterns(unit, code, n_levels, blocks=blocks), confidence)


def percent_of(patterns: Patterns, confidence: float = 0.95) -> Estimate:
    if nothing := without_pairs(patterns):
        return nothing
    paired = patterns.pairable()
    agreed = unit_agreement(paired, Nominal())
    n = paired.units
    value = float(paired.frequency @ agreed) / n
    estimate = Estimate(value, units=n, ratings=paired.ratings, left_out=single_ratings(patterns))
    return paired.with_influence(estimate, (agreed - value) / n, confidence)


@only_finite()
def conger_kappa(
    unit: Ints,
    rater: Ints,
    code: Ints,
    levels: Floats,
    weights: Weights = "identity",
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """Conger's kappa (1980): Cohen's for many raters; chance from each rater's own margins p_g.

    p_e = Σ_{g≠h} Σ_ck w_ck p_gc p_hk / (r (r - 1)), as generalised to missing ratings by Gwet (2014).

    >>> unit, rater = np.tile(np.arange(6), 2), np.repeat([0, 1], 6)
    >>> code = np.array([0, 1, 2, 2, 1, 0, 0, 1, 2, 1, 1, 0])
    >>> round(conger_kappa(unit, rater, code, np.arange(3.0)).value, 3)
    0.75
    """
    patterns = patterns_by_unit(unit, code, len(levels), blocks=blocks)
    if nothing := without_pairs(patterns):
        return nothing
    paired, left_out = int((patterns.sizes > 1).sum()), single_ratings(patterns)
    if len(levels) > MOST_LEVELS:
        return undefined("too_many_levels", paired, len(unit), left_out)
    apart = 1 - agreement_weights(levels, weights)
    lack, slope = _lack_between_raters(rater, code, apart)
    if lack <= 0:
        return undefined("no_variance", paired, len(unit), left_out)
    agreed = unit_agreement(patterns, DistanceTable(apart))
    several = patterns.sizes > 1
    expected, observed = 1 - lack, float(agreed.sum()) / paired
    value = (observed - expected) / lack
    place = np.cumsum(np.bincount(unit) > 0)[unit] - 1
    drift = -np.bincount(place, slope) * len(patterns)
    shares = (len(patterns) / paired * (agreed - expected) * several - (1 - value) * drift) / lack
    used = len(unit) - len(patterns) + paired
    return with_shares(Estimate(value, units=paired, ratings=used, left_out=left_out), shares, patterns, confidence)


def _lack_between_raters(rater: Ints, code: Ints, apart: Floats) -> tuple[float, Floats]:
    """1 - p_e, and its slope by the weight of each rating."""
    q = len(apart)
    _, who = np.unique(rater, return_inverse=True)
    counts = np.bincount(who.astype(np.int64) * q + code, minlength=(who.max() + 1) * q).reshape(-1, q)
    given = counts.sum(axis=1, keepdims=True)
    margins = counts / given
    others = (margins.sum(axis=0) - margins) @ apart
    pairs = max(1, len(margins) * (len(margins) - 1))
    own = (margins * others).sum(axis=1)
    slopes = 2 * (others - own[:, None]) / given / pairs
    return float(own.sum()) / pairs, slopes[who, code]
