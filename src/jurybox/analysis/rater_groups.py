"""Groups of raters side by side: each group by itself, and every two of them as if each were one rater.

Between groups, what a group says of a unit is the mean of its ratings, or what most of them chose; where two options
are chosen equally often the group says nothing.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jurybox.analysis.parts import MOST_PARTS, of_raters
from jurybox.analysis.table import QuestionRatings, Table
from jurybox.stats import Floats, Ints

BETWEEN = " / "


def within_groups(table: Table, column: str) -> Iterator[tuple[str, Table]]:
    """Each group of raters with its part of the table, by name: `expertise=crowd`. What rules made is in each."""
    code, names = table.rater_groups[column]
    for group in sorted(range(len(names)), key=names.__getitem__)[:MOST_PARTS]:
        yield f"{column}={names[group]}", of_raters(table, code == group)


def between_groups(table: Table, column: str) -> Iterator[tuple[str, Table]]:
    """Every two groups as two raters, by name: `expertise=crowd / expert`."""
    code, names = table.rater_groups[column]
    joined = tuple(_as_one_rater(one, code, len(names)) for one in table.ratings)
    whole = replace(
        table,
        raters=names,
        ratings=joined,
        tags=(),
        comparisons=(),
        repeats=(),
        tag_repeats=(),
        gold=(),
        rater_groups={},
    )
    order = sorted(range(len(names)), key=names.__getitem__)
    pairs = [(one, other) for place, one in enumerate(order) for other in order[place + 1 :]]
    for one, other in pairs[:MOST_PARTS]:
        both = np.zeros(len(names), bool)
        both[[one, other]] = True
        yield f"{column}={names[one]}{BETWEEN}{names[other]}", of_raters(whole, both)


def _as_one_rater(ratings: QuestionRatings, code: Ints, groups: int) -> QuestionRatings:
    people = slice(None) if ratings.by_rule is None else ~ratings.by_rule
    group, value = code[ratings.rater[people]].astype(np.int64), ratings.value[people]
    key, place = np.unique(ratings.unit[people].astype(np.int64) * groups + group, return_inverse=True)
    asked = ratings.asked
    if asked.is_category:
        said, known = _chosen_most(place, value, len(key))
        key, said = key[known], said[known]
    else:
        said = np.bincount(place, value, minlength=len(key)) / np.maximum(np.bincount(place, minlength=len(key)), 1)
        level = "interval" if asked.level == "ordinal" else asked.level  # a mean lies between the steps
        asked = replace(asked, level=level, labels={}, lowest=None, highest=None)
    return QuestionRatings(asked, key // groups, (key % groups).astype(np.int32), said)


def _chosen_most(place: Ints, value: Floats, number: int) -> tuple[Floats, Ints]:
    """What most of a group chose of each unit, and where one option was chosen more often than every other."""
    options = int(value.max(initial=0)) + 1
    counts = np.bincount(place * options + value.astype(np.int64), minlength=number * options).reshape(number, options)
    most = counts.max(axis=1, initial=0)
    known = np.flatnonzero((counts == most[:, None]).sum(axis=1) == 1)
    return counts.argmax(axis=1).astype(float), known
