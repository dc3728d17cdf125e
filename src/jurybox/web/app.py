"""The server: one app with the rater's routes, the organiser's API and pages, static files, and one error shape."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from fastapi import FastAPI
from starlette.routing import Route, Router

from jurybox import __version__
from jurybox.core import JuryboxError
from jurybox.studies import Workbench, World, lifecycle, open_media, open_workbench
from jurybox.web import api, organiser, rater
from jurybox.web.attempts import SignInAttempts
from jurybox.web.config import ServerConfig
from jurybox.web.errors import add_error_handlers, answer_by
from jurybox.web.health import HealthRoutes
from jurybox.web.passwords import Passwords
from jurybox.web.renderer import Renderer
from jurybox.web.shell import Shell
from jurybox.web.worker import Worker

log = logging.getLogger("jurybox.media")
TIDY_EVERY_S = 24 * 3600
REAL_WORLD = World(lambda: time.time_ns() // 1000, time.perf_counter, os.urandom)


def app_from_environment() -> Shell:
    """The app as `jurybox serve` starts it; told by JURYBOX_DATA, _DATABASE, _MEDIA, _URL and the like."""
    folder = Path(os.environ.get("JURYBOX_DATA", "jurybox-data"))
    usual = ServerConfig()
    largest = os.environ.get("JURYBOX_LARGEST_FILE_MB") or usual.largest_file_mb
    config = ServerConfig(os.environ.get("JURYBOX_URL", usual.url), int(largest))
    media = open_media(folder, os.environ.get("JURYBOX_MEDIA"), int(os.environ.get("JURYBOX_MEDIA_COPIES_MB") or 0))
    return create_app(open_workbench(folder, REAL_WORLD, os.environ.get("JURYBOX_DATABASE"), media), config)


def create_app(bench: Workbench, config: ServerConfig) -> Shell:
    app = FastAPI(
        title="Jurybox",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        description="The organiser's API. Sign in with `Authorization: Bearer TOKEN`.",
    )
    renderer = _renderer(bench)
    app.state.bench, app.state.config, app.state.renderer = bench, config, renderer
    app.state.watchers = organiser.Watchers(bench)
    app.state.passwords = Passwords(bench, SignInAttempts(bench.world.timer))
    app.state.worker = Worker(bench)
    page = rater.RaterPage(renderer)
    pages = [*page.routes(), *rater.JoinPages(bench, config, renderer).routes()]
    app.router.routes[:0] = [Route("/static/{version}/{path:path}", renderer.static.serve), *pages]
    app.include_router(api.router)
    organiser.add_pages(app, bench, config, renderer)
    rater.PreviewPages(bench, page).add_to(app)
    add_error_handlers(app)
    app.router.routes += HealthRoutes(app, bench).routes()
    app.openapi = lambda: rater.describe_rater_routes(app)  # type: ignore[method-assign]
    rating = rater.RaterRoutes(bench, config, lambda: app.state.worker.wake())
    routes = [*rating.routes(), *rater.PanelRoutes(bench, renderer.own_texts).routes()]
    routes += rater.DisputeRoutes(bench).routes()
    router = Router(routes, default=app, lifespan=lambda _: _lifespan(app))
    return Shell(router, config, bench.world.random_bytes(6).hex(), page.early, answer_by(app))


def _renderer(bench: Workbench) -> Renderer:
    return _own_renderer(bench.texts) if bench.texts.is_dir() else _our_renderer()


@cache
def _our_renderer() -> Renderer:
    """Where nobody has added a language, it is the same for every app of a process."""
    return _own_renderer(None)


def _own_renderer(own_texts: Path | None) -> Renderer:
    return Renderer(own_texts, rater.rater_files(own_texts) | organiser.result_files(), rater.ENTRY)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    packing = asyncio.create_task(asyncio.to_thread(app.state.renderer.static.pack, *rater.FIRST_FILES))
    clearing = asyncio.create_task(asyncio.to_thread(lifecycle.forget_old_uploads, app.state.bench))
    tidying = asyncio.create_task(_tidy_media(app.state.bench))
    app.state.passwords.warm_up()
    watching = asyncio.create_task(app.state.worker.watch())
    with organiser.ended_by_signals(app.state.watchers):
        yield
    watching.cancel()
    tidying.cancel()
    app.state.watchers.stop()
    await packing
    await clearing
    await app.state.worker.stop()
    app.state.passwords.close()
    app.state.bench.close()


async def _tidy_media(bench: Workbench) -> None:
    """Now and once a day: copies of what was erased on another server go, and the oldest beyond the limit."""
    while True:
        try:
            await asyncio.to_thread(bench.media.tidy)
        except JuryboxError:  # a store that is away for a moment
            log.warning("the copies of media could not be looked through", exc_info=True)
        await asyncio.sleep(TIDY_EVERY_S)
