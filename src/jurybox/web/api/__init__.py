"""The organiser's HTTP API: each route loads, hands on, answers."""

from jurybox.web.api.routes import router

__all__ = ["router"]
