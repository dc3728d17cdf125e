"""jurybox study create and add: how a study comes to its items."""

from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.config import settle
from jurybox.cli.options import Data, Database, Encoding, Media, NoQuotes, People, Study, examples
from jurybox.cli.output import say
from jurybox.cli.progress import progress_bar
from jurybox.cli.study import items_input as options
from jurybox.cli.study.preview import tell_import, tell_preview
from jurybox.cli.workbench import workbench

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
        metavar="FILE|DIR",
        help="A table of items and outputs: csv, tsv, jsonl, json, xlsx or parquet; or a folder of such. Repeatable.",
        readable=False,
    ),
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting, such as quorum=3. Repeatable.")
]


def create(
    key: Annotated[str, typer.Argument(metavar="KEY", help="A short name for links and commands: a-z, 0-9 and -.")],
    protocol: Protocol,
    name: Annotated[
        str | None, typer.Option("--name", metavar="TEXT", help="What raters read; the key by default.")
    ] = None,
    items: Items = None, media: Media = None, people: People = None, set_: Set = None,
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="Settings in a YAML file.", readable=False)
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="What every order is drawn from; random by default.")
    ] = None,
    map_: options.Map = None, ignore: options.Ignore = None, wide: options.Wide = None,
    system_from: options.SystemFrom = None, split: options.Split = None, no_header: options.NoHeader = None,
    encoding: Encoding = None, no_quotes: NoQuotes = False, duplicates: options.Duplicates = None,
    empty: options.Empty = None, dry_run: options.DryRun = False, data: Data = None, database: Database = None,
) -> None:  # fmt: skip
    """Create a draft study, with items if tables are given.

    If anything is wrong, every fault is printed with its file and line, and nothing is created.
    """
    from jurybox.studies.lifecycle import create_filled, find_protocol, preview_new, read_wishes

    if not items and (media or people or dry_run):
        raise typer.BadParameter("--media, --people and --dry-run go with --items.")
    loaded, wishes = find_protocol(protocol), read_wishes(settings, set_)
    how = options.reading(map_, ignore, wide, system_from, split, no_header, encoding, no_quotes, duplicates, None)
    if empty:
        wishes.values["empty"] = empty
    if dry_run:
        with progress_bar("Reading") as progress, wishes.placing_faults():
            found = preview_new(loaded, key, items or [], media, people, wishes.values, seed, how, progress)
        tell_preview(found)
        return
    bench_of = settle(data=data, database=database)
    with workbench(bench_of, make=True) as bench, progress_bar("Reading") as progress, wishes.placing_faults():
        row, batch = create_filled(
            bench, loaded, key, name or key, items or [], media, people, wishes.values, seed, progress, reading=how
        )
    say(f"Study {key} is a draft of {loaded.protocol.name}, seed {row.seed}.")
    if batch is None:
        say(f"Add items: jurybox study add {key} FILE")
    else:
        tell_import(batch)
        say(f"Open it: jurybox study open {key}")


def add(
    study: Study,
    tables: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Tables of items and outputs, or folders of such.", readable=False),
    ],
    media: Media = None, people: People = None,
    map_: options.Map = None, ignore: options.Ignore = None, wide: options.Wide = None,
    system_from: options.SystemFrom = None, split: options.Split = None, no_header: options.NoHeader = None,
    encoding: Encoding = None, no_quotes: NoQuotes = False, duplicates: options.Duplicates = None,
    empty: options.Empty = None, dry_run: options.DryRun = False, data: Data = None, database: Database = None,
) -> None:  # fmt: skip
    """Add items, or outputs of further systems, to a draft or an open study.

    All or nothing: if anything is wrong, every fault is printed with its file and line. In an open study the new units
    come at the end of the pool.
    """
    from jurybox.studies.lifecycle import import_items, preview_more

    how = options.reading(map_, ignore, wide, system_from, split, no_header, encoding, no_quotes, duplicates, empty)
    with workbench(settle(data=data, database=database)) as bench, progress_bar("Reading") as progress:
        if dry_run:
            found = preview_more(bench, study, tables, media, people, how, progress)
        else:
            batch = import_items(bench, study, tables, media, people, progress, reading=how)
    if dry_run:
        tell_preview(found)
    else:
        tell_import(batch)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study create titles --protocol title --items titles.csv",
            "jurybox study create captions --protocol caption-culture --items captions.xlsx --media pictures",
            "jurybox study create tweets --protocol sarcasm-interpretation --items tweets.csv --no-header --dry-run",
            "jurybox study create tweets --protocol sarcasm-interpretation --set quorum=3 --set repeats=0.1",
        )
    )(create)
    app.command(
        epilog=examples(
            "jurybox study add titles more.csv",
            "jurybox study add captions new.csv --media pictures",
            "jurybox study add captions team.jsonl --system-from file --dry-run",
        )
    )(add)
