"""The rater's routes before and beside the tasks: consent, questionnaire, examples, guideline, enquiries."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jurybox.studies import Workbench, rating
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.markdown import guideline_html
from jurybox.web.rater.requests import RaterRoute, body_of, plain, token_of


class ConsentWish(msgspec.Struct, forbid_unknown_fields=True):
    lang: str
    hash: str
    """Of the text that was shown, as the server named it."""
    given: bool


class QuestionnaireWish(msgspec.Struct, forbid_unknown_fields=True):
    answers: dict[str, Any]
    lang: str = "en"


class EnquiryWish(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    """A UUID made in the browser: sending it again is harmless."""
    text: str
    assignment: str | None = None
    stage: str | None = None
    lang: str | None = None


class AcknowledgementWish(msgspec.Struct, forbid_unknown_fields=True):
    """A revision of the guideline in one language, or the first so many replies."""

    lang: str | None = None
    revision: int | None = None
    replies: int | None = None


class PanelRoutes:
    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.consents = msgspec.json.Decoder(ConsentWish)
        self.questionnaires = msgspec.json.Decoder(QuestionnaireWish)
        self.asked = msgspec.json.Decoder(EnquiryWish)
        self.read = msgspec.json.Decoder(AcknowledgementWish)

    def routes(self) -> list[Route]:
        base = "/rate/{study}"
        return [
            RaterRoute(base + path, plain(handler), methods=[verb])
            for verb, path, handler in (
                ("GET", "/api/before", self.before),
                ("POST", "/api/before/consent", self.consent),
                ("POST", "/api/before/questionnaire", self.questionnaire),
                ("POST", "/api/before/calibration", self.calibration),
                ("GET", "/api/examples", self.examples),
                ("GET", "/api/news", self.news),
                ("GET", "/api/enquiries", self.enquiries),
                ("POST", "/api/enquiries", self.enquire),
                ("POST", "/api/acknowledgements", self.acknowledge),
                ("GET", "/guideline/{lang}", self.guideline),
            )
        ]

    async def _read(self, request: Request, job: Callable[..., Any], *args: Any) -> Any:
        bench, study, token = self.bench, request.path_params["study"], token_of(request)
        return await bench.database.read_async(lambda run: job(bench, run, study, token, *args))

    async def _write(self, request: Request, job: Callable[..., Any], *args: Any) -> Any:
        bench, study, token = self.bench, request.path_params["study"], token_of(request)
        return await bench.database.write_async(lambda run: job(bench, run, study, token, *args))

    async def before(self, request: Request) -> Response:
        """What is to be done before the first task; texts of the organiser as HTML that is safe."""
        found = await self._read(request, rating.show_before)
        for text in found.get("consent", {}).get("texts", {}).values():
            text["html"] = guideline_html(text.pop("prose"))
        return JsonResponse(found)

    async def consent(self, request: Request) -> Response:
        wish = await body_of(request, self.consents)
        await self._write(request, rating.give_consent, wish.lang, wish.hash, wish.given)
        return Response(status_code=204)

    async def questionnaire(self, request: Request) -> Response:
        wish = await body_of(request, self.questionnaires)
        await self._write(request, rating.answer_questionnaire, wish.answers, wish.lang)
        return Response(status_code=204)

    async def calibration(self, request: Request) -> Response:
        """Begin with the worked examples, or try once more."""
        await self._write(request, rating.begin_calibration)
        return Response(status_code=204)

    async def examples(self, request: Request) -> Response:
        return JsonResponse(await self._read(request, rating.worked_examples))

    async def news(self, request: Request) -> Response:
        return JsonResponse(await self._read(request, rating.news))

    async def enquiries(self, request: Request) -> Response:
        return JsonResponse(await self._read(request, rating.own_enquiries))

    async def enquire(self, request: Request) -> Response:
        """Ask the organiser something; 201, then 200."""
        wish = await body_of(request, self.asked)
        is_new = await self._write(request, rating.enquire, wish.id, wish.text, wish.assignment, wish.stage, wish.lang)
        return JsonResponse({"id": wish.id}, 201 if is_new else 200)

    async def acknowledge(self, request: Request) -> Response:
        wish = await body_of(request, self.read)
        await self._write(request, rating.acknowledge, wish.lang, wish.revision, wish.replies)
        return Response(status_code=204)

    async def guideline(self, request: Request) -> Response:
        """The guideline, and what changed in it since this rater read it, each piece made safe by itself."""
        found = await self._read(request, rating.guideline, request.path_params["lang"])
        changes = [{"kind": c["kind"], "html": guideline_html(c["text"])} for c in found.pop("changes")]
        html = guideline_html(found.pop("prose"))
        return JsonResponse({**found, "html": html, "changes": changes})
