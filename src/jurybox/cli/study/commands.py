"""jurybox study open, close, list, show; filling brings the items, changes is for an open study."""

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table
from jurybox.cli.progress import progress_bar
from jurybox.cli.study import archive, change, create, enquiries
from jurybox.cli.workbench import workbench

app = typer.Typer(
    help="Studies: create, fill, open, look at, change, close.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox study create films --protocol audio-description --items films.csv", "jurybox study list"),
)


@app.command("open", epilog=examples("jurybox study open titles"))
@stacked
def open_(study: Study, where: Where) -> None:
    """Open a draft: protocol, items, outputs, merging and seed are frozen, and raters can begin."""
    from jurybox.studies.lifecycle import open_study

    with workbench(where.config()) as bench, progress_bar("Opening") as progress:
        row = open_study(bench, study, progress=progress)
    say(f"Study {study} is open: {plural(row.places, 'unit')}. Add raters: jurybox rater add {study} NAME")


@app.command(epilog=examples("jurybox study close titles"))
@stacked
def close(study: Study, where: Where) -> None:
    """Close an open study. What still arrives is kept and not counted."""
    from jurybox.studies.lifecycle import close_study

    with workbench(where.config()) as bench:
        close_study(bench, study)
    say(f"Study {study} is closed. Its judgements: jurybox export {study}")


@app.command("list", epilog=examples("jurybox study list", "jurybox study list --json"))
@stacked
def list_(*, json: Json = False, where: Where) -> None:
    """List all studies with their state and progress."""
    from jurybox.studies import list_studies

    with workbench(where.config()) as bench:
        found = list_studies(bench)
    if json:
        say_json(found)
        return
    columns = ("key", "state", "protocol", "items", "units", "raters", "judgements", "progress")
    lines = [{**line, "progress": _percent(line["progress"])} for line in found]
    say_table([column.upper() for column in columns], [[line[column] for column in columns] for line in lines])


def _percent(share: float | None) -> str | None:
    return None if share is None else f"{share:.0%}"


@app.command(epilog=examples("jurybox study show titles", "jurybox study show titles --json"))
@stacked
def show(study: Study, *, json: Json = False, where: Where) -> None:
    """Show one study: settings, systems, how far each stage is, what waits in the inbox, and its events."""
    from jurybox.cli.study.show import show_in_words
    from jurybox.studies import show_study

    with workbench(where.config()) as bench:
        found = show_study(bench, study)
    if json:
        say_json(found)
    else:
        show_in_words(found)


create.register(app)
change.register(app)
enquiries.register(app)
archive.register(app)
