"""jurybox organiser add, link, password, token."""

import sys
from typing import Annotated

import typer

from jurybox.cli.options import Where, WhereWithLinks, examples, stacked
from jurybox.cli.output import say
from jurybox.cli.workbench import workbench

app = typer.Typer(
    help="Organisers: who may set up studies in the browser and over the API.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox organiser add Ada", "jurybox organiser link Ada"),
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The organiser's name.")]


@app.command(epilog=examples("jurybox organiser add Ada", "jurybox organiser add Ada --password"))
@stacked
def add(
    name: Name,
    *,
    password: Annotated[
        bool, typer.Option("--password", help="Ask for a password; without one they sign in by link.")
    ] = False,
    where: WhereWithLinks,
) -> None:
    """Add an organiser and print a link that signs them in once, within a day."""
    from jurybox.studies.people import add_organiser, sign_in_link

    config = where.config()
    secret = _ask() if password else None
    with workbench(config, make=True) as bench:
        add_organiser(bench, name, secret)
        say(config.url() + sign_in_link(bench, name))


@app.command(epilog=examples("jurybox organiser link Ada"))
@stacked
def link(name: Name, where: WhereWithLinks) -> None:
    """Print a new link that signs an organiser in once, within a day."""
    from jurybox.studies.people import sign_in_link

    config = where.config()
    with workbench(config) as bench:
        say(config.url() + sign_in_link(bench, name))


@app.command(epilog=examples("jurybox organiser password Ada", "jurybox organiser password Ada < password.txt"))
@stacked
def password(name: Name, where: Where) -> None:
    """Set an organiser's password; asked for on a terminal, otherwise read from standard input."""
    from jurybox.studies.people import set_password

    secret = _ask()
    with workbench(where.config()) as bench:
        set_password(bench, name, secret)
    say(f"The password of {name} is set.")


def _ask() -> str:
    if sys.stdin.isatty():
        answer: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        return answer
    return sys.stdin.readline().rstrip("\r\n")


@app.command(
    epilog=examples(
        "jurybox organiser token Ada --name notebook", "jurybox organiser token Ada --name notebook --revoke"
    )
)
@stacked
def token(
    organiser: Name,
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="What the token is for.")],
    *,
    revoke: Annotated[bool, typer.Option("--revoke", help="End the token of that name instead.")] = False,
    where: Where,
) -> None:
    """Make an API token for an organiser's programs. It is shown once."""
    from jurybox.studies.people import add_api_token, revoke_api_token

    with workbench(where.config()) as bench:
        if revoke:
            revoke_api_token(bench, name)
            say(f"The token {name} is revoked.")
        else:
            say(add_api_token(bench, organiser, name))
