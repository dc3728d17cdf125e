"""What is said of a new study."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.options import Media, People

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
Name = Annotated[str | None, typer.Option("--name", metavar="TEXT", help="What raters read; the key by default.")]
SettingsFile = Annotated[
    Path | None, typer.Option("--settings", metavar="FILE", help="Settings in a YAML file.", readable=False)
]
Merge = Annotated[
    str | None,
    typer.Option(
        "--merge",
        metavar="exact|same-words|none",
        help="Which equal outputs of an item are rated once; the protocol says it by default.",
    ),
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="TEXT", help="What every order is drawn from; random by default.")
]


@dataclass(frozen=True, slots=True)
class DraftOptions:
    """What a new study is made of."""

    name: Name = None
    items: Items = None
    media: Media = None
    people: People = None
    set_: Set = None
    settings: SettingsFile = None
    merge: Merge = None
    seed: Seed = None
