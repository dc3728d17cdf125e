"""The organiser's HTTP API: each route loads, hands on, answers."""

from jurybox.web.api.deps import problem_schemas
from jurybox.web.api.routes import router

__all__ = ["problem_schemas", "router"]
