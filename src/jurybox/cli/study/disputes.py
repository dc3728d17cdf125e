"""jurybox study disputes, decide, adjudicator, again: what raters differ about, and what is rated once more."""

import json as json_module
from typing import Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import plural, say, say_json
from jurybox.cli.workbench import workbench
from jurybox.core import Refused


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("jurybox study disputes titles --threshold adequacy=1"))(disputes)
    app.command(
        epilog=examples('jurybox study decide titles 12 adequacy --answer adequacy.A=4 --reason "As example 3 says."')
    )(decide)
    app.command(epilog=examples("jurybox study adjudicator titles Ana --dismiss"))(adjudicator)
    app.command(epilog=examples('jurybox study again titles --lang en --revision 1 --reason "Titles count now."'))(
        again
    )


Pairs = Annotated[
    list[str] | None,
    typer.Option("--threshold", metavar="QUESTION=N", help="From where on answers are disputed. Repeatable."),
]


@stacked
def disputes(
    study: Study,
    *,
    threshold: Pairs = None,
    show_all: Annotated[bool, typer.Option("--all", help="Those that are decided, too.")] = False,
    json: Json = False,
    where: Where,
) -> None:
    """List the units about which raters are too far apart, the widest first."""
    from jurybox.studies import adjudicating

    with workbench(where.config()) as bench:
        if threshold:
            adjudicating.set_disputes(
                bench, study, {name: _number(pair, text) for pair, name, text in _split(threshold)}
            )
        adjudicating.find_disputes(bench, study)
        found = adjudicating.summary(bench, study)
        first = adjudicating.list_disputes(bench, study, "all" if show_all else "waiting")
        lines = list(first["lines"])
        for page in range(2, first["pages"] + 1):
            lines += adjudicating.list_disputes(bench, study, "all" if show_all else "waiting", page)["lines"]
    if json:
        say_json({"summary": found, "disputes": lines})
        return
    say(f"Units agreed: {found['agreed']}, disputed: {found['disputed']}; disputes decided: {found['decided']}.")
    for line in lines:
        state = "  decided" if line["decided"] else ""
        say(f"{line['unit']:>6}  {line['stage']}  {line['item']}  {', '.join(line['questions'])}{state}")
        for cell in line["differs"]:
            about = f".{cell['about']}" if cell["about"] else ""
            said = "; ".join(f"{one['rater']} says {one['text']}" for one in cell["said"])
            say(f"{'':>8}{cell['question']}{about}: {said}")


@stacked
def decide(
    study: Study,
    unit: Annotated[int, typer.Argument(metavar="UNIT", help="Its number in the list of disputes.", min=0)],
    stage: Annotated[str, typer.Argument(metavar="STAGE", help="The stage that is disputed.")],
    *,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer", metavar="QUESTION.TARGET=JSON", help="What is right; without it the dispute is shown."
        ),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it stands beside the decision.")] = "",
    where: Where,
) -> None:
    """Show a dispute under its letters, or decide it; a decision is a judgement of its own and changes no other."""
    from jurybox.studies import adjudicating

    with workbench(where.config()) as bench:
        if not answer:
            say_json(adjudicating.show_dispute(bench, study, unit, stage))
            return
        answers: dict[str, dict[str, object]] = {}
        for _, name, text in _split(answer):
            question, _, target = name.partition(".")
            answers.setdefault(question, {})[target or "unit"] = _value(text)
        draft = adjudicating.DecisionDraft(unit, stage, answers, reason, channel="api")
        adjudicating.decide(bench, study, draft)
    say(f"Decided in study {study}: unit {unit}, {stage}.")


@stacked
def adjudicator(
    study: Study,
    rater: Annotated[str, typer.Argument(metavar="RATER", help="A rater of the study, by name or id.")],
    *,
    dismiss: Annotated[bool, typer.Option("--dismiss", help="They decide no more; what they decided stays.")] = False,
    where: Where,
) -> None:
    """Appoint a rater to decide disputes in their page; never those of units that they were given to rate."""
    from jurybox.studies.adjudicating import appoint_adjudicator, dismiss_adjudicator

    with workbench(where.config()) as bench:
        (dismiss_adjudicator if dismiss else appoint_adjudicator)(bench, study, rater)
    say(f"{rater} {'no longer decides' if dismiss else 'may decide'} disputes of study {study}.")


@stacked
def again(
    study: Study,
    *,
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="The language of the guideline.")],
    revision: Annotated[int, typer.Option("--revision", metavar="N", help="Judged under this version.", min=1)],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept with the event.")],
    where: Where,
) -> None:
    """Send what was judged under a version of the guideline back to its raters, to be rated again as a correction."""
    from jurybox.studies.rating import rate_again

    with workbench(where.config()) as bench:
        sent = rate_again(bench, study, lang, revision, reason)
    say(f"{plural(sent, 'judgement')} went back in study {study}.")


def _split(pairs: list[str]) -> list[tuple[str, str, str]]:
    """(as given, name, text) of NAME=TEXT."""
    found = []
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair} is not NAME=VALUE.")
        found.append((pair, name, text))
    return found


def _number(pair: str, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise Refused.of("dispute.no_number", given=pair) from error


def _value(text: str) -> object:
    """JSON, or a text as it stands."""
    try:
        found: object = json_module.loads(text)
    except ValueError:
        return text
    return found
