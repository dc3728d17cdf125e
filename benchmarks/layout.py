"""How the rater's page fits the screen: its height, its header, and whether text and answer are seen together."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.page import running_demo
from benchmarks.table import Line, at_least, at_most, only
from tests.browser.conftest import Demo
from tests.browser.person import sees_a_task
from tests.fixtures.browser import ARGUMENTS
from tests.fixtures.tools import tool

SCREENS: dict[str, dict[str, Any]] = {
    "360x740": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "1440x900": {"viewport": {"width": 1440, "height": 900}},
}
MOST_HEADER = 48
MOST_HEIGHT = {("caption-culture", "360x740"): 1934, ("audio-description", "360x740"): 4014}
"""Half of what they were: 3,869 and 8,029 pixels."""

TOGETHER = """() => {
  for (const section of document.querySelectorAll('jb-task details')) section.open = true;
  const isSeen = (node, box) => {
    const found = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), box.top + box.height / 2);
    return !!found && (node.contains(found) || (found.localName === 'label' && found.contains(node)));
  };
  const firstLine = (text) => {
    const range = new Range();
    range.selectNodeContents(text);
    return [...range.getClientRects()].find((box) => box.width > 1);
  };
  const isRead = (text) => { const line = firstLine(text); return !!line && isSeen(text, line); };
  const textsOf = (question) => {
    const own = [...(question.closest('jb-card') ?? question).querySelectorAll('.markable, .text')];
    return own.length ? own : [...document.querySelectorAll('jb-card :is(.markable, .text)')];
  };
  const kinds = '.level, .chip, .stepper input, .slider input, textarea, .labels button';
  const isThere = (control) => control.checkVisibility({ visibilityProperty: true }) && !control.disabled;
  let [count, good] = [0, 0];
  const missed = [];
  for (const question of document.querySelectorAll('jb-task [data-question]')) {
    const texts = textsOf(question);
    for (const control of [...question.querySelectorAll(`.answer :is(${kinds})`)].filter(isThere)) {
      count += 1;
      const isTogether = [0.5, 0.65, 0.8, 0.35, 0.88].some((share) => {
        const box = control.getBoundingClientRect();
        scrollBy({ top: box.top + box.height / 2 - share * innerHeight, behavior: 'instant' });
        return isSeen(control, control.getBoundingClientRect()) && texts.some(isRead);
      });
      if (isTogether) good += 1;
      else missed.push(`${question.localName} ${control.textContent.trim().slice(0, 30)}`);
    }
  }
  return [good, count, missed.slice(0, 5)];
}"""
"""How many controls there are, and how many of them can be seen together with the first line of their text."""


def measure(folder: Path) -> Iterator[Line]:
    with running_demo(folder) as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tool("JURYBOX_TEST_CHROMIUM"), args=ARGUMENTS)
        for study in sorted(demo.links):
            for screen in SCREENS:
                yield from _fit(browser, demo, study, screen)
        browser.close()


def _fit(browser: Browser, demo: Demo, study: str, screen: str) -> Iterator[Line]:
    page = browser.new_context(**SCREENS[screen]).new_page()
    page.goto(demo.new_rater(study))
    sees_a_task(page)
    name = study.removeprefix("demo-")
    height, header = _heights(page)
    goal = MOST_HEIGHT.get((name, screen))
    text = f"height of the page of `{name}`, {screen}"
    yield only(text, height, " px") if goal is None else at_most(text, height, goal, " px")
    yield at_most(f"header of `{name}`, {screen}", header, MOST_HEADER, " px")
    good, count, _ = page.evaluate(TOGETHER)
    yield at_least(f"answers seen together with their text, `{name}`, {screen}", 100 * good / max(1, count), 100, " %")
    page.context.close()


def _heights(page: Page) -> tuple[float, float]:
    """Once everything that comes with the page is there; all units of a study differ a little."""
    page.wait_for_load_state("networkidle")
    height = page.evaluate("document.documentElement.scrollHeight")
    return float(height), float(page.evaluate("document.querySelector('header').getBoundingClientRect().height"))
