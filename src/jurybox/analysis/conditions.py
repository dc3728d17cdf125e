"""Only a part of a table: the items and raters that conditions name (`--where group=es`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jurybox.analysis.parts import of_items, of_raters
from jurybox.analysis.rater_rows import GivenComment
from jurybox.analysis.table import Table
from jurybox.core import Fault, refuse
from jurybox.stats import Flags

ITEM, RATER = "item", "rater"
MOST_LISTED = 30
Conditions = Mapping[str, Sequence[str]]


def only_where(table: Table, conditions: Conditions) -> Table:
    """Values of one column are alternatives; each column has to fit. What is nowhere is refused with what there is."""
    if not conditions:
        return table
    refuse(_faults(table, conditions))
    items, raters = np.ones(len(table.items), bool), np.ones(len(table.raters), bool)
    for column, values in conditions.items():
        if column == RATER:
            raters &= np.isin(table.raters, list(values))
        else:
            items &= _fitting(table, column, values)
    said = ",".join(sorted(f"{column}={value}" for column, values in conditions.items() for value in values))
    part = of_raters(of_items(table, items), raters)
    comments = _comments(table, items, raters)
    settings = {**table.settings, "where": said}
    return replace(part, settings=settings, comments=comments, number_of_comments=len(comments))


def _comments(table: Table, items: Flags, raters: Flags) -> tuple[GivenComment, ...]:
    """Those about the items and of the raters that are kept."""
    about = {name for name, keep in zip(table.items, items, strict=True) if keep}
    of = {name for name, keep in zip(table.raters, raters, strict=True) if keep}
    return tuple(one for one in table.comments if one.item in about and one.rater in of)


def _fitting(table: Table, column: str, values: Sequence[str]) -> Flags:
    if column == ITEM:
        return np.isin(table.items, list(values))
    code, names = table.item_groups[column]
    return np.isin(names, list(values))[code]


def _faults(table: Table, conditions: Conditions) -> Iterator[Fault]:
    known: dict[str, Sequence[str]] = {ITEM: table.items, RATER: table.raters}
    known |= {name: names for name, (_, names) in table.item_groups.items()}
    for column, values in conditions.items():
        if column not in known:
            yield Fault("analysis.unknown_column", "where", column, sorted(known))
            continue
        there = sorted(known[column])
        for value in values:
            if value not in there:
                shown = there if len(there) <= MOST_LISTED else [*there[:MOST_LISTED], "…"]
                yield Fault("ratings.no_such_value", "where", value, shown, {"column": column})
