"""jurybox study pairs: live strengths of a study that draws its pairs as it goes, and which come next."""

from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json, say_table
from jurybox.cli.seal import names_or_seal
from jurybox.cli.workbench import workbench

if TYPE_CHECKING:
    from jurybox.studies import PairsShown


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study pairs chats", "jurybox study pairs chats --refresh", "jurybox study pairs chats --draw"
        )
    )(pairs)


@stacked
def pairs(
    study: Study,
    *,
    refresh: Annotated[bool, typer.Option("--refresh", help="Compute strengths anew first.")] = False,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the next batch of pairs now, by strengths anew.")] = False,
    json: Json = False,
    where: Where,
) -> None:
    """Show strengths with their intervals, how pairs are chosen, and which come next.

    The server draws pairs by itself whenever few are left for a rater.
    """
    from jurybox.studies import draw_pairs, show_pairs

    with workbench(where.config()) as bench, names_or_seal(bench, study):
        if refresh or draw:
            draw_pairs(bench, study, draw=draw)
        shown = show_pairs(bench, study)
    if json:
        say_json(shown)
    elif shown["choose"] == "all":
        say(f"Study {study} compares every pair of every item.")
        say(f"Draw them as it goes, before it opens: jurybox study set {study} --set pairs=uncertain")
    else:
        _tell(shown)


def _tell(shown: "PairsShown") -> None:
    live = shown["strengths"]
    if live is not None:
        say(f"Strengths up to judgement {live['until']}, by {live['sure_by'].replace('_', ' ')}:")
        rows = [
            (
                one["system"],
                _number(one["strength"]),
                None if one["low"] is None else f"{_number(one['low'])} to {_number(one['high'])}",
                None if one["points"] is None else f"{100 * one['points']:.0f} %",
                one["comparisons"],
            )
            for one in live["systems"]
        ]
        say_table(("SYSTEM", "STRENGTH", "95 %", "WON", "COMPARISONS"), rows)
        if live["reason"]:
            say(f"No strengths yet: {live['reason'].replace('_', ' ')}.")
        say("")
    if shown["newer"]:
        say(f"{plural(shown['newer'], 'judgement')} not in it yet: --refresh computes it anew.")
    chosen = "evenly" if shown["choose"] == "even" else "where they teach most, a fifth evenly"
    say(f"Drawn {chosen}: {plural(shown['drawn'], 'pair')} in {plural(shown['batches'], 'batch', 'batches')}.")
    say(f"Still to be drawn: {shown['left']}.")
    if shown["next"]:
        say("")
        found = [(pair["first"], pair["second"], pair["units"], pair["answers"]) for pair in shown["next"]]
        say_table(("NEXT", "AGAINST", "ITEMS", "ANSWERS WANTED"), found)


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"
