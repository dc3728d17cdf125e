"""Files of ratings from one format to another, without a study; and which formats there are."""

from pathlib import Path
from typing import Any

from jurybox.core import Conflict, Fault
from jurybox.exchange.files import Form, checked_encoding
from jurybox.exchange.ratings.formats import FORMATS, DataSetFacts, Format, find_format, read_file, write_file

STREAMED = ("csv", "tsv", "jsonl")
"""Tables that can go to standard output."""
ENDINGS = ("csv", "tsv", "jsonl", "xlsx", "parquet")
"""Of files that are named like their format, where no other is said."""

__all__ = ["ENDINGS", "FORMATS", "STREAMED", "Format", "convert", "find_format", "list_formats"]


def convert(
    path: Path,
    source: str,
    to: Path,
    format: str,
    pair: str = "",
    licence: str = "",
    force: bool = False,
    encoding: str | None = None,
    quotes: bool = True,
) -> list[Fault]:
    """Read a file in one format and write it in another; what was noted and what was lost, in words."""
    find_format(format, "write")
    if to.exists() and not force:
        raise Conflict.of("export.exists", given=str(to))
    file = read_file(path, source, Form(checked_encoding(encoding), quotes=quotes))
    losses = write_file(to, format, file, DataSetFacts(title=path.stem, pair=pair, licence=licence))
    return [*file.notes(), *losses]


def list_formats() -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "title": one.title,
            "reads": one.can_read,
            "writes": one.can_write,
            "cannot_hold": one.cannot_hold(),
        }
        for one in FORMATS.values()
    ]
