"""What an analysis took as drawn by chance, and how much of it there is: printed beside what rests on it."""

from math import ceil, log2
from typing import Any

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT
from jurybox.analysis.table import Table


def design_of(table: Table, blocks: Blocks, options: Options) -> dict[str, Any]:
    """What a block is, how many were rated, and how many it takes before any difference can be established."""
    rated = np.zeros(blocks.number, bool)
    for unit in (*(one.unit for one in table.ratings), *(one.unit for one in table.tags)):
        rated[blocks.of_item[table.unit_item[unit]]] = True
    for asked in table.comparisons:
        rated[blocks.of_item[asked.item]] = True
    pairs = len(table.systems) * (len(table.systems) - 1) // 2
    return {
        "block": blocks.name,
        "blocks": int(rated.sum()),
        "blocks_needed": blocks_needed(pairs),
        "raters": options.raters,
    }


def blocks_needed(pairs: int) -> int | None:
    """With fewer blocks no p can be small enough: the smallest is 2^(1 - blocks), and Holm's first step is .05 / pairs.

    >>> blocks_needed(1), blocks_needed(10)
    (6, 9)
    """
    return ceil(1 + log2(pairs / SIGNIFICANT)) if pairs else None
