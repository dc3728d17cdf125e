"""Everyone can use the page: axe, a screen reader, focus, targets for a finger, large text, less motion.

In light and dark, on a phone and at a desk: each page is opened once, and all is looked at that can be seen on it.
"""

import pytest
from playwright.sync_api import Page, expect

from benchmarks.layout import TOGETHER
from tests.browser.conftest import Demo, Opener
from tests.browser.person import finds_nothing_to_mend, opens_sections, sees_a_task, submits
from tests.browser.screen_reader import finds_nothing_to_hear
from tests.browser.test_every_protocol import DESK, PHONE, STUDIES
from tests.fixtures.workshop import EVERYTHING, MARKING, Workshop

FINGER = 44
MOST_HEADER = 48
HALF = {"demo-caption-culture": 1934, "demo-audio-description": 4014}
"""Half of what the page was high on a phone before it was made for one, in pixels."""

# Words in a line of text that explain themselves are as high as the line, as links in a text are.
SMALL = """size => [...document.querySelectorAll('button, select, textarea, summary, a[href], input')]
    .map((control) => control.closest('label') ?? control)
    .filter((control) => control.checkVisibility({visibilityProperty: true}) && !control.closest('.term'))
    .filter((control) => { const box = control.getBoundingClientRect(); return box.width < size || box.height < size; })
    .map((control) => control.outerHTML.slice(0, 120))"""
OVERFLOWING = """() => [...document.querySelectorAll('main *')]
    .filter((node) => node.checkVisibility() && !node.closest('.hidden') && node.clientWidth > 1)
    .filter((node) => getComputedStyle(node).overflowX !== 'visible')
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && !node.matches('textarea, input, select, .frame'))
    .map((node) => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("study", [*STUDIES, EVERYTHING, MARKING])
def test_everyone_can_use_the_page_at_a_desk(
    study: str, live_demo: Demo, workshop: Workshop, open_page: Opener
) -> None:
    page = open_page(
        live_demo.new_rater(study) if study in STUDIES else workshop.link(study), color_scheme="light", **DESK
    )
    sees_a_task(page)
    finds_nothing_to_hear(page)
    finds_nothing_to_mend(page)
    if study in STUDIES:
        text_and_answer_are_seen_together(page, DESK)
    can_be_heard_when_something_is_left_out(page)
    page.emulate_media(color_scheme="dark")
    opens_everything(page)
    finds_nothing_to_mend(page)
    is_all_there_in_large_text(page)


def is_all_there_in_large_text(page: Page) -> None:
    """Twice the size on half a screen: nothing is cut off, and the page scrolls in one direction only."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.set_viewport_size({"width": 720, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    assert page.evaluate(OVERFLOWING) == []
    page.locator(".actions .primary").scroll_into_view_if_needed()
    expect(page.locator(".actions .primary")).to_be_in_viewport()


@pytest.mark.parametrize("study", [*STUDIES, EVERYTHING, MARKING])
def test_everyone_can_use_the_page_on_a_phone(
    study: str, live_demo: Demo, workshop: Workshop, open_page: Opener
) -> None:
    page = open_page(
        live_demo.new_rater(study) if study in STUDIES else workshop.link(study), color_scheme="dark", **PHONE
    )
    sees_a_task(page)
    if study in HALF:
        assert page.evaluate("document.documentElement.scrollHeight") <= HALF[study]
    finds_nothing_to_hear(page)
    assert page.evaluate(SMALL, FINGER) == []
    finds_nothing_to_mend(page)
    if study in STUDIES:
        text_and_answer_are_seen_together(page, PHONE)
    can_be_heard_when_something_is_left_out(page)
    page.emulate_media(color_scheme="light")
    opens_everything(page)
    assert page.evaluate(SMALL, FINGER) == []
    finds_nothing_to_mend(page)


def text_and_answer_are_seen_together(page: Page, screen: dict[str, int]) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert page.locator("header.top").evaluate("top => top.getBoundingClientRect().height") <= MOST_HEADER
    good, count, missed = page.evaluate(TOGETHER)
    assert (good, missed) == (count, [])
    assert count > 0


def can_be_heard_when_something_is_left_out(page: Page) -> None:
    """With all sections open, something looked up and something missing, where the study asks for anything."""
    opens_sections(page.locator("jb-task"))
    is_wanting = leaves_something_out(page)
    tree = finds_nothing_to_hear(page)
    alerts = [node for node in tree.walk() if node.role == "alert"]
    assert alerts or not is_wanting, "what is missing is said aloud"
    for question in questions(page):
        heard = [n for n in tree.walk() if n.role in ("group", "radiogroup") and question in n.name]
        assert heard, question


def leaves_something_out(page: Page) -> bool:
    """Look something up and submit, where something is missing."""
    for toggle in page.locator(".explain:visible").all()[:1]:
        toggle.click()
    is_wanting = bool(page.evaluate("document.querySelector('jb-task').inHand.gaps().length"))
    if is_wanting:
        submits(page)
    return is_wanting


def questions(page: Page) -> set[str]:
    """What is asked, as it is written."""
    return set(page.locator("[data-question] .prompt > span:not(.hidden, .optional)").all_inner_texts())


def opens_everything(page: Page) -> None:
    """More explanations beside the one that was looked up, the guideline, a mark, why one cannot be judged."""
    for toggle in page.locator(".explain:visible").all()[1:3]:
        toggle.click()
    if page.locator(".markable .word").count():
        page.locator(".markable .word").first.click()
        page.locator(".labels button").first.click()
        page.locator("[data-key=quote-0]").first.click()
    page.locator("[data-cannot] button").last.click()
    page.locator("#guideline summary").click()
    expect(page.locator("jb-guideline h2").first).to_be_visible()


OUTLINE = """() => { const held = document.activeElement;
    const shown = [held, held.closest('label'), held.querySelector('.at')].filter(Boolean);
    return held === document.body || shown.some((node) => parseFloat(getComputedStyle(node).outlineWidth) >= 2
        && getComputedStyle(node).outlineStyle !== 'none') ? '' : held.outerHTML.slice(0, 120); }"""


@pytest.mark.parametrize("study", [EVERYTHING, MARKING])
def test_the_focus_is_always_seen(study: str, workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(study))
    sees_a_task(page)
    unseen = []
    for _ in range(45):
        page.keyboard.press("Tab")
        unseen.append(page.evaluate(OUTLINE))
    assert [node for node in unseen if node] == []


def test_nothing_moves_where_less_motion_is_wished(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING), reduced_motion="reduce")
    sees_a_task(page)
    moving = "() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 1).length"
    page.locator("#guideline summary").click()
    assert page.evaluate(moving) == 0
    slow = """() => [...document.querySelectorAll('*')].filter((node) => [null, '::before', '::after'].some((part) =>
        parseFloat(getComputedStyle(node, part).transitionDuration) > 0.01)).length"""
    assert page.evaluate(slow) == 0


def test_pages_of_a_few_words_are_for_everyone_too(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(f"{live_demo.origin}/rate/{STUDIES[0]}/#nonsense", forgives="401", color_scheme="dark", **PHONE)
    expect(page.locator("h1")).to_be_visible()
    finds_nothing_to_mend(page)
