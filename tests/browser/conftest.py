"""The demonstration as a real server, and pages in a real browser that are watched while they are used."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench, World, open_workbench
from tests.browser.ready import get_ready
from tests.fixtures.again import run_with_a_second_try
from tests.fixtures.command_line import run_jurybox_in

LONGEST_S = 60
MOST_MODULES = 23
"""Of a study that asks in every way there is; no protocol of the shelf comes near it."""
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
            end(server)


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[str]:
    """`jurybox serve` on an empty folder; the link that it prints."""
    command = [PROGRAM, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, env=QUIET, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            yield next(line.strip() for line in server.stdout if "/sign-in/#" in line)
        finally:
            end(server)


def end(server: "subprocess.Popen[str]") -> None:
    """Ask a server to end; one that does not fails the test instead of holding the run."""
    server.terminate()
    try:
        server.wait(LONGEST_S)
    except subprocess.TimeoutExpired:
        server.kill()
        raise


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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return run_with_a_second_try(item, nextitem)


@dataclass
class Watch:
    """What a page did while a test used it."""

    page: Page
    wrongs: list[str] = field(default_factory=list)
    modules: set[str] = field(default_factory=set)
    """Of the page that is shown; an organiser goes through many."""
    most_modules: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.wrongs.append(str(error)))
        self.page.on("request", self.saw)

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrongs.append(f"{message.text} {message.location.get('url', '')}".strip())

    def saw(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            self.modules = set()
        if path.endswith(".js") and not path.endswith("/worker.js"):
            self.modules.add(path)
            self.most_modules = max(self.most_modules, self.modules, key=len)
        if urlsplit(request.url).hostname not in ("127.0.0.1", "jurybox.test"):
            self.others.add(request.url)

    def found_nothing(self, forgives: str = "^$") -> None:
        """Nothing failed, no other server was asked, few modules were loaded."""
        assert [wrong for wrong in self.wrongs if not re.search(forgives, wrong)] == []
        assert self.others == set()
        assert len(self.most_modules) <= MOST_MODULES, sorted(self.most_modules)


@contextmanager
def opened(
    browser: Browser, link: str, width: int = 1440, height: int = 900, **options: Any
) -> Iterator[tuple[Page, Watch]]:
    """A link in a browser of its own, and what it does meanwhile."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **options)
    context.set_default_timeout(10_000)
    try:
        page = context.new_page()
        watch = Watch(page)
        page.goto(link)
        yield page, watch
    finally:
        context.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """open_page(link, width=360, …) opens a link in a browser of its own; `forgives` names failures that a test causes.

    Afterwards: nothing else failed, no other server was asked, few modules were loaded.
    """
    watched: list[tuple[Watch, str]] = []
    with ExitStack() as contexts:

        def open_link(link: str, width: int = 1440, height: int = 900, forgives: str = "^$", **options: Any) -> Page:
            page, watch = contexts.enter_context(opened(browser, link, width, height, **options))
            watched.append((watch, forgives))
            return page

        yield open_link
    for watch, forgives in watched:
        watch.found_nothing(forgives)
