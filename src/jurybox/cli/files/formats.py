"""jurybox convert, formats."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from jurybox.cli.files.ratings_columns import RatingsColumns
from jurybox.cli.options import Json, TextOptions, examples, stacked
from jurybox.cli.output import say, say_json, say_table
from jurybox.texts import line_of

Force = Annotated[bool, typer.Option("--force", help="Replace what is there.")]
Pair = Annotated[
    str,
    typer.Option("--pair", metavar="LANG-LANG", help="Source and target language, such as de-en, where a format asks."),
]
Licence = Annotated[
    str, typer.Option("--licence", metavar="NAME", help="The licence that a data card names, such as cc-by-4.0.")
]


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """What some formats ask for."""

    pair: Pair = ""
    licence: Licence = ""


@dataclass(frozen=True, slots=True)
class FromTo:
    """From which format to which, and whether over what is there."""

    source: Annotated[str, typer.Option("--from", metavar="FORMAT", help="What FILE is; jurybox formats lists them.")]
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="What OUT shall be.")]
    force: Force = False


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox convert log.jsonl errors.tsv --from pearmut --to wmt-mqm",
            "jurybox convert campaign.json items.jsonl --from pearmut-campaign --to items",
        )
    )(convert)
    app.command(epilog=examples("jurybox formats"))(formats)


@stacked
def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file or folder of ratings.", readable=False)],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file or folder to write.", readable=False)],
    *,
    ways: FromTo,
    target: TargetOptions,
    named: RatingsColumns,
    text: TextOptions,
) -> None:
    """Convert ratings from one format to another; no study and no data folder is needed.

    What the new format cannot hold is said. If anything is wrong with FILE, every fault is printed with its line, and
    nothing is written.
    """
    from jurybox.studies.carry import RatingsSource, RatingsTarget
    from jurybox.studies.carry import convert as run

    source = RatingsSource(file, ways.source, text.encoding, not text.no_quotes, named.columns())
    losses = run(source, RatingsTarget(out, ways.to, target.pair, target.licence), ways.force)
    say(f"{file} is in {out}, as {ways.to}.")
    for loss in losses:
        say(line_of(loss))


def formats(json: Json = False) -> None:
    """List the formats of ratings: which can be read and written, and what each cannot hold."""
    from jurybox.studies.carry import list_formats

    found = list_formats()
    if json:
        say_json(found)
        return
    ways = {(True, True): "both", (True, False): "read", (False, True): "write"}
    rows = [[one["id"], ways[one["reads"], one["writes"]], one["title"], one["cannot_hold"]] for one in found]
    say_table(["FORMAT", "WAYS", "WHAT IT IS", "CANNOT HOLD"], rows)
