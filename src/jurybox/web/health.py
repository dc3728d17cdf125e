"""Whether the server is alive and ready, its numbers, and the administrators' page that says what is wrong."""

import asyncio
from dataclasses import replace

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from jurybox.core import Busy, Forbidden
from jurybox.studies import Check, Workbench, count_server, look_at_media, look_at_server, people
from jurybox.texts import hint_of, message_of
from jurybox.web import metrics
from jurybox.web.access import RouteWithRole
from jurybox.web.auth import organiser_of, signed_in
from jurybox.web.connections import open_connections
from jurybox.web.problems import JsonResponse, problem_response
from jurybox.web.renderer import Renderer

KEPT_S = 1.0
"""Looks are kept so long: who asks often costs no more."""
PATIENCE_S = 5.0
TYPE = "text/plain; version=0.0.4; charset=utf-8"


class HealthRoutes:
    def __init__(self, app: FastAPI, bench: Workbench) -> None:
        self.app, self.bench = app, bench
        self._seen: list[Check] = []
        self._seen_at = -KEPT_S
        self._lock: asyncio.Lock | None = None

    def routes(self) -> list[Route]:
        return [
            RouteWithRole("/healthz", self.alive, methods=["GET"]),
            RouteWithRole("/readyz", self.ready, methods=["GET"]),
            RouteWithRole("/metrics", self.metrics, methods=["GET"]),
            RouteWithRole("/server", self.page, methods=["GET"]),
        ]

    async def alive(self, request: Request) -> Response:
        return PlainTextResponse("ok")

    async def ready(self, request: Request) -> Response:
        """200 where raters can work, else 503 with what is wrong, by code."""
        checks = await self._look()
        faults = [replace(check.fault, where=check.name) for check in checks if check.fault]
        if faults:
            return problem_response(Busy(*faults), request.state.request_id)
        return JsonResponse({"ready": True, "checks": [check.name for check in checks]})

    async def _look(self) -> list[Check]:
        """One look at a time; a database that does not answer is one that is away."""
        self._lock = self._lock or asyncio.Lock()
        async with self._lock:
            if self.bench.world.timer() - self._seen_at >= KEPT_S:
                self._seen = await asyncio.to_thread(look_at_server, self.bench)
                self._seen_at = self.bench.world.timer()
        return self._seen

    async def metrics(self, request: Request) -> Response:
        """For a token made for that, or an administrator."""
        who = await organiser_of(request, self.bench)
        use = getattr(request.state, "token_use", None)
        if use is not None and use.scope != people.METRICS:
            use.check(request.method, None)
        if not who.is_administrator and (use is None or use.scope != people.METRICS):
            raise Forbidden.of("organiser.not_administrator", given=who.name)
        try:
            counts = await asyncio.wait_for(asyncio.to_thread(count_server, self.bench), PATIENCE_S)
        except Exception:
            counts = None
        deaths = getattr(self.app.state.worker, "deaths", 0)
        return Response("\n".join(metrics.lines(counts, open_connections(), deaths)) + "\n", media_type=TYPE)

    async def page(self, request: Request) -> Response:
        await signed_in(request, self.bench)
        renderer: Renderer = self.app.state.renderer
        lang = renderer.language(request)
        checks = [
            {
                "name": check.name,
                "message": message_of(check.fault, lang) if check.fault else None,
                "hint": hint_of(check.fault, lang) if check.fault else None,
            }
            for check in [*await self._look(), await asyncio.to_thread(look_at_media, self.bench)]
        ]
        context = {
            "checks": checks,
            "failures": list(reversed(metrics.failures)),
            "deaths": getattr(self.app.state.worker, "deaths", 0),
        }
        return renderer.page(request, "organiser/templates/server.html", context)
