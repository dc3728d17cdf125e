"""The rater's routes before and beside the tasks: consent, questionnaire, examples, guideline, enquiries."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypedDict

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jurybox.core import Unchecked
from jurybox.studies import Workbench, rating
from jurybox.studies.rating import AskedConsent, BeforeTasks, EnquiryWish, GuidelineProse
from jurybox.texts import Words, words_in
from jurybox.web.markdown import guideline_html
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.requests import RaterRoute, body_of, link_of, plain


class ConsentWish(msgspec.Struct, forbid_unknown_fields=True):
    lang: str
    hash: str
    """Of the text that was shown, as the server named it."""
    given: bool


class QuestionnaireWish(msgspec.Struct, forbid_unknown_fields=True):
    answers: dict[str, Unchecked]
    lang: str = "en"


class AcknowledgementWish(msgspec.Struct, forbid_unknown_fields=True):
    """A revision of the guideline in one language, or the first so many replies."""

    lang: str | None = None
    revision: int | None = None
    replies: int | None = None


class ConsentHtml(TypedDict):
    """What a rater agrees to, as HTML that is safe to put into a page, and what is said of checks in its language."""

    hash: str
    html: str
    checks: str


class ChangeHtml(TypedDict):
    kind: Literal["added", "removed"]
    html: str


class GuidelineHtml(TypedDict):
    """The guideline, and what changed in it since this rater read it."""

    lang: str
    hash: str
    revision: int
    html: str
    changes: list[ChangeHtml]


class PanelRoutes:
    def __init__(self, bench: Workbench, own_texts: Path | None) -> None:
        self.bench, self.own_texts = bench, own_texts
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

    async def before(self, request: Request) -> Response:
        """What is to be done before the first task; texts of the organiser as HTML that is safe."""
        found = await rating.read_for(self.bench, link_of(request), rating.show_before)
        return JsonResponse(before_html(found, self.own_texts))

    async def consent(self, request: Request) -> Response:
        wish = await body_of(request, self.consents)
        link = link_of(request)
        await rating.write_for(self.bench, link, rating.give_consent, wish.lang, wish.hash, wish.given)
        return Response(status_code=204)

    async def questionnaire(self, request: Request) -> Response:
        wish = await body_of(request, self.questionnaires)
        await rating.write_for(self.bench, link_of(request), rating.answer_questionnaire, wish.answers, wish.lang)
        return Response(status_code=204)

    async def calibration(self, request: Request) -> Response:
        """Begin with the worked examples, or try once more."""
        await rating.write_for(self.bench, link_of(request), rating.begin_calibration)
        return Response(status_code=204)

    async def examples(self, request: Request) -> Response:
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.worked_examples))

    async def news(self, request: Request) -> Response:
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.news))

    async def enquiries(self, request: Request) -> Response:
        return JsonResponse(await rating.read_for(self.bench, link_of(request), rating.own_enquiries))

    async def enquire(self, request: Request) -> Response:
        """Ask the organiser something; 201, then 200."""
        wish = await body_of(request, self.asked)
        is_new = await rating.write_for(self.bench, link_of(request), rating.enquire, wish)
        return JsonResponse({"id": wish.id}, 201 if is_new else 200)

    async def acknowledge(self, request: Request) -> Response:
        wish = await body_of(request, self.read)
        link = link_of(request)
        await rating.write_for(self.bench, link, rating.acknowledge, wish.lang, wish.revision, wish.replies)
        return Response(status_code=204)

    async def guideline(self, request: Request) -> Response:
        """The guideline, and what changed in it since this rater read it, each piece made safe by itself."""
        lang = request.path_params["lang"]
        found = await rating.read_for(self.bench, link_of(request), rating.guideline, lang)
        return JsonResponse(guideline_page(found))


def before_html(found: BeforeTasks, own_texts: Path | None) -> Mapping[str, object]:
    if (consent := found.get("consent")) is None:
        return found
    texts = {
        lang: ConsentHtml(
            hash=text["hash"],
            html=guideline_html(text["prose"]),
            checks=_told_of_checks(words_in(lang, own_texts), consent),
        )
        for lang, text in consent["texts"].items()
    }
    return {**found, "consent": {"texts": texts, "said": consent["said"]}}


def _told_of_checks(words: Words, consent: AskedConsent) -> str:
    """That answers are compared, and that some are known beforehand, where that is so."""
    told = [("join.checks", consent["checks"]), ("join.known", consent["known"])]
    return " ".join(words(key) for key, is_so in told if is_so)


def guideline_page(found: GuidelineProse) -> GuidelineHtml:
    return {
        "lang": found["lang"],
        "hash": found["hash"],
        "revision": found["revision"],
        "html": guideline_html(found["prose"]),
        "changes": [{"kind": c["kind"], "html": guideline_html(c["text"])} for c in found["changes"]],
    }
