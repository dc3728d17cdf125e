"""Any table of ratings or errors as the table that analysis starts from; or every fault of it at once."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from jurybox.analysis import Note, Source, Table
from jurybox.core import Fault
from jurybox.exchange.files import Form, collector_paused
from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.conditions import in_words, rows_where
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.from_sheet import MAKERS
from jurybox.exchange.ratings.options import RatingsReading
from jurybox.exchange.ratings.own_export import is_ours, unguarded
from jurybox.exchange.ratings.read import Progress, read_coded
from jurybox.exchange.ratings.shapes import shape_of
from jurybox.stats import GOOGLE_WMT, Level

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
    sheet = rows_where(sheet, faults)
    sheet = sheet.in_order(*(name for name in sheet.columns if name not in _as_they_come(sheet)))
    shape = shape_of(sheet.columns, reading)
    table = MAKERS[shape](sheet.with_unnamed(), level, faults)
    for fault in guessed:
        note(fault)
    unnamed: tuple[Note, ...] = () if sheet.has_raters else ("no_raters",)
    return replace(
        table,
        source=_source(paths, sheet, table, guessed),
        notes=(*table.notes, *unnamed),
        settings=_settings(sheet, table),
    )


def _as_they_come(sheet: CodedTable) -> set[str]:
    """Columns whose texts need no order, or where the first to come goes first: questions."""
    roles = ("question", "value", "time", "seconds", "elapsed_ms", "weight", "judgement", "supersedes")
    return {column.name for role in roles if (column := sheet.of(role)) is not None}


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


def _settings(sheet: CodedTable, table: Table) -> dict[str, str]:
    """What was chosen and changes numbers."""
    reading, found = sheet.reading, {}
    if reading.where:
        found["where"] = in_words(reading.where)
    if "half_is_zero" in table.notes:
        found["half_is_zero"] = "yes"
    if "pairs_chosen" in table.notes:
        found["pairs"] = "uncertain"
    if any(one.asked.sums for one in table.ratings):
        weights = ",".join(f"{name}={weight:g}" for name, weight in sorted(reading.weights.items()))
        found["weights"] = "column" if sheet.of("weight") is not None else weights
    return found
