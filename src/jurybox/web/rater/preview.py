"""The rater's page for organisers who look: the same page and scripts, at addresses whose answers write nothing."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec
from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import Forbidden
from jurybox.studies import Workbench, previews
from jurybox.studies.previews import PreviewedPage, RatersPage
from jurybox.web.access import RouteWithRole
from jurybox.web.auth import signed_in
from jurybox.web.media import media_response
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.page import RaterPage
from jurybox.web.rater.panel import before_html, guideline_page
from jurybox.web.rater.requests import body_of
from jurybox.web.rater.routes import JudgementWish

BASES = ("/preview/protocols/{protocol}", "/preview/studies/{study}", "/preview/studies/{study}/as/{rater}")

WHOSE = ("protocol", "study", "rater")
"""The parts of an address that say whose page it is."""
Handler = Callable[..., Awaitable[Response]]


class Banner(NamedTuple):
    """What stands above the page: how it is looked at, whose it is, and where the way back leads."""

    kind: str
    rater: str
    back: str


class PreviewPages:
    """Three kinds of pages, each with all that the rater's page asks for below its own address."""

    def __init__(self, bench: Workbench, page: RaterPage) -> None:
        self.bench, self.page = bench, page
        self.judgements = msgspec.json.Decoder(JudgementWish)

    def add_to(self, app: FastAPI) -> None:
        for base in BASES:
            found = [("GET", "", self.add_slash), *self.routes()]
            app.router.routes += [
                RouteWithRole(base + path, self._page(of), methods=[verb]) for verb, path, of in found
            ]

    def _page(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            await signed_in(request, self.bench)
            return await handler(request, **{n: v for n, v in request.path_params.items() if n not in WHOSE})

        return answer

    def routes(self) -> list[tuple[str, str, Handler]]:
        return [
            ("GET", "/", self.show),
            ("GET", "/api/study", self.answer(lambda page: page.study())),
            ("POST", "/api/next", self.answer(lambda page: page.next())),
            ("GET", "/api/examples", self.answer(lambda page: page.examples())),
            ("GET", "/api/news", self.answer(lambda page: page.news())),
            ("GET", "/api/enquiries", self.answer(lambda page: page.enquiries())),
            ("GET", "/api/before", self.before),
            ("POST", "/api/judgements", self.judge),
            ("GET", "/api/assignments", self.answer(lambda page: page.assignments())),
            ("GET", "/api/assignments/{assignment}/{stage}", self.reopen),
            ("GET", "/api/glimpses", self.glimpses),
            ("GET", "/api/summary", self.answer(lambda page: page.summary())),
            ("GET", "/api/pace", self.answer(lambda page: page.pace())),
            ("GET", "/guideline/{lang}", self.guideline),
            ("GET", "/media/{assignment}/{stage}/{part}", self.media),
            ("HEAD", "/media/{assignment}/{stage}/{part}", self.media),
            ("POST", "/api/acknowledgements", self.nothing),
            ("PUT", "/api/drafts/{assignment}/{stage}", self.nothing),
            ("POST", "/api/disputes/next", self.no_dispute),
            ("GET", "/api/decisions", self.no_decisions),
            ("POST", "/api/decisions", self.refuse),
            ("POST", "/api/enquiries", self.refuse),
            ("POST", "/api/before/{step}", self.refuse),
        ]

    async def add_slash(self, request: Request) -> Response:
        return RedirectResponse(f"{request.url.path}/", 308)

    def _find(self, request: Request) -> PreviewedPage:
        where, lang = request.path_params, self.page.renderer.language(request)
        if "protocol" in where:
            return previews.try_protocol(self.bench, where["protocol"], lang)
        if "rater" in where:
            return previews.look_as(self.bench, where["study"], where["rater"])
        return previews.try_study(self.bench, where["study"], lang)

    async def show(self, request: Request) -> Response:
        """The page itself; what is wrong with what it would show is said at once, and not by its scripts."""
        where, found = request.path_params, await run_in_threadpool(self._find, request)
        study, rater = where.get("study", ""), where.get("rater", "").upper()
        kind = "as" if isinstance(found, RatersPage) else "study" if study else "protocol"
        home = f"/protocols/{where['protocol']}" if kind == "protocol" else f"/studies/{study}"
        back = "" if "frame" in request.query_params else f"{home}/raters" if rater else home
        return self.page.preview(request, Banner(kind, rater, back))

    def answer(self, ask: Callable[[PreviewedPage], object]) -> Handler:
        async def answered(request: Request) -> Response:
            return JsonResponse(await run_in_threadpool(lambda: ask(self._find(request))))

        return answered

    async def judge(self, request: Request) -> Response:
        """Check a judgement as the study would, and forget it."""
        draft = await body_of(request, self.judgements)
        return JsonResponse(await run_in_threadpool(lambda: self._find(request).judge(draft)), 201)

    async def before(self, request: Request) -> Response:
        return JsonResponse(before_html(await run_in_threadpool(lambda: self._find(request).before())))

    async def reopen(self, request: Request, assignment: str, stage: str) -> Response:
        return JsonResponse(await run_in_threadpool(lambda: self._find(request).reopen(assignment, stage)))

    async def glimpses(self, request: Request) -> Response:
        wanted = [uid for uid in request.query_params.get("of", "").split(",") if uid]
        return JsonResponse(await run_in_threadpool(lambda: self._find(request).glimpses(wanted)))

    async def guideline(self, request: Request, lang: str) -> Response:
        return JsonResponse(guideline_page(await run_in_threadpool(lambda: self._find(request).guideline(lang))))

    async def media(self, request: Request, assignment: str, stage: str, part: str) -> Response:
        file = await run_in_threadpool(lambda: self._find(request).file(assignment, stage, part))
        return await media_response(file.path, file.type, part)

    async def no_dispute(self, request: Request) -> Response:
        """Who looks decides nothing here: disputes have a page of their own."""
        return JsonResponse({"dispute": None, "waiting": 0})

    async def no_decisions(self, request: Request) -> Response:
        return JsonResponse({"decisions": []})

    async def nothing(self, request: Request, **_: str) -> Response:
        """What a rater's page sends by itself is taken and not kept."""
        return Response(status_code=204)

    async def refuse(self, request: Request, **_: str) -> Response:
        raise Forbidden.of("preview.read_only")
