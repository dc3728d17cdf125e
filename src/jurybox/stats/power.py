"""What a comparison can find: the smallest difference, how many more items it takes, and power for planning."""

from math import ceil, inf, sqrt
from typing import Literal, get_args

import numpy as np

from jurybox.stats.distributions import normal_quantile, t_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.means import wilson

POWER, ALPHA = 0.8, 0.05
PowerTest = Literal["satterthwaite", "ml_z"]
POWER_TESTS: tuple[PowerTest, ...] = get_args(PowerTest)


def detectable_difference(sd: float, items: int, power: float = POWER, alpha: float = ALPHA) -> float | None:
    """The smallest true difference of two systems that a paired comparison finds with this power.

    (t₁₋α/₂ + t_power) · sd / sqrt(n) with n - 1 degrees of freedom, sd that of the differences per item; None with
    fewer than two items or without variance.

    >>> round(detectable_difference(1.0, 100), 3)
    0.283
    """
    if items < 2 or not sd > 0:
        return None
    n = float(items - 1)
    return float(t_quantile(1 - alpha / 2, n) + t_quantile(power, n)) * sd / sqrt(items)


def detectable_differences(sd: Floats, items: Floats | Ints, power: float = POWER, alpha: float = ALPHA) -> Floats:
    """The same for many pairs; NaN where there is none.

    >>> detectable_differences(np.array([1.0, 0.0]), np.array([100, 100])).round(3).tolist()
    [0.283, nan]
    """
    n = np.maximum(np.asarray(items, dtype=float), 2.0)
    found = (t_quantile(1 - alpha / 2, n - 1) + t_quantile(power, n - 1)) * sd / np.sqrt(n)
    return np.where((np.asarray(items) > 1) & (np.asarray(sd) > 0), found, np.nan)


def more_items(
    difference: float, sd: float, items: int, power: float = POWER, alpha: float = ALPHA, most: int = 1_000_000
) -> int | None:
    """How many more items would separate two systems, if their difference and its spread are what they seem.

    The smallest n whose detectable difference is no larger than |difference|, less the items there are; 0 where there
    are enough, None where no reasonable number would do (or where nothing is known yet).

    >>> more_items(0.2, 1.0, 100)
    99
    """
    if items < 2 or not sd > 0 or difference == 0:
        return None
    needed = ((normal_quantile(1 - alpha / 2) + normal_quantile(power)) * sd / abs(difference)) ** 2
    if needed - items > most:
        return None
    n = max(2, ceil(needed))
    while (detectable_difference(sd, n, power, alpha) or inf) > abs(difference):
        n += 1
    return max(0, n - items)


def simulated_power(
    difference: float,
    items: int,
    raters: int,
    item_sd: float,
    rater_sd: float,
    residual_sd: float,
    simulations: int = 2000,
    seed: int = 0,
    test: PowerTest = "satterthwaite",
) -> Estimate:
    """Power of comparing two systems that every rater judges on every item, with item and rater random effects.

    The half difference of a rater on an item is difference + aᵢ + bᵣ + e, with sd `item_sd`, `rater_sd` and
    residual_sd / sqrt(2); `difference` is half of that between the systems (coded -1 and +1, as in Card et al. 2020).
    The test is mean / sqrt(var_item/items + var_rater/raters + var_rest/n), with the variances estimated from mean
    squares. `satterthwaite` tests it against t as it should be; `ml_z` is what Card et al. published: maximum
    likelihood variances and 1.96, which with few raters finds more than there is.
    In this balanced design the mean and the three mean squares are independent, normal and chi-squared: they are
    drawn instead of the ratings, so that the cost does not grow with the size of the study. With one rater the
    differences between raters are taken for none.

    >>> round(simulated_power(0.2, 100, 10, 0.14, 0.11, 0.26).value, 1)
    1.0
    """
    if items < 2:
        return undefined("too_few_units", items, items * raters)
    if test not in POWER_TESTS:
        raise ValueError(f"Test {test!r} is not one of {', '.join(POWER_TESTS)}.")
    rng = np.random.default_rng(seed)
    n, rest = items * raters, residual_sd**2 / 2
    degrees = np.array([items - 1, raters - 1, (items - 1) * (raters - 1)], dtype=float)
    expected = np.array([raters * item_sd**2 + rest, items * rater_sd**2 + rest, rest])
    squares = expected * rng.chisquare(np.maximum(degrees, 1), size=(simulations, 3)) / np.maximum(degrees, 1)
    squares *= degrees > 0
    mean = rng.normal(difference, sqrt(item_sd**2 / items + rater_sd**2 / raters + rest / n), simulations)
    limit: Floats | float = 1.96
    if test == "ml_z":
        squares *= np.array([(items - 1) / items, (raters - 1) / raters, 1.0])
    else:
        limit = _satterthwaite(squares * np.array([1.0, 1.0, -1.0]), degrees)
    # a variance component is never negative
    variance = (np.maximum(squares[:, :2] - squares[:, 2:], 0).sum(axis=1) + squares[:, 2]) / n
    found = float((mean > limit * np.sqrt(variance)).mean())
    return Estimate(found, wilson(found, simulations), None, items, n, method="simulation")


def _satterthwaite(parts: Floats, degrees: Floats, alpha: float = ALPHA) -> Floats:
    """The critical value with degrees of freedom (Σ partₖ)² / Σ partₖ² / dfₖ (Satterthwaite 1946)."""
    total = np.maximum(parts.sum(axis=1), 1e-300)
    freedom = total**2 / np.maximum((parts**2 / np.maximum(degrees, 1)).sum(axis=1), 1e-300)
    return t_quantile(1 - alpha / 2, np.clip(freedom, 1.0, 1e6))
