"""Tables for machines: one row of keys, numbers with points and all their digits, nothing for what is undefined."""

import csv
import io
import re
from typing import Any

from jurybox.report.tables import PlainTable

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


def csv_table(table: PlainTable) -> str:
    """A whole table, with every pair in two columns and the signature in the last."""
    header, rows = table.for_machines()
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([harmless(key) for key in header])
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return buffer.getvalue()


def harmless(cell: Any) -> Any:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers.

    >>> harmless("=1+1"), harmless(-1.5), harmless("-1.5"), harmless(None), harmless("plain")
    ("'=1+1", -1.5, '-1.5', None, 'plain')
    """
    if isinstance(cell, str) and cell.startswith(DANGEROUS) and not PLAIN_NUMBER.fullmatch(cell):
        return "'" + cell
    return cell
