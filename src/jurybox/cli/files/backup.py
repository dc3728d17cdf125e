"""jurybox backup, restore, rebuild: everything in one archive, and projections made again."""

from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Where, examples, stacked
from jurybox.cli.output import plural, say
from jurybox.cli.workbench import workbench
from jurybox.core import NotFound

Archive = Annotated[
    Path, typer.Argument(metavar="FILE", help="The archive, such as jurybox-backup.zip.", readable=False)
]


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("jurybox backup jurybox-backup.zip", "jurybox backup /var/backups/jurybox --keep 14"))(
        backup
    )
    app.command(
        epilog=examples(
            "jurybox restore jurybox-backup.zip --data new-folder",
            "jurybox restore jurybox-backup.zip --data new-folder --database postgresql://localhost/jurybox",
        )
    )(restore)
    app.command(epilog=examples("jurybox rebuild"))(rebuild)


@stacked
def backup(
    file: Archive,
    *,
    keep: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", min=1, help="FILE is a folder: add a backup, keep the newest N of them."),
    ] = None,
    where: Where,
) -> None:
    """Write everything into one archive, while the server runs, and read it again.

    The archive holds the judgements, the media and the secret of the links: keep it as you keep the data folder.
    """
    from jurybox.studies.carry import name_by_time, rotate, write_backup
    from jurybox.studies.people import record_now

    with workbench(where.config()) as bench:
        if keep is not None:
            file.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = file if keep is None else file / name_by_time(bench)
        done = write_backup(bench, path)
        record_now(bench, "backed_up")
    if keep is not None:
        rotate(file, keep)
    if not done.missing:
        say(f"Everything is in {path}: {_counts(done.rows)}.")
        return
    say(f"In {path}: {_counts(done.rows)}.")
    raise NotFound.of("backup.media_missing", given=len(done.missing), first=done.missing[0])


@stacked
def restore(
    file: Archive,
    *,
    erased: Annotated[
        Path | None,
        typer.Option(
            "--erased",
            metavar="FILE",
            help="What was erased since the archive was made: erased.jsonl of its data folder.",
            readable=False,
        ),
    ] = None,
    where: Where,
) -> None:
    """Fill an empty data folder and database from an archive; also the way from SQLite to PostgreSQL and back."""
    from jurybox.studies import erase_again
    from jurybox.studies.carry import restore_backup

    config = where.config()
    if not file.is_file():
        raise NotFound.of("backup.not_read", given=str(file), reason="there is no such file")
    with workbench(config, make=True) as bench:
        counts = restore_backup(bench, file)
        again = erase_again(bench, erased) if erased is not None else 0
    say(f"Restored into {config.data}: {_counts(counts)}.")
    if erased is not None:
        say(f"Erased again: {again}.")


def _counts(counts: dict[str, int]) -> str:
    nouns = (
        ("study", "study", "studies"),
        ("item", "item", ""),
        ("rater", "rater", ""),
        ("judgement", "judgement", ""),
    )
    return ", ".join(plural(counts.get(table, 0), one, many) for table, one, many in nouns)


@stacked
def rebuild(where: Where) -> None:
    """Make free slots, tallies and numbers again from the log. Nothing is lost; needed only after a fault."""
    from jurybox.studies import rebuild_all

    with workbench(where.config()) as bench:
        count = rebuild_all(bench)
    say(f"Rebuilt {plural(count, 'study', 'studies')}.")
