"""The demonstration as a real server, and pages in a real browser that are watched while they are used."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench, World, open_workbench
from tests.browser.ready import get_ready
from tests.fixtures.command_line import run_jurybox_in

MOST_MODULES = 17
ROOM = 40
"""How many raters a unit has room for in the studies that have little, so that no test waits for another."""
ASKING = "demo-caption-culture"
"""The study that asks something before the first task; tests/browser/test_before_the_first_task.py sees to that."""
SCARCE = ("demo-audio-description", "demo-caption-counts", "demo-caption-culture", "demo-sarcasm-interpretation")
PROGRAM = str(Path(sys.executable).with_name("jurybox"))
CUT_OFF = (
    "ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
    "|error occurred when fetching the script"
)
"""What a browser says that was cut off on purpose; the last where it was just fetching the service worker."""
QUIET = {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")} | {
    "PYTHONUNBUFFERED": "1"
}


@dataclass(frozen=True)
class Demo:
    """`jurybox demo`, running: where it is, and the links it printed."""

    origin: str
    folder: Path
    sign_in: str
    links: dict[str, str]
    numbers: Iterator[int] = field(default_factory=count)

    def new_rater(self, study: str, language: str = "en") -> str:
        """The link of a rater whom no other test knows."""
        link = self.origin + new_link(self.folder, study, f"Rater {next(self.numbers)}", language)
        if study == ASKING:
            get_ready(link)
        return link


@contextmanager
def workbench(folder: Path) -> Iterator[Workbench]:
    """The data of a server, beside it: what the command line does, without the second that a program takes to start."""
    world = World(clock=lambda: time.time_ns() // 1000, timer=time.monotonic, random_bytes=os.urandom)
    with closing(open_workbench(folder, world)) as bench:
        yield bench


def new_link(folder: Path, study: str, name: str, language: str = "en") -> str:
    """What comes after the address of the server in the link of a new rater."""
    with workbench(folder) as bench:
        return raters.add_rater(bench, study, name, language=language).path


def jurybox(*arguments: str) -> str:
    """What a command prints that must go well."""
    done = run_jurybox_in(Path.cwd(), *arguments)
    assert done.status == 0, done.err
    return done.out


@pytest.fixture(scope="session")
def live_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    folder = tmp_path_factory.mktemp("demo") / "data"
    command = [PROGRAM, "demo", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, env=QUIET, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            demo = read_demo(server, folder)
            for study in SCARCE:
                jurybox("study", "quorum", study, str(ROOM), "--data", str(folder))
            yield demo
        finally:
            server.terminate()


def read_demo(server: "subprocess.Popen[str]", folder: Path) -> Demo:
    """What the server prints, up to the link of the last study."""
    assert server.stdout is not None
    sign_in, links, lines = "", {}, []
    for line in server.stdout:
        lines.append(line)
        if "/sign-in/#" in line:
            sign_in = line.strip()
        elif "/rate/" in line:
            study, link = line.split()
            links[study] = link
        if "demo-translation" in links:
            return Demo(sign_in.split("/sign-in/")[0], folder, sign_in, links)
    raise AssertionError(f"jurybox demo ended: {''.join(lines)}")


@dataclass
class Watch:
    """What a page did while a test used it."""

    page: Page
    wrongs: list[str] = field(default_factory=list)
    modules: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.on("console", lambda m: self.wrongs.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.wrongs.append(str(error)))
        self.page.on("request", self.saw)

    def saw(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.endswith(".js") and not path.endswith("/worker.js"):
            self.modules.add(path)
        if urlsplit(request.url).hostname not in ("127.0.0.1", "jurybox.test"):
            self.others.add(request.url)


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """open_page(link, width=360, …) opens a link in a browser of its own; `forgives` names failures that a test causes.

    Afterwards: nothing else failed, no other server was asked, few modules were loaded.
    """
    contexts: list[BrowserContext] = []
    watched: list[tuple[Watch, str]] = []

    def open_link(link: str, width: int = 1440, height: int = 900, forgives: str = "^$", **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        watched.append((Watch(page), forgives))
        page.goto(link)
        return page

    yield open_link
    for context in contexts:
        context.close()
    for watch, forgives in watched:
        assert [wrong for wrong in watch.wrongs if not re.search(forgives, wrong)] == []
        assert watch.others == set()
        assert len(watch.modules) <= MOST_MODULES, sorted(watch.modules)
