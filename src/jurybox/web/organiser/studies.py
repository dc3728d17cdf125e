"""The list of studies."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from jurybox import studies
from jurybox.web.organiser.site import PageRoute, Site


class StudiesPage:
    def __init__(self, site: Site) -> None:
        self.site, self.bench = site, site.bench

    def routes(self) -> list[PageRoute]:
        return [("/studies", self.studies, "GET")]

    async def studies(self, request: Request) -> Response:
        cards = await run_in_threadpool(studies.list_cards, self.bench, self.site.renderer.language(request))
        context = {"studies": cards, "has_password": request.state.account.has_password}
        return self.site.renderer.page(request, "organiser/templates/studies.html", context)
