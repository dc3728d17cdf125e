"""What an analysis took as drawn by chance, and how much of it there is: printed beside what rests on it."""

from typing import TypedDict

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.options import Options
from jurybox.analysis.table import Table
from jurybox.stats import blocks_needed


class DrawnBlocks(TypedDict):
    """What was taken as drawn by chance."""

    block: str
    blocks: int
    blocks_needed: int | None
    raters: str


def design_of(table: Table, blocks: Blocks, options: Options) -> DrawnBlocks:
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
        "blocks_needed": blocks_needed(pairs) if pairs else None,
        "raters": options.raters,
    }
