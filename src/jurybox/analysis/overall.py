"""Ratings over all systems together, or of no system at all: mean, interval, and how often each value was given."""

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.finding_rows import Overall
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.ranking import distributions
from jurybox.analysis.system_tests import within_scale
from jurybox.analysis.table import QuestionRatings, Table
from jurybox.stats import item_means, system_means


def overall(table: Table, ratings: QuestionRatings, blocks: Blocks, options: Options, by: str | None) -> list[Overall]:
    """Nothing where nothing was rated, or where values are names: these have shares."""
    if not ratings.asked.is_number or not len(ratings.value):
        return []
    item, alone = table.unit_item[ratings.unit], np.zeros(len(ratings.unit), np.int64)
    means = item_means(item, alone, ratings.value, len(table.items), 1)
    [found] = within_scale(system_means(means, blocks.of_item, options.confidence), ratings.asked)
    return [
        Overall(
            question=shown(ratings.asked),
            mean=found.value,
            interval=found.interval,
            items=found.units,
            ratings=found.ratings,
            distribution=distributions(ratings.asked, alone, ratings.value, 1)[0],
            note=found.reason,
            by=by,
        )
    ]
