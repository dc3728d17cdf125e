"""jurybox study history: what happened to a study, in words."""

from dataclasses import dataclass
from typing import Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import say, say_json, say_table
from jurybox.cli.seal import under_its_seal
from jurybox.cli.study.list_file import ListFile, format_of
from jurybox.cli.workbench import workbench


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study history titles",
            "jurybox study history titles --kind item_withdrawn --kind item_restored",
            "jurybox study history titles --person Ana --since 2026-01-31",
            "jurybox study history titles --to history.csv",
        )
    )(history)


@dataclass(frozen=True, slots=True)
class WhichEvents:
    """What of a history is wanted."""

    kind: Annotated[
        list[str] | None, typer.Option("--kind", metavar="KIND", help="Only what is of this kind. Repeatable.")
    ] = None
    person: Annotated[
        str | None, typer.Option("--person", metavar="NAME", help="Only what they did, or what concerns this rater.")
    ] = None
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="From this day, or time with its zone, on.")
    ] = None
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="To the end of this day, or before this time.")
    ] = None


@stacked
def history(study: Study, *, which: WhichEvents, to: ListFile = None, json: Json = False, where: Where) -> None:
    """Say what happened to a study: who did what and when, the first thing first."""
    from jurybox.studies import HistoryWish, history_file, tell_history
    from jurybox.studies.carry.export import write_lines
    from jurybox.texts import words_in

    ending = format_of(to)
    with workbench(where.config()) as bench, under_its_seal(bench, study):
        wish = HistoryWish(tuple(which.kind or ()), which.person, which.since, which.until)
        found = tell_history(bench, study, words_in("en", bench.texts), wish)
    if to is not None:
        write_lines(to, history_file(found, ending))
        say(f"The history of study {study} is in {to}.")
    elif json:
        say_json(found)
    else:
        say_table(("AT", "BY", "WHAT"), [(entry["at"][:19], entry["who"], entry["words"]) for entry in found])
