"""How much a near miss counts as agreement: Gwet's fixed weights between levels.

Formulas as in Gwet (2014), Handbook of Inter-Rater Reliability, 4th ed., ch. 3. They depend on the levels alone; the
ordinal distance of Krippendorff's alpha depends on the ratings and is another thing.
"""

from typing import Literal

import numpy as np

from jurybox.stats.estimate import Floats
from jurybox.stats.metrics import DistanceTable, Interval, Metric, Nominal

Weights = Literal["identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"]
MOST_LEVELS = 1_000  # a table of all pairs of levels must stay small


def agreement_weights(levels: Floats, weights: Weights) -> Floats:
    """Square table: 1 for equal levels, down to 0.

    >>> agreement_weights(np.array([1.0, 2.0, 3.0]), "quadratic").tolist()
    [[1.0, 0.75, 0.0], [0.75, 1.0, 0.75], [0.0, 0.75, 1.0]]
    """
    if len(levels) < 2:
        return np.ones((len(levels), len(levels)))
    distance = _distance(levels.astype(float), weights)
    result: Floats = 1 - distance / distance.max()
    return result


def _distance(x: Floats, weights: Weights) -> Floats:
    apart: Floats = np.abs(x[:, None] - x)
    sums = x[:, None] + x
    if weights == "identity":
        apart = (apart > 0).astype(float)
    elif weights == "quadratic":
        apart = apart**2
    elif weights == "radical":
        apart = np.sqrt(apart)
    elif weights == "ordinal":
        steps = np.abs(np.subtract.outer(np.arange(len(x)), np.arange(len(x))))
        apart = steps * (steps + 1) / 2
    elif weights == "ratio":
        apart = np.divide(apart, sums, out=np.zeros(sums.shape), where=sums != 0) ** 2
    elif weights == "circular":
        apart = np.sin(np.pi * apart / (x[-1] - x[0] + 1)) ** 2
    elif weights == "bipolar":
        room = (sums - 2 * x[0]) * (2 * x[-1] - sums)
        apart = np.divide(apart**2, room, out=np.zeros(sums.shape), where=apart > 0)
    return apart


def agreement_metric(levels: Floats, weights: Weights) -> Metric | None:
    """1 - weight as a distance; None where there are too many levels to write it out."""
    if weights == "identity":
        return Nominal()
    if weights == "quadratic" and len(levels) > 1:
        return Interval((levels - levels.mean()) / (levels[-1] - levels[0]))
    if len(levels) > MOST_LEVELS:
        return None
    return DistanceTable(1 - agreement_weights(levels, weights))
