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
    app.command(epilog=examples("jurybox backup jurybox-backup.zip"))(backup)
    app.command(
        epilog=examples(
            "jurybox restore jurybox-backup.zip --data new-folder",
            "jurybox restore jurybox-backup.zip --data new-folder --database postgresql://localhost/jurybox",
        )
    )(restore)
    app.command(epilog=examples("jurybox rebuild"))(rebuild)


@stacked
def backup(file: Archive, where: Where) -> None:
    """Write everything into one archive, while the server runs.

    The archive holds the judgements, the media and the secret of the links: keep it as you keep the data folder.
    """
    from jurybox.studies.carry import write_backup

    with workbench(where.config()) as bench:
        counts = write_backup(bench, file)
    say(f"Everything is in {file}: {_counts(counts)}.")


@stacked
def restore(file: Archive, where: Where) -> None:
    """Fill an empty data folder and database from an archive; also the way from SQLite to PostgreSQL and back."""
    from jurybox.studies.carry import restore_backup

    config = where.config()
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


@stacked
def rebuild(where: Where) -> None:
    """Make free slots, tallies and numbers again from the log. Nothing is lost; needed only after a fault."""
    from jurybox.studies import rebuild_all

    with workbench(where.config()) as bench:
        count = rebuild_all(bench)
    say(f"Rebuilt {plural(count, 'study', 'studies')}.")
