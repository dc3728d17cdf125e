"""All of the organiser's pages, by what they are about."""

from fastapi import FastAPI

from jurybox.studies import Workbench
from jurybox.web.config import ServerConfig
from jurybox.web.organiser.results import ResultPages
from jurybox.web.organiser.sign_in import SignInPages
from jurybox.web.organiser.site import Site
from jurybox.web.organiser.studies import StudyPages
from jurybox.web.renderer import Renderer

PAGES = (SignInPages, StudyPages, ResultPages)


def add_pages(app: FastAPI, bench: Workbench, config: ServerConfig, renderer: Renderer) -> None:
    site = Site(app, bench, config, renderer)
    for pages in PAGES:
        for path, handler, verb in pages(site).routes():
            app.add_api_route(path, handler, methods=[verb], include_in_schema=False, response_model=None)
