"""Rankings as rows, as a column for each system, and as the orders of our export: all become pairs of systems."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jurybox.analysis import Asked, Comparisons
from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedColumn, CodedTable, TextCodes
from jurybox.exchange.ratings.duplicates import Duplicates
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.preferences import ComparisonsFound
from jurybox.exchange.ratings.values import numbers_of
from jurybox.stats import Flags, Floats, Ints

RANK = "rank"


class PlacedSystems(NamedTuple):
    """Rows that each give a system its place among those of an item, by a rater."""

    item: Ints
    rater: Ints
    system: Ints
    place: Floats


def rankings_of(sheet: CodedTable, item: Ints, rater: Ints, faults: RatingFaults) -> ComparisonsFound:
    """One row for each ranked system; `item` and `rater` are the codes of each row. Equal ranks are a tie."""
    rank, system = sheet.need("rank").without_placeholders(), sheet.need("system")
    places = numbers_of(rank.names)
    named = np.fromiter(map(bool, rank.names), bool, len(rank.names))
    wrong: Flags = named & ~(places >= 1)
    sheet.tell(faults, "ratings.not_a_rank", wrong[rank.code], rank)
    used = combined(system.code)
    twice = Duplicates(sheet, combined(item, system.code).code, rater, faults)
    found = []
    missing = ~named[rank.code]
    for id, part in sheet.by_question(rank.name, np.flatnonzero(~missing & ~wrong[rank.code])):
        asked = Asked(id, "comparison", "nominal", "data")
        kept = twice.once(asked, part)
        of = combined(item[kept], rater[kept])
        one, other = paired(of.code, used.code[kept])
        placed = PlacedSystems(item[kept], rater[kept], used.code[kept], places[rank.code[kept]])
        found.append(compared(asked, placed, one, other))
    left_out = Counter(missing=int(missing.sum()), duplicate=twice.left_out)
    names = tuple(system.names[code] for code in system.code[used.row])
    return ComparisonsFound(names, tuple(found), dict(+left_out), tuple(twice.notes))


def paired(group: Ints, system: Ints) -> tuple[Ints, Ints]:
    """The places of every two rows of a group, the lower system first.

    >>> one, other = paired(np.array([0, 1, 0, 0]), np.array([2, 5, 0, 1]))
    >>> one.tolist(), other.tolist()
    ([2, 3, 2], [3, 0, 0])
    """
    order = np.lexsort((system, group))
    sorted_group = group[order]
    one, other = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for apart in range(1, int(np.bincount(group, minlength=1).max(initial=0))):
        at = np.flatnonzero(sorted_group[apart:] == sorted_group[:-apart])
        one.append(order[at])
        other.append(order[at + apart])
    return np.concatenate(one), np.concatenate(other)


def compared(asked: Asked, rows: PlacedSystems, one: Ints, other: Ints) -> Comparisons:
    """Pairs of rows as comparisons: the lower place is better, and nothing is known of who was shown first."""
    outcome = np.sign(rows.place[other] - rows.place[one]).astype(np.int8)
    return Comparisons(asked, rows.item[one], rows.rater[one], rows.system[one], rows.system[other], outcome)


def with_a_row_for_each(sheet: CodedTable, columns: Sequence[str]) -> CodedTable:
    """A table with a column for each system, which holds its rank, as one with a row for each."""
    many = sheet.take(np.repeat(np.arange(len(sheet)), len(columns)))
    codes = TextCodes()
    rank = np.empty((len(sheet), len(columns)), np.int32)
    for place, name in enumerate(columns):
        cells = sheet.columns[name]
        rank[:, place] = np.fromiter(map(codes.__getitem__, cells.names), np.int32, len(cells.names))[cells.code]
    system = np.tile(np.arange(len(columns), dtype=np.int32), len(sheet))
    added = {
        "system": CodedColumn("system", system, tuple(columns)),
        RANK: CodedColumn(RANK, rank.ravel(), tuple(codes)),
    }
    return replace(many, columns={**many.columns, **added})
