"""All of the organiser's pages, by what they are about."""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from jurybox.studies import Workbench
from jurybox.web.access import RouteWithRole
from jurybox.web.config import ServerConfig
from jurybox.web.organiser.account import AccountPages, LanguagePage
from jurybox.web.organiser.new_study import NewStudyPages
from jurybox.web.organiser.own_protocols import OwnProtocolPages
from jurybox.web.organiser.protocols import ProtocolPages
from jurybox.web.organiser.shared import SharedPages
from jurybox.web.organiser.sign_in import SignInPages
from jurybox.web.organiser.site import Site
from jurybox.web.organiser.studies import StudiesPage
from jurybox.web.organiser.study import TAB_PAGES
from jurybox.web.organiser.tokens import TokenPages
from jurybox.web.renderer import Renderer

Endpoint = Callable[[Request], Awaitable[Response]]
OPEN_TO_ALL = (SignInPages, LanguagePage, SharedPages)
SIGNED_IN = (StudiesPage, NewStudyPages, *TAB_PAGES, OwnProtocolPages, ProtocolPages, AccountPages, TokenPages)
"""Their handlers are called only for an organiser who is signed in; a page is one of them unless it must be open."""


def add_pages(app: FastAPI, bench: Workbench, config: ServerConfig, renderer: Renderer) -> None:
    site = Site(app, bench, config, renderer)
    for pages in (*OPEN_TO_ALL, *SIGNED_IN):
        for path, handler, verb in pages(site).routes():
            endpoint = _page(handler) if pages in OPEN_TO_ALL else _page(handler, site)
            app.router.routes.append(RouteWithRole(path, endpoint, methods=[verb]))


def _page(handler: Callable[..., Awaitable[Response]], site: Site | None = None) -> Endpoint:
    """Hands the parts of the path on as they are: a page needs no more of them, and plain routes start at once."""

    async def answer(request: Request) -> Response:
        if site is not None:
            await site.signed_in(request)
        return await handler(request, **request.path_params)

    return answer
