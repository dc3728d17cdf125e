"""The Python library: studies of a data folder or of a server, with the same names for both.

Nothing is loaded before it is needed: neither the database, nor numpy, nor pandas.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from jurybox.client.shape import Client, Rater, Study
from jurybox.client.table import Ratings
from jurybox.core import Busy, Conflict, Denied, Forbidden, JuryboxError, NotFound, Refused, StoreFull, TooMany

if TYPE_CHECKING:
    from jurybox.client.folder import Folder
    from jurybox.client.options import RatingsOptions
    from jurybox.client.server import Server
    from jurybox.client.shape import Outputs
    from jurybox.studies.results import Findings

__all__ = [
    "Busy",
    "Client",
    "Conflict",
    "Denied",
    "Forbidden",
    "JuryboxError",
    "NotFound",
    "Rater",
    "Ratings",
    "Refused",
    "StoreFull",
    "Study",
    "TooMany",
    "analyse",
    "connect",
    "open",
    "write_report",
]


def open(folder: str | Path = "jurybox-data", *, database: str | None = None, url: str | None = None) -> "Folder":
    """The studies of a data folder, beside a running server or without one.

    `database` is the address of PostgreSQL, where the data are there. `url` is what raters' links begin with. A folder
    that is not there is made when the first study is created.
    """
    from jurybox.client.folder import Folder

    return Folder(Path(folder), database, url)


def connect(url: str, token: str, *, timeout: float = 60) -> "Server":
    """The studies of a server, over its HTTP API; `jurybox organiser token` makes the token.

    `timeout` is how many seconds one answer may take. Long work is waited for, however long it takes.
    """
    from jurybox.client.server import Server

    return Server(url, token, timeout)


def analyse(
    ratings: "Outputs", *, columns: Mapping[str, str] | None = None, **options: "Unpack[RatingsOptions]"
) -> "Findings":
    """Agreement, ranking and rater quality of any ratings: a file, several files, rows, or a data frame.

    Rows have the columns item, rater and value, and system and question where there are several; or model_a, model_b
    and winner. `columns` says what is called otherwise. The other arguments are the options of `jurybox analyse`.
    """
    from jurybox.client.analysing import analyse_ratings

    return analyse_ratings(ratings, dict(columns or {}), options)


def write_report(findings: "Findings", to: str | Path, *, language: str = "en", force: bool = False) -> list[str]:
    """Write findings into a folder: a page, tables for papers and spreadsheets, the data sheet; the files it wrote."""
    from jurybox.client.analysing import report

    return report(findings, Path(to), language, force)
