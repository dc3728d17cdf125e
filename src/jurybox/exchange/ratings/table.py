"""Any table of ratings or errors as the table that analysis starts from; or every fault of it at once."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from jurybox.analysis import Note, Source, Table
from jurybox.core import Fault
from jurybox.exchange.files import Form, collector_paused
from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.errors import completed, errors_of, weighed
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.options import RatingsReading
from jurybox.exchange.ratings.own_export import counting_of, is_ours, unguarded
from jurybox.exchange.ratings.preferences import preferences_of
from jurybox.exchange.ratings.questions import CountedRows, questions_of
from jurybox.exchange.ratings.read import Progress, read_coded
from jurybox.exchange.ratings.shapes import PREFERENCE_ROLES, shape_of
from jurybox.exchange.ratings.units import RatedUnits, items_of, makers_of, segment_of, units_of
from jurybox.stats import GOOGLE_WMT, Flags, Level

LONGEST_CELL = 1 << 20
"""Characters of any cell: ids, names, values and remarks are shorter."""


def read_ratings(
    paths: Sequence[Path],
    reading: RatingsReading | None = None,
    level: Level | None = None,
    progress: Progress | None = None,
    note: Callable[[Fault], None] = lambda fault: None,
) -> Table:
    """The ratings or errors of one or several files; Refused names everything that is wrong with them.

    An encoding that had to be guessed is told to `note`, and stands among the facts of the source.
    """
    reading = reading or RatingsReading()
    faults = RatingFaults(tuple(map(str, paths)))
    guessed: list[Fault] = []
    form = Form(reading.encoding, note=guessed.append, quotes=reading.quotes, longest_cell=LONGEST_CELL)
    with collector_paused():  # rows make no cycles
        sheet = read_coded(paths, form, reading, faults, progress)
    if faults.unread or not len(sheet):
        faults.refuse()
    if is_ours(sheet):
        sheet = replace(sheet, columns={name: unguarded(column) for name, column in sheet.columns.items()})
    if not len(sheet):
        faults.add("ratings.no_rows", (sheet.files[0], 1))
        faults.refuse()
    sheet = sheet.in_order(*(name for name in sheet.columns if name not in _as_they_come(sheet)))
    make = {"ratings": _ratings, "errors": _errors, "preferences": _preferences}[shape_of(sheet.columns, reading)]
    table = make(sheet.with_unnamed(), level, faults)
    for fault in guessed:
        note(fault)
    return replace(table, source=_source(paths, sheet, table, guessed))


def _as_they_come(sheet: CodedTable) -> set[str]:
    """Columns whose texts need no order, or where the first to come goes first: questions."""
    roles = ("question", "value", "time", "seconds", "elapsed_ms", "weight", "judgement", "supersedes")
    return {column.name for role in roles if (column := sheet.of(role)) is not None}


def _ratings(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
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
    units = units_of(sheet, items, makers.made, makers.by, segment_of(sheet, items, makers.by))
    rater = sheet.need("rater")
    raters = combined(rater.code)
    found = questions_of(CountedRows(sheet, units.code, raters.code, is_repeat, level), faults)
    faults.refuse()
    left_out = {**counting.left_out, **found.left_out}
    names = tuple(rater.names[code] for code in rater.code[raters.row])
    table = _table(units, items.names, names, left_out)
    return replace(
        table,
        ratings=found.ratings,
        tags=found.tags,
        repeats=found.repeats,
        item_groups=items.groups,
        documents=items.documents,
        notes=(*found.notes, *(("items_split",) if items.split else ())),
    )


def _errors(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
    _filled(sheet, ("item", "rater", "system"), faults)
    found = weighed(sheet, faults)
    faults.refuse()
    rows = len(sheet)
    sheet, found = completed(sheet, found, items_of(sheet).code, faults)
    faults.refuse()
    items, makers = items_of(sheet), makers_of(sheet)
    units = units_of(sheet, items, makers.made, makers.by, sheet.of("segment"))
    rater = sheet.need("rater")
    raters = combined(rater.code)
    ratings, tags = errors_of(sheet, found, units.code, raters.code)
    if level is not None:
        ratings = replace(ratings, asked=replace(ratings.asked, level=level, level_from="option"))
    said: dict[Note, bool] = {"zeros_added": len(sheet) > rows, "items_split": items.split}
    notes = tuple(note for note, is_so in said.items() if is_so)
    names = tuple(rater.names[code] for code in rater.code[raters.row])
    table = _table(units, items.names, names, {})
    return replace(
        table, ratings=(ratings,), tags=tags, item_groups=items.groups, documents=items.documents, notes=notes
    )


def _preferences(sheet: CodedTable, level: Level | None, faults: RatingFaults) -> Table:
    filled = _filled(sheet, ("item", "rater", "question", *PREFERENCE_ROLES[:2]), faults)
    sheet = sheet if filled.all() else sheet.take(filled)
    items = items_of(sheet)
    rater = sheet.need("rater")
    raters = combined(rater.code)
    found = preferences_of(sheet, items.code, raters.code, faults)
    faults.refuse()
    none = np.empty(0, np.int32)
    return Table(
        Source("", "file"), items.names, found.systems, tuple(rater.names[code] for code in rater.code[raters.row]),
        none, none, none, comparisons=found.comparisons, item_groups=items.groups, documents=items.documents,
        left_out=found.left_out, notes=(*found.notes, *(("items_split",) if items.split else ())),
    )  # fmt: skip


def _table(units: RatedUnits, items: tuple[str, ...], raters: tuple[str, ...], left_out: dict[str, int]) -> Table:
    return Table(
        Source("", "file"),
        items,
        units.systems,
        raters,
        units.item,
        units.made_unit,
        units.made_system,
        units.names,
        left_out=left_out,
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


def _source(paths: Sequence[Path], sheet: CodedTable, table: Table, guessed: Sequence[Fault]) -> Source:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    facts: dict[str, object] = {"files": [path.name for path in paths]}
    reading = sheet.reading
    if any(one.asked.sums for one in table.ratings):
        facts["weights"] = dict(reading.weights)
        by_rule = "google_wmt" if reading.weights == GOOGLE_WMT else "option"
        facts["weights_from"] = by_rule if sheet.of("weight") is None else "column"
    if reading.duplicates != "refuse":
        facts["duplicates"] = reading.duplicates
    if guessed:
        facts["read_as"] = {Path(fault.file or "").name: fault.params["encoding"] for fault in guessed}
    name = ", ".join(path.name for path in paths)
    return Source(name, "file", content_hash=digest.hexdigest(), facts=facts)
