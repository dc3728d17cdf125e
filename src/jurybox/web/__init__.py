"""HTTP: the rater's page and API, the organiser's pages and API.

`rater`, `organiser` and `api` each hold their routes, templates and scripts; what all share stands beside them.
"""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.web.app import app_from_environment, create_app
    from jurybox.web.config import ServerConfig
    from jurybox.web.shell import Shell
else:
    __getattr__ = door(__name__)

__all__ = ["ServerConfig", "Shell", "app_from_environment", "create_app"]
