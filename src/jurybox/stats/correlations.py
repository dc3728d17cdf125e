"""How a metric, or a model that judges, goes with people: correlations with intervals."""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from jurybox.stats.distributions import t_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import counts, settled

Coefficient = Literal["pearson", "spearman", "kendall"]
COEFFICIENTS: tuple[Coefficient, ...] = get_args(Coefficient)
MOST_RESAMPLED = 2000
"""With more points than this the interval is a jackknife over 50 random groups instead of a bootstrap."""
_GROUPS = 50
_CELLS = 4_000_000


@only_finite()
def correlation(
    x: Floats,
    y: Floats,
    coefficient: Coefficient = "pearson",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
) -> Estimate:
    """Pearson's r, Spearman's rho (Pearson's of mean ranks) or Kendall's tau-b of two columns of numbers.

    tau-b = (concordant - discordant) / sqrt(pairs untied in x · pairs untied in y) (Kendall 1945). The interval
    resamples points (percentiles); above 2,000 points it is estimate ± t · se of a jackknife over 50 groups.

    >>> correlation(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4]), "kendall", resamples=0).value.__round__(4)
    0.6667
    """
    if coefficient not in COEFFICIENTS:
        raise ValueError(f"Coefficient {coefficient!r} is not one of {', '.join(COEFFICIENTS)}.")
    x, y = _as_compared(x, coefficient), _as_compared(y, coefficient)
    reason = _why_not(x, y)
    if reason is not None:
        return undefined(reason, len(x))
    value = _VALUES[coefficient](x, y)
    if not resamples or len(x) < 4:
        return Estimate(value, None, "too_few_units" if len(x) < 4 else None, len(x))
    if len(x) > MOST_RESAMPLED:
        return _jackknifed(x, y, coefficient, value, confidence, seed)
    drawn = _weighted(x, y, coefficient, resample_weights(len(x), resamples, seed))
    drawn = drawn[~np.isnan(drawn)]
    if len(drawn) < 2:
        return Estimate(value, None, "too_few_units", len(x))
    low, high = np.quantile(drawn, (0.5 - confidence / 2, 0.5 + confidence / 2)).tolist()
    return Estimate(value, (low, high), None, len(x), method="bootstrap_units")


def resample_weights(units: int, resamples: int, seed: int) -> Floats:
    """How often each unit is drawn in each resample: resamples x units.

    >>> resample_weights(3, 2, seed=1).sum(axis=1).tolist()
    [3.0, 3.0]
    """
    drawn = np.random.default_rng(seed).integers(units, size=(resamples, units))
    drawn += np.arange(resamples)[:, None] * units
    return np.bincount(drawn.ravel(), minlength=resamples * units).reshape(resamples, units).astype(float)


def _why_not(x: Floats, y: Floats) -> Reason | None:
    if len(x) < 2:
        return "too_few_units" if len(x) else "no_ratings"
    return "no_variance" if np.ptp(settled(x)) == 0 or np.ptp(settled(y)) == 0 else None


def _as_compared(x: Floats, coefficient: Coefficient) -> Floats:
    """What goes by order only takes means that differ in their last digit as equal."""
    return np.asarray(x, dtype=float) if coefficient == "pearson" else settled(x)


@only_finite()
def grouped_correlation(x: Floats, y: Floats, group: Ints, coefficient: Coefficient = "kendall") -> Estimate:
    """The mean of the coefficient within groups (systems within an item, or items within a system).

    Groups without variance have none; they are left out and counted. The interval is the mean ± t · se over groups.

    >>> x, y, g = np.array([1.0, 2, 1, 1]), np.array([1.0, 2, 1, 2]), np.array([0, 0, 1, 1])
    >>> found = grouped_correlation(x, y, g)
    >>> found.value, found.left_out["no_variance"]
    (1.0, 1)
    """
    x, y = _as_compared(x, coefficient), _as_compared(y, coefficient)
    order = np.argsort(group, kind="stable")
    begins = np.flatnonzero(np.diff(group[order], prepend=-1))
    found, left_out = [], 0
    for part in np.split(order, begins[1:]) if len(order) else []:
        if _why_not(x[part], y[part]) is None:
            found.append(_VALUES[coefficient](x[part], y[part]))
        else:
            left_out += 1
    gone = {"no_variance": left_out} if left_out else {}
    if not found:
        return undefined("no_variance" if left_out else "no_ratings", 0, len(x), gone)
    mean, n = float(np.mean(found)), len(found)
    if n < 2:
        return Estimate(mean, None, "too_few_units", n, len(x), gone)
    half = float(t_quantile(0.975, n - 1.0)) * float(np.std(found, ddof=1)) / n**0.5
    return Estimate(mean, (mean - half, mean + half), None, n, len(x), gone, method="t")


def _pearson(x: Floats, y: Floats) -> float:
    x, y = x - x.mean(), y - y.mean()
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1.0, 1.0))


def _spearman(x: Floats, y: Floats) -> float:
    return _pearson(_ranks(x), _ranks(y))


def _ranks(x: Floats) -> Floats:
    """Ranks from 1 for the lowest, ties sharing their mean."""
    _, code, n = np.unique(x, return_inverse=True, return_counts=True)
    return (np.cumsum(n) - (n - 1) / 2)[code]


def _kendall(x: Floats, y: Floats) -> float:
    """tau-b by counting inversions while merging (Knight 1966): n log n."""
    _, at_x = np.unique(x, return_inverse=True)
    _, at_y = np.unique(y, return_inverse=True)
    order = np.lexsort((at_y, at_x))
    pairs = len(x) * (len(x) - 1) // 2
    tied_x, tied_y = _tied(at_x), _tied(at_y)
    tied_both = _tied(np.unique(at_x.astype(np.int64) * len(x) + at_y, return_inverse=True)[1])
    discordant = _inversions(at_y[order])
    concordant = pairs - discordant - tied_x - tied_y + tied_both
    return float((concordant - discordant) / np.sqrt(float(pairs - tied_x) * float(pairs - tied_y)))


def _tied(code: Ints) -> int:
    n = counts(code, 0).astype(np.int64)
    return int((n * (n - 1) // 2).sum())


def _inversions(values: Ints) -> int:
    """How many pairs stand in falling order, by merging sorted blocks of doubling width, all blocks at once."""
    n = len(values)
    found, width = 0, 1
    current = values.astype(np.int64)
    big = int(current.max(initial=0)) + 1
    while width < n:
        block = np.arange(n) // (2 * width)
        is_right = np.arange(n) // width % 2 == 1
        order = np.argsort(block * big + current, kind="stable")
        right = is_right[order]
        # in merged order, each value of the left half has the smaller ones of the right half before it
        before = np.cumsum(right) - np.repeat(*_block_starts(right, block[order]))
        found += int(before[~right].sum())
        current = current[order]
        width *= 2
    return found


def _block_starts(right: Floats | Ints, block: Ints) -> tuple[Ints, Ints]:
    """The number of right-half values before each block begins, and the blocks' lengths."""
    begins = np.flatnonzero(np.diff(block, prepend=-1))
    upto = np.append(0, np.cumsum(right))
    return upto[begins], np.diff(np.append(begins, len(block)))


_VALUES: dict[Coefficient, Callable[[Floats, Floats], float]] = {
    "pearson": _pearson,
    "spearman": _spearman,
    "kendall": _kendall,
}


def _weighted(x: Floats, y: Floats, coefficient: Coefficient, weights: Floats) -> Floats:
    """The coefficient in each resample, from how often each point was drawn; NaN where it has no variance."""
    if coefficient == "kendall":
        return _weighted_kendall(x, y, weights)
    if coefficient == "spearman":
        a, b = _weighted_ranks(x, weights), _weighted_ranks(y, weights)
    else:
        a, b = np.broadcast_to(x - x.mean(), weights.shape), np.broadcast_to(y - y.mean(), weights.shape)
    n = weights.sum(axis=1, keepdims=True)
    a, b = a - (weights * a).sum(axis=1, keepdims=True) / n, b - (weights * b).sum(axis=1, keepdims=True) / n
    aa, bb, ab = ((weights * part).sum(axis=1) for part in (a * a, b * b, a * b))
    none_a, none_b = 1e-12 * aa.max(initial=0.0), 1e-12 * bb.max(initial=0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((aa > none_a) & (bb > none_b), ab / np.sqrt(aa * bb), np.nan)


def _weighted_ranks(x: Floats, weights: Floats) -> Floats:
    """Mean ranks in each resample: drawn below, and half of what was drawn at the same value."""
    names, code = np.unique(x, return_inverse=True)
    order = np.argsort(code, kind="stable")
    at = np.add.reduceat(weights[:, order], np.searchsorted(code[order], np.arange(len(names))), axis=1)
    return (np.cumsum(at, axis=1) - (at - 1) / 2)[:, code]


def _weighted_kendall(x: Floats, y: Floats, weights: Floats) -> Floats:
    """tau-b as quadratic forms in the weights: wᵀSw with S the signs of the pairs, a few rows of S at a time."""
    both, in_x, in_y = np.zeros((3, len(weights)))
    at_once = max(1, _CELLS // len(x))
    for start in range(0, len(x), at_once):
        part = slice(start, start + at_once)
        sign_x, sign_y = np.sign(x[part, None] - x), np.sign(y[part, None] - y)
        own = weights[:, part]
        both += ((own @ (sign_x * sign_y)) * weights).sum(axis=1)
        in_x += ((own @ np.abs(sign_x)) * weights).sum(axis=1)
        in_y += ((own @ np.abs(sign_y)) * weights).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((in_x > 0) & (in_y > 0), both / np.sqrt(in_x * in_y), np.nan)


def _jackknifed(x: Floats, y: Floats, coefficient: Coefficient, value: float, confidence: float, seed: int) -> Estimate:
    """se² = (g-1)/g · Σ(estimate without a group - their mean)² (Shao & Tu 1995)."""
    group = np.random.default_rng(seed).permutation(len(x)) % _GROUPS
    without = [_VALUES[coefficient](x[group != one], y[group != one]) for one in range(_GROUPS)]
    error = float(np.sqrt((_GROUPS - 1) * np.var(without)))
    half = float(t_quantile(0.5 + confidence / 2, _GROUPS - 1.0)) * error
    interval = max(-1.0, value - half), min(1.0, value + half)
    return Estimate(value, interval, None, len(x), standard_error=error, method="jackknife_groups")
