"""Coefficients of the form (p_a - p_e) / (1 - p_e) for any number of raters: what they share.

    p_a = mean over units with m_u ≥ 2 of Σ_ck n_uc (n_uk w_ck - [c = k]) / (m_u (m_u - 1))
    π_c = mean over units of n_uc / m_u

They differ in p_e, the agreement by chance: Gwet's T_w / (q (q - 1)) · Σ π_c (1 - π_c), Fleiss' Σ w_ck π_c π_k,
Brennan & Prediger's T_w / q², with T_w = Σ w_ck. Standard errors are Gwet's linearised ones (Gwet 2014, ch. 5; 2008,
Br. J. Math. Stat. Psychol. 61), which need no resampling.
"""

from typing import Literal

import numpy as np

from jurybox.stats.agreement_weights import Weights, agreement_metric
from jurybox.stats.estimate import Estimate, Floats, undefined
from jurybox.stats.metrics import Metric
from jurybox.stats.patterns import Patterns, single_ratings, without_pairs

Chance = Literal["gwet", "fleiss", "uniform"]


def unit_agreement(patterns: Patterns, metric: Metric) -> Floats:
    """Share of agreeing pairs in each pattern; 0 where there is no pair."""
    pairs = patterns.sizes * (patterns.sizes - 1.0)
    apart = np.divide(metric.within(patterns), pairs, out=np.ones(len(pairs)), where=pairs > 0)
    return 1 - apart


def corrected(
    patterns: Patterns, levels: Floats, chance: Chance, weights: Weights = "identity", confidence: float = 0.95
) -> Estimate:
    """One coefficient from patterns that were counted before."""
    if nothing := without_pairs(patterns):
        return nothing
    several = patterns.sizes > 1
    units, paired, left_out = patterns.units, int(patterns.frequency[several].sum()), single_ratings(patterns)
    metric = agreement_metric(levels, weights)
    if metric is None:
        return undefined("too_many_levels", paired, patterns.ratings, left_out)
    by_chance = _by_chance(patterns, metric, chance)
    if by_chance is None:
        return undefined("no_variance", paired, patterns.ratings, left_out)
    expected, expected_by_unit = by_chance
    agreed = unit_agreement(patterns, metric)
    observed = float(patterns.frequency @ agreed) / paired
    value = (observed - expected) / (1 - expected)
    estimate = Estimate(value, units=paired, ratings=patterns.ratings - units + paired, left_out=left_out)
    above = units / paired * (agreed - expected) * several
    shares = (above - 2 * (1 - value) * (expected_by_unit - expected)) / (1 - expected)
    return with_shares(estimate, shares, patterns, confidence)


def with_shares(estimate: Estimate, shares: Floats, patterns: Patterns, confidence: float) -> Estimate:
    """Variance Σ (κ_u - κ)² / (n (n - 1)) from each unit's share of the coefficient; over blocks where there are."""
    assert estimate.value is not None
    return patterns.with_influence(estimate, (shares - estimate.value) / max(1, patterns.units), confidence)


def _by_chance(patterns: Patterns, metric: Metric, chance: Chance) -> tuple[float, Floats] | None:
    """p_e, and what each pattern says of it; None where chance alone already agrees always."""
    q = patterns.n_levels
    share = patterns.margins(patterns.frequency / patterns.sizes) / patterns.units
    if chance == "fleiss":
        if np.count_nonzero(share) < 2:
            return None
        expected = 1 - float(metric.between(share[:, None])[0])
        return expected, 1 - patterns.sums(metric.pull(share)) / patterns.sizes
    if q < 2:
        return None
    total = q * q - float(metric.between(np.ones((q, 1)))[0])
    if chance == "uniform":
        expected = total / q**2
        return expected, np.full(len(patterns), expected)
    scale = total / (q * (q - 1))
    return scale * float(share @ (1 - share)), scale * patterns.sums(1 - share) / patterns.sizes
