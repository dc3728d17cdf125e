"""What the columns of a table of ratings are called: the options of every command that reads such tables by format."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from jurybox.studies.carry import ColumnNames


@dataclass(frozen=True, slots=True)
class RatingsColumns:
    """Of long and wide tables; what is not said is told by its name."""

    map_: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="NAME=COLUMN",
            help="Which column item, system, rater, value …, or a question is in. Repeatable.",
        ),
    ] = None
    ignore: Annotated[str | None, typer.Option("--ignore", metavar="COLUMN,…", help="Columns that are not used.")] = (
        None
    )
    rater: Annotated[
        str | None,
        typer.Option("--rater", metavar="NAME", help="Who gave all of the ratings, where no column says it."),
    ] = None

    def columns(self) -> "ColumnNames":
        """What was said, checked."""
        from jurybox.studies.carry import ColumnNames
        from jurybox.studies.lifecycle import read_pairs

        ignored = tuple(name.strip() for name in (self.ignore or "").split(",") if name.strip())
        return ColumnNames(read_pairs(self.map_ or []), ignored, self.rater or "")
