"""The routes of an appointed rater, who decides disputes, and of raters who are told what was decided."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from jurybox.studies import Workbench, adjudicating, rating
from jurybox.studies.adjudicating import RatersDecision
from jurybox.web.problems import JsonResponse
from jurybox.web.rater.requests import RaterRoute, body_of, link_of, plain


class DisputeRoutes:
    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.decisions = msgspec.json.Decoder(RatersDecision)

    def routes(self) -> list[Route]:
        base = "/rate/{study}/api"
        return [
            RaterRoute(base + "/disputes/next", plain(self.next), methods=["POST"]),
            RaterRoute(base + "/decisions", plain(self.decide), methods=["POST"]),
            RaterRoute(base + "/decisions", plain(self.told), methods=["GET"]),
        ]

    async def next(self, request: Request) -> Response:
        """The dispute that is to be decided next, if this rater was appointed."""
        lang = request.query_params.get("lang", "en")
        await rating.read_for(self.bench, link_of(request), adjudicating.look_ahead)
        found = await rating.write_for(self.bench, link_of(request), adjudicating.next_for_rater, lang)
        return JsonResponse(found)

    async def decide(self, request: Request) -> Response:
        wish = await body_of(request, self.decisions)
        await rating.read_for(self.bench, link_of(request), adjudicating.look_ahead, wish)
        made = await rating.write_for(self.bench, link_of(request), adjudicating.decide_for_rater, wish)
        return JsonResponse({"id": made}, 201)

    async def told(self, request: Request) -> Response:
        """What was decided about this rater's own answers; nothing before the study is closed."""
        lang = request.query_params.get("lang", "en")
        found = await rating.read_for(self.bench, link_of(request), adjudicating.told_decisions, lang)
        return JsonResponse(found)
