"""Only some rows of a table: those with certain values in certain columns (`--where group=es`)."""

from collections.abc import Mapping, Sequence

import numpy as np

from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.stats import Flags

MOST_LISTED = 30
"""So many values of a column are listed where one was asked for that is not there."""


def rows_where(sheet: CodedTable, faults: RatingFaults) -> CodedTable:
    """Values of one column are alternatives; each column has to fit. What fits nothing at all is refused."""
    conditions = sheet.reading.where
    if not conditions:
        return sheet
    keep: Flags = np.ones(len(sheet), bool)
    before = len(faults)
    for name, values in conditions.items():
        column = sheet.columns[name]
        known = set(column.names)
        for value in values:
            if value not in known:
                faults.add("ratings.no_such_value", (sheet.files[0], 1), value, listed(known), column=name)
        keep &= column.is_text(*values)
    if len(faults) == before and not keep.any():
        faults.add("ratings.no_rows_where", (sheet.files[0], 1), in_words(conditions))
    if len(faults) > before:
        faults.refuse()
    return sheet if keep.all() else sheet.take(keep)


def listed(known: set[str]) -> list[str]:
    """The values there are, as far as a line has room."""
    names = sorted(known)
    return names if len(names) <= MOST_LISTED else [*names[:MOST_LISTED], "…"]


def in_words(conditions: Mapping[str, Sequence[str]]) -> str:
    """As they were asked for.

    >>> in_words({"group": ("es", "de"), "film": ("Up",)})
    'film=Up,group=de,group=es'
    """
    return ",".join(sorted(f"{name}={value}" for name, values in conditions.items() for value in values))
