"""Rank ranges and clusters of systems, by a rule with a name."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from jurybox.stats.estimate import Flags, Floats
from jurybox.stats.means import ItemMeans
from jurybox.stats.multiple import adjust
from jurybox.stats.paired import paired_differences
from jurybox.stats.permutation import enough_resamples, permutation_test
from jurybox.stats.ranksum import rank_sum, signed_rank
from jurybox.stats.tally import counts, settled, sums

ClusterRule = Literal["permutation", "wmt22", "wmt24"]
CLUSTER_RULES: tuple[ClusterRule, ...] = get_args(ClusterRule)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one system stands; all None where it has no rating. Clusters count from 1, the best."""

    rank: float | None = None
    """By the mean, equal means sharing their mean rank."""
    low: int | None = None
    high: int | None = None
    cluster: int | None = None


def significantly_better(
    means: ItemMeans,
    rule: ClusterRule = "permutation",
    higher_is_better: bool = True,
    alpha: float = 0.05,
    resamples: int = 1000,
    seed: int = 0,
) -> Flags:
    """Which system (row) is significantly better than which (column).

    permutation: paired sign-flip permutation, two-sided, Holm adjusted over all pairs; as many more resamples than
    asked for as the adjustment needs (above 100 systems it finds nothing: take another rule).
    wmt22: one-sided Mann-Whitney rank-sum over the segment means, unpaired and unadjusted.
    wmt24: one-sided Wilcoxon signed-rank over the shared segments, unadjusted.

    >>> from jurybox.stats.paired import item_means_of
    >>> rising = item_means_of([[float(n), n + 1.0] for n in range(8)])
    >>> significantly_better(rising, "wmt24").tolist()
    [[False, False], [True, False]]
    """
    if rule == "permutation":
        test = permutation_test(means, enough_resamples(means.n_systems, resamples, alpha), seed)
        difference = paired_differences(means).difference
        is_clear = adjust(test.p, "holm") <= alpha
        above, below = is_clear & (difference > 0), is_clear & (difference < 0)
        first, second = test.first, test.second
    elif rule in CLUSTER_RULES:
        ranks = rank_sum(means) if rule == "wmt22" else signed_rank(means)
        above, below = ranks.p_greater < alpha, ranks.p_less < alpha
        first, second = ranks.first, ranks.second
    else:
        raise ValueError(f"Cluster rule {rule!r} is not one of {', '.join(CLUSTER_RULES)}.")
    better = np.zeros((means.n_systems, means.n_systems), dtype=bool)
    better[first, second], better[second, first] = above, below
    return better if higher_is_better else better.T.copy()


def rank_systems(
    means: ItemMeans,
    rule: ClusterRule = "permutation",
    higher_is_better: bool = True,
    alpha: float = 0.05,
    resamples: int = 1000,
    seed: int = 0,
) -> tuple[Place, ...]:
    """Ranks, rank ranges and clusters of all systems by one rule.

    >>> from jurybox.stats.paired import item_means_of
    >>> rising = item_means_of([[float(n), n + 1.0] for n in range(8)])
    >>> [(place.rank, place.cluster) for place in rank_systems(rising)]
    [(2.0, 2), (1.0, 1)]
    """
    better = significantly_better(means, rule, higher_is_better, alpha, resamples, seed)
    items = counts(means.system, means.n_systems)
    with np.errstate(invalid="ignore"):
        mean = sums(means.system, means.mean, means.n_systems) / np.where(items > 0, items, np.nan)
    return places(mean if higher_is_better else -mean, better, is_line_by_range=rule == "wmt24")


def places(mean: Floats, better: Flags, is_line_by_range: bool = False) -> tuple[Place, ...]:
    """Places from means (higher is better, NaN: not rated) and who is significantly better than whom.

    The range goes from 1 + the number significantly better to n - the number significantly worse. A line between
    clusters is drawn where every system above it is significantly better than every system below; with
    `is_line_by_range` (WMT24) where no range crosses it, which asks for a little less.

    >>> places(np.array([3.0, 2.0]), np.array([[False, True], [False, False]]))[1]
    Place(rank=2.0, low=2, high=2, cluster=2)
    """
    rated = np.flatnonzero(~np.isnan(mean))
    order = rated[np.argsort(-mean[rated], kind="stable")]
    n = len(order)
    wins = better[np.ix_(order, order)]
    low, high = 1 + wins.sum(axis=0), n - wins.sum(axis=1)
    cluster = np.ones(n, dtype=int)
    for line in range(1, n):
        if is_line_by_range:
            is_drawn = bool(high[:line].max() <= line < low[line:].min())
        else:
            is_drawn = bool(wins[:line, line:].all())
        cluster[line:] += is_drawn
    rank = mean_ranks(mean[order])
    found = [Place()] * len(mean)
    for place, system in enumerate(order.tolist()):
        found[system] = Place(float(rank[place]), int(low[place]), int(high[place]), int(cluster[place]))
    return tuple(found)


def mean_ranks(values: Floats) -> Floats:
    """Ranks from 1 for the highest; values that differ by rounding only share their mean rank.

    >>> mean_ranks(np.array([5.0, 7.0, 5.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    kept = settled(values)
    return np.array([(kept > value).sum() + ((kept == value).sum() + 1) / 2 for value in kept.tolist()])
