"""All commands under one name."""

from typing import Annotated

import typer

from jurybox import __version__
from jurybox.cli import (
    analyse,
    archive,
    film,
    formats,
    importing,
    label_studio,
    organiser,
    protocols,
    rater,
    report,
    serving,
    study,
    workbook,
)
from jurybox.cli.options import examples
from jurybox.cli.say import say

app = typer.Typer(
    name="jurybox",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("jurybox demo", "jurybox protocols", "jurybox study create --help"),
)
serving.register(app)
protocols.register(app)
app.add_typer(study.app, name="study")
app.add_typer(rater.app, name="rater")
app.add_typer(workbook.app, name="workbook")
film.register(app)
app.add_typer(organiser.app, name="organiser")
analyse.register(app)
report.register(app)
archive.register(app)
formats.register(app)
app.add_typer(importing.app, name="import")
app.add_typer(label_studio.app, name="label-studio")


def _version(wanted: bool) -> None:
    if wanted:
        say(f"jurybox {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Jurybox runs human evaluation of generated text: protocols, studies, raters, judgements.

    Settings come from flags, then from JURYBOX_* variables, then from jurybox.toml in the working folder.
    """
