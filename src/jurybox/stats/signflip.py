"""Sign-flip test of many differences at once, by blocks; computed, not drawn, so it hangs on no seed.

If two systems are equally good, either could have had either output of a block: the contribution of each block could
as well have had the other sign (Fisher 1935). p is twice the smaller tail of Σ s_b·x_b over all 2^B signs:
up to 14 blocks all signs are tried; up to 2,000 the distribution is counted on the lattice that ratings lie on, by its
characteristic function (as Pagano & Tritchler 1983). Contributions that lie on none are tried in two halves up to 28
blocks, then rounded to 1/800 of the spread of the sum, and from 60 blocks on, where it is as exact (within 1 % of p),
summed by a saddlepoint (Robinson 1982), as all are above 2,000 blocks.

The interval holds every difference δ that the same test keeps (Hartigan 1969): with x_b(δ) = a_b - δ·h_b the one-sided
p of δ is the share of sets of blocks whose own estimate Σa_b/Σh_b lies beyond δ, which rises with δ. So the kept values
are an interval, and p and interval never contradict each other.
"""

from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from jurybox.stats.distributions import normal_quantile
from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.saddlepoint import signed_sum_tail

MOST_TRIED, MOST_HALVED, MOST_ROUNDED, MOST_COUNTED, MOST_INVERTED = 14, 28, 60, 2000, 300
MOST_PARTS, MOST_STEPS = 60, 4096
_CELLS = 2_000_000
FINE = 800.0
"""Steps of the lattice in one standard deviation of the sum, where the contributions lie on no coarser one."""
_REACH = 8.0
"""Standard deviations counted on each side: what lies beyond has a chance below 1e-14 (Hoeffding 1963)."""
_SURE = 1e-10
"""Smaller tails are lost in the rounding of the larger terms: the saddlepoint gives them."""
_EQUAL = 1e-9
_GONE = 1e-13
"""What no longer counts in a sum of terms up to 1."""


@dataclass(frozen=True, slots=True)
class SignFlip:
    """Of each difference: two-sided p, and the interval of what is kept; NaN where there is none."""

    p: Floats
    low: Floats
    high: Floats


@only_finite("estimate")
def sign_flip(parts: Floats, shares: Floats, estimate: Floats, confidence: float = 0.95) -> SignFlip:
    """Test and interval of each column: block b contributes parts[b] + (estimate - δ)·shares[b] to estimate - δ.

    >>> found = sign_flip(np.array([[0.0], [-1.0], [1.0]]) / 3, np.full((3, 1), 1 / 3), np.array([2.0]))
    >>> found.p.tolist(), found.low.tolist()  # three blocks: no value can be excluded
    ([0.25], [nan])
    """
    columns = len(estimate)
    p, low, high = np.full((3, columns), np.nan)
    width = max(1, _CELLS // max(1, len(parts)))
    for start in range(0, columns, width):
        part = slice(start, start + width)
        known = np.flatnonzero(~np.isnan(estimate[part])) + start
        if len(known):
            whole = parts[:, known] + estimate[known] * shares[:, known]
            p[known], low[known], high[known] = _tested(whole, shares[:, known], confidence)
    return SignFlip(p, *_agreeing(p, low, high, estimate, 1 - confidence))


def sign_flip_p(x: Floats) -> Floats:
    """Two-sided p of each column: blocks x differences.

    >>> sign_flip_p(np.array([[1.0], [1.0], [1.0], [1.0], [-1.0]])).tolist()  # 2 · (1 + 5) / 32
    [0.375]
    """
    found = np.ones(x.shape[1]) if len(x) <= MOST_TRIED else _p_of_many(x)
    for column in np.flatnonzero(found > _SURE).tolist():
        own = x[:, column][np.abs(x[:, column]) > _least(x[:, column])]
        counted = _p_of(own) if len(own) <= MOST_COUNTED else None
        found[column] = found[column] if counted is None else counted
    return found


def _tested(a: Floats, h: Floats, confidence: float) -> tuple[Floats, Floats, Floats]:
    p = sign_flip_p(a)
    tail = (1 - confidence) / 2
    here = (h > 0).sum(axis=0)
    low, high = np.full((2, len(p)), np.nan)
    few = np.flatnonzero(here <= MOST_TRIED)
    for column in few.tolist():
        own = h[:, column] > 0
        low[column], high[column] = _tried_interval(a[own, column], h[own, column], tail)
    many = np.flatnonzero(here > MOST_TRIED)
    if len(many):
        low[many], high[many] = _inverted(a[:, many], h[:, many], tail, bool((here[many] <= MOST_INVERTED).any()))
    return p, low, high


def _agreeing(p: Floats, low: Floats, high: Floats, estimate: Floats, alpha: float) -> tuple[Floats, Floats]:
    """0 is tested as itself: what rounding put on its wrong side is put back."""
    excludes = p <= alpha
    nearly = np.nextafter(0.0, np.where(estimate > 0, 1.0, -1.0))
    low = np.where(excludes & (estimate > 0) & (low <= 0), nearly, low)
    high = np.where(excludes & (estimate < 0) & (high >= 0), nearly, high)
    low = np.where(~excludes & (low > 0), 0.0, low)
    high = np.where(~excludes & (high < 0), 0.0, high)
    return low, high


# --- p


def _least(x: Floats) -> float:
    """What differs from 0 by rounding only."""
    return _EQUAL * float(np.abs(x).max(initial=0.0))


def _p_of(x: Floats) -> float | None:
    """Of one difference, from the contributions that are not 0; None where the saddlepoint is as exact."""
    if not len(x):
        return 1.0
    t, total = abs(float(x.sum())), float(np.abs(x).sum())
    if t >= total * (1 - _EQUAL):
        return 2.0 ** (1 - len(x))
    if len(x) <= MOST_TRIED:
        tail = float((_signed_sums(x) >= t - _EQUAL * total).mean())
    else:
        steps = _on_lattice(x)
        if steps is None and len(x) > MOST_ROUNDED:
            return None
        if steps is None and len(x) <= MOST_HALVED:
            tail = _halved_tail(x, t - _EQUAL * total)
        else:
            tail = _counted_tail(*(steps or _rounded(x)))
    return min(1.0, 2 * tail)


def _p_of_many(a: Floats) -> Floats:
    """Of many differences by the saddlepoint."""
    t, total = np.abs(a.sum(axis=0)), np.abs(a).sum(axis=0)
    is_flat, is_one_sided = total == 0, t >= total * (1 - _EQUAL)
    p = np.ones(len(t))
    plain = []
    for column in np.flatnonzero(~(is_flat | is_one_sided)).tolist():
        tallied = _tallied(a[:, column])
        if tallied is None:
            plain.append(column)
        else:
            p[column] = 2 * signed_sum_tail(tallied[0][:, None], t[[column]], tallied[1][:, None])[0]
    if plain:
        p[plain] = 2 * signed_sum_tail(a[:, plain], t[plain])
    own = (np.abs(a) > 0).sum(axis=0)
    return np.minimum(np.where(is_one_sided & ~is_flat, 2.0 ** (1.0 - np.minimum(own, 1000)), p), 1.0)


def _tallied(x: Floats) -> tuple[Floats, Floats] | None:
    """The different sizes and how often each occurs, where they are few steps of a lattice."""
    size = np.abs(x)
    step = float(np.min(size, where=size > _least(x), initial=np.inf))
    if size.max() / step > MOST_STEPS:
        return None
    whole = size / step
    steps = np.rint(whole)
    if np.abs(whole - steps).max() > 1e-6:
        return None
    times = np.bincount(steps.astype(np.int64))
    used = np.flatnonzero(times)
    return used * step, times[used].astype(float)


def _signed_sums(x: Floats) -> Floats:
    """Σ s·x over all signs: 2ⁿ sums, each made by one addition."""
    found = np.zeros(1)
    for one in x.tolist():
        found = np.concatenate([found + one, found - one])
    return found


def _halved_tail(x: Floats, t: float) -> float:
    """P(Σ s·x >= t) over all signs: all sums of one half beside the sorted sums of the other."""
    one, other = _signed_sums(x[::2]), np.sort(_signed_sums(x[1::2]))
    return float((len(other) - np.searchsorted(other, t - one)).sum() / len(one) / len(other))


def _on_lattice(x: Floats) -> tuple[Ints, int] | None:
    """Sizes in whole steps, and their sum, where the contributions lie on a lattice that is not too fine."""
    smallest = float(np.abs(x).min())
    spread = float(np.sqrt((x * x).sum()))
    for parts in range(1, MOST_PARTS + 1):
        step = smallest / parts
        if spread / step > FINE:
            return None
        whole = x / step
        if np.abs(whole - np.rint(whole)).max() < 1e-6:
            k = np.rint(whole).astype(np.int64)
            return np.abs(k), abs(int(k.sum()))
    return None


def _rounded(x: Floats) -> tuple[Ints, int]:
    """The same on a fine lattice: rounding the running sum instead of each contribution keeps the sum what it is."""
    step = float(np.sqrt((x * x).sum())) / FINE
    k = np.diff(np.rint(np.cumsum(x) / step), prepend=0.0).astype(np.int64)
    return np.abs(k), abs(int(k.sum()))


def _counted_tail(size: Ints, t: int) -> float:
    """P(Σ s·k >= t): as a count of ones U = Σ b·k >= (t + Σk)/2, summed from its characteristic function.

    Seen from its middle, U has Π cos(kθ/2); what becomes too small to count is not followed any further.
    """
    value, times = np.unique(size[size > 0], return_counts=True)
    total, half_spread = int(value @ times), float(np.sqrt(value**2 @ times)) / 2
    begin = (t + total) // 2 - total / 2  # from the middle
    n = 2 * ceil(min(total / 2, max(_REACH * half_spread, begin + 1)) + 1)
    theta = 2 * np.pi * np.arange(1, n // 2 + 1) / n
    twice = np.where(np.arange(1, n // 2 + 1) == n // 2, 1.0, 2.0)
    product = np.ones(len(theta))
    for place in np.argsort(-times, kind="stable").tolist():
        product = product * np.cos(value[place] * theta / 2) ** times[place]
        is_left = np.abs(product) > _GONE
        if np.count_nonzero(is_left) < len(theta) // 2:
            theta, twice, product = theta[is_left], twice[is_left], product[is_left]
    end = begin + floor(n / 2 - 1 - begin)
    seen = (np.sin((end + 0.5) * theta) - np.sin((begin - 0.5) * theta)) / (2 * np.sin(theta / 2))
    return max(0.0, float((end - begin + 1 + (twice * product * seen).sum()) / n))


# --- interval


def _tried_interval(a: Floats, h: Floats, tail: float) -> tuple[float, float]:
    """From the estimates of all sets of blocks; NaN where too few blocks exclude nothing."""
    sets = 2 ** len(a)
    least = floor(tail * sets - 1) + 1  # so many sets must lie beyond for a value to be kept
    if least < 1:
        return np.nan, np.nan
    above, below = np.zeros(1), np.zeros(1)
    for one, share in zip(a.tolist(), h.tolist(), strict=True):
        above, below = np.concatenate([above, above + one]), np.concatenate([below, below + share])
    found = np.sort(above[1:] / below[1:])
    return float(found[least - 1]), float(found[-least])


def _inverted(a: Floats, h: Floats, tail: float, by_saddlepoint: bool) -> tuple[Floats, Floats]:
    """Where the normal limit of the test is `tail`, in closed form; from there by the saddlepoint's tail.

    The limit: (Σa - δΣh)² = z²·Σ(a - δh)², a quadratic in δ.
    """
    z = float(normal_quantile(1 - tail))
    squares, mixed, sizes = (a * a).sum(axis=0), (a * h).sum(axis=0), (h * h).sum(axis=0)
    total, all_shares = a.sum(axis=0), h.sum(axis=0)
    lead = all_shares**2 - z * z * sizes
    middle = total * all_shares - z * z * mixed
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(np.maximum(middle**2 - lead * (total**2 - z * z * squares), 0.0))
        low, high = (middle - root) / lead, (middle + root) / lead
    is_open = lead <= 0
    low, high = np.where(is_open, np.nan, low), np.where(is_open, np.nan, high)
    if by_saddlepoint:
        low, high = _refined(a, h, low, tail), _refined(a, h, high, tail)
    return low, high


def _refined(a: Floats, h: Floats, end: Floats, tail: float) -> Floats:
    """The end moved to where the saddlepoint's tail is `tail`, by secants on the normal scale: there it is straight."""
    aim = float(normal_quantile(1 - tail))
    middle = a.sum(axis=0) / h.sum(axis=0)
    ok = ~np.isnan(end) & (end != middle)
    if not ok.any():
        return end
    a, h, middle = a[:, ok], h[:, ok], middle[ok]
    one, other = end[ok], middle + (end[ok] - middle) * 1.05
    at_one, at_other = _normal_score(a, h, one), _normal_score(a, h, other)
    for _ in range(12):
        gap = at_other - at_one
        step = np.where(np.abs(gap) > 1e-9, (aim - at_other) / np.where(gap == 0, 1.0, gap) * (other - one), 0.0)
        limit = np.abs(other - middle) / 2
        one, at_one, other = other, at_other, other + np.clip(step, -limit, limit)
        at_other = _normal_score(a, h, other)
        if (np.abs(at_other - aim) < 1e-6).all():
            break
    found = end.copy()
    found[ok] = other
    return found


def _normal_score(a: Floats, h: Floats, delta: Floats) -> Floats:
    """How many standard deviations out the tail of the test of δ is."""
    x = a - delta * h
    t, total = np.abs(x.sum(axis=0)), np.abs(x).sum(axis=0)
    tail = signed_sum_tail(x, np.minimum(t, total * (1 - 1e-7)))
    return np.array([-normal_quantile(one) for one in np.clip(tail, 1e-15, 0.5).tolist()])
