"""Standard errors and intervals from what each unit contributes: linear in the units, no resampling."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints

FEWEST_UNITS = 5  # below, an interval would be a guess
SERIES_FROM = 30


def t_quantile(p: float, freedom: float) -> float:
    """Student's t quantile.

    From 30 degrees of freedom on by the series of Abramowitz & Stegun 26.7.5 (error below 1e-7): importing scipy takes
    longer than most analyses.

    >>> round(t_quantile(0.975, 10), 4), round(t_quantile(0.975, 100), 4)
    (2.2281, 1.984)
    """
    if freedom < SERIES_FROM:
        from scipy.special import stdtrit

        return float(stdtrit(freedom, p))
    z = NormalDist().inv_cdf(p)
    s = z * z
    terms = (
        z * (s + 1) / 4,
        z * ((5 * s + 16) * s + 3) / 96,
        z * (((3 * s + 19) * s + 17) * s - 15) / 384,
        z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))


def with_error(estimate: Estimate, error: float, confidence: float, freedom: float, highest: float = 1.0) -> Estimate:
    """The estimate with value ± t · standard error, cut off at the coefficient's largest value."""
    assert estimate.value is not None
    if estimate.units < FEWEST_UNITS:
        return replace(estimate, reason="too_few_units", standard_error=error)
    reach = t_quantile((1 + confidence) / 2, freedom) * error
    interval = (estimate.value - reach, min(highest, estimate.value + reach))
    return replace(estimate, interval=interval, standard_error=error, method="linearised")


def with_influence(
    estimate: Estimate, influence: Floats, frequency: Ints | None = None, confidence: float = 0.95
) -> Estimate:
    """Infinitesimal jackknife: variance n/(n-1) · Σ (dθ/dw_u)², over units of weight 1 (Efron 1982, ch. 6).

    `influence` is the derivative by the weight of one unit, per unit or per pattern with its `frequency`.

    >>> mean = Estimate(3.0, units=5, ratings=5)
    >>> found = with_influence(mean, (np.array([1.0, 2, 3, 4, 5]) - 3) / 5)
    >>> round(found.standard_error, 4)
    0.7071
    """
    weights = np.ones(len(influence)) if frequency is None else frequency
    n = float(weights.sum())
    if n < 2:
        return replace(estimate, reason="too_few_units")
    centred = influence - (weights @ influence) / n
    error = float(np.sqrt(n / (n - 1) * (weights @ centred**2)))
    return with_error(estimate, error, confidence, n - 1)


def ratio_of_sums(above: Floats, below: Floats, estimate: Estimate, confidence: float, sign: float = 1.0) -> Estimate:
    """The interval of a value that is a constant ± Σ above / Σ below, summed over units."""
    total = below.sum()
    influence = sign * (above - above.sum() / total * below) / total
    return with_influence(estimate, influence, confidence=confidence)
