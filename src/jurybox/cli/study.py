"""jurybox study create, add, open, close, list, show; what changes an open study is in changes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli import changes, enquiries
from jurybox.cli.bar import progress_bar
from jurybox.cli.bench import workbench
from jurybox.cli.config import settle
from jurybox.cli.options import Data, Database, Json, Media, People, Study, examples
from jurybox.cli.say import plural, say, say_json, say_table

if TYPE_CHECKING:
    from jurybox.core.unit import Import

app = typer.Typer(
    help="Studies: create, fill, open, look at, change, close.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox study create films --protocol audio-description --items films.csv", "jurybox study list"),
)

Protocol = Annotated[
    str,
    typer.Option(
        "--protocol", metavar="ID|PATH", help="A protocol of the shelf (id or id@version), or a file of your own."
    ),
]
Items = Annotated[
    list[Path] | None,
    typer.Option(
        "--items",
        metavar="FILE",
        help="A table of items and outputs: csv, tsv, jsonl or xlsx. Repeatable.",
        readable=False,
    ),
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting, such as quorum=3. Repeatable.")
]


@app.command(
    epilog=examples(
        "jurybox study create titles --protocol title --items titles.csv",
        "jurybox study create captions --protocol caption-culture --items captions.xlsx --media pictures",
        "jurybox study create tweets --protocol sarcasm-interpretation --set quorum=3 --set repeats=0.1",
    )
)
def create(
    key: Annotated[str, typer.Argument(metavar="KEY", help="A short name for links and commands: a-z, 0-9 and -.")],
    protocol: Protocol,
    name: Annotated[
        str | None, typer.Option("--name", metavar="TEXT", help="What raters read; the key by default.")
    ] = None,
    items: Items = None,
    media: Media = None,
    people: People = None,
    set_: Set = None,
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="Settings in a YAML file.", readable=False)
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="What every order is drawn from; random by default.")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a draft study, with items if tables are given.

    If anything is wrong, every fault is printed with its file and line, and nothing is created.
    """
    from jurybox.studies.checking import find_protocol
    from jurybox.studies.creating import create_filled
    from jurybox.studies.wishes import read_wishes

    if not items and (media or people):
        raise typer.BadParameter("--media and --people go with --items.")
    loaded = find_protocol(protocol)
    wishes = read_wishes(settings, set_)
    with (
        workbench(settle(data=data, database=database), make=True) as bench,
        progress_bar("Reading") as progress,
        wishes.placing_faults(),
    ):
        row, batch = create_filled(
            bench, loaded, key, name or key, items or [], media, people, wishes.values, seed, progress
        )
    say(f"Study {key} is a draft of {loaded.protocol.name}, seed {row.seed}.")
    if batch is None:
        say(f"Add items: jurybox study add {key} FILE")
    else:
        _tell_import(batch)
        say(f"Open it: jurybox study open {key}")


def _tell_import(batch: "Import") -> None:
    systems = [system.name for system in batch.systems if system.name]
    by = f" of {plural(len(systems), 'new system')} ({', '.join(systems)})" if systems else ""
    say(f"{plural(len(batch.items), 'new item')}, {plural(len(batch.outputs), 'output')}{by}.")
    if batch.left_out:
        say(f"Left out as empty: {plural(len(batch.left_out), 'output')} ({', '.join(batch.left_out[:10])}).")


@app.command(
    epilog=examples("jurybox study add titles more.csv", "jurybox study add captions new.csv --media pictures")
)
def add(
    study: Study,
    tables: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Tables of items and outputs.", readable=False)
    ],
    media: Media = None,
    people: People = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Add items, or outputs of further systems, to a draft or an open study.

    All or nothing: if anything is wrong, every fault is printed with its file and line. In an open study the new units
    come at the end of the pool.
    """
    from jurybox.studies.creating import import_items

    with workbench(settle(data=data, database=database)) as bench, progress_bar("Reading") as progress:
        batch = import_items(bench, study, tables, media, people, progress)
    _tell_import(batch)


@app.command("open", epilog=examples("jurybox study open titles"))
def open_(study: Study, data: Data = None, database: Database = None) -> None:
    """Open a draft: protocol, items, outputs, merging and seed are frozen, and raters can begin."""
    from jurybox.studies.creating import open_study

    with workbench(settle(data=data, database=database)) as bench, progress_bar("Opening") as progress:
        row = open_study(bench, study, progress=progress)
    say(f"Study {study} is open: {plural(row.places, 'unit')}. Add raters: jurybox rater add {study} NAME")


@app.command(epilog=examples("jurybox study close titles"))
def close(study: Study, data: Data = None, database: Database = None) -> None:
    """Close an open study. What still arrives is kept and not counted."""
    from jurybox.studies.creating import close_study

    with workbench(settle(data=data, database=database)) as bench:
        close_study(bench, study)
    say(f"Study {study} is closed. Its judgements: jurybox export {study}")


@app.command("list", epilog=examples("jurybox study list", "jurybox study list --json"))
def list_(json: Json = False, data: Data = None, database: Database = None) -> None:
    """List all studies with their state and progress."""
    from jurybox.studies.overview import list_studies

    with workbench(settle(data=data, database=database)) as bench:
        found = list_studies(bench)
    if json:
        say_json(found)
        return
    columns = ("key", "state", "protocol", "items", "units", "raters", "judgements", "progress")
    rows = [[_percent(s[c]) if c == "progress" else s[c] for c in columns] for s in found]
    say_table([column.upper() for column in columns], rows)


def _percent(share: float | None) -> str | None:
    return None if share is None else f"{share:.0%}"


@app.command(epilog=examples("jurybox study show titles", "jurybox study show titles --json"))
def show(study: Study, json: Json = False, data: Data = None, database: Database = None) -> None:
    """Show one study: settings, systems, how far each stage is, what waits in the inbox, and its events."""
    from jurybox.cli.showing import show_in_words
    from jurybox.studies.overview import show_study

    with workbench(settle(data=data, database=database)) as bench:
        found = show_study(bench, study)
    if json:
        say_json(found)
    else:
        show_in_words(found)


changes.register(app)
enquiries.register(app)
