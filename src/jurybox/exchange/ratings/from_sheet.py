"""From the rows of a table, in whichever shape, to the table that analysis starts from; or every fault of it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from jurybox.analysis import Note, Source, Table
from jurybox.exchange.ratings.beside import outputs_beside
from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.counted_rows import CountedRows
from jurybox.exchange.ratings.errors import completed, errors_of, weighed
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.orders import OrdersFound
from jurybox.exchange.ratings.own_export import counting_of, is_ours, were_pairs_chosen
from jurybox.exchange.ratings.preferences import ComparisonsFound, preferences_of
from jurybox.exchange.ratings.questions import questions_of
from jurybox.exchange.ratings.rankings import rankings_of, with_a_row_for_each
from jurybox.exchange.ratings.raters import Raters, raters_of
from jurybox.exchange.ratings.shapes import PREFERENCE_ROLES, Shape
from jurybox.exchange.ratings.units import Items, RatedUnits, items_of, makers_of, segment_of, units_of
from jurybox.stats import Flags, Ints, Level


def ratings_table(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
    counting = counting_of(sheet, faults)
    used = counting.rating | counting.repeat
    is_repeat = counting.repeat[used]
    sheet = sheet if used.all() else sheet.take(used)
    filled = _filled(sheet, ("item", "rater", "question", *(() if is_ours(sheet) else ("system",))), faults)
    if not filled.all():
        sheet, is_repeat = sheet.take(filled), is_repeat[filled]
    makers = makers_of(sheet)
    if makers.keep is not None:
        sheet, is_repeat = sheet.take(makers.keep), is_repeat[makers.keep]
        makers = replace(makers, by=makers.by[makers.keep])
    items = items_of(sheet)
    segment, beside = segment_of(sheet, items, makers.by), outputs_beside(sheet)
    units = units_of(sheet, items, makers.made, makers.by, segment, beside)
    raters = raters_of(sheet, faults)
    found = questions_of(CountedRows(sheet, items.code, units.code, raters.code, is_repeat, level), faults)
    faults.refuse()
    left_out = Counter(counting.left_out) + found.left_out
    table = _table(units, items, raters, dict(left_out))
    table = replace(
        table,
        ratings=found.ratings,
        tags=found.tags,
        repeats=found.repeats,
        tag_repeats=found.tag_repeats,
        notes=(*found.notes, *table.notes, *(("pairs_chosen",) if were_pairs_chosen(sheet) else ())),
    )
    return _with_orders(table, found.orders) if found.orders else table


def _with_orders(table: Table, orders: tuple[OrdersFound, ...]) -> Table:
    """With the systems that are named in orders only: numbered anew, by name."""
    systems = tuple(sorted({*table.systems, *(name for one in orders for name in one.names)}))
    code = {name: number for number, name in enumerate(systems)}
    moved = np.array([code[name] for name in table.systems], np.int32)
    return replace(
        table,
        systems=systems,
        made_system=moved[table.made_system] if len(moved) else table.made_system,
        comparisons=tuple(one.comparisons(code) for one in orders),
    )


def errors_table(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
    _filled(sheet, ("item", "rater", "system"), faults)
    found = weighed(sheet, faults)
    faults.refuse()
    rows = len(sheet)
    sheet, found = completed(sheet, found, items_of(sheet).code, faults)
    faults.refuse()
    items, makers = items_of(sheet), makers_of(sheet)
    units = units_of(sheet, items, makers.made, makers.by, sheet.of("segment"))
    raters = raters_of(sheet, faults)
    ratings, tags = errors_of(sheet, found, units.code, raters.code)
    if level is not None:
        ratings = replace(ratings, asked=replace(ratings.asked, level=level, level_from="option"))
    faults.refuse()
    table = _table(units, items, raters, {})
    notes: tuple[Note, ...] = ("zeros_added",) if len(sheet) > rows else ()
    return replace(table, ratings=(ratings,), tags=tags, notes=(*notes, *table.notes))


def preferences_table(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
    return _comparisons_table(sheet, PREFERENCE_ROLES[:2], preferences_of, faults)


def rankings_table(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
    if sheet.reading.ranks:
        sheet = with_a_row_for_each(sheet, sheet.reading.ranks)
    return _comparisons_table(sheet, ("system",), rankings_of, faults)


Comparing = Callable[[CodedTable, Ints, Ints, RatingFaults], ComparisonsFound]


def _comparisons_table(sheet: CodedTable, systems: tuple[str, ...], find: Comparing, faults: RatingFaults) -> Table:
    filled = _filled(sheet, ("item", "rater", "question", *systems), faults)
    sheet = sheet if filled.all() else sheet.take(filled)
    items, raters = items_of(sheet), raters_of(sheet, faults)
    found = find(sheet, items.code, raters.code, faults)
    faults.refuse()
    none = np.empty(0, np.int32)
    units = RatedUnits(none, none, None, found.systems, none, none)
    table = _table(units, items, raters, found.left_out)
    return replace(table, comparisons=found.comparisons, notes=(*found.notes, *table.notes))


def _table(units: RatedUnits, items: Items, raters: Raters, left_out: dict[str, int]) -> Table:
    return Table(
        Source("", "file"),
        items.names,
        units.systems,
        raters.names,
        units.item,
        units.made_unit,
        units.made_system,
        units.names,
        item_groups=items.groups,
        rater_groups=raters.groups,
        documents=items.documents,
        left_out=left_out,
        notes=("items_split",) if items.split else (),
    )


def _filled(sheet: CodedTable, roles: tuple[str, ...], faults: RatingFaults) -> Flags:
    """The rows that say all that they must. Each other is a fault, and not looked into any further."""
    filled = np.ones(len(sheet), bool)
    for role in roles:
        column = sheet.of(role)
        if column is not None and "" in column.names:
            empty = column.is_text("")
            sheet.tell(faults, "ratings.empty_cell", empty, column)
            filled &= ~empty
    return filled


MAKERS: Mapping[Shape, Callable[[CodedTable, Level | None, RatingFaults], Table]] = {
    "ratings": ratings_table,
    "errors": errors_table,
    "preferences": preferences_table,
    "rankings": rankings_table,
}
