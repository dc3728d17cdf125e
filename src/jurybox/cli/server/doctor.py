"""jurybox doctor: looks whether all is well, and mends what can be made again."""

import platform
from typing import Annotated

import typer

from jurybox import __version__
from jurybox.cli.options import Json, Where, examples, stacked
from jurybox.cli.output import say, say_json, say_table
from jurybox.cli.workbench import workbench
from jurybox.texts import line_of

REPAIRED = "_repaired"


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("jurybox doctor", "jurybox doctor --repair"))(doctor)


@stacked
def doctor(
    *,
    repair: Annotated[
        bool, typer.Option("--repair", help="Make again what follows from the log, and close files to others.")
    ] = False,
    json: Json = False,
    where: Where,
) -> None:
    """Look at the database, the log and what follows from it, the media, the space and who may read the files.

    Raters wait while a study is gone through. Ends with status 1 where something is wrong.
    """
    from jurybox.studies import engine_of, examine

    with workbench(where.config()) as bench:
        found = examine(bench, repair)
        engine = engine_of(bench)
    words = {check.name: line_of(check.fault) if check.fault else "well" for check in found}
    versions = f"jurybox {__version__}, Python {platform.python_version()}, {engine}"
    if json:
        say_json({**words, "versions": versions})
    else:
        say_table(("CHECK", "FOUND"), [*words.items(), ("versions", versions)])
    if any(check.fault and not check.fault.code.endswith(REPAIRED) for check in found):
        raise typer.Exit(1)
    if any(check.fault for check in found):
        say("What could be mended is mended.")
