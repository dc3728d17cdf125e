"""How tables are to be read: the options of every command that takes tables of items."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Encoding, NoQuotes

if TYPE_CHECKING:
    from jurybox.studies.lifecycle import Reading

Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map", metavar="FIELD=COLUMN", help="Which column a field (or id, system, group, kind) is in. Repeatable."
    ),
]
Ignore = Annotated[str | None, typer.Option("--ignore", metavar="COLUMN,…", help="Columns that are not used.")]
Wide = Annotated[
    str | None, typer.Option("--wide", metavar="COLUMN,…", help="Columns that hold the outputs of one system each.")
]
References = Annotated[
    str | None,
    typer.Option(
        "--references", metavar="COLUMN,…", help="Columns that hold what people wrote: the outputs of a reference each."
    ),
]
SystemFrom = Annotated[
    str | None,
    typer.Option(
        "--system-from",
        metavar="column|file|folder|none",
        help="What names the system of a row: a column, its file, the folder of its file; or there are none.",
    ),
]
Split = Annotated[
    str | None,
    typer.Option("--split-sentences", metavar="FIELD,…", help="Make an item of every sentence of these fields."),
]
NoHeader = Annotated[
    bool | None, typer.Option("--no-header/--header", help="Whether the first line names the columns.")
]
Duplicates = Annotated[
    str | None,
    typer.Option(
        "--duplicates",
        metavar="refuse|first|last|number",
        help="Rows of the same item and system: refuse, keep one, or number them as items of their own.",
    ),
]
Empty = Annotated[
    str | None,
    typer.Option(
        "--empty",
        metavar="refuse|leave-out|leave-segment|show|rule",
        help="Empty outputs: refuse, leave out and count, leave out their segment alone (of all systems), show as "
        "empty, or let the protocol's rule answer. The setting by default.",
    ),
]
Missing = Annotated[
    str | None,
    typer.Option(
        "--missing-media",
        metavar="refuse|leave-out",
        help="Files that cells name and that are not there: refuse, or leave out the items and outputs that name them.",
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show how the tables are read and the first units; change nothing.")
]


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How tables of items are read; what is not said is guessed."""

    map_: Map = None
    ignore: Ignore = None
    wide: Wide = None
    references: References = None
    system_from: SystemFrom = None
    split: Split = None
    no_header: NoHeader = None
    encoding: Encoding = None
    no_quotes: NoQuotes = False
    duplicates: Duplicates = None
    empty: Empty = None
    missing_media: Missing = None

    def reading(self) -> "Reading":
        """What was said, checked."""
        from jurybox.studies.lifecycle import reading_of

        said = {
            "ignore": _names(self.ignore),
            "wide": _names(self.wide),
            "references": _names(self.references),
            "system_from": self.system_from,
            "split": _names(self.split),
            "header": None if self.no_header is None else not self.no_header,
            "encoding": self.encoding,
            "quotes": False if self.no_quotes else None,
            "duplicates": self.duplicates,
            "empty": self.empty,
            "missing": self.missing_media,
        }
        return reading_of({name: value for name, value in said.items() if value not in (None, [])}, self.map_)


def _names(text: str | None) -> list[str]:
    """
    >>> _names("alpha, beta"), _names(None)
    (['alpha', 'beta'], [])
    """
    return [name.strip() for name in (text or "").split(",") if name.strip()]
