"""jurybox export: the judgements of a study as a file."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.files.formats import Force, TargetOptions
from jurybox.cli.options import Study, Where, examples, stacked
from jurybox.cli.output import say
from jurybox.cli.seal import see_names
from jurybox.cli.workbench import workbench
from jurybox.core import Conflict, Fault, Refused
from jurybox.texts import line_of

To = Annotated[
    Path | None,
    typer.Option(
        "--to", metavar="PATH", help="The file or folder to write; standard output by default.", readable=False
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="By the ending of the file by default, or csv; jurybox formats lists them.",
    ),
]
Everything = Annotated[
    bool,
    typer.Option("--all", help="Every judgement of the log, with its standing, and not only those that count."),
]
Raters = Annotated[
    bool,
    typer.Option("--raters", help="The raters instead, without names: consent, calibration, questionnaire."),
]
WithTexts = Annotated[bool, typer.Option("--texts", help="With the texts that were rated, in csv, tsv and jsonl.")]
Names = Annotated[
    bool,
    typer.Option("--names", help="With number and name of each rater in place of the pseudonym: for organisers only."),
]
MOST_PROCESSES = 4
"""A large export is written by as many as there are processors, but no more than this: the disk is next."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is written, and as what."""

    format: FormatName = None
    everything: Everything = False
    raters: Raters = False
    texts: WithTexts = False
    names: Names = False


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox export titles --to titles.csv",
            "jurybox export titles --format jsonl --all",
            "jurybox export titles --format judge-bench --to titles.json",
            "jurybox export titles --format huggingface --licence cc-by-4.0 --to titles",
            "jurybox export titles --to titles.xlsx --names",
            "jurybox export titles --raters --to raters.csv",
        )
    )(export)


@stacked
def export(
    study: Study,
    *,
    to: To = None,
    what: ExportOptions,
    target: TargetOptions,
    force: Force = False,
    where: Where,
) -> None:
    """Write a study's judgements: a long table with one row per answer and system, or any format of ratings.

    What a format cannot hold is said.
    """
    from jurybox.studies.carry import ENDINGS, STREAMED, RatingsTarget, find_format
    from jurybox.studies.carry.campaigns import EXPORTED
    from jurybox.studies.carry.export import export_as, export_lines, rater_lines, write_lines
    from jurybox.studies.people import record_now

    if to is not None and to.exists() and not force:
        raise Conflict.of("export.exists", given=str(to))
    if what.format and what.format not in EXPORTED:
        kind = find_format(what.format, "write").id
    else:
        kind = what.format or _format_of(to, list(ENDINGS))
    if kind not in STREAMED and (what.raters or to is None):
        raise Refused.of("export.needs_a_file" if to is None else "export.unknown_format", given=kind, allowed=STREAMED)
    losses: list[Fault] = []
    with workbench(where.config()) as bench:
        if not what.raters:
            see_names(bench, study)
        record_now(bench, "exported", study=study)
        if to is not None and kind not in STREAMED:
            wanted = RatingsTarget(to, kind, target.pair, target.licence)
            losses = export_as(bench, study, wanted, what.everything, what.names)
        else:
            several = min(MOST_PROCESSES, os.cpu_count() or 1)
            judgements = export_lines(bench, study, kind, what.everything, what.texts, several, what.names)
            lines = rater_lines(bench, study, kind, what.names) if what.raters else judgements
            if to is None:
                sys.stdout.buffer.writelines(lines)
                sys.stdout.buffer.flush()
            else:
                write_lines(to, lines)
    if what.names:
        typer.echo("The names of raters are in it: keep it to those who organise the study.", err=True)
    if to is not None:
        say(f"The {'raters' if what.raters else 'judgements'} of study {study} are in {to}.")
    for loss in losses:
        say(line_of(loss))


def _format_of(to: Path | None, known: list[str]) -> str:
    ending = to.suffix.removeprefix(".").lower() if to is not None else "csv"
    if ending not in known:
        raise Refused.of("export.unknown_format", given=ending, allowed=known)
    return ending
