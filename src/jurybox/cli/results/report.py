"""jurybox report: findings as a page, tables for a paper, spreadsheets and the data sheet."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from jurybox.cli.config import settle
from jurybox.cli.options import Data, Database, Encoding, NoQuotes, examples
from jurybox.cli.output import plural, say
from jurybox.cli.results import analyse, ratings_input
from jurybox.cli.results.analyse import ClusterRuleName, steps

if TYPE_CHECKING:
    from jurybox.studies.results import Level

To = Annotated[
    Path, typer.Option("--to", metavar="DIR", help="The folder to write; made where there is none.", readable=False)
]
Lang = Annotated[str, typer.Option("--lang", metavar="LANG", help="The language of the report, such as de or es.")]
Force = Annotated[
    bool, typer.Option("--force", help="Also into a folder with other files, or over files changed by hand.")
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox report titles --to report",
            "jurybox report ratings.csv --to report --by language --lang de",
            "jurybox report mqm.tsv --to report --item seg_id --no-quotes --full",
        )
    )(report)


def report(
    names: ratings_input.Sources,
    to: To,
    lang: Lang = "en",
    force: Force = False,
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
    pool: analyse.Pool = False,
    cluster_rule: analyse.ClusterRule = ClusterRuleName.PERMUTATION,
    without: analyse.Without = None,
    disagreements: analyse.Disagreements = 20,
    seed: analyse.Seed = 0,
    resamples: analyse.Resamples = 1000,
    confidence: analyse.Confidence = 0.95,
    full: analyse.Full = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write a report of a study or of tables: a page, LaTeX and Markdown tables, csv, xlsx, the data sheet.

    Tables and options are those of jurybox analyse. The same ratings and the same version give the same files.
    """
    from jurybox.studies.results import Options, check_language, findings_of, reading_of, write_report

    check_language(lang)
    columns = {
        "item": item, "rater": rater, "value": value, "system": system, "question": question, "time": time,
        "segment": segment, "document": document, "category": category, "severity": severity,
    }  # fmt: skip
    reading = reading_of(
        columns, by, duplicates.value, scale or (), weight or (), not no_quotes, lower_is_better, encoding
    )
    measure = cast("Level | None", level and level.value)
    config = partial(settle, data=data, database=database)
    table = ratings_input.table_of(ratings_input.RatingsInput(names, reading, measure, half_is_zero, config, lang))
    options = Options(
        measure, pool, seed, resamples, confidence, cluster_rule.value, by, full, tuple(without or ()), disagreements
    )
    with steps() as tell:
        findings = findings_of(table, options, tell)
    files = write_report(findings, to, lang, force)
    say(f"The report is in {to / 'report.html'}, with {plural(len(files) - 1, 'file')} beside it.")
