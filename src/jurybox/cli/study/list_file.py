"""The file to which a list is written instead of the terminal: what its name must be."""

from pathlib import Path
from typing import Annotated

import typer

from jurybox.core import Conflict, Refused

FORMATS = ("csv", "json")
ListFile = Annotated[
    Path | None, typer.Option("--to", metavar="FILE", help="Write a csv or json file instead.", readable=False)
]


def format_of(to: Path | None) -> str:
    """The format of a list by the name of its file; refused where there is no such format, or the file is there."""
    ending = to.suffix.removeprefix(".").lower() if to is not None else "csv"
    if ending not in FORMATS:
        raise Refused.of("history.unknown_format", given=ending, allowed=list(FORMATS))
    if to is not None and to.exists():
        raise Conflict.of("export.exists", given=str(to))
    return ending
