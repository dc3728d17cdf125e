"""The long table: one row per answer and system, as csv, tsv or JSON lines, streamed."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

COLUMNS = (
    "study", "protocol", "item", "group", "system", "rater", "stage", "question", "target", "value", "text", "by",
    "purpose", "standing", "pilot", "seq", "judgement", "supersedes", "answered_at", "received_at", "elapsed_ms",
    "channel", "comment",
)  # fmt: skip
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
GUARDED = (*DANGEROUS, "'")
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)
PIECE = 500


def long_table(rows: Iterable[dict[str, Any]], kind: str, columns: tuple[str, ...] = COLUMNS) -> Iterator[bytes]:
    """The bytes of a file, some hundred rows at a time, whatever the number of rows."""
    if kind == "jsonl":
        for row in rows:
            line = {name: row.get(name) for name in columns}
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"
        return
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter="\t" if kind == "tsv" else ",", lineterminator="\r\n")
    writer.writerow(columns)
    for n, row in enumerate(rows, start=1):
        writer.writerow([harmless(row.get(name)) for name in columns])
        if n % PIECE == 0:
            yield _emptied(buffer)
    yield _emptied(buffer)


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
