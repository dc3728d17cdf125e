"""All commands under one name."""

from typing import Annotated

import typer

from jurybox import __version__
from jurybox.cli import erasing, protocols
from jurybox.cli.files import (
    import_app,
    label_studio_app,
    register_backup,
    register_export,
    register_film,
    register_formats,
    workbook_app,
)
from jurybox.cli.options import examples
from jurybox.cli.output import say
from jurybox.cli.people import organiser_app, rater_app
from jurybox.cli.results import register_analyse, register_report, results_app
from jurybox.cli.server import register_doctor, register_serve
from jurybox.cli.study import study_app

app = typer.Typer(
    name="jurybox",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("jurybox demo", "jurybox protocols", "jurybox study create --help"),
)
register_serve(app)
protocols.register(app)
app.add_typer(study_app, name="study")
app.add_typer(rater_app, name="rater")
app.add_typer(workbook_app, name="workbook")
register_film(app)
app.add_typer(organiser_app, name="organiser")
register_analyse(app)
register_report(app)
app.add_typer(results_app, name="results")
register_export(app)
register_backup(app)
register_doctor(app)
register_formats(app)
erasing.register(app)
app.add_typer(import_app, name="import")
app.add_typer(label_studio_app, name="label-studio")


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
