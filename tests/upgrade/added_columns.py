"""Tables of today without the columns that they have more than those of a release."""

import csv
import io
import re

CRLF = "\\r\n"
"""How outputs show the end of a line of a table."""


def without_columns(text: str, columns: tuple[str, ...]) -> str:
    """A table of any format that outputs have, as it would be without some columns; other texts stay as they are."""
    for name in columns:
        text = re.sub(rf"^{name}: string\n", "", text, flags=re.M)  # the schema of Parquet
        text = re.sub(rf',\s?"{name}":\s?(?:"(?:[^"\\]|\\.)*"|null|-?[\d.]+)', "", text)
    for delimiter in (",", "\t"):
        text = _without_cells(text, delimiter, columns)
    return text


def _without_cells(text: str, delimiter: str, columns: tuple[str, ...]) -> str:
    head = re.search(rf"^(?:study|rater){delimiter}[^\n]*\n", text, flags=re.M)
    if head is None or not any(name in head[0].replace("\\r", "").strip().split(delimiter) for name in columns):
        return text
    before, table = text[: head.start()], text[head.start() :]
    end = CRLF if head[0].endswith(CRLF) else "\r\n" if head[0].endswith("\r\n") else "\n"
    rows = list(csv.reader(io.StringIO(table.replace(CRLF, "\r\n"), newline=""), delimiter=delimiter))
    gone = {place for place, name in enumerate(rows[0]) if name in columns}
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=delimiter)
    writer.writerows([cell for place, cell in enumerate(row) if place not in gone] for row in rows)
    found = before + made.getvalue().replace("\r\n", end)
    return found if text.endswith("\n") else found.removesuffix(end)
