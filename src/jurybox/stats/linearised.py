"""Standard errors and intervals from what each unit contributes: linear in the units, no resampling."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints

FEWEST_UNITS = 5  # below, an interval would be a guess
FEWEST_BLOCKS = 5
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


def with_error(
    estimate: Estimate,
    error: float,
    confidence: float,
    freedom: float,
    highest: float = 1.0,
    method: str = "linearised",
) -> Estimate:
    """The estimate with value ± t · standard error, cut off at the coefficient's largest value."""
    assert estimate.value is not None
    if estimate.units < FEWEST_UNITS:
        return replace(estimate, reason="too_few_units", standard_error=error)
    reach = t_quantile((1 + confidence) / 2, freedom) * error
    interval = (estimate.value - reach, min(highest, estimate.value + reach))
    return replace(estimate, interval=interval, standard_error=error, method=method)


def with_influence(
    estimate: Estimate,
    influence: Floats,
    frequency: Ints | None = None,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """Infinitesimal jackknife: variance n/(n-1) · Σ (dθ/dw_u)², over units of weight 1 (Efron 1982, ch. 6).

    `influence` is the derivative by the weight of one unit, per unit or per pattern with its `frequency`. Units of one
    block are not drawn one by one: with `blocks` (of each row of `influence`) their influences are added up first, and
    n is the number of blocks (Cameron & Miller 2015, A practitioner's guide to cluster-robust inference); degrees of
    freedom are fewer than n - 1 where few blocks say most.

    >>> mean = Estimate(3.0, units=5, ratings=5)
    >>> found = with_influence(mean, (np.array([1.0, 2, 3, 4, 5]) - 3) / 5)
    >>> round(found.standard_error, 4)
    0.7071
    """
    method = "linearised" if blocks is None else "linearised_blocks"
    if blocks is not None:
        influence, frequency = sums_by_block(influence, blocks), None
        if len(influence) < FEWEST_BLOCKS:
            return replace(estimate, reason="too_few_blocks")
    weights = np.ones(len(influence)) if frequency is None else frequency
    n = float(weights.sum())
    if n < 2:
        return replace(estimate, reason="too_few_units")
    centred = influence - (weights @ influence) / n
    error = float(np.sqrt(n / (n - 1) * (weights @ centred**2)))
    freedom = n - 1 if blocks is None else freedom_of(centred)
    return with_error(estimate, error, confidence, freedom, method=method)


def freedom_of(influence: Floats) -> float:
    """Degrees of freedom of a variance from what each block contributes: n - 1, or fewer where few blocks say most.

    The d for which a variance of d + 1 normal values is as uncertain as this one, 2n / (k - 1 + 2 / (n - 1)) with k the
    kurtosis of the contributions (Satterthwaite 1946). With skew contributions n - 1 promises too much.

    >>> freedom_of(np.array([-1.0, 1.0, -1.0, 1.0, 0.0, 0.0])), round(freedom_of(np.array([-1.0, 0, 0, 0, 0, 5])), 1)
    (5.0, 3.6)
    """
    squares = np.square(influence - influence.mean())
    return freedom_by(len(squares), float(squares.sum()), float((squares**2).sum()))


def freedom_by(n: int, second: float, fourth: float) -> float:
    """The same from sums of second and fourth powers."""
    if second <= 0:
        return n - 1.0
    kurtosis = n * fourth / second**2
    return float(np.clip(2 * n / (kurtosis - 1 + 2 / (n - 1)), 1.0, n - 1.0))


def sums_by_block(value: Floats, blocks: Ints) -> Floats:
    """The sum of each block that has anything.

    >>> sums_by_block(np.array([1.0, 2.0, 3.0]), np.array([4, 0, 4])).tolist()
    [2.0, 4.0]
    """
    return np.bincount(blocks, value).astype(float)[np.bincount(blocks) > 0]


def ratio_of_sums(
    above: Floats,
    below: Floats,
    estimate: Estimate,
    confidence: float,
    sign: float = 1.0,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """The interval of a value that is a constant ± Σ above / Σ below, summed over units."""
    total = below.sum()
    influence = sign * (above - above.sum() / total * below) / total
    return with_influence(estimate, influence, confidence=confidence, blocks=blocks)
