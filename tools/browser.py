"""Finding a Chromium for the browser tests, or installing one."""

import os
import shutil
import sys
from collections.abc import Iterator

from tools import apt
from tools.shell import Missing, answer_of, in_venv, run, say

PACKAGES = ("chromium-headless-shell", "chromium")
"""The first is Chromium without windows: the same pages, video included, for two thirds of the processor time."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
WHERE_PLAYWRIGHT_KEEPS_IT = (
    "from playwright.sync_api import sync_playwright as start\nwith start() as p: print(p.chromium.executable_path)"
)


def find() -> str:
    """Path of a browser that starts."""
    chosen = os.environ.get("JURYBOX_CHROMIUM")
    if chosen:
        if works(chosen):
            return chosen
        raise Missing(f"a browser: JURYBOX_CHROMIUM is {chosen!r}, which does not start.")
    return first_that_works() or installed() or from_playwright()


def installed() -> str | None:
    """From the first package that this system has."""
    return next((path for name in PACKAGES if apt.install(name) and (path := first_that_works())), None)


def first_that_works() -> str | None:
    return next((path for path in candidates() if works(path)), None)


def candidates() -> Iterator[str]:
    yield from (path for name in NAMES if (path := shutil.which(name)))
    if sys.platform == "darwin":
        yield from MAC_PLACES


def works(path: str) -> bool:
    """Run it, do not only look for it: on Ubuntu `chromium-browser` may be a note that points to another package."""
    return "Chrom" in (answer_of([path, "--version"]) or "")


def from_playwright() -> str:
    path = playwrights_own()
    if path is None:
        say("Installing Playwright's Chromium ...")
        with_libraries = ["--with-deps"] if apt.is_ours() else []
        run([in_venv("playwright"), "install", *with_libraries, "chromium"])
        path = playwrights_own()
    if path is None:
        raise Missing("a browser: install Chromium or Google Chrome, or set JURYBOX_CHROMIUM to its path.")
    return path


def playwrights_own() -> str | None:
    path = answer_of([in_venv("python"), "-c", WHERE_PLAYWRIGHT_KEEPS_IT])
    return path if path and works(path) else None
