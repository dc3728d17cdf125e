"""jurybox serve, jurybox demo, and the hidden worker that the server starts."""

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

import typer

from jurybox.cli.config import Config, settle
from jurybox.cli.options import Database, Host, Url, Where, examples, stacked
from jurybox.cli.output import say
from jurybox.cli.progress import progress_bar
from jurybox.cli.workbench import workbench
from jurybox.core import Conflict

DEMO_DATA = "jurybox-demo"
DEMO_ORGANISER = "Demo"

Port = Annotated[
    int | None,
    typer.Option(
        "--port", metavar="N", min=0, max=65535, help="The port (JURYBOX_PORT; 8000 by default), 0 for a free one."
    ),
]


def register(app: typer.Typer) -> None:
    app.command(epilog=examples("jurybox demo", "jurybox demo --port 0 --data /tmp/demo"))(demo)
    app.command(
        epilog=examples(
            "jurybox serve",
            "jurybox serve --host 0.0.0.0 --port 80 --url http://jury.example.org",
            "jurybox serve --url https://jury.example.org --proxy 127.0.0.1",
        )
    )(serve)
    app.command(hidden=True)(worker)


def demo(
    port: Port = None,
    host: Host = None,
    data: Annotated[
        str | None,
        typer.Option(
            "--data", metavar="DIR", help=f"The folder of the demonstration (JURYBOX_DATA; ./{DEMO_DATA} by default)."
        ),
    ] = None,
    database: Database = None,
    url: Url = None,
) -> None:
    """Start a demonstration: one open study for each protocol of the shelf, with judgements of pretend raters.

    Prints a sign-in link for the organiser and a rater's link for each study. The second start is quick.
    """
    from jurybox.cli.server.start import claim_port, start, starting

    config = settle(DEMO_DATA, data=data, database=database, url=url, host=host, port=port)
    with claim_port(config.host, config.port) as claimed:
        lines = _prepare_demo(config, claimed.port)
        with starting():
            start(config, claimed, lambda: say("\n".join(lines)))


def _prepare_demo(config: Config, port: int) -> list[str]:
    """Build what is missing; what to print when the server answers."""
    from jurybox.studies.demo import build_demo
    from jurybox.studies.people import add_organiser, sign_in_link

    url = config.url(port)
    with workbench(config, make=True) as bench, progress_bar("Making the demonstration") as progress:
        links = build_demo(bench, progress)
        with suppress(Conflict):  # the start before has added them
            add_organiser(bench, DEMO_ORGANISER)
        sign_in = sign_in_link(bench, DEMO_ORGANISER)
    width = max(len(key) for key, _ in links)
    return [
        f"The demonstration runs, with its data in {config.data}. Ctrl+C ends it.",
        "",
        "Organiser, a link that works once:",
        f"  {url}{sign_in}",
        "Rater, a link for each study:",
        *(f"  {key.ljust(width)}  {url}{path}" for key, path in links),
    ]


@dataclass(frozen=True, slots=True)
class AddressOptions:
    """Where the server listens, and how people come to it."""

    port: Port = None
    host: Host = None
    url: Url = None


Workers = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, max=64, help="Server processes; above 1 only with PostgreSQL.")
]
Proxy = Annotated[
    str | None,
    typer.Option("--proxy", metavar="ADDRESS", help="Believe the X-Forwarded headers of a proxy at this address."),
]
LogRequests = Annotated[
    bool, typer.Option("--log-requests", help="Log one line of JSON per request to standard error.")
]


@stacked
def serve(
    *,
    address: AddressOptions,
    workers: Workers = 1,
    proxy: Proxy = None,
    log_requests: LogRequests = False,
    where: Where,
) -> None:
    """Run the server for raters and organisers.

    Until an organiser has a password it prints a link that signs in the first of them.
    """
    from jurybox.cli.server.start import ServeOptions, claim_port, start, starting
    from jurybox.core import Refused

    config = settle(data=where.data, database=where.database, url=address.url, host=address.host, port=address.port)
    with starting(), claim_port(config.host, config.port) as claimed:
        from jurybox.studies.people import first_link

        with workbench(config, make=True) as bench:
            if workers > 1 and bench.database.dialect == "sqlite":
                raise Refused.of("serve.workers_on_sqlite", "workers", workers)
            link = first_link(bench)
        url = config.url(claimed.port)
        lines = [f"Jurybox is at {url}, with its data in {config.data}. Ctrl+C ends it."]
        if link is not None:
            lines += ["Sign in with this link; it works once, within an hour:", f"  {url}{link}"]
        start(config, claimed, lambda: say("\n".join(lines)), ServeOptions(workers, proxy, log_requests))


@stacked
def worker(where: Where) -> None:
    """Do the heavy work that the server asked for, then end. The server starts it by itself."""
    from jurybox.studies import WorkLimits, work

    config = where.config()
    usual = WorkLimits()
    limits = WorkLimits(config.worker_memory_mb or usual.memory_mb, config.worker_minutes or usual.minutes)
    with workbench(config) as bench:
        work(bench, os.environ.get("JURYBOX_WORKER") or bench.new_id(), limits)
