"""A long document in the rater's page: 200 segments by 4 systems, with 500 marks that were made before.

How soon it is on the screen, how long a mark takes, and what the page holds in memory once it was walked through from
the first segment to the last. Sizes are of bodies as they are sent.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from playwright.sync_api import Browser, CDPSession, sync_playwright

from benchmarks.page import Visit, running_demo
from benchmarks.table import Line, at_most, only
from jurybox.core import NextWish
from jurybox.protocols import load_protocol
from jurybox.studies.lifecycle import create
from jurybox.studies.people import raters
from jurybox.studies.rating import Link, session
from jurybox.studies.workbench import Workbench
from tests.browser.conftest import workbench
from tests.fixtures.browser import ARGUMENTS
from tests.fixtures.tools import tool

SEGMENTS, SYSTEMS, MARKS = 200, "abcd", 500
MOST_KB, MOST_LATER_KB, MOST_FIRST_S, MOST_MARK_MS, MOST_MB = 40.0, 12.0, 1.0, 50.0, 150.0
ROUNDS, MARKED = 3, 20
TEXT = "the quick brown fox jumps over a lazy dog while seven grey cats look at it from an old wall"
MARK = """
  (async () => {
    const all = Array.from(document.querySelectorAll('jb-marks'));
    const free = all.find((one) => one.value === null && one.offsetParent);
    const begun = performance.now();
    free.querySelectorAll('.word')[2].click();
    free.querySelector('.weights button').click();
    const said = performance.now();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [said - begun, performance.now() - begun, free.value.length];
  })()
"""
SENT = """
  performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => /\\.(js|css)$/.test(name) && responseEnd < UNTIL)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
"""
WALK = "document.querySelector(`[data-segment='${NUMBER}']`).scrollIntoView()"


def measure(folder: Path) -> Iterator[Line]:
    with running_demo(folder) as demo, sync_playwright() as playwright:
        with workbench(demo.folder) as bench:
            make_document(bench, folder)
            links = [demo.origin + begun(bench, f"Reader {n}") for n in range(ROUNDS)]
        browser = playwright.chromium.launch(executable_path=tool("JURYBOX_TEST_CHROMIUM"), args=ARGUMENTS)
        yield from _looked_at(browser, links)
        browser.close()


def make_document(bench: Workbench, folder: Path) -> None:
    """A study of one document."""
    lines = ["id,segment,system,source,output"]
    for n in range(1, SEGMENTS + 1):
        for place, name in enumerate(SYSTEMS):
            first = (n + place) % 6
            text = " ".join(TEXT.split()[first : first + 14])
            lines.append(f"book,{n},{name},Quelle {n} {TEXT},{name} {n} {text}")
    table = folder / "book.csv"
    table.write_text("\n".join(lines), encoding="utf-8")
    draft = create.StudyDraft("book", "Book", {"calibration": False, "quorum": 50}, "seed")
    create.create_filled(bench, load_protocol("esa-contrastive"), draft, create.ItemFiles([table]))
    create.open_study(bench, "book")


def begun(bench: Workbench, name: str) -> str:
    """The path of a rater who has made so many marks already."""
    info = raters.add_rater(bench, "book", name)
    link = Link("book", info.path.partition("#")[2])
    packet = bench.database.write(lambda run: session.next_units(bench, run, link, NextWish()))["units"][0]
    targets = [f"{letter.upper()}.{n}" for n in range(1, SEGMENTS + 1) for letter in SYSTEMS]
    marked = {target: [_mark(0)] for target in targets[1 : MARKS + 1]}
    body: Any = {"answers": {"errors": marked}, "comment": None, "cannot": None}
    bench.database.write(lambda run: session.save_draft(bench, run, link, packet["assignment"], packet["stage"], body))
    return info.path


def _mark(start: int) -> dict[str, Any]:
    return {"start": start, "end": start + 3, "label": "error", "weight": "minor"}


def _looked_at(browser: Browser, links: list[str]) -> Iterator[Line]:
    firsts, said, painted, heaps, nodes, processes = [], [], [], [], [], []
    browsers = browser.new_browser_cdp_session()
    first_kb, all_kb = 0.0, 0.0
    for link in links:
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        visit = Visit(page)
        firsts.append(visit.open(link))
        first_kb = visit.ask(SENT.replace("UNTIL", "shown[0]")) / 1000
        for number in range(1, SEGMENTS + 1, 4):
            visit.ask(WALK.replace("NUMBER", str(number)))
            time.sleep(0.05)
        visit.ask(WALK.replace("NUMBER", str(SEGMENTS - 4)))
        time.sleep(1)
        for _ in range(MARKED):
            answer = visit.tools.send(
                "Runtime.evaluate", {"expression": MARK, "returnByValue": True, "awaitPromise": True}
            )["result"]["value"]
            said.append(answer[0])
            painted.append(answer[1])
        all_kb = visit.ask(SENT.replace("UNTIL", "Infinity")) / 1000
        visit.tools.send("HeapProfiler.collectGarbage")
        visit.tools.send("Performance.enable")
        metrics = {one["name"]: one["value"] for one in visit.tools.send("Performance.getMetrics")["metrics"]}
        heaps.append(metrics["JSHeapTotalSize"] / 1e6)
        nodes.append(metrics["Nodes"])
        processes.append(_process_mb(browsers))
        page.context.close()
    what = f"{SEGMENTS} segments by {len(SYSTEMS)} systems with {MARKS} marks"
    yield at_most("JS + CSS until `esa-contrastive` can be answered", first_kb, MOST_KB, " kB")
    yield at_most("more of it that comes later", all_kb - first_kb, MOST_LATER_KB, " kB")
    yield at_most(f"on screen after the link: {what}", median(firsts), MOST_FIRST_S, " s")
    yield at_most("a mark in it, until it is drawn", median(painted), MOST_MARK_MS, " ms")
    yield only("the work of a mark before it is drawn", median(said), " ms")
    yield at_most("memory of the page's scripts after a walk through all segments", max(heaps), MOST_MB, " MB")
    yield at_most("memory of the page's whole process then, without what it shares", max(processes), MOST_MB, " MB")
    yield only("nodes in the page then", max(nodes), "")


def _process_mb(browsers: CDPSession) -> float:
    """Of the one process that shows pages: the browser's own code as far as it is there for this page alone."""
    found = browsers.send("SystemInfo.getProcessInfo")["processInfo"]
    return (
        max(psutil.Process(int(one["id"])).memory_full_info().uss for one in found if one["type"] == "renderer") / 1e6
    )
