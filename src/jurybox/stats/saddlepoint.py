"""Tails of sums with random signs where there are too many for counting: Lugannani and Rice's formula.

For T = Σ sᵢ·xᵢ with signs of equal chance K(u) = Σ log cosh(u·xᵢ); with K'(û) = t, w = √(2(û·t - K(û))) and
v = û·√K''(û) the tail is P(T >= t) ≈ 1 - Φ(w) + φ(w)·(1/v - 1/w) (Lugannani & Rice 1980; Robinson 1982 for
permutation tests). Its relative error is of the order of 1/n, also far out in the tail.
"""

import numpy as np

from jurybox.stats.distributions import normal_tail
from jurybox.stats.estimate import Floats

_STEPS = 60
_NEAR = 1e-3
"""So near to the middle the formula is 0/0, and the normal limit exact enough."""


def signed_sum_tail(x: Floats, t: Floats, times: Floats | None = None) -> Floats:
    """P(Σ sᵢ·xᵢ >= t) of each column of `x`; `t` is at least 0 and smaller than Σ |xᵢ|.

    `times` says how often each value occurs, each time with a sign of its own; None: once.

    >>> ones = np.ones((100, 1))
    >>> round(float(signed_sum_tail(ones, np.array([20.0]))[0]), 3)  # between P(T > 20) and P(T >= 20): .018 and .028
    0.023
    """
    weight = np.ones_like(x) if times is None else times
    spread = np.sqrt((weight * x * x).sum(axis=0))
    scale = np.where(spread > 0, spread, 1.0)
    scaled, aim = np.abs(x) / scale, t / scale
    u = _slope_at(scaled, aim, weight)
    size = scaled * u
    height = (weight * (size + np.log1p(np.exp(-2 * size)) - np.log(2))).sum(axis=0)
    bend = np.sqrt((weight * scaled * scaled / np.cosh(np.minimum(size, 300.0)) ** 2).sum(axis=0))
    w = np.sqrt(np.maximum(2 * (u * aim - height), 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        correction = np.exp(-w * w / 2) / np.sqrt(2 * np.pi) * (1 / (u * bend) - 1 / w)
        found = np.clip(normal_tail(w) + correction, 0.0, 1.0)
    return np.where(w < _NEAR, normal_tail(aim), found)


def _slope_at(x: Floats, t: Floats, weight: Floats) -> Floats:
    """The u >= 0 with Σ x·tanh(u·x) = t, by Newton's method on a rising concave function."""
    u = np.asarray(t, dtype=float).copy()
    for _ in range(_STEPS):
        tanh = np.tanh(x * u)
        miss = t - (weight * x * tanh).sum(axis=0)
        slope = (weight * x * x * (1 - tanh * tanh)).sum(axis=0)
        step = miss / np.maximum(slope, 1e-300)
        u = np.minimum(np.maximum(u + step, 0.0), 4 * u + 10.0)
        if (np.abs(miss) <= 1e-11 * (1 + np.abs(t))).all():
            break
    return u
