"""What is analysed: a study, or tables of ratings; and the options that say how tables are read."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.config import Config
from jurybox.cli.output import tell_faults
from jurybox.cli.progress import progress_bar
from jurybox.cli.workbench import workbench
from jurybox.core import Fault

if TYPE_CHECKING:
    from jurybox.studies.results import Level, RatingsReading, Table


class Measure(StrEnum):
    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


class Twice(StrEnum):
    REFUSE = "refuse"
    FIRST = "first"
    LAST = "last"
    MEAN = "mean"


def _column(flag: str, what: str) -> typer.models.OptionInfo:
    found: typer.models.OptionInfo = typer.Option(flag, metavar="COLUMN", help=f"The column of {what}.")
    return found


Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="STUDY|TABLE...", help="The key of a study, or files: csv, tsv, jsonl, json, xlsx or parquet."
    ),
]
Item = Annotated[str | None, _column("--item", "what was rated; `item` by default")]
RaterColumn = Annotated[str | None, _column("--rater", "who rated; `rater` by default, @file for the file's name")]
Value = Annotated[str | None, _column("--value", "the rating; `value` by default")]
System = Annotated[str | None, _column("--system", "what made the output; `system` by default")]
Question = Annotated[str | None, _column("--question", "what was asked; `question` by default")]
Time = Annotated[str | None, _column("--time", "when it was rated; `time` or `answered_at` by default")]
Segment = Annotated[str | None, _column("--segment", "the part of an item; `segment` by default")]
Document = Annotated[str | None, _column("--document", "what an item is a part of; `document` by default")]
Category = Annotated[str | None, _column("--category", "the kind of error; `category` by default")]
Severity = Annotated[str | None, _column("--severity", "the severity of an error; `severity` by default")]
Scales = Annotated[
    list[str] | None,
    typer.Option(
        "--scale", metavar="LOW-HIGH", help="What values are allowed, or QUESTION=LOW-HIGH for one. Repeatable."
    ),
]
Weights = Annotated[
    list[str] | None,
    typer.Option(
        "--weight",
        metavar="NAME=NUMBER",
        help="What an error weighs, by severity, category or severity:category; Google's MQM weights by default. "
        "Repeatable.",
    ),
]
Duplicates = Annotated[
    Twice, typer.Option("--duplicates", help="What to do where a rater rated something twice.", show_choices=True)
]
LowerIsBetter = Annotated[bool, typer.Option("--lower-is-better", help="Lower values are better.")]
HalfIsZero = Annotated[
    bool, typer.Option("--half-is-zero", help="Of a study that counts: 0.5 was entered where 0 was meant.")
]
LevelOption = Annotated[
    Measure | None,
    typer.Option("--level", help="How the scales measure; by the protocol or the data by default.", show_choices=True),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="COLUMN", help="Also each part by itself: language, film, domain, any column."),
]


@dataclass(frozen=True, slots=True)
class RatingsInput:
    """What to read, and where a study of that name would be."""

    names: list[str]
    reading: "RatingsReading"
    level: "Level | None"
    half_is_zero: bool
    config: Callable[[], Config]
    """Settled only where it is a study: files need no configuration."""
    lang: str = "en"
    """Of the labels that a study knows."""


def _warn(fault: Fault) -> None:
    tell_faults([fault], sys.stderr)


def table_of(wanted: RatingsInput) -> "Table":
    """The table of the files, else of the study, that the names stand for."""
    from jurybox.studies.results import RatingsReading, file_table, files_among, nothing_found, table_of_study

    files = files_among(wanted.names)
    if files is not None:
        with progress_bar("Reading") as progress:
            return file_table(files, wanted.reading, wanted.level, progress, _warn)
    config = wanted.config()
    if not (config.data / "secret").is_file():
        raise nothing_found(wanted.names[0], [])
    with workbench(config) as bench:
        table = table_of_study(bench, wanted.names[0], wanted.half_is_zero, wanted.lang)
    if wanted.reading != RatingsReading(by=wanted.reading.by):
        raise typer.BadParameter(f"{wanted.names[0]} is a study: what says how a table is read goes with files only.")
    return table
