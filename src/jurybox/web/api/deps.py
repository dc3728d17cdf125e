"""What the organiser's routes are given: the workbench, the configuration, the worker, and who is asking."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, Request

from jurybox.core import Refused
from jurybox.studies import Workbench, based_on
from jurybox.studies.people import Organiser
from jurybox.web.access import allow
from jurybox.web.auth import organiser_of
from jurybox.web.config import ServerConfig
from jurybox.web.passwords import Passwords
from jurybox.web.worker import Worker


def _bench(request: Request) -> Workbench:
    bench: Workbench = request.app.state.bench
    return bench


def _config(request: Request) -> ServerConfig:
    config: ServerConfig = request.app.state.config
    return config


def _worker(request: Request) -> Worker:
    worker: Worker = request.app.state.worker
    return worker


def _passwords(request: Request) -> Passwords:
    passwords: Passwords = request.app.state.passwords
    return passwords


async def _organiser(request: Request) -> Organiser:
    found = await organiser_of(request, _bench(request))
    await allow(request, _bench(request), found)
    if "study" in request.path_params:
        based_on(_seen(request.headers.get("if-match", "")))
    return found


def _seen(header: str) -> int | None:
    """The version of the study that a program has read, as the ETag of GET /api/studies/{study} says it."""
    given = header.strip().strip('"')
    if not given or given == "*":
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Refused.of("request.bad_if_match", "if-match", header)
    return int(given)


Bench = Annotated[Workbench, Depends(_bench)]
Server = Annotated[ServerConfig, Depends(_config)]
Heavy = Annotated[Worker, Depends(_worker)]
SlowChecks = Annotated[Passwords, Depends(_passwords)]
Who = Annotated[Organiser, Depends(_organiser)]

DOCUMENTED = (400, 401, 403, 404, 409, 412, 413, 422, 429)
PROBLEM = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}}}
"""Named and not given as a model, of which FastAPI would make one for each route and status: a tenth of the start.
Routes of jobs give it, so it is described."""
OR_CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
"""An answer that is a table where that is asked for."""
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {**PROBLEM, "description": HTTPStatus(status).phrase} for status in DOCUMENTED
}
