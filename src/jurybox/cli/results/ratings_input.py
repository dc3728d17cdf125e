"""What is analysed: a study, or tables of ratings; and the options that say how tables are read."""

import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Encoding, NoQuotes, Where
from jurybox.cli.output import tell_faults
from jurybox.cli.progress import progress_bar
from jurybox.cli.results.analysis_options import AnalysisOptions
from jurybox.cli.seal import see_names
from jurybox.cli.workbench import workbench
from jurybox.core import Fault

if TYPE_CHECKING:
    from jurybox.studies.results import Findings, RatingsReading, Table


class DuplicatesRule(StrEnum):
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
ModelA = Annotated[str | None, _column("--model-a", "the first of two compared systems; `model_a` by default")]
ModelB = Annotated[str | None, _column("--model-b", "the second of them; `model_b` by default")]
Winner = Annotated[str | None, _column("--winner", "which of them is better; `winner` by default")]
Rank = Annotated[str | None, _column("--rank", "the rank of a system; `rank` by default")]
Ranks = Annotated[
    list[str] | None,
    typer.Option("--ranks", metavar="COLUMN", help="A column that is a system, and holds its rank. Repeatable."),
]
Tiers = Annotated[
    str | None,
    typer.Option("--tiers", metavar="NAMES", help="The names of the tiers, the best first; S,A,B,C,D,F by default."),
]
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
        help="What an error weighs, by severity, category or severity:category; or google, wmt21, wmt22, wmt23, wmt24 "
        "for the MQM weights of that year. Google's by default. Repeatable.",
    ),
]
Duplicates = Annotated[
    DuplicatesRule,
    typer.Option("--duplicates", help="What to do where a rater rated something twice.", show_choices=True),
]
LowerIsBetter = Annotated[bool, typer.Option("--lower-is-better", help="Lower values are better.")]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How tables of ratings are read."""

    item: Item = None
    rater: RaterColumn = None
    value: Value = None
    system: System = None
    question: Question = None
    time: Time = None
    segment: Segment = None
    document: Document = None
    model_a: ModelA = None
    model_b: ModelB = None
    winner: Winner = None
    rank: Rank = None
    ranks: Ranks = None
    tiers: Tiers = None
    category: Category = None
    severity: Severity = None
    scale: Scales = None
    weight: Weights = None
    duplicates: Duplicates = DuplicatesRule.REFUSE
    lower_is_better: LowerIsBetter = False
    encoding: Encoding = None
    no_quotes: NoQuotes = False

    def reading(self, analysis: AnalysisOptions) -> "RatingsReading":
        from jurybox.studies.results import AskedReading, reading_of

        columns = {
            "item": self.item,
            "rater": self.rater,
            "value": self.value,
            "system": self.system,
            "question": self.question,
            "time": self.time,
            "segment": self.segment,
            "document": self.document,
            "category": self.category,
            "severity": self.severity,
            "model_a": self.model_a,
            "model_b": self.model_b,
            "winner": self.winner,
            "rank": self.rank,
        }
        asked = AskedReading(
            columns,
            by=analysis.by,
            duplicates=self.duplicates.value,
            scales=self.scale or (),
            weights=self.weight or (),
            quotes=not self.no_quotes,
            lower_is_better=self.lower_is_better,
            encoding=self.encoding,
            resample=analysis.resample,
            raters_by=analysis.raters_by,
            where=analysis.only or (),
            ranks=self.ranks or (),
            tiers=self.tiers,
            half_is_zero=analysis.half_is_zero,
        )
        return reading_of(asked)


def _warn(fault: Fault) -> None:
    tell_faults([fault], sys.stderr)


def table_of(names: list[str], how: TableOptions, analysis: AnalysisOptions, where: Where, lang: str = "en") -> "Table":
    """The table of the files, else of the study, that the names stand for; `lang` of the labels that a study knows."""
    from jurybox.studies.results import files_among, nothing_found, read_ratings, table_of_study

    files = files_among(names)
    reading = how.reading(analysis)
    if files is not None:
        with progress_bar("Reading") as progress:
            return read_ratings(files, reading, analysis.of_measurement(), progress, _warn)
    config = where.config()  # only where it is a study: files need no configuration
    if not any((config.data / name).is_file() for name in ("secret", "jurybox.db")):
        raise nothing_found(names[0], [])
    with workbench(config) as bench:
        options = analysis.options()
        table = table_of_study(bench, names[0], analysis.half_is_zero, lang, options, analysis.only or ())
        see_names(bench, names[0])
    if reading != TableOptions().reading(analysis):
        raise typer.BadParameter(f"{names[0]} is a study: what says how a table is read goes with files only.")
    return table


def with_names(findings: "Findings", where: Where) -> "Findings":
    """What the organiser of a study sees: raters by number and name. A file calls them what it calls them."""
    from jurybox.studies.results import rater_names, with_rater_names

    if findings.source.get("kind") != "study":
        return findings
    with workbench(where.config()) as bench:
        return with_rater_names(findings, rater_names(bench, str(findings.source["name"])))
