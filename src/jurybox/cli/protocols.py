"""jurybox protocols, jurybox check, jurybox sample."""

import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.config import Config, settle
from jurybox.cli.options import Data, Database, Json, examples
from jurybox.cli.output import REFUSED, say, say_json, say_table, tell_faults
from jurybox.cli.workbench import workbench
from jurybox.core import JuryboxError, NotFound


def register(app: typer.Typer) -> None:
    app.command(
        "protocols",
        epilog=examples("jurybox protocols", "jurybox protocols --add my-protocol", "jurybox protocols --json"),
    )(list_protocols)
    app.command(
        "check",
        epilog=examples(
            "jurybox check summary", "jurybox check audio-description@1", "jurybox check my-protocol/protocol.yaml"
        ),
    )(check)
    app.command(epilog=examples("jurybox sample title", "jurybox sample caption-culture --to first-study"))(sample)


def sample(
    protocol: Annotated[str, typer.Argument(metavar="ID", help="A protocol of the shelf.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The folder to write; the protocol's name by default.")
    ] = None,
) -> None:
    """Write a sample table for a protocol, with the pictures and films that it names: how your own may look."""
    from jurybox.studies.demo import write_sample

    folder = to or Path(protocol.partition("@")[0])
    written = write_sample(protocol, folder)
    say(f"The sample is in {folder}: {', '.join(path.name for path in written)}.")


def list_protocols(
    add: Annotated[
        Path | None,
        typer.Option("--add", metavar="PATH", help="Keep this protocol first: a file, a folder, or a zip archive."),
    ] = None,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List the protocols of the shelf: those that come with Jurybox, and your own.

    Your own lie in the data folder. `--add` puts one there, checked in full; the browser can do so too.
    """
    from jurybox.studies.lifecycle import list_shelf

    config = settle(data=data, database=database)
    if add is not None:
        _keep(config, add)
    found = list_shelf(config.data / "protocols")
    if json:
        say_json(found)
        return
    before = [None, *(p["task"] or "other" for p in found)]
    tasks = [task if task != last else "" for last, task in pairwise(before)]
    rows = [(task, p["id"], p["versions"], p["title"]) for task, p in zip(tasks, found, strict=True)]
    say_table(("TASK", "PROTOCOL", "VERSIONS", "TITLE"), rows)


def _keep(config: Config, path: Path) -> None:
    from jurybox.studies.lifecycle import folder_files, keep_protocol

    if not path.exists():
        raise NotFound.of("protocol.no_path", given=str(path))
    with workbench(config, make=True) as bench:
        keep_protocol(bench, folder_files(path))


def check(
    refs: Annotated[
        list[str], typer.Argument(metavar="FILE|ID...", help="Protocol files, folders, or ids on the shelf.")
    ],
) -> None:
    """Check protocols and print every fault at once, with file, line and place.

    Ends with status 1 if there is a fault. What may only have been forgotten is remarked, and is no fault.
    """
    from jurybox.studies.lifecycle import check_protocol
    from jurybox.texts import message_of

    failed = False
    for ref in refs:
        try:
            checked = check_protocol(ref)
        except JuryboxError as error:
            failed = True
            tell_faults(error.faults, sys.stdout)
        else:
            say(f"ok: {checked.name}, hash {checked.hash}")
            for remark in checked.remarks:
                say(f"remark: {message_of(remark)}")
    if failed:
        raise typer.Exit(REFUSED)
