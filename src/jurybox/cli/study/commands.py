"""jurybox study example, open, pause, resume, close, list, show; filling brings the items, change is for open ones."""

import sys

import typer

from jurybox.cli.options import Json, Study, Where, WhereWithLinks, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table, tell_faults
from jurybox.cli.progress import progress_bar
from jurybox.cli.seal import names_or_seal
from jurybox.cli.study import (
    archive,
    change,
    checks,
    create,
    disputes,
    enquiries,
    history,
    items,
    join,
    pairs,
    planning,
    roles,
    suggest,
)
from jurybox.cli.workbench import workbench

app = typer.Typer(
    help="Studies: create, fill, open, look at, change, pause, close.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox study create films --protocol audio-description --items films.csv", "jurybox study list"),
)


@app.command("open", epilog=examples("jurybox study open titles"))
@stacked
def open_(study: Study, where: Where) -> None:
    """Open a draft: protocol, items, outputs, merging and seed are frozen, and raters can begin."""
    from jurybox.studies.lifecycle import open_study, study_notes

    with workbench(where.config()) as bench, progress_bar("Opening") as progress:
        row = open_study(bench, study, progress=progress)
        notes = study_notes(bench, study)
    tell_faults(notes, sys.stderr)
    say(f"Study {study} is open: {plural(row.places, 'unit')}. Add raters: jurybox rater add {study} NAME")


@app.command(epilog=examples("jurybox study pause titles"))
@stacked
def pause(study: Study, where: Where) -> None:
    """Pause an open study: nothing new is handed out, and all that arrives counts."""
    from jurybox.studies.lifecycle import pause_study

    with workbench(where.config()) as bench:
        pause_study(bench, study)
    say(f"Study {study} is paused. Let it go on: jurybox study resume {study}")


@app.command(epilog=examples("jurybox study resume titles"))
@stacked
def resume(study: Study, where: Where) -> None:
    """Let a paused study go on."""
    from jurybox.studies.lifecycle import resume_study

    with workbench(where.config()) as bench:
        resume_study(bench, study)
    say(f"Study {study} is open again.")


@app.command(epilog=examples("jurybox study example"))
@stacked
def example(where: WhereWithLinks) -> None:
    """Make the example study, rated by pretend raters, and print the link of its guest. It is made once."""
    from jurybox.studies.demo import build_example, guest_path

    config = where.config()
    with workbench(config, make=True) as bench:
        key = build_example(bench)
        path = guest_path(bench, key)
    say(f"Study {key} is there, rated by pretend raters. Rate along as its guest:")
    say(f"  {config.url()}{path}")


@app.command(epilog=examples("jurybox study close titles"))
@stacked
def close(study: Study, where: Where) -> None:
    """Close an open or paused study. What still arrives is kept and not counted."""
    from jurybox.studies.lifecycle import close_study

    with workbench(where.config()) as bench:
        close_study(bench, study)
    say(f"Study {study} is closed. Its judgements: jurybox export {study}")


@app.command(epilog=examples("jurybox study empty titles"))
@stacked
def empty(study: Study, where: Where) -> None:
    """Take all items and outputs out of a draft, so that another table can come in their place."""
    from jurybox.studies.lifecycle import take_texts_out

    with workbench(where.config()) as bench:
        number = take_texts_out(bench, study)
    say(f"{plural(number, 'item')} taken out of study {study}. Add others: jurybox study add {study} FILE")


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
    from jurybox.studies import show_study, study_jobs, watch_study

    with workbench(where.config()) as bench, names_or_seal(bench, study):
        found, work, watched = show_study(bench, study), study_jobs(bench, study), watch_study(bench, study)
    if json:
        say_json({**found, "jobs": work, "watched": watched})
    else:
        show_in_words(found, work, watched)


create.register(app)
planning.register(app)
change.register(app)
enquiries.register(app)
disputes.register(app)
history.register(app)
items.register(app)
join.register(app)
archive.register(app)
roles.register(app)
app.add_typer(checks.app, name="checks")
pairs.register(app)
suggest.register(app)
