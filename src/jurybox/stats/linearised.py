"""Standard errors and intervals from what each unit contributes: linear in the units, no resampling."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jurybox.stats.distributions import t_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints
from jurybox.stats.tally import counts, sums

FEWEST_UNITS = 5  # below, an interval would be a guess
FEWEST_BLOCKS = 5


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
    reach = float(t_quantile((1 + confidence) / 2, freedom)) * error
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


class BlockSpread(NamedTuple):
    """Of each code: its blocks, and the sums of the second and fourth powers of what they contribute."""

    number: Ints
    second: Floats
    fourth: Floats

    @property
    def error(self) -> Floats:
        """sqrt(B/(B-1) Σ²) of the sum over blocks; NaN with fewer than two."""
        factor = np.where(self.number > 1, self.number / np.maximum(self.number - 1, 1), np.nan)
        return np.asarray(np.sqrt(factor * self.second), dtype=float)

    @property
    def freedom(self) -> Floats:
        rows = zip(self.number.tolist(), self.second.tolist(), self.fourth.tolist(), strict=True)
        return np.array([freedom_by(n, *powers) if n > 1 else np.nan for n, *powers in rows])


def block_spread(code: Ints, block: Ints, part: Floats | Ints, n: int) -> BlockSpread:
    """What ratings contribute, added up by code and block, and taken from the mean of the code's blocks.

    >>> block_spread(np.zeros(4, int), np.array([0, 0, 1, 2]), np.array([1.0, 1.0, 1.0, 0.0]), 1).second.tolist()
    [2.0]
    """
    width = int(block.max(initial=-1)) + 1
    key = code * np.int64(width) + block
    if n * width <= max(len(key), 1_000_000):
        cells = np.flatnonzero(counts(key, n * width))
        total = sums(key, part, n * width)[cells]
    else:
        cells, place = np.unique(key, return_inverse=True)
        total = sums(place, part, len(cells))
    who = cells // max(width, 1)
    number = counts(who, n)
    squares = (total - (sums(who, total, n) / np.maximum(number, 1))[who]) ** 2
    return BlockSpread(number, sums(who, squares, n), sums(who, squares**2, n))


def interval_by_block(
    value: Floats, error: Floats, spread: BlockSpread, confidence: float
) -> list[tuple[float, float] | None]:
    """value ± t · error with the degrees of freedom of the blocks; None where there are too few."""
    enough = (spread.number >= FEWEST_BLOCKS) & ~np.isnan(value) & ~np.isnan(error)
    half = np.full(len(value), np.nan)
    half[enough] = t_quantile(0.5 + confidence / 2, spread.freedom[enough]) * error[enough]
    ends = zip(enough.tolist(), (value - half).tolist(), (value + half).tolist(), strict=True)
    return [(low, high) if is_enough else None for is_enough, low, high in ends]


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
