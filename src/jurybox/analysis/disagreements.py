"""The units whose raters differ most: where to look first, and what to talk about."""

from collections.abc import Callable

import numpy as np

from jurybox.analysis.coded import Coded
from jurybox.analysis.rater_rows import Disagreement
from jurybox.analysis.table import Comparisons, Table, TagRatings
from jurybox.stats import Floats, Ints

MOST_VALUES = 50
"""So many raters of a unit are listed."""
MOST_NEIGHBOURS = 64
"""With so many others, in the order of their codes, each rating is compared where no formula sums over all pairs."""
DIGITS = 10
"""Of a distance: what is left over from rounding must not decide the order."""


def of_scale(coded: Coded, table: Table, most: int) -> list[Disagreement]:
    """By the mean distance of two raters of a unit, 1 for the two values furthest apart in the data.

    The distance is that of the level (Krippendorff 2011): same or not for names; squared difference for intervals, of
    the ranks for ordinal scales; squared share ((a - b) / (a + b))² for ratios.
    """
    if most < 1 or not len(coded.code) or coded.code.min() == coded.code.max():
        return []
    size = np.bincount(coded.unit, minlength=len(table.unit_item))
    distance = _distances(coded, size)
    return [
        _disagreement(coded, table, unit, float(distance[unit]))
        for unit in furthest(distance, size, most, lambda unit: _names(table, unit))
    ]


def _disagreement(coded: Coded, table: Table, unit: int, distance: float) -> Disagreement:
    item, name = _names(table, unit)
    rows = np.flatnonzero(coded.unit == unit)
    by_rater = sorted((table.raters[coded.rater[row]], float(coded.value[row])) for row in rows)[:MOST_VALUES]
    is_number = coded.asked.is_number
    values: dict[str, float | str] = {rater: value if is_number else coded.text(value) for rater, value in by_rater}
    return Disagreement(coded.asked.id, item, name, _systems_of(table, unit), values, distance)


def _distances(coded: Coded, size: Ints) -> Floats:
    """Mean distance of the pairs of each unit; 0 for a unit with one rating."""
    if coded.level == "nominal":
        apart = size * (size - 1) - _same_pairs(coded, len(size))
    elif coded.level == "ratio":
        return _ratio_distances(coded, len(size))
    else:
        place = _places(coded)
        at = place[coded.code]
        total = np.bincount(coded.unit, weights=at, minlength=len(size))
        squares = np.bincount(coded.unit, weights=at**2, minlength=len(size))
        apart = 2 * np.maximum(size * squares - total**2, 0) / (at.max() - at.min()) ** 2
    found: Floats = np.round(apart / np.maximum(size * (size - 1), 1), DIGITS)
    return found


def _places(coded: Coded) -> Floats:
    """Where the levels lie: ordinal distance is the difference of mean ranks in all the data."""
    if coded.level == "ordinal":
        counts = np.bincount(coded.code, minlength=len(coded.levels))
        places: Floats = np.cumsum(counts) - counts / 2
        return places
    centred: Floats = coded.levels - coded.levels.mean()
    return centred


def _same_pairs(coded: Coded, n_units: int) -> Ints:
    """How many ordered pairs of each unit say the same."""
    n_levels = len(coded.levels)
    cells, counts = np.unique(coded.unit.astype(np.int64) * n_levels + coded.code, return_counts=True)
    return np.bincount(cells // n_levels, weights=counts * (counts - 1), minlength=n_units).astype(np.int64)


def _ratio_distances(coded: Coded, n_units: int) -> Floats:
    order = np.lexsort((coded.code, coded.rater, coded.unit))
    unit, value = coded.unit[order], coded.value[order]
    total, pairs = np.zeros(n_units), np.zeros(n_units)
    for step in range(1, MOST_NEIGHBOURS + 1):
        here = np.flatnonzero(unit[step:] == unit[:-step])
        if not len(here):
            break
        both = value[here] + value[here + step]
        share = np.divide(value[here] - value[here + step], both, out=np.zeros(len(here)), where=both != 0)
        total += np.bincount(unit[here], weights=share**2, minlength=n_units)
        pairs += np.bincount(unit[here], minlength=n_units)
    return np.round(total / np.maximum(pairs, 1), DIGITS)


def furthest(distance: Floats, size: Ints, most: int, names: Callable[[int], tuple[str, str]]) -> list[int]:
    """The places with the largest distances; equal ones by more raters, then by name."""
    apart = np.flatnonzero(distance > 0)
    if len(apart) > most:
        order = apart[np.lexsort((-size[apart], -distance[apart]))]
        last = order[most - 1]
        is_in = (distance[order] > distance[last]) | ((distance[order] == distance[last]) & (size[order] >= size[last]))
        apart = order[is_in]
    found = sorted(apart.tolist(), key=lambda place: (-distance[place], -size[place], names(place)))
    return found[:most]


def _names(table: Table, unit: int) -> tuple[str, str]:
    item = table.items[table.unit_item[unit]]
    if table.unit_names is not None:
        return item, table.unit_names[unit]
    return item, ", ".join(_systems_of(table, unit)) or item


def _systems_of(table: Table, unit: int) -> tuple[str, ...]:
    return tuple(sorted(table.systems[system] for system in table.made_system[table.made_unit == unit]))


def of_tags(tags: TagRatings, table: Table, most: int) -> list[Disagreement]:
    """By the mean Jaccard distance of two raters' sets of tags; two empty sets are alike."""
    size = np.bincount(tags.unit, minlength=len(table.unit_item))
    if most < 1 or size.max(initial=0) < 2:
        return []
    rows = _rows_by_unit(tags)
    distance = np.zeros(len(size))
    for unit in np.flatnonzero(size > 1).tolist():
        distance[unit] = _mean_jaccard([held for _, held in rows[unit]])
    return [
        Disagreement(
            tags.asked.id,
            *_names(table, unit),
            _systems_of(table, unit),
            {table.raters[rater]: _said(tags, held) for rater, held in rows[unit]},
            float(distance[unit]),
        )
        for unit in furthest(distance, size, most, lambda unit: _names(table, unit))
    ]


def _rows_by_unit(tags: TagRatings) -> dict[int, list[tuple[int, frozenset[int]]]]:
    """Of each unit its raters with their sets, by rater."""
    held: list[set[int]] = [set() for _ in range(len(tags.unit))]
    for row, tag in zip(tags.row.tolist(), tags.tag.tolist(), strict=True):
        held[row].add(tag)
    found: dict[int, list[tuple[int, frozenset[int]]]] = {}
    for row in np.lexsort((tags.rater, tags.unit)).tolist():
        listed = found.setdefault(int(tags.unit[row]), [])
        if len(listed) < MOST_VALUES:
            listed.append((int(tags.rater[row]), frozenset(held[row])))
    return found


def _said(tags: TagRatings, held: frozenset[int]) -> str:
    return ", ".join(sorted(tags.asked.names[tag] for tag in held))


def _mean_jaccard(sets: list[frozenset[int]]) -> float:
    if all(one == sets[0] for one in sets):
        return 0.0
    distances = [
        1 - len(first & second) / len(first | second) if first != second else 0.0
        for place, first in enumerate(sets)
        for second in sets[place + 1 :]
    ]
    return round(sum(distances) / len(distances), DIGITS)


def of_comparisons(comparisons: Comparisons, table: Table, most: int) -> list[Disagreement]:
    """By how far the choices between the same two systems of an item lie apart: 1 where two people say the opposite."""
    if most < 1 or not len(comparisons.item):
        return []
    n = len(table.systems)
    swap = comparisons.first > comparisons.second
    low, high = np.minimum(comparisons.first, comparisons.second), np.maximum(comparisons.first, comparisons.second)
    outcome = np.where(swap, -comparisons.outcome, comparisons.outcome)
    keys, place = np.unique((comparisons.item.astype(np.int64) * n + low) * n + high, return_inverse=True)
    size = np.bincount(place)
    total, squares = np.bincount(place, weights=outcome), np.bincount(place, weights=outcome**2)
    distance = np.round((size * squares - total**2) / 2 / np.maximum(size * (size - 1), 1), DIGITS)

    def names(place: int) -> tuple[str, str]:
        key = int(keys[place])
        return table.items[key // (n * n)], f"{table.systems[key // n % n]} / {table.systems[key % n]}"

    found = []
    for one in furthest(distance, size, most, names):
        both = (table.systems[int(keys[one]) // n % n], table.systems[int(keys[one]) % n])
        said = {1: both[0], 0: "=", -1: both[1]}
        rows = np.flatnonzero(place == one)
        by_rater = sorted((table.raters[comparisons.rater[row]], said[int(outcome[row])]) for row in rows)
        values = dict(by_rater[:MOST_VALUES])
        found.append(Disagreement(comparisons.asked.id, *names(one), both, values, float(distance[one])))
    return found
