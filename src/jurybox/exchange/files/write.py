"""The one writer of tables: CSV, TSV, JSON lines, XLSX and Parquet, a piece at a time, whatever the number of rows.

In CSV and TSV what a spreadsheet would take for a formula is made harmless; the other kinds say what is a text.
"""

import csv
import importlib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

import msgspec

from jurybox.core import Refused
from jurybox.exchange.files.formulas import CellKind, harmless
from jurybox.exchange.files.table import PIECE

END = "\r\n"
TEXTS = {str, type(None)}
BATCH = 20_000
LONGEST_KEPT, MOST_KEPT = 40, 5_000
"""How long a cell is that is remembered, and how many are."""
_encode = msgspec.json.Encoder().encode
Rows = Iterable[Sequence[object]]


def table_lines(kind: str, columns: Sequence[str], rows: Rows) -> Iterator[bytes]:
    """The bytes of a csv, tsv or jsonl file; the cells of a row are in the order of the columns."""
    if kind == "jsonl":
        return (json_line(dict(zip(columns, row, strict=True))) for row in rows)
    return delimited_lines(rows, columns, "\t" if kind == "tsv" else ",")


def json_line(value: object) -> bytes:
    return _encode(value) + b"\n"


def delimited_lines(
    rows: Rows, header: Sequence[str] | None = None, between: str = ",", end: str = END, quotes: bool = True
) -> Iterator[bytes]:
    """Without `quotes` they are plain characters, and no cell may hold what ends it."""
    buffer = io.StringIO(newline="")
    if quotes:
        writer = csv.writer(buffer, delimiter=between, lineterminator=end)
    else:
        writer = csv.writer(buffer, delimiter=between, lineterminator=end, quoting=csv.QUOTE_NONE, quotechar=None)
    if header is not None:
        writer.writerow([harmless(name) for name in header])
    rest = iter(rows)
    while piece := list(islice(rest, PIECE)):
        writer.writerows([harmless(cell) for cell in row] for row in piece)
        yield _emptied(buffer)
    yield _emptied(buffer)


def _emptied(buffer: io.StringIO) -> bytes:
    text = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return text


class QuickLines:
    """Lines of csv or tsv as `delimited_lines` writes them, in a fraction of the time, from columns of one known shape.

    Formulas and quotes are looked for only where people write; where each cell is a text of ours, nothing is.

    >>> QuickLines(",", ["other", "written"]).of([[1, None], ["=1", 'a "b", c']]).split()
    ["1,'=1", ',"a', '""b"",', 'c"']
    """

    def __init__(self, between: str, kinds: Sequence[CellKind]) -> None:
        self._between, self._kinds, self._known = between, kinds, _KnownCells(between)

    def of(self, columns: Sequence[Sequence[Any]]) -> str:
        written = map(self._written, self._kinds, columns)
        return END.join([*map(self._between.join, zip(*written, strict=True)), ""])

    def _written(self, kind: CellKind, column: Sequence[Any]) -> Iterable[str]:
        known = self._known
        if kind == "ours":
            return column
        if kind == "other":
            return map(_plain, column)
        if set(map(type, column)) <= TEXTS:
            return map(known.__getitem__, column)
        # a number among them is no key: 1 and 1.0 would be the same
        return [known[cell] if type(cell) is str else _plain(cell) for cell in column]


def _plain(cell: object) -> str:
    return "" if cell is None else str(cell)


class _KnownCells(dict[str | None, str]):
    """What people wrote, as csv writes it, and harmless; what comes again and again is looked at once."""

    def __init__(self, between: str) -> None:
        super().__init__({None: ""})
        self._special = re.compile(f'["\r\n{between}]').search

    def __missing__(self, value: str) -> str:
        text = str(harmless(value))
        if self._special(text):
            text = '"' + text.replace('"', '""') + '"'
        if len(value) <= LONGEST_KEPT:
            if len(self) >= MOST_KEPT:
                self.clear()
                self[None] = ""
            self[value] = text
        return text


def write_parquet(file: BinaryIO, name: str, columns: Sequence[tuple[str, str]], rows: Rows) -> None:
    """Columns are names with types of Arrow, batch by batch. `name` is the file's, where pyarrow is missing."""
    try:
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise Refused.of("ratings.no_parquet", given=name) from error
    schema = arrow.schema([(column, getattr(arrow, type)()) for column, type in columns])
    rest = iter(rows)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rest, BATCH)):
            cells = zip(zip(*batch, strict=True), schema.types, strict=True)
            arrays = [arrow.array(column, type) for column, type in cells]
            writer.write_batch(arrow.RecordBatch.from_arrays(arrays, schema=schema))
