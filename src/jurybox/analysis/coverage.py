"""How much there is, what was left out, and how much is still to come."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from jurybox.analysis.coded import Coded
from jurybox.analysis.table import Table
from jurybox.stats import Flags, Ints


def counts_of(table: Table) -> dict[str, int]:
    """Items, systems, raters and units that have a rating, and the ratings. A rule is no rater.

    Tags are counted where nothing else was asked: what was found in an output beside its score is no further rating.
    """
    units = _union([*(one.unit for one in table.ratings), *(one.unit for one in table.tags)], len(table.unit_item))
    items = np.zeros(len(table.items), bool)
    items[table.unit_item[units]] = True
    systems = np.zeros(len(table.systems), bool)
    if len(table.systems):
        systems[table.made_system[units[table.made_unit]]] = True
    for pairs in table.comparisons:
        items[pairs.item] = True
        systems[pairs.first] = systems[pairs.second] = True
    by_people = [one.rater if one.by_rule is None else one.rater[~one.by_rule] for one in table.ratings]
    others = [*(one.rater for one in table.tags), *(one.rater for one in table.comparisons)]
    return {
        "items": int(items.sum()),
        "systems": int(systems.sum()),
        "raters": int(_union([*by_people, *others], len(table.raters)).sum()),
        "units": int(units.sum()),
        "ratings": sum(len(one.rater) for one in table.ratings) or sum(len(one.rater) for one in table.tags),
        "comparisons": sum(len(one.rater) for one in table.comparisons),
    }


def _union(columns: Iterable[Ints], size: int) -> Flags:
    seen = np.zeros(size, bool)
    for column in columns:
        seen[column] = True
    return seen


def excluded_of(table: Table, questions: list[Coded]) -> dict[str, int]:
    """What never came in, and what people did not say: both by cause."""
    total = Counter({cause: number for cause, number in table.left_out.items() if number})
    total["rule_made"] += sum(one.rule_made for one in questions)
    return {cause: total[cause] for cause in sorted(total) if total[cause]}
