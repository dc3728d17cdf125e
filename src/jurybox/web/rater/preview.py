"""The rater's page for organisers who look: the same page and scripts, at addresses whose answers write nothing."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from jurybox.core import Forbidden
from jurybox.studies import Workbench, previews
from jurybox.studies.lifecycle import ProtocolText
from jurybox.studies.previews import Drive, Past, PreviewedPage, RatersPage, Trial
from jurybox.web.access import RouteWithRole
from jurybox.web.auth import signed_in
from jurybox.web.media import media_response, stored_response
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.page import RaterPage
from jurybox.web.rater.panel import ConsentWish, QuestionnaireWish, before_html, guideline_page
from jurybox.web.rater.requests import body_of
from jurybox.web.rater.routes import JudgementWish

BASES = ("/preview/protocols/{protocol}", "/preview/studies/{study}", "/preview/studies/{study}/as/{rater}")
WRITTEN = "/preview/protocols/{protocol}/written"
"""A protocol as it stands in the editor, whose page sends it along; pictures are of the one that it began with."""
DRIVE = "/preview/studies/{study}/drive"
"""The whole way of a rater. Its page keeps what was done on it, and asks by POST with that for what depends on it."""

WHOSE = ("protocol", "study", "rater")
"""The parts of an address that say whose page it is."""
Handler = Callable[..., Awaitable[Response]]


class Banner(NamedTuple):
    """What stands above the page: how it is looked at, whose it is, and where the way back leads."""

    kind: str
    rater: str
    back: str


class DriveWish(msgspec.Struct):
    """Whatever a page of a test drive asks for, with what was done so far."""

    past: Past = Past()


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """A protocol as it stands in the editor."""

    text: str
    guidelines: dict[str, str] = {}


class WrittenWish(msgspec.Struct):
    """Whatever a page asks for that shows a protocol which is being written."""

    written: Written


class WrittenJudgement(msgspec.Struct):
    written: Written
    judgement: JudgementWish


class PreviewPages:
    """Five kinds of pages, each with all that the rater's page asks for below its own address."""

    def __init__(self, bench: Workbench, page: RaterPage) -> None:
        self.bench, self.page, self.own_texts = bench, page, page.renderer.own_texts
        self.judgements = msgspec.json.Decoder(JudgementWish)
        self.writing = msgspec.json.Decoder(WrittenWish)
        self.judging_written = msgspec.json.Decoder(WrittenJudgement)
        self.driving = msgspec.json.Decoder(DriveWish)
        self.consents = msgspec.json.Decoder(ConsentWish)
        self.questionnaires = msgspec.json.Decoder(QuestionnaireWish)

    def add_to(self, app: FastAPI) -> None:
        own = {DRIVE: self.routes_of_drive(), WRITTEN: self.routes_of_written()}
        for base in (*own, *BASES):
            found = [("GET", "", self.add_slash), *own.get(base, []), *self.routes()]
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

    def routes_of_drive(self) -> list[tuple[str, str, Handler]]:
        return [
            ("POST", "/api/study", self.driven(lambda drive: drive.study())),
            ("POST", "/api/next", self.driven(lambda drive: drive.next())),
            ("POST", "/api/examples", self.driven(lambda drive: drive.examples())),
            (
                "POST",
                "/api/before",
                self.driven(lambda drive: before_html(drive.before(), self.page.renderer.own_texts)),
            ),
            ("POST", "/api/before/consent", self.consent),
            ("POST", "/api/before/questionnaire", self.questionnaire),
            ("POST", "/api/before/calibration", self.calibration),
        ]

    def routes_of_written(self) -> list[tuple[str, str, Handler]]:
        return [
            ("POST", "/api/study", self.written(lambda trial: trial.study())),
            ("POST", "/api/next", self.written(lambda trial: trial.next())),
            ("POST", "/api/examples", self.written(lambda trial: trial.examples())),
            ("POST", "/api/judgements", self.judge_written),
            ("POST", "/guideline/{lang}", self.written_guideline),
        ]

    async def add_slash(self, request: Request) -> Response:
        return RedirectResponse(f"{request.url.path}/", 308)

    def _find(self, request: Request) -> PreviewedPage:
        where, lang = request.path_params, self.page.renderer.language(request)
        if "protocol" in where:
            return previews.try_protocol(self.bench, where["protocol"], lang)
        if "rater" in where:
            return previews.look_as(self.bench, where["study"], where["rater"])
        if _is_drive(request):
            return self._drive(request, Past())
        return previews.try_study(self.bench, where["study"], lang)

    def _drive(self, request: Request, past: Past) -> Drive:
        lang = self.page.renderer.language(request)
        return previews.drive_study(self.bench, request.path_params["study"], past, lang)

    async def show(self, request: Request) -> Response:
        """The page itself; what is wrong with what it would show is said at once, and not by its scripts."""
        where, found = request.path_params, await run_in_threadpool(self._find, request)
        study, rater = where.get("study", ""), where.get("rater", "").upper()
        kind = "drive" if isinstance(found, Drive) else "study" if study else "protocol"
        kind = "as" if isinstance(found, RatersPage) else kind
        kind = "written" if request.url.path.endswith("/written/") and kind == "protocol" else kind
        home = f"/protocols/{where['protocol']}" if "protocol" in where else f"/studies/{study}"
        home += {"as": "/raters", "drive": "/check"}.get(kind, "")
        back = "" if "frame" in request.query_params else home
        return self.page.preview(request, Banner(kind, rater, back))

    def answer(self, ask: Callable[[PreviewedPage], object]) -> Handler:
        async def answered(request: Request) -> Response:
            return JsonResponse(await run_in_threadpool(lambda: ask(self._find(request))))

        return answered

    def driven(self, ask: Callable[[Drive], object]) -> Handler:
        """What is asked for with what the page of a test drive has kept."""

        async def answered(request: Request) -> Response:
            past = (await body_of(request, self.driving)).past
            return JsonResponse(await run_in_threadpool(lambda: ask(self._drive(request, past))))

        return answered

    def written(self, ask: Callable[[Trial], object]) -> Handler:
        """What is asked for with what stands in the editor."""

        async def answered(request: Request) -> Response:
            wish = await body_of(request, self.writing)
            return JsonResponse(await run_in_threadpool(lambda: ask(self._written(request, wish.written))))

        return answered

    def _written(self, request: Request, written: Written) -> Trial:
        lang, text = self.page.renderer.language(request), ProtocolText(written.text, written.guidelines)
        return previews.try_written(self.bench, request.path_params["protocol"], text, lang)

    async def judge_written(self, request: Request) -> Response:
        wish = await body_of(request, self.judging_written)
        return JsonResponse(
            await run_in_threadpool(lambda: self._written(request, wish.written).judge(wish.judgement)), 201
        )

    async def written_guideline(self, request: Request, lang: str) -> Response:
        wish = await body_of(request, self.writing)
        found = await run_in_threadpool(lambda: self._written(request, wish.written).guideline(lang))
        return JsonResponse(guideline_page(found))

    async def consent(self, request: Request) -> Response:
        wish = await body_of(request, self.consents)
        await run_in_threadpool(lambda: self._drive(request, Past()).consent(wish.lang, wish.hash))
        return Response(status_code=204)

    async def questionnaire(self, request: Request) -> Response:
        wish = await body_of(request, self.questionnaires)
        await run_in_threadpool(lambda: self._drive(request, Past()).questionnaire(wish.answers))
        return Response(status_code=204)

    async def calibration(self, request: Request) -> Response:
        past = (await body_of(request, self.driving)).past
        await run_in_threadpool(lambda: self._drive(request, past).calibrate())
        return Response(status_code=204)

    async def judge(self, request: Request) -> Response:
        """Check a judgement as the study would, and forget it."""
        draft = await body_of(request, self.judgements)
        return JsonResponse(await run_in_threadpool(lambda: self._find(request).judge(draft)), 201)

    async def before(self, request: Request) -> Response:
        found = await run_in_threadpool(lambda: self._find(request).before())
        return JsonResponse(before_html(found, self.own_texts))

    async def reopen(self, request: Request, assignment: str, stage: str) -> Response:
        return JsonResponse(await run_in_threadpool(lambda: self._find(request).reopen(assignment, stage)))

    async def glimpses(self, request: Request) -> Response:
        wanted = [uid for uid in request.query_params.get("of", "").split(",") if uid]
        return JsonResponse(await run_in_threadpool(lambda: self._find(request).glimpses(wanted)))

    async def guideline(self, request: Request, lang: str) -> Response:
        return JsonResponse(guideline_page(await run_in_threadpool(lambda: self._find(request).guideline(lang))))

    async def media(self, request: Request, assignment: str, stage: str, part: str) -> Response:
        file = await run_in_threadpool(lambda: self._find(request).file(assignment, stage, part))
        if file.is_stored:
            return await stored_response(self.bench.media, file.file, file.type, part)
        return await media_response(Path(file.file), file.type, part)

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


def _is_drive(request: Request) -> bool:
    return request.url.path.split("/")[4:5] == ["drive"]
