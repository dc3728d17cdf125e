"""jurybox import ratings."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.files.ratings_columns import RatingsColumns
from jurybox.cli.options import Encoding, NoQuotes, Where, examples, stacked
from jurybox.cli.output import plural, say
from jurybox.cli.progress import progress_bar
from jurybox.cli.workbench import workbench
from jurybox.texts import line_of

if TYPE_CHECKING:
    from jurybox.studies.carry.ratings import Brought

COMMANDS = ("jurybox import ratings old.csv --as csv --study earlier --protocol auto",)
app = typer.Typer(
    help="What was made elsewhere, brought into a study.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples(*COMMANDS),
)
LEFT_OUT = {
    "by_rule": "made by a rule",
    "calibration": "of worked examples",
    "check": "checks",
    "adjudication": "adjudications",
    "uncounted": "not counted where they come from",
    "second": "second ratings of the same rater",
}


class DuplicateRatings(StrEnum):
    REFUSE = "refuse"
    FIRST = "first"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How the ratings are read."""

    duplicates: Annotated[
        DuplicateRatings,
        typer.Option("--duplicates", help="What to do where a rater rated something twice.", show_choices=True),
    ] = DuplicateRatings.REFUSE
    encoding: Encoding = None
    no_quotes: NoQuotes = False
    half_is_zero: Annotated[
        bool,
        typer.Option("--half-is-zero", help="Counts of exactly 0.5 stand for 0: data of a tool without zero."),
    ] = False


@dataclass(frozen=True, slots=True)
class IntoStudy:
    """What the file is, and which study its ratings belong to."""

    format: Annotated[str, typer.Option("--as", metavar="FORMAT", help="What it is; jurybox formats lists them.")]
    study: Annotated[str, typer.Option("--study", metavar="KEY", help="The study; it is created where there is none.")]
    protocol: Annotated[
        str | None,
        typer.Option(
            "--protocol", metavar="ID|PATH|auto", help="The protocol of a new study; auto makes one that fits the file."
        ),
    ] = None


@app.callback()
def group() -> None:
    """What was made elsewhere, brought into a study."""


@app.command(
    epilog=examples(
        *COMMANDS,
        "jurybox import ratings log.jsonl --as pearmut --study shops --protocol auto --duplicates first",
        "jurybox import ratings log.csv --as wide-questions --study captions --map item=image --half-is-zero",
    )
)
@stacked
def ratings(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file or folder of ratings.", readable=False)],
    *,
    into: IntoStudy,
    named: RatingsColumns,
    how: ImportOptions,
    where: Where,
) -> None:
    """Bring ratings of an earlier study in as judgements, checked like any other.

    All or nothing: if anything is wrong, every fault is printed and nothing is imported. Reading a file twice changes
    nothing.
    """
    from jurybox.studies.carry import RatingsSource
    from jurybox.studies.carry.ratings import import_ratings

    study, protocol = into.study, into.protocol
    with workbench(where.config(), make=protocol is not None) as bench, progress_bar("Importing") as progress:
        source = RatingsSource(file, into.format, how.encoding, not how.no_quotes, named.columns())
        brought = import_ratings(
            bench, source, study, protocol, how.duplicates.value, progress, half_is_zero=how.half_is_zero
        )
    _tell(brought)


def _tell(brought: "Brought") -> None:
    if brought.created:
        say(f"Study {brought.study} was created with protocol {brought.protocol}, and is open.")
    say(f"{plural(brought.judgements, 'new judgement')} of {plural(brought.raters, 'new rater')}.")
    if brought.known:
        say(f"There already: {plural(brought.known, 'judgement')}.")
    if brought.unused:
        say(f"Not used: {', '.join(brought.unused)}.")
    if brought.halves:
        say(f"Counts of 0.5 taken as 0: {brought.halves:,}.")
    for standing, count in sorted(brought.standings.items()):
        if standing != "counted":
            say(f"Kept and not counted ({standing}): {plural(count, 'judgement')}.")
    for cause, count in sorted(brought.left_out.items()):
        if count:
            say(f"Left out ({LEFT_OUT.get(cause, cause)}): {plural(count, 'rating')}.")
    for note in brought.notes:
        say(line_of(note))
