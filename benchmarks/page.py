"""The rater's page in a real browser: how much it loads, how soon a unit is there, how soon the next one.

On the loopback, and on a phone network (300 ms there and back, 1.6 Mbit/s). Sizes are of bodies as they are sent.

The times are those of the page alone: it is watched by a few lines that run before it, and asked by single expressions.
Playwright's own locators would compile a long script in the page just while it begins, which costs it 40 to 90 ms.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Response, sync_playwright

from benchmarks.table import Line, at_most, only
from tests.browser.conftest import PROGRAM, QUIET, Demo, read_demo
from tests.browser.person import answers_everything, sees_a_task
from tests.fixtures.browser import ARGUMENTS
from tests.fixtures.tools import tool

MOST_KB, MOST_MODULES, MOST_FIRST_S, MOST_NEXT_MS, MOST_TASK_MS = 40.0, 16, 0.3, 50.0, 50.0
ROUNDS = 4
STUDY = "demo-translation"
PHONE = {"offline": False, "latency": 300, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""Bytes a second: 1.6 Mbit/s."""
WATCH = """
  globalThis.shown = []; globalThis.long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true });
  let last = null;
  new MutationObserver(() => {
    const task = document.querySelector('jb-task');
    if (!task || task === last) return;
    last = task;
    requestAnimationFrame(() => setTimeout(() => shown.push(performance.now())));
  }).observe(document, { childList: true, subtree: true });
  addEventListener('keydown', (event) => event.key === 'Enter' && (globalThis.pressed = performance.now()), true);
"""
ANSWER = """
  for (const scale of document.querySelectorAll('jb-scale')) scale.querySelectorAll('.level input')[3].click();
"""
THINKS_S, PATIENCE_S = 1.0, 60.0


@dataclass
class Visit:
    """One rater at the page, from the link on; nothing is done in the page that a rater would not do."""

    page: Page

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH)
        self.tools = self.page.context.new_cdp_session(self.page)

    def ask(self, expression: str) -> Any:
        answer = self.tools.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def _waits_for(self, shown: int) -> None:
        """A look now and then, as rare as a glance of a person."""
        end = time.monotonic() + PATIENCE_S
        time.sleep(THINKS_S)
        while self.ask("shown.length") < shown:
            if time.monotonic() > end:
                raise TimeoutError(f"no unit {shown} after {PATIENCE_S} s at {self.page.url}")
            time.sleep(THINKS_S)

    def open(self, link: str) -> float:
        """Seconds until the first unit is on the screen."""
        self.page.goto(link, wait_until="commit")
        self._waits_for(1)
        return float(self.ask("shown[0]")) / 1000

    def rate(self) -> float:
        """Milliseconds from Submit to the next unit on the screen, by a rater who thinks for a second."""
        count = self.ask("shown.length")
        self.ask(ANSWER)
        time.sleep(THINKS_S)
        self.page.keyboard.press("Control+Enter")
        self._waits_for(count + 1)
        return float(self.ask("shown.at(-1) - pressed"))

    @property
    def longest_task(self) -> float:
        return float(self.ask("Math.max(0, ...long)"))


def measure(folder: Path) -> Iterator[Line]:
    with running_demo(folder) as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool("JURYBOX_TEST_CHROMIUM"), args=ARGUMENTS)
        yield from _sizes(browser, demo)
        yield from _times(browser, demo, "loopback", None)
        yield from _times(browser, demo, "phone network", PHONE)
        browser.close()


def _sizes(browser: Browser, demo: Demo) -> Iterator[Line]:
    for study in sorted(demo.links):
        page = browser.new_context().new_page()
        sizes: dict[str, int] = {}
        page.on("response", partial(_weigh, sizes))
        page.goto(demo.new_rater(study))
        sees_a_task(page)
        answers_everything(page)
        page.keyboard.press("Control+Enter")
        page.wait_for_load_state("networkidle")
        name, kilobytes = study.removeprefix("demo-"), sum(sizes.values()) / 1000
        modules = sum(url.endswith(".js") for url in sizes)
        yield at_most(f"JS + CSS of `{name}`", kilobytes, MOST_KB, " kB")
        yield at_most(f"modules of `{name}`", modules, MOST_MODULES, "")
        page.locator("#guideline summary").click()
        page.locator("#tasks").click()
        page.locator("dialog li").first.wait_for()
        yield only(f"the same, with guideline and task list opened: `{name}`", sum(sizes.values()) / 1000, " kB")
        page.context.close()


def _weigh(sizes: dict[str, int], response: Response) -> None:
    if re.search(r"/static/.*\.(js|css)$", response.url):
        sizes[response.url] = int(response.headers.get("content-length", 0))


def _times(browser: Browser, demo: Demo, name: str, network: dict[str, Any] | None) -> Iterator[Line]:
    firsts, nexts, tasks, plain = [], [], [], []
    for _ in range(ROUNDS):
        plain.append(_one_word(browser, demo))
        page = browser.new_context().new_page()
        if network:
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)
        visit = Visit(page)
        firsts.append(visit.open(demo.new_rater(STUDY)))
        nexts += [visit.rate() for _ in range(4)]
        tasks.append(visit.longest_task)
        page.context.close()
    slow = network is not None
    if not slow:
        yield only("the word of /healthz on screen, as fast as this browser gets", median(plain), " s")
    first, following = median(firsts), median(nexts)
    text, after = f"unit on screen after the link, {name}", f"next unit on screen after Submit, {name}"
    yield only(text, first, " s") if slow else at_most(text, first, MOST_FIRST_S, " s")
    yield only(after, following, " ms") if slow else at_most(after, following, MOST_NEXT_MS, " ms")
    yield at_most(f"longest task of {ROUNDS} visits, {name}", max(tasks), MOST_TASK_MS, " ms")


def _one_word(browser: Browser, demo: Demo) -> float:
    """Seconds until a page of one word is painted: what the browser and the machine need for anything at all."""
    visit = Visit(browser.new_context().new_page())
    visit.page.goto(demo.origin + "/healthz", wait_until="commit")
    time.sleep(THINKS_S)
    painted = visit.ask("performance.getEntriesByType('paint')[0].startTime")
    visit.page.context.close()
    return float(painted) / 1000


@contextmanager
def running_demo(folder: Path) -> Iterator[Demo]:
    command = [PROGRAM, "demo", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(command, env=QUIET, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            yield read_demo(server, folder / "data")
        finally:
            server.terminate()
