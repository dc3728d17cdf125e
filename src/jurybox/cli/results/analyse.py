"""jurybox analyse: agreement, ranking and rater quality of a study or of any table of ratings."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Json, Where, examples, stacked
from jurybox.cli.output import say_json
from jurybox.cli.results.analysis_options import AnalysisOptions
from jurybox.cli.results.ratings_input import Sources, TableOptions, table_of, with_names

if TYPE_CHECKING:
    from jurybox.studies.results import Findings, Table


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


All = Annotated[bool, typer.Option("--all", help="Every table, and not one screen of the most important.")]


@stacked
def analyse(
    names: Sources,
    *,
    tables: TableOptions,
    analysis: AnalysisOptions,
    every_table: All = False,
    json: Json = False,
    where: Where,
) -> None:
    """Say how far raters agree, which systems are better, and how sure that is.

    A table has the columns item, rater and value; system and question where there are several; or, for errors, item,
    system, rater, category and severity; or, for two systems compared, model_a, model_b and winner. Our own exports are
    read back with all that does not count left out. A file goes before a study of the same name.
    """
    findings = find(table_of(names, tables, analysis, where), analysis)
    if json:
        say_json(findings.as_json())
    else:
        from jurybox.cli.results.show import show_findings

        show_findings(with_names(findings, where), every_table)


def find(table: "Table", analysis: AnalysisOptions) -> "Findings":
    """The findings of a table; each step is told on a terminal."""
    from jurybox.studies.results import findings_of

    with steps() as tell:
        return findings_of(table, analysis.options(), tell)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Yields what is to be told the name of each step; shown on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console

    with Console(stderr=True).status("Analysing") as status:
        yield lambda step: status.update(f"Analysing: {step}")
