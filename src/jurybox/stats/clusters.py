"""Rank ranges and clusters of systems, by a rule with a name."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.means import ItemMeans
from jurybox.stats.multiple import adjust
from jurybox.stats.paired import paired_differences
from jurybox.stats.permutation import enough_resamples, permutation_test
from jurybox.stats.tally import counts, settled, sums

ClusterRule = Literal["permutation", "wmt22", "wmt24", "wmt25", "mtme"]
CLUSTER_RULES: tuple[ClusterRule, ...] = get_args(ClusterRule)
"""The analysis's own, and the rules of the field (`field_rules`)."""
Lines = Literal["all", "wins", "range", "ranks"]
"""Where a line between clusters is drawn."""
Ranges = Literal["counts", "neighbours"]
"""How far the range of a system's ranks goes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one system stands; all None where it has no rating. Clusters count from 1, the best."""

    rank: float | None = None
    """By the mean, equal means sharing their mean rank."""
    low: int | None = None
    high: int | None = None
    cluster: int | None = None


def significantly_better(
    means: ItemMeans, higher_is_better: bool = True, alpha: float = 0.05, resamples: int = 1000, seed: int = 0
) -> Flags:
    """Which system (row) is significantly better than which (column), items taken as independent.

    Paired sign-flip permutation, two-sided, Holm adjusted over all pairs; as many more resamples than asked for as the
    adjustment needs (above 100 systems it finds nothing).

    >>> from jurybox.stats.paired import item_means_of
    >>> rising = item_means_of([[float(n), n + 1.0] for n in range(8)])
    >>> significantly_better(rising).tolist()
    [[False, False], [True, False]]
    """
    test = permutation_test(means, enough_resamples(means.n_systems, resamples, alpha), seed)
    difference = paired_differences(means).difference
    is_clear = adjust(test.p, "holm") <= alpha
    better = np.zeros((means.n_systems, means.n_systems), dtype=bool)
    better[test.first, test.second] = is_clear & (difference > 0)
    better[test.second, test.first] = is_clear & (difference < 0)
    return better if higher_is_better else better.T.copy()


def rank_systems(
    means: ItemMeans, higher_is_better: bool = True, alpha: float = 0.05, resamples: int = 1000, seed: int = 0
) -> tuple[Place, ...]:
    """Ranks, rank ranges and clusters of all systems.

    >>> from jurybox.stats.paired import item_means_of
    >>> rising = item_means_of([[float(n), n + 1.0] for n in range(8)])
    >>> [(place.rank, place.cluster) for place in rank_systems(rising)]
    [(2.0, 2), (1.0, 1)]
    """
    better = significantly_better(means, higher_is_better, alpha, resamples, seed)
    items = counts(means.system, means.n_systems)
    with np.errstate(invalid="ignore"):
        mean = sums(means.system, means.mean, means.n_systems) / np.where(items > 0, items, np.nan)
    return places(mean if higher_is_better else -mean, better)


@only_finite("mean")
def places(mean: Floats, better: Flags, lines: Lines = "all", ranges: Ranges = "counts") -> tuple[Place, ...]:
    """Places from means (higher is better, NaN: not rated) and who is significantly better than whom.

    The range goes from 1 + the number significantly better to n - the number significantly worse; by `neighbours` up
    and down the list to the next that is. A line between clusters is drawn where every system above it is significantly
    better than every system below (`all`), where each above it has as many wins as there are below (`wins`), or where
    no range crosses it (`range`). By `ranks` a new cluster begins where a system is worse than one of the current one.

    >>> places(np.array([3.0, 2.0]), np.array([[False, True], [False, False]]))[1]
    Place(rank=2.0, low=2, high=2, cluster=2)
    """
    rated = np.flatnonzero(~np.isnan(mean))
    order = rated[np.argsort(-mean[rated], kind="stable")]
    wins = better[np.ix_(order, order)]
    low, high = _counted(wins) if ranges == "counts" else _to_neighbours(wins)
    cluster = 1 + np.cumsum(_drawn(wins, low, high, lines))
    rank = mean_ranks(mean[order])
    found = [Place()] * len(mean)
    for place, system in enumerate(order.tolist()):
        found[system] = Place(float(rank[place]), int(low[place]), int(high[place]), int(cluster[place]))
    return tuple(found)


def _counted(wins: Flags) -> tuple[Ints, Ints]:
    return 1 + wins.sum(axis=0), len(wins) - wins.sum(axis=1)


def _to_neighbours(wins: Flags) -> tuple[Ints, Ints]:
    """Places from 1, in the order of the list."""
    n = len(wins)
    low = [max([above + 2 for above in range(at) if wins[above, at]], default=1) for at in range(n)]
    high = [min([below for below in range(at + 1, n) if wins[at, below]], default=n) for at in range(n)]
    return np.array(low, int), np.array(high, int)


def _drawn(wins: Flags, low: Ints, high: Ints, lines: Lines) -> Flags:
    """Whether there is a line above each system of the list."""
    found = np.zeros(len(wins), bool)
    begin = 0
    for line in range(1, len(wins)):
        if lines == "all":
            found[line] = wins[:line, line:].all()
        elif lines == "wins":
            found[line] = high[:line].max() <= line
        elif lines == "range":
            found[line] = high[:line].max() <= line < low[line:].min()
        else:
            found[line] = wins[begin:line, line].any()
        begin = line if found[line] else begin
    return found


def mean_ranks(values: Floats) -> Floats:
    """Ranks from 1 for the highest; values that differ by rounding only share their mean rank.

    >>> mean_ranks(np.array([5.0, 7.0, 5.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    kept = settled(values)
    return np.array([(kept > value).sum() + ((kept == value).sum() + 1) / 2 for value in kept.tolist()])
