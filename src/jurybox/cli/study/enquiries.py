"""jurybox study enquiries and reply: what raters ask, and the answers to one or to all."""

from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import say, say_json
from jurybox.cli.workbench import workbench

if TYPE_CHECKING:
    from jurybox.studies.people import EnquiryView


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("jurybox study enquiries titles", "jurybox study enquiries titles --waiting --json"))(
        enquiries
    )
    app.command(
        epilog=examples(
            'jurybox study reply titles 0199a1b2 "Yes, subtitles count."',
            'jurybox study reply titles 0199a1b2 "Yes." --publish --question "Do subtitles count?"',
        )
    )(reply)


@stacked
def enquiries(
    study: Study,
    *,
    waiting: Annotated[bool, typer.Option("--waiting", help="Only those without a reply.")] = False,
    json: Json = False,
    where: Where,
) -> None:
    """List what raters of a study asked, with the replies."""
    from jurybox.studies.people import list_enquiries

    with workbench(where.config()) as bench:
        found = list_enquiries(bench, study, waiting)
    if json:
        say_json(found)
        return
    for asked in found:
        _tell(asked)
    if not found:
        say(f"Nobody has asked anything in study {study}." if not waiting else f"Nothing waits in study {study}.")


def _tell(asked: "EnquiryView") -> None:
    about = asked["item"] or asked["example"]
    where = f", about {about}" + (f" ({asked['stage']})" if asked["stage"] else "") if about else ""
    say(f"{asked['id']}  {asked['at'][:16]}  {asked['name']}{where}")
    say(f"    {asked['text']}")
    for answer in asked["replies"]:
        say(f"    {'to all' if answer['published'] else 'to the rater'}: {answer['text']}")


@stacked
def reply(
    study: Study,
    enquiry: Annotated[str, typer.Argument(metavar="ENQUIRY", help="Its id, or the beginning of it.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The answer.")],
    *,
    publish: Annotated[
        bool, typer.Option("--publish", help="To all raters, and not only to the one who asked.")
    ] = False,
    question: Annotated[
        str | None, typer.Option("--question", metavar="TEXT", help="The question as the others are to read it.")
    ] = None,
    where: Where,
) -> None:
    """Answer a rater's enquiry. A published answer never says who asked."""
    from jurybox.studies.people import ReplyDraft
    from jurybox.studies.people import reply as answer

    with workbench(where.config()) as bench:
        answer(bench, study, enquiry, ReplyDraft(text, publish, question))
    say(f"Answered in study {study}, {'to all raters' if publish else 'to the rater who asked'}.")
