"""jurybox organiser add, list, link, password, role, remove, end-sessions, records, token."""

import sys
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jurybox.cli.options import Json, Where, WhereWithLinks, examples, stacked
from jurybox.cli.output import say, say_json, say_table
from jurybox.cli.workbench import workbench

if TYPE_CHECKING:
    from jurybox.studies.people import OrganiserInfo

app = typer.Typer(
    help="Organisers: who may set up studies in the browser and over the API.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=examples("jurybox organiser add Ada", "jurybox organiser link Ada"),
)


MOST_RECORDS = 1_000_000


class Role(Enum):
    """What an organiser may do: an administrator also invites, removes and gives roles."""

    administrator = "administrator"
    organiser = "organiser"


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
    """Add an organiser and print a link that signs them in once, within a week.

    The first organiser is administrator: invites others, removes them, gives roles.
    """
    from jurybox.studies.people import invite

    config = where.config()
    secret = _ask() if password else None
    with workbench(config, make=True) as bench:
        say(config.url() + invite(bench, name, password=secret).path)


@app.command("list", epilog=examples("jurybox organiser list", "jurybox organiser list --json"))
@stacked
def list_(*, json: Json = False, where: Where) -> None:
    """List the organisers: their role, and how they sign in."""
    from jurybox.studies.people import list_organisers

    with workbench(where.config()) as bench:
        found = list_organisers(bench)
    if json:
        say_json([asdict(one) for one in found])
        return
    rows = [(one.name, "administrator" if one.is_administrator else "organiser", _way_in(one)) for one in found]
    say_table(("NAME", "ROLE", "SIGNS IN"), rows)


def _way_in(one: "OrganiserInfo") -> str:
    if one.has_password:
        return "by password"
    return f"invited until {one.invited_until}" if one.invited_until else "by link only"


@app.command(epilog=examples("jurybox organiser link Ada"))
@stacked
def link(name: Name, where: WhereWithLinks) -> None:
    """Print a new link that signs an organiser in once, within a day. Older links open nothing any more."""
    from jurybox.studies.people import sign_in_link

    config = where.config()
    with workbench(config) as bench:
        say(config.url() + sign_in_link(bench, name))


@app.command(epilog=examples("jurybox organiser role Ben administrator", "jurybox organiser role Ben organiser"))
@stacked
def role(
    name: Name,
    wanted: Annotated[Role, typer.Argument(metavar="ROLE", help="administrator or organiser.")],
    where: Where,
) -> None:
    """Make an organiser administrator, or a plain organiser again. One administrator is always there."""
    from jurybox.studies.people import set_administrator

    with workbench(where.config()) as bench:
        found = set_administrator(bench, name, wanted is Role.administrator)
    say(f"{found.name} is {wanted.value} now.")


@app.command(epilog=examples("jurybox organiser remove Ben"))
@stacked
def remove(name: Name, where: Where) -> None:
    """Remove an organiser: sessions, links, password and API tokens end at once. What they did stays."""
    from jurybox.studies.people import remove_organiser

    with workbench(where.config()) as bench:
        found = remove_organiser(bench, name)
    say(f"{found.name} is removed and can no longer come in.")


@app.command(epilog=examples("jurybox organiser password Ada", "jurybox organiser password Ada < password.txt"))
@stacked
def password(name: Name, where: Where) -> None:
    """Set an organiser's password; asked for on a terminal, otherwise read from standard input.

    Their sessions, sign-in links and API tokens end.
    """
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
    epilog=examples("jurybox organiser records --since 2026-11-01", "jurybox organiser records --to records.csv")
)
@stacked
def records(
    *,
    since: Annotated[str | None, typer.Option("--since", metavar="TIME", help="From this day or time on.")] = None,
    study: Annotated[str | None, typer.Option("--study", metavar="STUDY", help="Only of this study.")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="A csv file to write.")] = None,
    json: Json = False,
    where: Where,
) -> None:
    """Say what was done to people, links, roles and data: who did what and when, the newest first."""
    from jurybox.studies.carry.export import write_lines
    from jurybox.studies.people import RecordsWish, list_records, records_file
    from jurybox.texts import words_in

    with workbench(where.config()) as bench:
        wish = RecordsWish(MOST_RECORDS, since=since, study=study)
        found = list_records(bench, words_in("en", bench.texts), wish)
    if to is not None:
        write_lines(to, records_file(found))
        say(f"The records are in {to}.")
    elif json:
        say_json([asdict(one) for one in found])
    else:
        say_table(("AT", "WHAT", "STUDY", "RATER"), [(one.at[:19], one.words, one.study, one.rater) for one in found])


class Scope(Enum):
    """What a token is good for."""

    read = "read"
    write = "write"
    metrics = "metrics"


@dataclass(frozen=True, slots=True)
class TokenOptions:
    """What a token is good for, and until when."""

    scope: Annotated[
        Scope, typer.Option("--scope", help="Reading alone, writing too, or the numbers for who watches the server.")
    ] = Scope.write
    study: Annotated[
        str | None, typer.Option("--study", metavar="STUDY", help="The only study that the token opens.")
    ] = None
    days: Annotated[int | None, typer.Option("--days", metavar="N", min=1, help="How long the token works.")] = None


@app.command("end-sessions", epilog=examples("jurybox organiser end-sessions Ada"))
@stacked
def end_sessions(name: Name, where: Where) -> None:
    """End every session, sign-in link and API token of an organiser. The password stays."""
    from jurybox.studies.people import end_sessions as end

    with workbench(where.config()) as bench:
        end(bench, name)
    say(f"{name} is signed out everywhere.")


@app.command(
    epilog=examples(
        "jurybox organiser token Ada --name notebook",
        "jurybox organiser token Ada --name report --scope read --study titles --days 30",
        "jurybox organiser token Ada --name notebook --revoke",
    )
)
@stacked
def token(
    organiser: Name,
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="What the token is for.")],
    *,
    limits: TokenOptions,
    revoke: Annotated[bool, typer.Option("--revoke", help="End the token of that name instead.")] = False,
    where: Where,
) -> None:
    """Make an API token for an organiser's programs. It is shown once."""
    from jurybox.studies.people import TokenWish, add_api_token, revoke_api_token

    with workbench(where.config()) as bench:
        if revoke:
            revoke_api_token(bench, organiser, name)
            say(f"The token {name} is revoked.")
        else:
            wish = TokenWish(name, limits.scope.value, limits.study, limits.days)
            say(add_api_token(bench, organiser, wish))
