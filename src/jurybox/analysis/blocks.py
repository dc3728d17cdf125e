"""Blocks: what an analysis takes as drawn by chance, the same for every interval, p-value, range and cluster of it.

Segments of one document are alike, and so are outputs of many systems for one item: what is counted as independent is
the document where items come in documents, else the item, else what the asker names.
"""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.options import Options
from jurybox.analysis.table import Table
from jurybox.stats import Ints

ITEM, DOCUMENT = "item", "document"


@dataclass(frozen=True, slots=True)
class Blocks:
    """The block of every item, by a code from 0 on; `name` says what a block is: item, document or a column."""

    name: str
    of_item: Ints
    number: int
    """How many codes there are; a part of the data may have fewer blocks."""

    def of_units(self, table: Table) -> Ints:
        """The block of each unit."""
        return self.of_item[table.unit_item]


def block_names(table: Table) -> list[str]:
    """What can be resampled."""
    documents = [DOCUMENT] if table.documents is not None else []
    return [ITEM, *documents, *(name for name in sorted(table.item_groups) if name not in (ITEM, DOCUMENT))]


def blocks_of(table: Table, options: Options) -> Blocks:
    """The blocks that were asked for, else documents where there are any, else items."""
    name = options.resample or (ITEM if table.documents is None else DOCUMENT)
    if name == ITEM:
        return Blocks(ITEM, np.arange(len(table.items)), len(table.items))
    if name == DOCUMENT and table.documents is not None:
        code = table.documents.astype(np.int64)
    else:
        column, names = table.item_groups[name]
        is_empty = np.array([not one for one in names], bool)[column]
        code = np.where(is_empty, len(names) + np.arange(len(column)), column)  # who names none is one by itself
    _, place = np.unique(code, return_inverse=True)
    return Blocks(name, place, int(place.max(initial=-1)) + 1)
