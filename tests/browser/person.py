"""A person at the rater's page: sees what is on it, and answers with mouse and keyboard."""

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect


def sees_a_task(page: Page) -> str:
    """The heading of the task on the page, once it is there."""
    heading = page.locator("jb-task h1")
    expect(heading).to_have_text(re.compile(r"\d"))
    return heading.inner_text()


def waits_until(page: Page, condition: str, arg: object = None, seconds: float = 10) -> None:
    """Asked from outside, again and again: the policy of our pages refuses what Playwright evaluates while it waits."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"not so after {seconds} s: {condition}"
        page.wait_for_timeout(20)


def answers_everything(page: Page) -> None:
    """Answer every question that can be answered, the way each is answered by hand."""
    for question in page.locator("[data-question]").all():
        kind = question.evaluate("element => element.localName")
        if not question.evaluate("element => element.disabled"):
            ANSWERS[kind](question)


def value_of(page: Page, question: str, target: str = "unit") -> object:
    return page.locator(f"[data-question='{question}'][data-target='{target}']").evaluate("element => element.value")


def submits(page: Page) -> None:
    page.locator(".actions .primary").click()


def is_thanked(page: Page, way: Callable[[], None] | None = None) -> dict[str, Any]:
    """Submit, by the button or another way; what was sent, once the server has it and the next task is there."""
    before = page.locator("jb-task").element_handle()
    with page.expect_response(re.compile("/api/judgements$")) as sent:
        way() if way else submits(page)
    assert sent.value.status == 201, sent.value.text()
    waits_until(page, "task => !task.isConnected", arg=before)
    body: dict[str, Any] = json.loads(sent.value.request.post_data or "")
    return body


def done(page: Page) -> int:
    """How many stages the page says are done."""
    words = page.locator("#progress-words")
    expect(words).to_have_text(re.compile(r"\d"))
    found = re.search(r"\d+", words.inner_text())
    assert found
    return int(found[0])


AXE = Axe()
LOOK = "async (more) => (await axe.run({ resultTypes: ['violations'], ...more })).violations"
OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that ask for colours: all that can change in the dark where nothing else has changed."""


def finds_nothing_to_mend(page: Page, only: Sequence[str] = (), seconds: float = 5) -> None:
    """axe, with every rule, once the page has come to rest: what it finds while a page is built is looked for again.

    It need not describe what is right, which takes it twice as long as looking.
    """
    end = time.monotonic() + seconds
    while found := violations(page, only):
        assert time.monotonic() < end, f"not accessible: {found}"
        page.wait_for_timeout(100)


def violations(page: Page, only: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    if not page.evaluate("'axe' in globalThis"):  # half a megabyte of script, read once by each page
        page.evaluate(AXE.axe_script)
    found = page.evaluate(LOOK, {"runOnly": list(only)} if only else {})
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]


def chooses_a_level(scale: Locator) -> None:
    scale.locator(".level").nth(3).click()


def opens_sections(tags: Locator) -> None:
    """On a phone the tags stand in closed sections."""
    for section in tags.locator("details").all():
        if section.get_attribute("open") is None:
            section.locator("> summary").click()


def ticks_a_tag(tags: Locator) -> None:
    opens_sections(tags)
    tags.locator(".chip").first.click()
    opens_text = tags.locator(".chip").last
    opens_text.click()
    tags.locator(".tag-text").fill("die Stimme ist zu leise")


def marks_two_words(marks: Locator) -> None:
    """One word as the first label, and by keys the next as the second; each with the first weight that it may have."""
    text = marks.locator(".markable").first
    labels = marks.locator(".labels:not(.weights):not(.inner) button:visible")  # none where there is no choice
    text.locator(".word").first.click()
    presses_a_weight(marks, lambda: labels.first.click() if labels.count() else None)
    text.press("ArrowRight")
    text.press("Enter")
    presses_a_weight(marks, lambda: text.press("2") if labels.count() else None)


def presses_a_weight(marks: Locator, label: Callable[[], object], weight: int = 0) -> None:
    """Gives a label and then, where there is a choice, the weight of that number."""
    label()
    if marks.locator(".inner button:visible").count():  # a category was opened
        marks.locator(".inner button:visible").first.click()
    weights = marks.locator(".weights button:not([disabled])")
    if weights.count():
        weights.nth(weight).click()


def steps_up(stepper: Locator) -> None:
    """Only where no marks have filled it in."""
    if stepper.evaluate("element => element.value") is None:
        stepper.locator(".step").last.click()


def puts_in_order(ranking: Locator) -> None:
    """The best and the worst by a tap, or all of them one after the other by their letters."""
    page = ranking.page
    if page.locator("[data-key='1-B']").count():
        page.locator("label:has([data-key='0-A'])").click()
        page.locator("label:has([data-key='1-B'])").click()
        return
    for n in range(page.locator("jb-card").count()):
        page.keyboard.press("abcdefgh"[n])


def edits(question: Locator) -> None:
    """A word more at the end, by keys."""
    area = question.locator("textarea")
    area.press("Control+End")
    area.press_sequentially(" sofa")


ANSWERS: dict[str, Callable[[Locator], None]] = {
    "jb-scale": chooses_a_level,
    "jb-tags": ticks_a_tag,
    "jb-marks": marks_two_words,
    "jb-stepper": steps_up,
    "jb-slider": lambda slider: slider.locator("[type=range]").press("ArrowRight"),
    "jb-preference": lambda preference: preference.page.keyboard.press("a"),
    "jb-ranking": puts_in_order,
    "jb-choice": lambda choice: choice.locator(".chip").first.click(),
    "jb-edit": edits,
    "jb-comment": lambda comment: comment.locator("textarea").fill("ein Hund, ein Sofa"),
}
