"""Which comparison would teach most about strengths: for choosing pairs while judgements come in, never for results.

Strengths have a normal prior here, so that they are there from the first judgement on, for a system that came late and
for one that always won, too.
"""

from typing import NamedTuple

import numpy as np

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.finite import only_finite

PRIOR_VARIANCE = 1.0
"""Of each strength: two systems of which nothing is known are less than 2.8 apart, and win 94 of 100 at the most."""
_MOST_STEPS = 100
_SMALL = 1e-10
_DIGITS = 9
"""Gains that are equal up to here are equal: the libraries of other machines round otherwise."""


class Posterior(NamedTuple):
    """Strengths as far as they are known: the mode, and the covariance around it."""

    strength: Floats
    covariance: Floats


@only_finite()
def posterior(wins: Floats, on_the_way: Floats | None = None) -> Posterior:
    """Strengths by Bradley and Terry's model with a normal prior (its mode, and Laplace's approximation).

    `wins[i, j]`: how often i was better than j, ties as a half for each. `on_the_way[i, j]` (both ways): comparisons
    that are asked for and not in yet, which will teach as much as the model expects of them.

    >>> found = posterior(np.array([[0.0, 3.0], [1.0, 0.0]]))
    >>> [round(float(one), 3) for one in found.strength]
    [0.342, -0.342]
    """
    n, size = wins + wins.T, len(wins)
    strength, prior = np.zeros(size), np.eye(size) / PRIOR_VARIANCE
    for _ in range(_MOST_STEPS):
        better = _better(strength)
        slope = wins.sum(axis=1) - (n * better).sum(axis=1) - strength / PRIOR_VARIANCE
        step = np.linalg.solve(_information(n, better) + prior, slope)
        strength = strength + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < _SMALL:
            break
    expected = n if on_the_way is None else n + on_the_way
    return Posterior(strength, np.linalg.inv(_information(expected, _better(strength)) + prior))


def most_informative(known: Posterior, room: Ints, number: int, rank: Ints, answers: int = 1) -> list[tuple[int, int]]:
    """So many pairs, one after the other, each the one that is expected to teach most beside those before it.

    What a comparison teaches is the information about all strengths, log(1 + w v) / 2: v the variance of the difference
    of the two, w = p (1 - p) what one answer says of it, which is most where either may win. `room[i, j]` (i < j) is
    how often a pair can still be asked for, `rank[i, j]` decides between equals, `answers` come for each.

    >>> wins = np.array([[0.0, 5, 5], [5, 0, 5], [5, 5, 0]])
    >>> nothing_known = posterior(np.pad(wins, (0, 1)))
    >>> most_informative(nothing_known, np.ones((4, 4), int), 3, np.arange(16).reshape(4, 4))
    [(0, 3), (1, 3), (2, 3)]
    """
    room, covariance = np.triu(room, 1).copy(), known.covariance.copy()
    better = _better(known.strength)
    weight = answers * better * (1 - better)
    found: list[tuple[int, int]] = []
    for _ in range(min(number, int(room.sum()))):
        own = np.diag(covariance)
        variance = own[:, None] + own - 2 * covariance
        gain = np.where(room > 0, np.log1p(weight * variance), -1.0).round(_DIGITS)
        best = np.flatnonzero(gain == gain.max())
        first, second = divmod(int(best[np.argmin(rank.ravel()[best])]), len(own))
        found.append((first, second))
        room[first, second] -= 1
        lead = covariance[:, first] - covariance[:, second]
        share = weight[first, second] / (1 + weight[first, second] * variance[first, second])
        covariance -= share * np.outer(lead, lead)
    return found


def _better(strength: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(strength[None, :] - strength[:, None])), dtype=float)


def _information(n: Floats, better: Floats) -> Floats:
    weight = n * better * (1 - better)
    return np.asarray(np.diag(weight.sum(axis=1)) - weight, dtype=float)
