"""Files of ratings from one format to another, without a study; and which formats there are."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox.core import Conflict, Fault
from jurybox.exchange.files import Form, checked_encoding
from jurybox.exchange.ratings.formats import (
    AS_NAMED,
    FORMATS,
    ColumnNames,
    DataSetFacts,
    Format,
    ReadFile,
    find_format,
    read_file,
    write_file,
)

STREAMED = ("csv", "tsv", "jsonl")
"""Tables that can go to standard output."""
ENDINGS = ("csv", "tsv", "jsonl", "xlsx", "parquet")
"""Of files that are named like their format, where no other is said."""

__all__ = [
    "ENDINGS",
    "FORMATS",
    "STREAMED",
    "ColumnNames",
    "Format",
    "RatingsSource",
    "RatingsTarget",
    "convert",
    "find_format",
    "list_formats",
]


@dataclass(frozen=True, slots=True)
class RatingsSource:
    """A file of ratings, and how it is read."""

    path: Path
    format: str
    encoding: str | None = None
    quotes: bool = True
    columns: ColumnNames = AS_NAMED

    def read(self) -> ReadFile:
        form = Form(checked_encoding(self.encoding), quotes=self.quotes)
        return read_file(self.path, self.format, form, self.columns)


@dataclass(frozen=True, slots=True)
class RatingsTarget:
    """Where ratings are written, as what, and what some formats ask for."""

    path: Path
    format: str
    pair: str = ""
    licence: str = ""


def convert(source: RatingsSource, target: RatingsTarget, force: bool = False) -> list[Fault]:
    """Read a file in one format and write it in another; what was noted and what was lost, in words."""
    find_format(target.format, "write")
    if target.path.exists() and not force:
        raise Conflict.of("export.exists", given=str(target.path))
    file = source.read()
    about = DataSetFacts(title=source.path.stem, pair=target.pair, licence=target.licence)
    losses = write_file(target.path, target.format, file, about)
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
