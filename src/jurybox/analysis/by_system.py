"""Ratings by system: an output that several systems made counts for each of them."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.table import Table
from jurybox.stats import Ints


@dataclass(frozen=True, slots=True)
class BySystem:
    """Some ratings once for every system that made what was rated; `row` says which rating."""

    row: Ints | slice
    item: Ints
    system: Ints


def by_system(table: Table, unit: Ints) -> BySystem:
    """What was rated in each row, by system; a unit that no system made is not there."""
    n_units = len(table.unit_item)
    makers = np.bincount(table.made_unit, minlength=n_units)
    if makers.max(initial=0) <= 1:
        maker = np.full(n_units, -1, np.int32)
        maker[table.made_unit] = table.made_system
        system = maker[unit]
        row: Ints | slice = slice(None) if makers.min(initial=1) else np.flatnonzero(system >= 0)
        return BySystem(row, table.unit_item[unit][row], system[row])
    order = np.argsort(table.made_unit, kind="stable")
    start = np.cumsum(makers) - makers
    times = makers[unit]
    rows = np.repeat(np.arange(len(unit)), times)
    step = np.arange(len(rows)) - np.repeat(np.cumsum(times) - times, times)
    return BySystem(rows, table.unit_item[unit[rows]], table.made_system[order[start[unit[rows]] + step]])


def is_merged(table: Table) -> bool:
    """Whether some output was made by several systems."""
    return bool(np.bincount(table.made_unit, minlength=1).max(initial=0) > 1)
