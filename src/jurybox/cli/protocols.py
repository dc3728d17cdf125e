"""jurybox protocols, jurybox check."""

import sys
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
