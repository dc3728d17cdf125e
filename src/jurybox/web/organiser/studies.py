"""The list of studies."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from jurybox import studies
from jurybox.studies import people
from jurybox.web.organiser.site import PageRoute, Site


class StudiesPage:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [("/studies", self.studies, "GET")]

    async def studies(self, request: Request) -> Response:
        """The studies in which the reader has a part; those that were put away are shown when they are asked for."""
        cards = await run_in_threadpool(studies.list_cards, self.bench, self.site.renderer.language(request))
        me, is_away = request.state.account, request.query_params.get("away") == "yes"
        here = await run_in_threadpool(people.studies_of, self.bench, me)
        away = await run_in_threadpool(people.studies_of, self.bench, me, True)
        context = {
            "studies": [card for card in cards if card["key"] in (away if is_away else here)],
            "is_away": is_away,
            "away": len(away),
            "has_password": me.has_password,
        }
        return self.site.renderer.page(request, "organiser/templates/studies.html", context)
