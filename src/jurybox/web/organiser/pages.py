"""All of the organiser's pages, by what they are about."""

from fastapi import Depends, FastAPI

from jurybox.studies import Workbench
from jurybox.web.config import ServerConfig
from jurybox.web.organiser.account import AccountPages, LanguagePage
from jurybox.web.organiser.new_study import NewStudyPages
from jurybox.web.organiser.protocols import ProtocolPages
from jurybox.web.organiser.sign_in import SignInPages
from jurybox.web.organiser.site import Site
from jurybox.web.organiser.studies import StudiesPage
from jurybox.web.organiser.study import TAB_PAGES
from jurybox.web.organiser.tokens import TokenPages
from jurybox.web.renderer import Renderer

OPEN_TO_ALL = (SignInPages, LanguagePage)
SIGNED_IN = (StudiesPage, NewStudyPages, *TAB_PAGES, ProtocolPages, AccountPages, TokenPages)
"""Their handlers are called only for an organiser who is signed in; a page is one of them unless it must be open."""


def add_pages(app: FastAPI, bench: Workbench, config: ServerConfig, renderer: Renderer) -> None:
    site = Site(app, bench, config, renderer)
    for pages in (*OPEN_TO_ALL, *SIGNED_IN):
        first = [] if pages in OPEN_TO_ALL else [Depends(site.signed_in)]
        for path, handler, verb in pages(site).routes():
            app.add_api_route(
                path, handler, methods=[verb], dependencies=first, include_in_schema=False, response_model=None
            )
