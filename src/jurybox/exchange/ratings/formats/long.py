"""The long table: one row per answer and system, as csv, tsv or JSON lines (read from xlsx too)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from jurybox.exchange.files import OpenedTable, open_table
from jurybox.exchange.ratings.export_table import COLUMNS, as_written, long_table
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import BETWEEN, cell_of, number, said_in

TEXTS = ("document", "source", "output")
"""What was rated, after what was said of it."""
OURS = {"judgement", "standing", "by"}
"""A table with these columns was written here; then an apostrophe before a formula is ours."""
NEEDED = ("item", "rater", "value")
OTHER_NAMES = {"time": "answered_at"}
WORDS = (
    "study", "protocol", "group", "system", "stage", "question", "purpose", "standing", "judgement", "supersedes",
    "answered_at", "received_at", "channel", "comment", "document",
)  # fmt: skip
QUESTION = "rating"
"""What a question is called in a table that has one and does not name it."""


def read(source: RatingsFile) -> Iterator[Rating]:
    table = open_table(source.path, source.name, source.faults)
    if table is None:
        return
    if table.columns is not None and not _has_columns(table.columns, table.header, source):
        return
    yield from _ratings(table, source)


def _has_columns(columns: Iterable[str], line: int, source: RatingsFile) -> bool:
    names = {OTHER_NAMES.get(name, name) for name in columns}
    missing = [name for name in NEEDED if name not in names]
    for name in missing:
        source.fault("formats.no_column", line, name, sorted(names))
    return not missing


def _ratings(table: OpenedTable, source: RatingsFile) -> Iterator[Rating]:
    ours = table.columns is not None and set(table.columns) >= OURS
    for row in table.rows:
        values = {OTHER_NAMES.get(name, name): _cell(cell) for name, cell in row.values.items()}
        if table.columns is None and not _has_columns(values, row.line, source):
            continue
        if ours:
            values = {name: as_written(cell) for name, cell in values.items()}
        if not values["item"]:
            source.fault("formats.empty_cell", row.line, "item")
            continue
        yield rating_of(values, named=ours or table.columns is None)


def _cell(value: Any) -> str:
    """A cell of a JSON line as a table would write it."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return BETWEEN.join(value)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def rating_of(values: dict[str, str], named: bool = True) -> Rating:
    """A rating from the cells of a row. Without `named` an empty text says that there is none."""
    by, text = values.get("by") or "rater", values.get("text") or None
    if not values["value"] and text is None and not named:
        by = "cannot"
    target = values.get("target", "")
    return Rating(
        item=values["item"],
        rater=values["rater"],
        text=text,
        by=by,
        target="" if target == "unit" else target,
        pilot=values.get("pilot", "").casefold() in ("true", "1"),
        seq=_whole(values.get("seq", "")),
        elapsed_ms=_whole(values.get("elapsed_ms", "")),
        source=values.get("source") or None,
        output=values.get("output") or None,
        **(said_in(values["value"], by, text) if values["value"] or values.get("question") != "" else {}),
        **{name: values[name] for name in WORDS if values.get(name)},
        **({} if "question" in values else {"question": QUESTION}),
    )


def _whole(text: str) -> int | None:
    found = number(text)
    return found if isinstance(found, int) else None


def row_of(rating: Rating) -> dict[str, Any]:
    """The cells of a rating by column."""
    row = {name: getattr(rating, name, None) for name in (*COLUMNS, *TEXTS)}
    return {**row, "value": cell_of(rating), "target": rating.target or "unit"}


def write(target: Target, ratings: Iterable[Rating], kind: str) -> None:
    with target.file() as file:
        file.writelines(long_table(map(row_of, ratings), kind, (*COLUMNS, *TEXTS)))
