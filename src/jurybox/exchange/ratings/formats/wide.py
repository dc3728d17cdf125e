"""The wide table: a row per output and question with a column per rater, or per rater with a column per question.

A cell holds what the column `value` of a long table would; NAME.text holds what was written with it. Where a rater
rated something twice, the second rating has a row of its own: nothing is ever put in the place of another.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from jurybox.exchange.files import OpenedTable, Row, as_written, cell_text, delimited_lines
from jurybox.exchange.ratings.formats.column_names import ROLES
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.system_columns import by_system
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import ParsedCell, said_in

Across = Literal["rater", "question"]
WHAT, TEXTS = ("item", "group", "document", "system"), ("source", "output")
MORE = ("stage", "target", "purpose", "answered_at", "elapsed_ms", "comment")
FIXED: dict[Across, tuple[str, ...]] = {
    "rater": (*WHAT, "stage", "question", "target", *TEXTS),
    "question": (*WHAT, "rater", *MORE, *TEXTS),
}
"""The columns that say what a row is about; every other column is a rater, or a question."""
TEXT = ".text"
Cell = int | float | str | None


def read(source: RatingsFile, across: Across) -> Iterator[Rating]:
    table = source.table(tuple(role for role in ROLES if role != across))
    if table is None:
        return
    fixed = FIXED[across]
    table = table if table.columns is not None else _with_header(table)
    table = by_system(table) if across == "question" else table
    columns = table.columns or ()
    named = {name: as_written(name).removeprefix(f"{across}:") for name in columns if name not in fixed}
    beside = {name: name + TEXT for name in named if name + TEXT in named}
    asked = [name for name in named if name not in beside.values()]
    for name in ("item", *(("rater",) if across == "question" else ())):
        if name not in columns:
            source.fault("formats.no_column", table.header, name, list(columns), name=name)
    if not named:
        source.fault("formats.no_wide_columns", table.header, across, list(columns))
    if source.faults:
        return
    for row in table.rows:
        cells = {n: as_written(cell_text(c, (row.file, row.line), source.faults)) for n, c in row.values.items()}
        if not cells["item"]:
            source.fault("formats.empty_cell", row.line, "item")
            continue
        said = {name: cells[name] for name in fixed if cells.get(name)}
        took = said.pop("elapsed_ms", "")
        about = replace(Rating(item="", question="rating" if across == "rater" else ""), **said)
        if took.isdecimal():
            about = replace(about, elapsed_ms=int(took))
        for name in asked:
            text = cells.get(beside.get(name, "")) or None
            if cells[name] or text:
                yield replace(about, **{across: named[name]}, text=text, **_said(cells[name], text))


def _with_header(table: OpenedTable) -> OpenedTable:
    """Objects name their columns one by one; all are known when all were read."""
    rows = list(table.rows)
    columns = tuple(dict.fromkeys(name for row in rows for name in row.values))
    full = (Row(row.file, row.line, {name: row.values.get(name) for name in columns}) for row in rows)
    return OpenedTable(table.file, columns, max(table.header, 1), full)


NONE = "-"
"""A cell that says: looked at, nothing chosen. An empty cell says that there is no rating."""


def _said(cell: str, text: str | None) -> ParsedCell:
    return {"labels": ()} if cell == NONE else said_in(cell, "rater", text)


def write(target: Target, ratings: Iterable[Rating], across: Across) -> None:
    """Ratings are collected first: the columns stand in the first line."""
    fixed = FIXED[across]
    rows: dict[tuple[Cell, ...], list[dict[str, Cell]]] = {}
    columns: dict[str, None] = {}
    for rating in ratings:
        key = tuple(getattr(rating, name) for name in fixed)
        name = getattr(rating, across)
        name = f"{across}:{name}" if name in fixed or not name or name.endswith(TEXT) else name
        held = rows.setdefault(key, [{}])
        row = next((row for row in held if name not in row), None)
        if row is None:
            held.append(row := {})
        cell = rating.cell
        row[name] = NONE if cell == "" else cell
        columns[name] = None
        if rating.text is not None:
            row[name + TEXT] = rating.text
            columns[name + TEXT] = None
    names = [name for base in columns if not base.endswith(TEXT) for name in (base, base + TEXT) if name in columns]
    used = [n for n, name in enumerate(fixed) if name == "item" or any(key[n] not in (None, "") for key in rows)]
    with target.file() as file:
        header = [*(fixed[n] for n in used), *names]
        cells = ([*(key[n] for n in used), *map(row.get, names)] for key, held in rows.items() for row in held)
        file.writelines(delimited_lines(cells, header))
