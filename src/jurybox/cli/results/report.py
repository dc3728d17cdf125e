"""jurybox report: findings as a page, tables for a paper, spreadsheets and the data sheet."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Where, examples, stacked
from jurybox.cli.output import plural, say
from jurybox.cli.results.analyse import find
from jurybox.cli.results.analysis_options import AnalysisOptions
from jurybox.cli.results.ratings_input import Sources, TableOptions, table_of

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


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """How the report is written."""

    lang: Lang = "en"
    force: Force = False


@stacked
def report(
    names: Sources,
    to: To,
    *,
    how: ReportOptions,
    tables: TableOptions,
    analysis: AnalysisOptions,
    where: Where,
) -> None:
    """Write a report of a study or of tables: a page, LaTeX and Markdown tables, csv, xlsx, the data sheet.

    Tables and options are those of jurybox analyse. The same ratings and the same version give the same files.
    """
    from jurybox.studies.results import check_language, write_report

    check_language(how.lang)
    findings = find(table_of(names, tables, analysis, where, how.lang), analysis)
    files = write_report(findings, to, how.lang, how.force)
    say(f"The report is in {to / 'report.html'}, with {plural(len(files) - 1, 'file')} beside it.")
