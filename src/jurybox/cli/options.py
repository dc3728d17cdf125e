"""Options that several commands share, and how examples are written into their help."""

from pathlib import Path
from typing import Annotated

import typer

# readable=False: what can't be read is told in our words, with every other fault, and not by typer.
Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="The data folder (JURYBOX_DATA; ./jurybox-data by default).", readable=False
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="ADDRESS", help="postgresql://… instead of SQLite in the data folder (JURYBOX_DATABASE)."
    ),
]
Url = Annotated[
    str | None, typer.Option("--url", metavar="URL", help="The address that links begin with (JURYBOX_URL).")
]
Host = Annotated[
    str | None, typer.Option("--host", metavar="HOST", help="Where to listen (JURYBOX_HOST; 127.0.0.1 by default).")
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="The encoding of text files, such as latin-1.")
]
NoQuotes = Annotated[bool, typer.Option("--no-quotes", help="Quotes are plain characters, as in the TSV files of WMT.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Study = Annotated[str, typer.Argument(metavar="STUDY", help="The key of the study.")]
Media = Annotated[
    Path | None,
    typer.Option(
        "--media",
        metavar="DIR",
        help="The folder of the pictures, sounds and clips that the tables name.",
        readable=False,
    ),
]
People = Annotated[
    Path | None,
    typer.Option(
        "--people",
        metavar="FILE",
        help="A JSON file with the people of each film that the tables name.",
        readable=False,
    ),
]


def examples(*commands: str) -> str:
    """The end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {command}" for command in commands)])
