"""jurybox export, backup, restore, rebuild, and the hidden worker."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.config import settle
from jurybox.cli.files.formats import Force, Licence, Pair
from jurybox.cli.options import Data, Database, Study, examples
from jurybox.cli.output import plural, say
from jurybox.cli.workbench import workbench
from jurybox.core import Conflict, Fault, NotFound, Refused
from jurybox.texts import line_of

Archive = Annotated[
    Path, typer.Argument(metavar="FILE", help="The archive, such as jurybox-backup.zip.", readable=False)
]

MOST_PROCESSES = 4
"""A large export is written by as many as there are processors, but no more than this: the disk is next."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox export titles --to titles.csv",
            "jurybox export titles --format jsonl --all",
            "jurybox export titles --format judge-bench --to titles.json",
            "jurybox export titles --format huggingface --licence cc-by-4.0 --to titles",
            "jurybox export titles --raters --to raters.csv",
        )
    )(export)
    app.command(epilog=examples("jurybox backup jurybox-backup.zip"))(backup)
    app.command(
        epilog=examples(
            "jurybox restore jurybox-backup.zip --data new-folder",
            "jurybox restore jurybox-backup.zip --data new-folder --database postgresql://localhost/jurybox",
        )
    )(restore)
    app.command(epilog=examples("jurybox rebuild"))(rebuild)
    app.command(hidden=True)(worker)


def export(
    study: Study,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="PATH", help="The file or folder to write; standard output by default.", readable=False
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="By the ending of the file by default, or csv; jurybox formats lists them.",
        ),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Every judgement of the log, with its standing, and not only those that count."),
    ] = False,
    raters: Annotated[
        bool,
        typer.Option("--raters", help="The raters instead, without names: consent, calibration, questionnaire."),
    ] = False,
    texts: Annotated[
        bool, typer.Option("--texts", help="With the texts that were rated, in csv, tsv and jsonl.")
    ] = False,
    pair: Pair = "",
    licence: Licence = "",
    force: Force = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write a study's judgements: a long table with one row per answer and system, or any format of ratings.

    What a format cannot hold is said.
    """
    from jurybox.studies.carry import ENDINGS, STREAMED, find_format
    from jurybox.studies.carry.export import export_as, export_lines, rater_lines, write_lines

    if to is not None and to.exists() and not force:
        raise Conflict.of("export.exists", given=str(to))
    kind = find_format(format, "write").id if format else _format_of(to, list(ENDINGS))
    if kind not in STREAMED and (raters or to is None):
        raise Refused.of("export.needs_a_file" if to is None else "export.unknown_format", given=kind, allowed=STREAMED)
    losses: list[Fault] = []
    with workbench(settle(data=data, database=database)) as bench:
        if to is not None and kind not in STREAMED:
            losses = export_as(bench, study, kind, to, everything, pair, licence)
        else:
            several = min(MOST_PROCESSES, os.cpu_count() or 1)
            judgements = export_lines(bench, study, kind, everything, texts, several)
            lines = rater_lines(bench, study, kind) if raters else judgements
            if to is None:
                sys.stdout.buffer.writelines(lines)
                sys.stdout.buffer.flush()
            else:
                write_lines(to, lines)
    if to is not None:
        say(f"The {'raters' if raters else 'judgements'} of study {study} are in {to}.")
    for loss in losses:
        say(line_of(loss))


def _format_of(to: Path | None, known: list[str]) -> str:
    ending = to.suffix.removeprefix(".").lower() if to is not None else "csv"
    if ending not in known:
        raise Refused.of("export.unknown_format", given=ending, allowed=known)
    return ending


def backup(file: Archive, data: Data = None, database: Database = None) -> None:
    """Write everything into one archive, while the server runs.

    The archive holds the judgements, the media and the secret of the links: keep it as you keep the data folder.
    """
    from jurybox.studies.carry import write_backup

    with workbench(settle(data=data, database=database)) as bench:
        counts = write_backup(bench, file)
    say(f"Everything is in {file}: {_counts(counts)}.")


def restore(file: Archive, data: Data = None, database: Database = None) -> None:
    """Fill an empty data folder and database from an archive; also the way from SQLite to PostgreSQL and back."""
    from jurybox.studies.carry import restore_backup

    config = settle(data=data, database=database)
    if not file.is_file():
        raise NotFound.of("backup.not_read", given=str(file), reason="there is no such file")
    with workbench(config, make=True) as bench:
        counts = restore_backup(bench, file)
    say(f"Restored into {config.data}: {_counts(counts)}.")


def _counts(counts: dict[str, int]) -> str:
    nouns = (
        ("study", "study", "studies"),
        ("item", "item", ""),
        ("rater", "rater", ""),
        ("judgement", "judgement", ""),
    )
    return ", ".join(plural(counts.get(table, 0), one, many) for table, one, many in nouns)


def rebuild(data: Data = None, database: Database = None) -> None:
    """Make free slots, tallies and numbers again from the log. Nothing is lost; needed only after a fault."""
    from jurybox.studies import rebuild_all

    with workbench(settle(data=data, database=database)) as bench:
        count = rebuild_all(bench)
    say(f"Rebuilt {plural(count, 'study', 'studies')}.")


def worker(data: Data = None, database: Database = None) -> None:
    """Do the heavy work that the server asked for, then end. The server starts it by itself."""
    from jurybox.studies import clear_cut_off, run_next_job

    with workbench(settle(data=data, database=database)) as bench:
        clear_cut_off(bench)
        while run_next_job(bench):
            pass
