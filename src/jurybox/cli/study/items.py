"""jurybox study items, item, note, send-back: what is rated, looked at closely."""

from dataclasses import dataclass
from typing import Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table
from jurybox.cli.seal import see_names, under_its_seal
from jurybox.cli.study.list_file import ListFile, format_of
from jurybox.cli.workbench import workbench

Item = Annotated[str, typer.Argument(metavar="ITEM", help="The key of the item.")]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study items titles --filter cannot",
            "jurybox study items titles --group es --text budget",
            "jurybox study items titles --to items.csv",
        )
    )(items)
    app.command(epilog=examples("jurybox study item titles t17", "jurybox study item titles t17 --json"))(item)
    app.command(epilog=examples('jurybox study note titles t17 "The source has a typo."'))(note)
    app.command(
        "send-back",
        epilog=examples('jurybox study send-back titles t17 Ana --note "Both are marked as the best."'),
    )(send_back)


@dataclass(frozen=True, slots=True)
class WhichItems:
    """What of the items is wanted."""

    filter: Annotated[
        str,
        typer.Option("--filter", metavar="NAME", help="all, disputed, cannot, inbox, noted or withdrawn."),
    ] = "all"
    group: Annotated[str | None, typer.Option("--group", metavar="NAME", help="Only items of this group.")] = None
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="Only items with this in their key, texts or outputs.")
    ] = ""


@stacked
def items(study: Study, *, which: WhichItems, to: ListFile = None, json: Json = False, where: Where) -> None:
    """List the items of a study: those of a filter, of a group, or with a text."""
    from jurybox.studies import ItemsWish, all_items, items_file
    from jurybox.studies.carry.export import write_lines

    ending = format_of(to)
    with workbench(where.config()) as bench:
        found = list(all_items(bench, study, ItemsWish(which.filter, which.group, which.text)))
    if to is not None:
        write_lines(to, items_file(found, ending))
        say(f"{plural(len(found), 'item')} of study {study}: {to}")
    elif json:
        say_json(found)
    else:
        rows = [
            (i["key"], i["group"] or None, i["state"], f"{i['answers']} of {i['needed']}", i["cannot"]) for i in found
        ]
        say_table(("ITEM", "GROUP", "STATE", "TAKEN", "CANNOT"), rows)


@stacked
def item(study: Study, item: Item, *, json: Json = False, where: Where) -> None:
    """Show one item: its systems, what each rater said, and the notes on it."""
    from jurybox.studies import show_item

    with workbench(where.config()) as bench:
        found = show_item(bench, study, item)
        see_names(bench, study)
    if json:
        from dataclasses import asdict

        say_json({**found, "said": [asdict(said) for said in found["said"]]})
        return
    say(f"{found['key']}" + (f" ({found['group']})" if found["group"] else "") + (" withdrawn" * found["withdrawn"]))
    rows = [(s.rater, s.name, s.question or "-", s.about or "-", s.value or "-", s.text or "-") for s in found["said"]]
    say_table(("RATER", "NAME", "QUESTION", "ABOUT", "ANSWER", "IN WORDS"), rows)
    for entry in found["notes"]:
        say(f"Note of {entry['who']}, {entry['at'][:19]}: {entry['text']}")


@stacked
def note(
    study: Study,
    item: Item,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The note.")],
    *,
    where: Where,
) -> None:
    """Write a note on an item. It stands in the history of the study; raters never see it."""
    from jurybox.studies import note_item

    with workbench(where.config()) as bench:
        note_item(bench, study, item, text)
    say(f"Noted on item {item} of study {study}.")


@stacked
def send_back(
    study: Study,
    item: Item,
    rater: Annotated[str, typer.Argument(metavar="RATER", help="A rater's id or name.")],
    *,
    system: Annotated[
        str | None, typer.Option("--system", metavar="NAME", help="Only the unit that shows this system.")
    ] = None,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="Why; kept with the event.")] = "",
    where: Where,
) -> None:
    """Send units of an item back to a rater who has finished them, to be corrected.

    They come once more, with the answers as a draft. The first answers stay in the log; what is final never goes back.
    """
    from jurybox.studies.lifecycle import ToSendBack, send_item_back

    with workbench(where.config()) as bench, under_its_seal(bench, study):
        count = send_item_back(bench, study, ToSendBack(item, rater, system, note))
    say(f"Sent back to {rater}: {plural(count, 'unit')} of item {item}.")
