"""jurybox protocols, jurybox check, jurybox sample."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Json, examples
from jurybox.cli.output import REFUSED, say, say_json, say_table, tell_faults
from jurybox.core import JuryboxError


def register(app: typer.Typer) -> None:
    app.command("protocols", epilog=examples("jurybox protocols", "jurybox protocols --json"))(list_protocols)
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


def list_protocols(json: Json = False) -> None:
    """List the protocols that come with Jurybox."""
    from jurybox.studies.lifecycle import list_shelf

    found = list_shelf()
    if json:
        say_json(found)
        return
    say_table(("PROTOCOL", "VERSIONS", "TITLE"), [(p["id"], p["versions"], p["title"]) for p in found])


def check(
    refs: Annotated[
        list[str], typer.Argument(metavar="FILE|ID...", help="Protocol files, folders, or ids on the shelf.")
    ],
) -> None:
    """Check protocols and print every fault at once, with file, line and place.

    Ends with status 1 if there is a fault.
    """
    from jurybox.studies.lifecycle import check_protocol

    failed = False
    for ref in refs:
        try:
            checked = check_protocol(ref)
        except JuryboxError as error:
            failed = True
            tell_faults(error.faults, sys.stdout)
        else:
            say(f"ok: {checked.name}, hash {checked.hash}")
    if failed:
        raise typer.Exit(REFUSED)
