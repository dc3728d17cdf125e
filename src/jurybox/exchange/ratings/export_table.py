"""The long table: one row per answer and system, as csv, tsv or JSON lines, streamed."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

COLUMNS = (
    "study", "protocol", "item", "group", "system", "rater", "stage", "question", "target", "value", "text", "by",
    "purpose", "standing", "pilot", "seq", "judgement", "supersedes", "answered_at", "received_at", "elapsed_ms",
    "channel", "comment",
)  # fmt: skip
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
GUARDED = (*DANGEROUS, "'")
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)
PIECE = 500
LONGEST_KEPT, MOST_KEPT = 40, 5_000
"""How long a cell is that is remembered, and how many are."""
_encode = msgspec.json.Encoder().encode


def long_table(rows: Iterable[dict[str, Any]], kind: str, columns: tuple[str, ...] = COLUMNS) -> Iterator[bytes]:
    """The bytes of a file, some hundred rows at a time, whatever the number of rows."""
    if kind == "jsonl":
        return table_lines(([row.get(name) for name in columns] for row in rows), kind, columns)
    return table_lines(([harmless(row.get(name)) for name in columns] for row in rows), kind, columns)


def table_lines(rows: Iterable[Sequence[Any]], kind: str, columns: tuple[str, ...] = COLUMNS) -> Iterator[bytes]:
    """The same from cells in the order of the columns; what a spreadsheet could take for a formula is harmless yet."""
    rest = iter(rows)
    if kind == "jsonl":
        for row in rest:
            yield _encode(dict(zip(columns, row, strict=True))) + b"\n"
        return
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter="\t" if kind == "tsv" else ",", lineterminator="\r\n")
    writer.writerow(columns)
    while piece := list(islice(rest, PIECE)):
        writer.writerows(piece)
        yield _emptied(buffer)
    yield _emptied(buffer)


class CsvCells:
    """What people wrote, as csv writes it, and harmless; what comes again and again is looked at once.

    >>> CsvCells(",")("=1"), CsvCells(",")('a "b", c'), CsvCells(",")(None)
    ("'=1", '"a ""b"", c"', '')
    """

    def __init__(self, between: str) -> None:
        self._special = re.compile(f'["\r\n{between}]').search
        self.known: dict[str | None, str] = {None: ""}

    def __call__(self, value: str | None) -> str:
        found = self.known.get(value)
        return self._written(value or "") if found is None else found

    def _written(self, value: str) -> str:
        text = str(harmless(value))
        if self._special(text):
            text = '"' + text.replace('"', '""') + '"'
        if len(value) <= LONGEST_KEPT:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
                self.known[None] = ""
            self.known[value] = text
        return text


def harmless(cell: Any) -> Any:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.

    >>> harmless("=1+1"), harmless(-1.5), harmless("-1.5"), harmless("plain"), harmless("'=1")
    ("'=1+1", -1.5, '-1.5', 'plain', "''=1")
    """
    if isinstance(cell, str) and cell.startswith(GUARDED) and not PLAIN_NUMBER.fullmatch(cell):
        return "'" + cell if cell.lstrip("'").startswith(DANGEROUS) else cell
    return cell


def as_written(cell: str) -> str:
    """The text that `harmless` was given.

    >>> as_written("'=1+1"), as_written("''=1"), as_written("'tis")
    ('=1+1', "'=1", "'tis")
    """
    is_ours = cell.startswith("'") and cell.lstrip("'").startswith(DANGEROUS)
    return cell[1:] if is_ours else cell


def _emptied(buffer: io.StringIO) -> bytes:
    text = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return text
