"""Rank tests for all pairs of systems: Wilcoxon's signed-rank (paired) and Mann-Whitney's rank-sum (unpaired)."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from jurybox.stats.distributions import normal_tail
from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.means import ItemMeans
from jurybox.stats.paired import Block, all_pairs, blocks
from jurybox.stats.tally import counts, settled, sums

Zeros = Literal["wilcox", "pratt"]
ZEROS: tuple[Zeros, ...] = get_args(Zeros)
MOST_EXACT = 25
_MISSING = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class RankTest:
    """Of each pair: the statistic and its p-values, NaN where nothing can be told.

    `items` counts what was ranked; `p_greater` is one-sided: the first system is better.
    """

    first: Ints
    second: Ints
    items: Ints
    statistic: Floats
    p: Floats
    p_greater: Floats
    p_less: Floats


def signed_rank(means: ItemMeans, zeros: Zeros = "wilcox") -> RankTest:
    """Wilcoxon's signed-rank test (1945) on the differences per item of every pair.

    W is the sum of the ranks of positive differences; equal sizes share their mean rank. Items without a difference
    are left out (`wilcox`) or ranked and then left out (`pratt`). Up to 25 ranked items the distribution over all
    signs is exact, ties included; above, normal with tie correction and without correction for continuity.

    >>> from jurybox.stats.paired import item_means_of
    >>> signed_rank(item_means_of([[1.0, 2.0], [1.0, 3.0], [1.0, 4.0], [1.0, 5.0]])).p.tolist()
    [0.125]
    """
    if zeros not in ZEROS:
        raise ValueError(f"Zeros {zeros!r} is not one of {', '.join(ZEROS)}.")
    parts = [_signed_ranks(block, zeros) for block in blocks(means)]
    rows = np.concatenate(parts) if parts else np.empty((0, 4))
    first, second = all_pairs(means.n_systems)
    n, statistic, greater, less = rows[:, 0].astype(int), rows[:, 1], rows[:, 2], rows[:, 3]
    return RankTest(first, second, n, statistic, np.minimum(1.0, 2 * np.minimum(greater, less)), greater, less)


def _signed_ranks(block: Block, zeros: Zeros) -> Floats:
    """Per pair: ranked items, W, p that the first is better, p that it is worse."""
    steps = block.steps
    if zeros == "wilcox":
        steps = np.where(steps == 0, np.nan, steps)
    is_there = ~np.isnan(steps)
    # size and sign in one integer: one fast sort instead of an indirect one
    size = np.where(is_there, np.abs(steps), 0.0).astype(np.int64)
    keys = np.sort(np.where(is_there, size * 2 + (steps > 0), _MISSING), axis=1)
    there = keys != _MISSING
    ranks, ties = _mean_ranks(np.where(there, keys >> 1, _MISSING))
    counted = np.where(there & (keys > 1), ranks, 0.0)  # key 0 is a difference of 0, only with pratt
    above = (counted * (keys & 1)).sum(axis=1)
    n = there.sum(axis=1)
    zero = (there & (keys == 0)).sum(axis=1)
    mean = n * (n + 1) / 4 - zero * (zero + 1) / 4
    of_zeros = zero * (zero + 1) * (2 * zero + 1)
    lost = np.where(there & (keys > 1), ties, 0.0).sum(axis=1)
    variance = (n * (n + 1) * (2 * n + 1) - of_zeros) / 24 - lost / 48
    p = np.column_stack(_normal_p(above, mean, variance))
    for row in np.flatnonzero((n > 0) & (n - zero > 0) & (n <= MOST_EXACT)):
        p[row] = _exact(counted[row][counted[row] > 0], above[row])
    p[n - zero == 0] = np.nan
    return np.column_stack([n - zero, above, p])


def _mean_ranks(ordered: Ints) -> tuple[Floats, Floats]:
    """Ranks along sorted rows with ties sharing their mean; and at each place (t³ - t)/t of its tie of t."""
    is_new = np.ones(ordered.shape, dtype=bool)
    is_new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    begins = np.flatnonzero(is_new)
    lengths = np.diff(np.append(begins, ordered.size))
    ranks = begins % max(1, ordered.shape[1]) + (lengths + 1) / 2
    ties = lengths.astype(float) ** 2 - 1
    return np.repeat(ranks, lengths).reshape(ordered.shape), np.repeat(ties, lengths).reshape(ordered.shape)


def _normal_p(statistic: Floats, mean: Floats, variance: Floats, continuity: float = 0.0) -> tuple[Floats, Floats]:
    with np.errstate(invalid="ignore", divide="ignore"):
        sd = np.sqrt(np.where(variance > 0, variance, np.nan))
        greater, less = (statistic - mean - continuity) / sd, (mean - statistic - continuity) / sd
    return normal_tail(greater), normal_tail(less)


def _exact(ranks: Floats, above: float) -> tuple[float, float]:
    """P(W >= above) and P(W <= above) over all signs, by adding one rank after the other."""
    doubled = np.rint(2 * ranks).astype(int)
    chance = np.zeros(doubled.sum() + 1)
    chance[0] = 1.0
    for rank in doubled:
        chance[rank:] = (chance[rank:] + chance[: len(chance) - rank]) / 2
        chance[:rank] /= 2
    seen = round(2 * above)
    return min(1.0, float(chance[seen:].sum())), min(1.0, float(chance[: seen + 1].sum()))


def rank_sum(means: ItemMeans) -> RankTest:
    """Mann-Whitney's U (1947) of every pair over all their items, whether shared or not.

    U counts, over all pairs of outputs, how often the first system's is better, a tie as a half; normal with tie
    correction and a half for continuity. With the outputs counted by system and value (H), all U come from the running
    sums C of the counts: U = H·(C - H/2)ᵀ.

    >>> from jurybox.stats.paired import item_means_of
    >>> rank_sum(item_means_of([[1.0, 2.0], [1.0, 3.0], [3.0, 4.0]])).statistic.tolist()
    [1.5]
    """
    first, second = all_pairs(means.n_systems)
    wins, cubes = _products(means)
    n = counts(means.system, means.n_systems).astype(float)
    one, other = n[first], n[second]
    both = one + other
    u = wins[first, second]
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = one * other / 12 * ((both + 1) - (cubes[first, second] - both) / (both * (both - 1)))
    greater, less = _normal_p(u, one * other / 2, np.where((one > 0) & (other > 0), variance, np.nan), 0.5)
    p = np.minimum(1.0, 2 * np.minimum(greater, less))
    return RankTest(first, second, both.astype(int), u, p, greater, less)


def _products(means: ItemMeans) -> tuple[Floats, Floats]:
    """For all pairs at once: U, and Σ t³ over the values of both systems together."""
    values, level = np.unique(settled(means.mean), return_inverse=True)
    s, v = means.n_systems, len(values)
    names, tally = np.unique(means.system.astype(np.int64) * v + level, return_counts=True)
    system, at, held = names // max(1, v), names % max(1, v), tally.astype(float)
    start = np.searchsorted(system, np.arange(s + 1))
    wins, squares = np.zeros((2, s, s))
    for other in range(s):
        own = slice(start[other], start[other + 1])
        theirs = np.zeros(v)
        theirs[at[own]] = held[own]
        below = np.cumsum(theirs) - theirs / 2
        wins[:, other] = sums(system, held * below[at], s)
        squares[:, other] = sums(system, held * held * theirs[at], s)
    cubes = sums(system, held**3, s)
    return wins, cubes[:, None] + cubes + 3 * (squares + squares.T)
