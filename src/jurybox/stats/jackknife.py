"""Delete-a-group jackknife: an interval for any statistic that can be had without some of the units."""

from dataclasses import replace

import numpy as np

from jurybox.stats.distributions import t_quantile
from jurybox.stats.estimate import Estimate, Floats
from jurybox.stats.linearised import FEWEST_BLOCKS, FEWEST_UNITS, freedom_of, with_error

GROUPS = 50
NEARLY_ONE = 1 - 1e-9


def jackknife_variance(values: Floats) -> float:
    """(g - 1) / g · Σ (θ_(-g) - mean)² (Quenouille, Tukey; Shao & Tu 1995, ch. 2).

    >>> round(jackknife_variance(np.array([2.5, 2.75, 3.0, 3.25, 3.5])), 4)
    0.5
    """
    g = len(values)
    return (g - 1) / g * float(((values - values.mean()) ** 2).sum())


def with_left_out(estimate: Estimate, values: Floats, confidence: float) -> Estimate:
    """Value ± t · standard error from the estimates without each block; NaN where the rest has none."""
    if len(values) < FEWEST_BLOCKS or np.isnan(values).any():
        return replace(estimate, reason="too_few_blocks")
    error = jackknife_variance(values) ** 0.5
    return with_error(estimate, error, confidence, freedom_of(values), method="jackknife_blocks")


def with_pseudo_values(
    estimate: Estimate,
    values: Floats,
    confidence: float,
    more_variance: float = 0.0,
    freedom: int | None = None,
    method: str = "jackknife",
) -> Estimate:
    """Student's t on the scale of artanh, where a coefficient up to 1 has no wall to run into.

    `values` are the estimates without each group; `more_variance` is added on the same scale.
    """
    assert estimate.value is not None
    if estimate.units < FEWEST_UNITS:
        return replace(estimate, reason="too_few_units")
    centre = float(stretched(np.array([estimate.value]))[0])
    variance = jackknife_variance(stretched(values)) + more_variance
    reach = float(t_quantile((1 + confidence) / 2, freedom or len(values) - 1)) * variance**0.5
    low, high = np.tanh([centre - reach, centre + reach])
    if estimate.value >= NEARLY_ONE:
        high = 1.0
    slope = 1 - min(estimate.value**2, NEARLY_ONE)
    return replace(estimate, interval=(float(low), float(high)), standard_error=slope * variance**0.5, method=method)


def stretched(values: Floats) -> Floats:
    """artanh, just short of ±1."""
    result: Floats = np.arctanh(np.clip(values, -NEARLY_ONE, NEARLY_ONE))
    return result
