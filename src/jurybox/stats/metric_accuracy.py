"""How often a metric orders two outputs, or two systems, as people do."""

from dataclasses import dataclass

import numpy as np

from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.means import ItemMeans
from jurybox.stats.permutation import permutation_test
from jurybox.stats.tally import settled


@dataclass(frozen=True, slots=True)
class PairAccuracy:
    """`accuracy` of the threshold below which the metric's differences count as ties; `thresholds` were all tried."""

    accuracy: float | None
    threshold: float | None
    thresholds: Floats
    accuracies: Floats
    pairs: int

    @property
    def tau(self) -> float | None:
        """The same as a correlation from -1 to 1: 2 · accuracy - 1."""
        return None if self.accuracy is None else 2 * self.accuracy - 1


@only_finite()
def pair_accuracy(people: Floats, metric: Floats, group: Ints | None = None, calibrate: bool = True) -> PairAccuracy:
    """Share of pairs ordered alike, where a tie of both is right too (acc_eq, Deutsch et al. 2023).

    With `calibrate`, metric differences up to a threshold count as ties, and the best threshold is taken (the lowest
    of equal ones); without, only equal metric values do. With `group` (the item of each output) pairs are made within
    groups, and the accuracy is the mean over groups. acc(t) = [tied by people, |Δ| <= t] + [same order, |Δ| > t].

    >>> found = pair_accuracy(np.array([1.0, 1, 1, 4]), np.array([0.0, 2, 6, 8]))
    >>> found.threshold, round(found.accuracy, 3)
    (4.0, 0.667)
    """
    gap, is_tie, is_right, weight = _pairs(
        np.asarray(people, dtype=float),
        np.asarray(metric, dtype=float),
        np.zeros(len(people), int) if group is None else group,
    )
    if not len(gap):
        return PairAccuracy(None, None, np.empty(0), np.empty(0), 0)
    order = np.argsort(gap, kind="stable")
    gap, tied, right = gap[order], (weight * is_tie)[order], (weight * is_right)[order]
    # after the last of equal gaps: all pairs up to it are ties, those beyond keep their order
    last = np.flatnonzero(np.append(np.diff(settled(gap)) > 0, True))
    thresholds = gap[last]
    accuracies = np.cumsum(tied)[last] + right.sum() - np.cumsum(right)[last]
    if thresholds[0] > 0:
        thresholds, accuracies = np.append(0.0, thresholds), np.append(right.sum(), accuracies)
    accuracies = np.round(accuracies, 12)
    best = int(np.argmax(accuracies)) if calibrate else 0
    return PairAccuracy(float(accuracies[best]), float(thresholds[best]), thresholds, accuracies, len(gap))


def _pairs(people: Floats, metric: Floats, group: Ints) -> tuple[Floats, Floats, Floats, Floats]:
    """Of all pairs within groups: the metric's gap, tied by people, same order, and weight."""
    order = np.argsort(group, kind="stable")
    size = np.unique(group, return_counts=True)[1]
    start = np.cumsum(size) - size
    first, second, weight = [], [], []
    n_groups = max(1, int((size > 1).sum()))
    for k in np.unique(size[size > 1]).tolist():
        i, j = np.triu_indices(k, 1)
        begins = start[size == k][:, None]
        first.append(order[(begins + i).ravel()])
        second.append(order[(begins + j).ravel()])
        weight.append(np.full(len(first[-1]), 1 / (len(i) * n_groups)))
    if not first:
        return np.empty(0), np.empty(0), np.empty(0), np.empty(0)
    one, other = np.concatenate(first), np.concatenate(second)
    seen, scored = settled(people), settled(metric)
    by_people, by_metric = seen[one] - seen[other], scored[one] - scored[other]
    return (
        np.where(by_metric == 0, 0.0, np.abs(metric[one] - metric[other])),
        (by_people == 0).astype(float),
        (by_people * by_metric > 0).astype(float),
        np.concatenate(weight),
    )


def soft_pairwise_accuracy(
    people: ItemMeans, metric: ItemMeans, resamples: int = 1000, seed: int = 0, swaps: Flags | None = None
) -> Estimate:
    """1 - mean over pairs of systems of |p_people - p_metric| (Thompson et al. 2024).

    p is the one-sided p-value of the paired permutation test that one system is better: the share of permuted mean
    differences at least as high. A metric earns more by being as sure as people are. `swaps` (resamples x items) are
    the draw of another program, to compare with its figures.

    >>> from jurybox.stats.paired import item_means_of
    >>> gold, metric = item_means_of([[1.0, 2], [2, 3], [3, 4]]), item_means_of([[2.0, 1], [2, 3], [4, 5]])
    >>> soft_pairwise_accuracy(gold, metric).value
    0.875
    """
    if people.n_systems != metric.n_systems:
        raise ValueError(
            f"People rated {people.n_systems} systems, the metric {metric.n_systems}: the same are needed."
        )
    if people.n_systems < 2:
        return undefined("one_system")
    one, other = (permutation_test(scores, resamples, seed, swaps) for scores in (people, metric))
    is_there = (one.items > 0) & (other.items > 0)
    if not is_there.any():
        return undefined("no_overlap")
    apart = np.abs(one.greater / one.resamples - other.greater / other.resamples)
    value = 1.0 - float(apart[is_there].mean())
    missing = int((~is_there).sum())
    return Estimate(value, None, None, int(is_there.sum()), 0, {"no_overlap": missing} if missing else {})
