"""jurybox analyse: agreement, ranking and rater quality of a study or of any table of ratings."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, cast

import typer

from jurybox.cli.config import settle
from jurybox.cli.options import Data, Database, Encoding, Json, NoQuotes, examples
from jurybox.cli.output import say_json
from jurybox.cli.results import ratings_input

if TYPE_CHECKING:
    from jurybox.studies.results import Level


class ClusterRuleName(StrEnum):
    PERMUTATION = "permutation"
    WMT22 = "wmt22"
    WMT24 = "wmt24"


Pool = Annotated[bool, typer.Option("--pool", help="All questions on a scale as one.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="What every random draw starts from.")]
Resamples = Annotated[int, typer.Option("--resamples", metavar="N", min=100, max=1_000_000, help="How many draws.")]
Confidence = Annotated[
    float, typer.Option("--confidence", metavar="SHARE", min=0.5, max=0.999, help="Of the intervals.")
]
ClusterRule = Annotated[
    ClusterRuleName, typer.Option("--cluster-rule", help="What divides systems into clusters.", show_choices=True)
]
Full = Annotated[bool, typer.Option("--full", help="The slow models too.")]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="RATER", help="Also show what changes without this rater. Repeatable."),
]
Disagreements = Annotated[
    int, typer.Option("--disagreements", metavar="N", min=0, help="How many units to list where raters differ most.")
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox analyse titles",
            "jurybox analyse ratings.csv --by language --level ordinal",
            "jurybox analyse scores.tsv --item seg_id --rater annotator --value score --scale 0-100",
            "jurybox analyse Ana.xlsx Ben.xlsx --rater @file",
            "jurybox analyse mqm.tsv --item seg_id --document doc --no-quotes --weight Major=5 --weight Minor=1",
            "jurybox analyse ratings.csv --json",
        )
    )(analyse)


def analyse(
    names: ratings_input.Sources,
    item: ratings_input.Item = None,
    rater: ratings_input.RaterColumn = None,
    value: ratings_input.Value = None,
    system: ratings_input.System = None,
    question: ratings_input.Question = None,
    time: ratings_input.Time = None,
    segment: ratings_input.Segment = None,
    document: ratings_input.Document = None,
    category: ratings_input.Category = None,
    severity: ratings_input.Severity = None,
    scale: ratings_input.Scales = None,
    weight: ratings_input.Weights = None,
    duplicates: ratings_input.Duplicates = ratings_input.Twice.REFUSE,
    lower_is_better: ratings_input.LowerIsBetter = False,
    encoding: Encoding = None,
    no_quotes: NoQuotes = False,
    half_is_zero: ratings_input.HalfIsZero = False,
    level: ratings_input.LevelOption = None,
    by: ratings_input.By = None,
    pool: Pool = False,
    cluster_rule: ClusterRule = ClusterRuleName.PERMUTATION,
    without: Without = None,
    disagreements: Disagreements = 20,
    seed: Seed = 0,
    resamples: Resamples = 1000,
    confidence: Confidence = 0.95,
    full: Full = False,
    json: Json = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Say how far raters agree, which systems are better, and how sure that is.

    A table has the columns item, rater and value; system and question where there are several; or, for errors, item,
    system, rater, category and severity. Our own exports are read back with all that does not count left out. A file
    goes before a study of the same name.
    """
    from jurybox.studies.results import Options, findings_of, reading_of

    columns = {
        "item": item, "rater": rater, "value": value, "system": system, "question": question, "time": time,
        "segment": segment, "document": document, "category": category, "severity": severity,
    }  # fmt: skip
    reading = reading_of(
        columns, by, duplicates.value, scale or (), weight or (), not no_quotes, lower_is_better, encoding
    )
    measure = cast("Level | None", level and level.value)
    config = partial(settle, data=data, database=database)
    table = ratings_input.table_of(ratings_input.RatingsInput(names, reading, measure, half_is_zero, config))
    options = Options(
        measure, pool, seed, resamples, confidence, cluster_rule.value, by, full, tuple(without or ()), disagreements
    )
    with steps() as tell:
        findings = findings_of(table, options, tell)
    if json:
        say_json(findings.as_json())
    else:
        from jurybox.cli.results.findings_tables import show_findings

        show_findings(findings)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Yields what is to be told the name of each step; shown on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console

    with Console(stderr=True).status("Analysing") as status:
        yield lambda step: status.update(f"Analysing: {step}")
