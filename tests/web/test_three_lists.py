"""What the pages do, the command line does too, and the API: docs/design/use-cases.md against the real lists."""

import importlib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import typer.main

from jurybox.cli.app import app as commands
from tests.fixtures.each import each
from tests.fixtures.web import Site
from tests.paths import ROOT
from tests.web.organiser.test_roles import routes_of

PAGE = (ROOT / "docs" / "design" / "use-cases.md").read_text(encoding="utf-8")
RATERS_OWN = ("/rate", "/preview/")
"""Pages of raters, and theirs for who looks: no organiser does anything there."""
NAMED = re.compile(r"`([^`]+)`")
SHORTEST_REASON = 10


class Row(NamedTuple):
    use_case: str
    page: str
    command: str
    api: str


def rows_of(heading: str) -> list[list[str]]:
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


ROWS = [Row(*cells) for cells in rows_of("Use cases")]
BESIDE = {name: reason for cell, reason in rows_of("Routes that do nothing to a study") for name in NAMED.findall(cell)}


def named(column: str) -> set[str]:
    """All routes or commands of a column; what stands in backticks in a reason begins with neither verb nor command."""
    return {name for row in ROWS for name in entries(getattr(row, column))}


def entries(cell: str) -> list[str]:
    """The routes or commands of a cell, if it is not a reason: then it is nothing but these."""
    return NAMED.findall(cell) if not NAMED.sub("", cell).strip() else []


def routes(site: Site) -> set[str]:
    found = set(routes_of(site.inner.router.routes))
    return {route for route in found if not route.split(" ")[1].startswith(RATERS_OWN)}


def command_names(command: Any, path: str = "") -> Iterator[str]:
    for name, child in getattr(command, "commands", {}).items():
        if hasattr(child, "commands"):
            yield from command_names(child, f"{path}{name} ")
        elif not child.hidden:
            yield f"{path}{name}"


def difference(real: set[str], written: set[str]) -> dict[str, list[str]]:
    return {"in no row": sorted(real - written), "not there": sorted(written - real)}


NONE: dict[str, list[str]] = {"in no row": [], "not there": []}


def test_every_route_of_the_pages_is_in_a_row(site: Site) -> None:
    real = {route for route in routes(site) if "/api/" not in route}
    beside = {name for name in BESIDE if "/api/" not in name}
    assert difference(real, named("page") | beside) == NONE


def test_every_route_of_the_api_is_in_a_row(site: Site) -> None:
    real = {route for route in routes(site) if "/api/" in route}
    beside = {name for name in BESIDE if "/api/" in name}
    assert difference(real, named("api") | beside) == NONE


def test_every_command_is_in_a_row() -> None:
    assert difference(set(command_names(typer.main.get_command(commands))), named("command")) == NONE


@each("row", ROWS)
def test_a_row_names_a_use_case_and_its_three_places_or_why_not(row: Row) -> None:
    module, _, name = row.use_case.strip("`").rpartition(".")
    room = importlib.import_module(f"jurybox.studies.{module}".rstrip("."))
    assert callable(getattr(room, name))
    for cell in row[1:]:
        assert entries(cell) or len(cell) >= SHORTEST_REASON, f"{row.use_case} has a place, or a reason for none"


def test_no_use_case_has_two_rows() -> None:
    assert len({row.use_case for row in ROWS}) == len(ROWS)
