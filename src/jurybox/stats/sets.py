"""Agreement about sets of tags: alpha with a distance between sets, mean overlap, and tag by tag.

Ratings come as rows (`unit` and `rater` by row; a row may hold no tag) with `row` and `tag` listing what they hold.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from jurybox.stats.alpha import Fixed, estimates, point, refusal
from jurybox.stats.chance import unit_agreement
from jurybox.stats.estimate import Estimate, Floats, Ints
from jurybox.stats.metrics import FEW_LEVELS, DistanceTable
from jurybox.stats.patterns import Patterns, count_patterns, single_ratings, without_pairs

Masks = npt.NDArray[np.uint64]
SetDistance = Literal["jaccard", "masi"]
WORD = 64
CHUNK = 1 << 20
MOST_COMPARED = 8_192  # beyond, expected distances are to a sample of that many ratings


def distinct_sets(rows: int, row: Ints, tag: Ints, n_tags: int) -> tuple[Ints, Masks]:
    """A code for each rating's set, and the tags of each distinct set as bits.

    >>> code, masks = distinct_sets(3, np.array([0, 0, 2, 2]), np.array([0, 1, 1, 0]), 2)
    >>> code.tolist(), masks.tolist()
    ([1, 0, 1], [[0], [3]])
    """
    words = max(1, -(-n_tags // WORD))
    masks = np.zeros((rows, words), np.uint64)
    bits = np.left_shift(np.uint64(1), (tag % WORD).astype(np.uint64))
    np.bitwise_or.at(masks, (row, tag // WORD), bits)
    if words == 1:
        distinct, code = np.unique(masks[:, 0], return_inverse=True)
        return code, distinct[:, None]
    distinct, code = np.unique(masks, axis=0, return_inverse=True)
    return code.reshape(-1), distinct


@dataclass(frozen=True, slots=True)
class SetMetric:
    """A distance between sets, worked out for the pairs that are asked for.

    Jaccard: 1 - |A∩B| / |A∪B|. MASI (Passonneau 2006): 1 - Jaccard · monotonicity, which is 1 for equal sets, 2/3 for a
    subset, 1/3 for an overlap. Two empty sets are equal.
    """

    masks: Masks
    kind: SetDistance

    def distance(self, first: Ints, second: Ints) -> Floats:
        a, b = self.masks[first], self.masks[second]
        shared = np.bitwise_count(a & b).sum(axis=-1, dtype=np.int64)
        either = np.bitwise_count(a | b).sum(axis=-1, dtype=np.int64)
        alike = np.divide(shared, either, out=np.ones(shared.shape), where=either > 0)
        if self.kind == "masi":
            smaller = np.minimum(np.bitwise_count(a).sum(axis=-1), np.bitwise_count(b).sum(axis=-1))
            alike = alike * np.where(shared == either, 1, np.where(shared == smaller, 2 / 3, 1 / 3))
        apart: Floats = 1 - alike
        return apart

    def within(self, patterns: Patterns) -> Floats:
        return patterns.pair_sums(self.distance)

    def between(self, n: Floats) -> Floats:
        return np.array([column @ self.pull(column) for column in n.T])

    def pull(self, n: Floats) -> Floats:
        others, weights = _compared(n)
        result = np.zeros(len(n))
        step = max(1, CHUNK // max(1, len(others)))
        for begin in range(0, len(n), step):
            block = np.arange(begin, min(len(n), begin + step))
            result[block] = self.distance(block[:, None], others[None, :]) @ weights
        return result


def _compared(n: Floats) -> tuple[Ints, Floats]:
    """The sets to compare with, and how often each occurs: all, or those of evenly spaced ratings."""
    if len(n) <= MOST_COMPARED:
        return np.arange(len(n)), n
    total = n.sum()
    places = (np.arange(MOST_COMPARED) + 0.5) * total / MOST_COMPARED
    return np.searchsorted(np.cumsum(n), places), np.full(MOST_COMPARED, total / MOST_COMPARED)


def set_alpha(
    unit: Ints,
    row: Ints,
    tag: Ints,
    n_tags: int,
    kind: SetDistance = "jaccard",
    *,
    blocks: Ints | None = None,
    resamples: int = 0,
    seed: int = 0,
    confidence: float = 0.95,
) -> Estimate:
    """Krippendorff's alpha over sets, the distance taken as it is (Passonneau 2006).

    >>> unit, row, tag = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2, 3]), np.array([0, 0, 1, 2, 2])
    >>> round(set_alpha(unit, row, tag, 3).value, 3)
    0.667
    """
    code, masks = distinct_sets(len(unit), row, tag, n_tags)
    patterns = count_patterns(unit, code, len(masks), blocks=blocks)
    paired = patterns.pairable()
    if refused := refusal(patterns):
        return refused
    if len(masks) > FEW_LEVELS:
        model = Fixed(paired, SetMetric(masks, kind))
        found = point(model, patterns)
        return paired.with_influence(found, model.influence(), confidence) if resamples or blocks is not None else found
    every = np.arange(len(masks))
    model = Fixed(paired, DistanceTable(SetMetric(masks, kind).distance(every[:, None], every[None, :])))
    return estimates({"alpha": model}, patterns, resamples=resamples, seed=seed, confidence=confidence)["alpha"]


def mean_jaccard(
    unit: Ints, row: Ints, tag: Ints, n_tags: int, confidence: float = 0.95, *, blocks: Ints | None = None
) -> Estimate:
    """|A∩B| / |A∪B| over the pairs of ratings of a unit, averaged over units; two empty sets agree fully.

    >>> mean_jaccard(np.array([0, 0, 1, 1]), np.array([0, 1, 1]), np.array([0, 0, 1]), 2).value
    0.75
    """
    code, masks = distinct_sets(len(unit), row, tag, n_tags)
    patterns = count_patterns(unit, code, len(masks), blocks=blocks)
    paired = patterns.pairable()
    if nothing := without_pairs(patterns):
        return nothing
    agreed = unit_agreement(paired, SetMetric(masks, "jaccard"))
    n = paired.units
    value = float(paired.frequency @ agreed) / n
    estimate = Estimate(value, units=n, ratings=paired.ratings, left_out=single_ratings(patterns))
    return paired.with_influence(estimate, (agreed - value) / n, confidence)
