"""jurybox study role, hand-over, put-away, fetch-back, reveal: who may do what in a study, and what they see of it."""

from typing import Annotated

import typer

from jurybox.cli.erasing import delete
from jurybox.cli.options import Json, Study, Where, examples, stacked
from jurybox.cli.output import say, say_json, say_table
from jurybox.cli.workbench import workbench

Organiser = Annotated[str, typer.Argument(metavar="NAME", help="An organiser of this server.", show_default=False)]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "jurybox study role titles",
            "jurybox study role titles Ada --give viewer",
            "jurybox study role titles Ada --take",
        )
    )(role)
    app.command("hand-over", epilog=examples("jurybox study hand-over titles Ada"))(hand_over)
    app.command("delete", epilog=examples("jurybox study delete titles --yes"))(delete)
    app.command("put-away", epilog=examples("jurybox study put-away titles"))(put_away)
    app.command("fetch-back", epilog=examples("jurybox study fetch-back titles"))(fetch_back)
    app.command(epilog=examples("jurybox study reveal titles"))(reveal)


@stacked
def role(
    study: Study,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="An organiser; all where none is named.")] = None,
    *,
    give: Annotated[
        str | None, typer.Option("--give", metavar="ROLE", help="viewer, organiser or owner, in place of the old one.")
    ] = None,
    take: Annotated[bool, typer.Option("--take", help="End their part in the study.")] = False,
    json: Json = False,
    where: Where,
) -> None:
    """Say who has which role in a study, give one, or take one away. Where nobody has one, every organiser owns it."""
    from dataclasses import asdict

    from jurybox.studies.people import give_role, list_members, take_role

    if (give is not None or take) != (name is not None) or (give is not None and take):
        raise typer.BadParameter("Name an organiser, with --give ROLE or --take; or nobody, to see all roles.")
    with workbench(where.config()) as bench:
        if name is not None and give is not None:
            give_role(bench, study, name, give)
        elif name is not None:
            take_role(bench, study, name)
        members = list_members(bench, study)
    if json:
        say_json([asdict(member) for member in members])
    elif members:
        say_table(("NAME", "ROLE"), [(member.name, member.role) for member in members])
    else:
        say("Nobody has a role: every organiser owns the study.")


@stacked
def hand_over(study: Study, name: Organiser, where: Where) -> None:
    """Make an organiser the owner of a study."""
    from jurybox.studies import people

    with workbench(where.config()) as bench:
        people.hand_over(bench, study, name)
    say(f"{name} owns study {study}.")


@stacked
def put_away(study: Study, where: Where) -> None:
    """Take a study off the list in the browser. Nothing else changes."""
    from jurybox.studies import people

    with workbench(where.config()) as bench:
        people.put_away(bench, study)
    say(f"Study {study} is put away. Fetch it back: jurybox study fetch-back {study}")


@stacked
def fetch_back(study: Study, where: Where) -> None:
    """Put a study on the list in the browser again."""
    from jurybox.studies import people

    with workbench(where.config()) as bench:
        people.fetch_back(bench, study)
    say(f"Study {study} is on the list again.")


@stacked
def reveal(study: Study, where: Where) -> None:
    """Let everybody with a role in a sealed study see the names of its systems. It can't be taken back."""
    from jurybox import studies

    with workbench(where.config()) as bench:
        studies.reveal(bench, study)
    say(f"The names of the systems of {study} are revealed.")
