"""Points over languages: 5-4-3-2-1 for the places in each, added up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jurybox.stats.clusters import mean_ranks
from jurybox.stats.estimate import Floats
from jurybox.stats.finite import only_finite
from jurybox.stats.tally import settled

POINTS = (5.0, 4.0, 3.0, 2.0, 1.0)


@dataclass(frozen=True, slots=True)
class GroupPoints:
    """`by_group` (groups x systems) is None where a system was not rated in a group: 0 points, shown as a dash."""

    total: tuple[float, ...]
    rank: tuple[float, ...]
    """Equal totals share their mean rank."""
    by_group: tuple[tuple[float | None, ...], ...]


@only_finite("means")
def points(means: Floats, table: Sequence[float] = POINTS, higher_is_better: bool = True) -> GroupPoints:
    """Points of systems from their mean in each group (groups x systems, NaN: not rated).

    The best of a group gets the first number of the table, and so on; places beyond the table get 0. Systems with
    equal means share the points of the places they take together, each the same: two best get 4.5 each, so that the
    points given in a group do not depend on ties.

    >>> points(np.array([[3.0, 3.0, 1.0], [2.0, np.nan, 4.0]])).total
    (8.5, 4.5, 8.0)
    """
    given = np.asarray(means, dtype=float)
    found = np.array([_of_group(row if higher_is_better else -row, table) for row in given]).reshape(given.shape)
    total = np.nansum(found, axis=0)
    return GroupPoints(
        tuple(total.tolist()),
        tuple(mean_ranks(total).tolist()),
        tuple(tuple(None if np.isnan(x) else x for x in row) for row in found.tolist()),
    )


def _of_group(mean: Floats, table: Sequence[float]) -> Floats:
    kept = settled(mean)
    rated = np.flatnonzero(~np.isnan(kept))
    worth = np.zeros(max(len(rated), len(table)))
    worth[: len(table)] = table
    found = np.full(len(kept), np.nan)
    for system in rated.tolist():
        above, equal = int((kept[rated] > kept[system]).sum()), int((kept[rated] == kept[system]).sum())
        found[system] = worth[above : above + equal].mean()
    return found
