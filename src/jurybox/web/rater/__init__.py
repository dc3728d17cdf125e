"""The rater's page and its API: plain routes, since next and submit are the hot path."""

from jurybox.web.rater.disputes import DisputeRoutes
from jurybox.web.rater.join import JoinPages
from jurybox.web.rater.openapi import describe_rater_routes
from jurybox.web.rater.page import ENTRY, FIRST_FILES, RaterPage, rater_files
from jurybox.web.rater.panel import PanelRoutes
from jurybox.web.rater.preview import PreviewPages
from jurybox.web.rater.routes import RaterRoutes

__all__ = [
    "ENTRY",
    "FIRST_FILES",
    "DisputeRoutes",
    "JoinPages",
    "PanelRoutes",
    "PreviewPages",
    "RaterPage",
    "RaterRoutes",
    "describe_rater_routes",
    "rater_files",
]
