"""The server: one app with the rater's routes, the organiser's API and pages, static files, and one error shape."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route, Router

from jurybox import __version__
from jurybox.core import Fault, JuryboxError, NotFound, Refused
from jurybox.studies import Workbench, World, open_workbench
from jurybox.web import api, pages, results
from jurybox.web.config import ServerConfig
from jurybox.web.openapi import describe_rater_routes
from jurybox.web.panel import PanelRoutes
from jurybox.web.problems import problem_response, with_status
from jurybox.web.rater import RaterRoutes
from jurybox.web.renderer import FIRST_FILES
from jurybox.web.shell import Shell
from jurybox.web.worker import Worker

log = logging.getLogger("jurybox.web")
REAL_WORLD = World(lambda: time.time_ns() // 1000, time.perf_counter, os.urandom)


def app_from_environment() -> Shell:
    """The app as `jurybox serve` starts it; told by JURYBOX_DATA, JURYBOX_DATABASE and JURYBOX_URL."""
    folder = Path(os.environ.get("JURYBOX_DATA", "jurybox-data"))
    config = ServerConfig(url=os.environ.get("JURYBOX_URL", ServerConfig().url))
    return create_app(open_workbench(folder, REAL_WORLD, os.environ.get("JURYBOX_DATABASE")), config)


def create_app(bench: Workbench, config: ServerConfig) -> Shell:
    app = FastAPI(
        title="Jurybox", version=__version__, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
        description="The organiser's API. Sign in with `Authorization: Bearer TOKEN`.",
    )  # fmt: skip
    app.state.bench, app.state.config = bench, config
    app.state.worker = Worker(str(bench.folder), bench.database.address)
    app.include_router(api.router)
    site = pages.add_pages(app, bench, config)
    results.add_result_pages(app, site)
    app.add_exception_handler(JuryboxError, _jurybox_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(Exception, _unexpected)
    app.router.routes.append(Route("/healthz", _health))
    app.openapi = lambda: describe_rater_routes(app)  # type: ignore[method-assign]
    routes = [*RaterRoutes(bench, config).routes(), *PanelRoutes(bench).routes()]
    router = Router(routes, default=app, lifespan=lambda _: _lifespan(app))
    return Shell(router, config, bench.world.random_bytes(6).hex(), site.renderer.early)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    packing = asyncio.create_task(asyncio.to_thread(app.state.renderer.static.pack, *FIRST_FILES))
    yield
    await packing
    await app.state.worker.stop()
    app.state.bench.close()


async def _health(request: Request) -> Response:
    return Response("ok", media_type="text/plain")


async def _respond(request: Request, error: JuryboxError) -> Response:
    """People get a page, programs get JSON."""
    if pages.wants_page(request):
        return pages.error_page(request, error)
    return problem_response(error, _request_id(request))


def _request_id(request: Request) -> str:
    id: str = request.scope.get("state", {}).get("request_id", "")
    return id


async def _jurybox_error(request: Request, error: Any) -> Response:
    return await _respond(request, error)


async def _http_error(request: Request, error: Any) -> Response:
    path = request.url.path
    if error.status_code == 404:
        found: JuryboxError = NotFound(Fault("http.not_found", given=path))
    elif error.status_code == 405:
        found = Refused(Fault("http.not_allowed", given=path))
    else:
        found = Refused(Fault("http.other", given=path))
    response = await _respond(request, with_status(found, error.status_code))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _validation_error(request: Request, error: Any) -> Response:
    faults = [
        Fault("request.bad_body", ".".join(str(part) for part in e["loc"]), e.get("input"), params={"reason": e["msg"]})
        for e in error.errors()
    ]
    return await _respond(request, Refused(*faults))


async def _unexpected(request: Request, error: Exception) -> Response:
    log.error("request %s failed", _request_id(request), exc_info=error)
    return await _respond(request, JuryboxError(Fault("server.unexpected")))
