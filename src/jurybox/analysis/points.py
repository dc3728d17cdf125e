"""Points over groups, as the AmericasNLP shared task gives them: 5-4-3-2-1 for the places in each language."""

import numpy as np

from jurybox.analysis.finding_rows import Points
from jurybox.analysis.options import Options
from jurybox.analysis.system_tests import SystemRatings
from jurybox.analysis.table import Table
from jurybox.stats import counts, sums
from jurybox.stats import points as points_of


def points_column(table: Table, options: Options) -> str | None:
    """The groups to give points over and to show one by one; None where nobody asks for that."""
    if options.by is not None:
        return options.by
    if not table.points_by_group or not table.item_groups:
        return None
    return "language" if "language" in table.item_groups else min(table.item_groups)


def points(table: Table, given: SystemRatings, column: str) -> list[Points]:
    """Every system's points, most first; a system that a group did not rate has none there."""
    code, names = table.item_groups[column]
    n_systems = len(table.systems)
    key = code[given.means.item].astype(np.int64) * n_systems + given.means.system
    number = counts(key, len(names) * n_systems)
    total = sums(key, given.means.mean, len(names) * n_systems)
    mean = np.where(number > 0, total / np.maximum(number, 1), np.nan).reshape(len(names), n_systems)
    used = [group for group in range(len(names)) if not np.isnan(mean[group]).all()]
    found = points_of(mean[used], higher_is_better=given.asked.higher_is_better)
    rows = [
        Points(
            question=given.asked.id,
            system=system,
            points=found.total[place],
            rank=found.rank[place],
            by_group={names[group]: found.by_group[row][place] for row, group in enumerate(used)},
        )
        for place, system in enumerate(table.systems)
    ]
    return sorted(rows, key=lambda one: (one.rank, one.system))
