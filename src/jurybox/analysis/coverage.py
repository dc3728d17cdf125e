"""How much there is, what was left out, and how much is still to come."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from jurybox.analysis.coded import Coded
from jurybox.analysis.table import Table
from jurybox.stats import Flags, Ints


def counts_of(table: Table) -> dict[str, int]:
    """Items, systems, raters and units that have a rating, and how many answers there are and will be.

    An answer is what one rater said to one question about one thing: a score computed from answers is none, nor is what
    a rule made, and a ranking is one, however many pairs are in it. `ratings` are the answers that are no comparisons.
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
    ratings = _ratings(table)
    answers = ratings + sum(len(one.rater) if one.answers is None else one.answers for one in table.comparisons)
    return {
        "items": int(items.sum()),
        "systems": int(systems.sum()),
        "raters": int(_union([*by_people, *others], len(table.raters)).sum()),
        "units": int(units.sum()),
        "ratings": ratings,
        "comparisons": sum(len(one.rater) for one in table.comparisons),
        "answers": answers,
        "expected": answers + table.awaited,
        "comments": table.number_of_comments,
    }


def _ratings(table: Table) -> int:
    """A table that holds nothing but scores counts these."""
    given = [(one, len(one.rater) if one.by_rule is None else int((~one.by_rule).sum())) for one in table.ratings]
    answered = sum(number for one, number in given if not (one.asked.is_score or one.asked.sums))
    answered += sum(len(one.rater) for one in table.tags)
    return answered or sum(number for _, number in given)


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
