"""Finding LibreOffice for the tests of workbooks, or installing it."""

import shutil
import sys
from collections.abc import Iterator

from tools import apt
from tools.shell import Missing, answer_of

NAMES = ("soffice", "libreoffice")
MAC_PLACE = "/Applications/LibreOffice.app/Contents/MacOS/soffice"
PACKAGE = "libreoffice-calc-nogui"  # with neither windows nor the other programs


def find() -> str:
    """Path of a LibreOffice that starts."""
    path = first_that_works()
    if path is None and apt.install(PACKAGE):
        path = first_that_works()
    if path is None:
        raise Missing("LibreOffice: install it so that soffice is on PATH.")
    return path


def first_that_works() -> str | None:
    return next((path for path in candidates() if works(path)), None)


def candidates() -> Iterator[str]:
    yield from (path for name in NAMES if (path := shutil.which(name)))
    if sys.platform == "darwin":
        yield MAC_PLACE


def works(path: str) -> bool:
    return "LibreOffice" in (answer_of([path, "--version"], timeout=120) or "")
