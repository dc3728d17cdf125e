"""The raters of a table, and the groups that a column puts them in: experts and crowd."""

from dataclasses import dataclass

import numpy as np

from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedColumn, CodedTable
from jurybox.exchange.ratings.faults import LISTED_PER_KIND, RatingFaults
from jurybox.stats import Ints


@dataclass(frozen=True, slots=True)
class Raters:
    """The rater of each row by code, their names, and for each column of raters a code per rater and its names."""

    code: Ints
    names: tuple[str, ...]
    groups: dict[str, tuple[Ints, tuple[str, ...]]]


def raters_of(sheet: CodedTable, faults: RatingFaults) -> Raters:
    """Everyone who rated something. One rater belongs to one group; whoever is in two is a fault."""
    rater = sheet.need("rater")
    used = combined(rater.code)
    names = tuple(rater.names[code] for code in rater.code[used.row])
    wish = sheet.reading.raters_by
    groups = {} if wish is None else {wish: _group(sheet, sheet.columns[wish], used.code, names, faults)}
    return Raters(used.code, names, groups)


def _group(
    sheet: CodedTable, column: CodedColumn, rater: Ints, names: tuple[str, ...], faults: RatingFaults
) -> tuple[Ints, tuple[str, ...]]:
    sheet.tell(faults, "ratings.empty_cell", column.is_text(""), column)
    both = combined(rater, column.code)
    first = np.full(len(names), len(sheet), np.int64)
    np.minimum.at(first, rater[both.row], both.row)
    others = sorted(set(both.row.tolist()) - set(first.tolist()))
    for row in others[:LISTED_PER_KIND]:
        file, line = sheet.place(int(first[rater[row]]))
        faults.add(
            "ratings.two_groups",
            sheet.place(row),
            names[rater[row]],
            column=column.name,
            group=column.names[column.code[row]],
            first=f"{file}:{line}",
        )
    faults.more("ratings.two_groups", max(0, len(others) - LISTED_PER_KIND))
    code = column.code[np.minimum(first, len(sheet) - 1)] if len(sheet) else first
    used = combined(code)
    return used.code, tuple(column.names[one] for one in code[used.row])
