"""What a comparison can find: the smallest difference, how many more items it takes, and power for planning.

`detectable_difference` and `more_items` are of one comparison at .05. Where pairs are tested together each has a share
of that level, and blocks are what is drawn by chance: `detectable_by_blocks`, `more_blocks` and `power_by_blocks`.
"""

from dataclasses import dataclass
from math import ceil, inf, sqrt
from typing import Literal, get_args

import numpy as np

from jurybox.stats.distributions import normal_quantile, t_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.means import wilson
from jurybox.stats.reasons import Reason

POWER, ALPHA = 0.8, 0.05
PowerTest = Literal["satterthwaite", "ml_z"]
POWER_TESTS: tuple[PowerTest, ...] = get_args(PowerTest)


@only_finite("sd")
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


@only_finite("sd")
def detectable_differences(sd: Floats, items: Floats | Ints, power: float = POWER, alpha: float = ALPHA) -> Floats:
    """The same for many pairs; NaN where there is none.

    >>> detectable_differences(np.array([1.0, 0.0]), np.array([100, 100])).round(3).tolist()
    [0.283, nan]
    """
    n = np.maximum(np.asarray(items, dtype=float), 2.0)
    found = (t_quantile(1 - alpha / 2, n - 1) + t_quantile(power, n - 1)) * sd / np.sqrt(n)
    return np.where((np.asarray(items) > 1) & (np.asarray(sd) > 0), found, np.nan)


@only_finite("sd")
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


def blocks_needed(pairs: int, alpha: float = ALPHA) -> int:
    """The fewest blocks with which sign-flip tests of so many pairs can establish anything: 2^(1 - B) <= alpha / pairs.

    >>> blocks_needed(1), blocks_needed(10)
    (6, 9)
    """
    blocks = 1
    while 2.0 ** (1 - blocks) > alpha / max(pairs, 1):
        blocks += 1
    return blocks


@dataclass(frozen=True, slots=True)
class Detectable:
    """The smallest true differences that would be found; NaN where there is none, and why."""

    value: Floats
    reason: tuple[Reason | None, ...]


@only_finite("standard_error")
def detectable_by_blocks(
    standard_error: Floats,
    blocks: Floats | Ints,
    pairs: int,
    *,
    width: float | None = None,
    is_by_t: bool = False,
    power: float = POWER,
) -> Detectable:
    """The smallest true difference that a study like this finds with this power at the level .05 / pairs.

    `pairs` are those not yet established, which is what Holm's adjustment leaves. δ · standard error with
    P(t' > t₁₋level/₂) = power for a noncentral t' with blocks - 1 degrees and noncentrality δ. A sign-flip test of few
    blocks has a coarse level c / 2^(B - 1) and finds a little less, in simulations δ · (1 + g/c): g is what it loses
    where all blocks must have one sign (c = 1). With `is_by_t` the test is Student's (raters as a sample: give their
    number as `blocks`). Differences beyond the `width` of the scale are none.

    >>> detectable_by_blocks(np.array([0.1, 0.1, 9.0]), np.array([100, 5, 100]), 1, width=4.0).value.round(3).tolist()
    [0.283, nan, nan]
    """
    error, number = np.asarray(standard_error, dtype=float), np.asarray(blocks, dtype=float)
    found = error * _noncentrality(number, ALPHA / max(pairs, 1), is_by_t, power)
    is_wide = found > (np.inf if width is None else width)
    fewest = 2 if is_by_t else blocks_needed(pairs, ALPHA)
    reason = [
        _why_none(one, n, beyond, fewest)
        for one, n, beyond in zip(error.tolist(), number.tolist(), is_wide.tolist(), strict=True)
    ]
    return Detectable(np.where([why is None for why in reason], found, np.nan), tuple(reason))


def _why_none(error: float, blocks: float, is_wide: bool, fewest: int) -> Reason | None:
    if not blocks >= fewest:
        return "too_few_blocks"
    if not error > 0:
        return "no_variance"
    return "beyond_scale" if is_wide else None


@only_finite()
def power_by_blocks(
    difference: Floats,
    standard_error: Floats,
    blocks: Floats | Ints,
    pairs: int,
    *,
    is_by_t: bool = False,
    alpha: float = ALPHA,
) -> Floats:
    """How often a study like this would establish true differences of this size, in either direction.

    >>> power_by_blocks(np.array([0.283, 0.283]), np.array([0.1, 0.1]), np.array([100, 5]), 1).round(3).tolist()
    [0.8, 0.0]
    """
    from scipy.special import nctdtr, stdtrit

    number = np.asarray(blocks, dtype=float)
    level = alpha / max(pairs, 1)
    is_tested = (number >= (2 if is_by_t else blocks_needed(pairs, alpha))) & (np.asarray(standard_error) > 0)
    n = np.where(is_tested, number, 100.0)
    reached, lost = _reached(n, level, is_by_t)
    size = np.abs(difference) / np.where(is_tested, standard_error, 1.0) / lost
    limit = stdtrit(n - 1, 1 - reached / 2)
    found = 1 - nctdtr(n - 1, size, limit) + nctdtr(n - 1, size, -limit)
    return np.asarray(np.where(is_tested, found, 0.0), dtype=float)


@only_finite("difference", "standard_error")
def more_blocks(
    difference: Floats,
    standard_error: Floats,
    blocks: Floats | Ints,
    pairs: int,
    *,
    is_by_t: bool = False,
    most: int = 1_000_000,
) -> Floats:
    """How many more blocks (by t: raters) like these would establish the differences in four of five studies.

    If the differences are what they seem, with the power and the level of `detectable_by_blocks`.
    0 where there are enough; NaN where no number up to `most` would do, or nothing is known yet.

    >>> more_blocks(np.array([0.2, 0.2, 0.0]), np.array([0.1, 0.1, 0.1]), np.array([100, 100, 100]), 1).tolist()
    [99.0, 99.0, nan]
    """
    number = np.asarray(blocks, dtype=float)
    size = np.abs(difference)
    is_known = (size > 0) & (np.asarray(standard_error) > 0) & (number >= 2)
    spread = np.where(is_known, standard_error, 1.0) * np.sqrt(np.where(is_known, number, 2.0))
    size = np.where(is_known, size, 1.0)
    low = np.full(number.shape, (2.0 if is_by_t else blocks_needed(pairs, ALPHA)) - 1)
    high = np.full(number.shape, 1.0 + most + np.ceil(number.max(initial=2.0)))  # whole, or the search does not end
    while (high - low > 1).any():
        middle = np.floor((low + high) / 2)
        delta = _noncentrality(middle, ALPHA / max(pairs, 1), is_by_t, POWER) * spread / np.sqrt(middle)
        is_enough = delta <= size
        low, high = np.where(is_enough, low, middle), np.where(is_enough, middle, high)
    more = np.maximum(high - number, 0.0)
    return np.where(is_known & (more <= most), more, np.nan)


def _noncentrality(blocks: Floats, level: float, is_by_t: bool, power: float) -> Floats:
    """How many standard errors a difference must have to be found with this power."""
    from scipy.special import nctdtrinc, stdtrit

    n = np.maximum(blocks, 2.0)
    reached, lost = _reached(n, level, is_by_t, power)
    return np.asarray(nctdtrinc(n - 1, 1 - power, stdtrit(n - 1, 1 - reached / 2)) * lost, dtype=float)


def _reached(blocks: Floats, level: float, is_by_t: bool, power: float = POWER) -> tuple[Floats, Floats]:
    """The level that the test keeps, and how much larger than by t a difference must be to be found."""
    if is_by_t:
        return np.full(blocks.shape, level), np.ones(blocks.shape)
    from scipy.special import nctdtrinc, ndtri, stdtrit

    n = np.minimum(blocks, 50.0)  # beyond, the level has no steps to speak of
    steps = np.maximum(np.floor(level * 2.0 ** (n - 1)), 1.0)
    finest = 2.0 ** (1 - n)
    all_one_sign = np.sqrt(n) * ndtri(power ** (1 / n))
    lost = all_one_sign / nctdtrinc(n - 1, 1 - power, stdtrit(n - 1, 1 - finest / 2)) - 1
    return np.where(blocks < 50, steps * finest, level), 1 + np.maximum(lost, 0.0) / steps


@only_finite()
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
