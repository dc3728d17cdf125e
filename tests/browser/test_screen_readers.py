"""The page as a screen reader hears it: every protocol, the panel, the list of tasks, the help and the end."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Demo, Opener
from tests.browser.person import is_thanked, opens_sections, sees_a_task, submits
from tests.browser.screen_reader import finds_nothing_to_hear, tree_of
from tests.browser.test_every_protocol import DESK, PHONE, STUDIES
from tests.fixtures.workshop import EVERYTHING, MARKING, Workshop


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("study", [*STUDIES, EVERYTHING, MARKING])
def test_a_task_can_be_heard(
    study: str, screen: dict[str, int], live_demo: Demo, workshop: Workshop, open_page: Opener
) -> None:
    page = open_page(live_demo.new_rater(study) if study in STUDIES else workshop.link(study), **screen)
    sees_a_task(page)
    finds_nothing_to_hear(page)
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


def test_an_optional_question_says_so_in_a_word_of_its_own(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING))
    sees_a_task(page)
    page.locator("#language").select_option("es")
    expect(page.locator(".actions .primary")).to_have_text(re.compile("Enviar"))
    names = [node.name for node in tree_of(page).walk() if node.role in ("group", "textbox")]
    assert any(name.endswith(" opcional") for name in names)
    assert not any(re.search(r"\wopcional", name) for name in names)


def test_the_sliders_of_a_clip_say_frame_time_and_loudness(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"))
    sees_a_task(page)
    expect(page.locator("jb-video")).to_have_attribute("aria-busy", "false")
    sliders = page.locator("jb-video [type=range]")
    said = dict(sliders.evaluate_all("all => all.map((one) => [one.ariaLabel, one.ariaValueText])"))
    assert said == {"Place in the clip": "Frame 1, 0:00.000", "Volume": "100 %"}


def test_the_levels_of_a_scale_are_named_on_a_phone_too(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-culture"), **PHONE)
    sees_a_task(page)
    scale = next(n for n in tree_of(page).walk() if n.role == "radiogroup")
    assert re.match("Caption A: .*caption", scale.name)
    names = [n.name for n in scale.walk() if n.role == "radio"]
    assert names == ["5 Excellent", "4 Good", "3 Mixed", "2 Poor", "1 Unusable"]


def test_panel_and_windows_can_be_heard(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"))
    sees_a_task(page)
    page.locator("#guideline summary").click()
    expect(page.locator("jb-guideline h2").first).to_be_visible()
    finds_nothing_to_hear(page)
    page.keyboard.press("?")
    expect(page.locator("dialog .keys")).to_be_visible()
    finds_nothing_to_hear(page)
    page.keyboard.press("Escape")
    page.locator("#tasks").click()
    expect(page.locator("dialog .tasks li").first).to_be_visible()
    finds_nothing_to_hear(page)


def test_the_end_can_be_heard(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING))
    sees_a_task(page)
    for _ in range(3):
        page.keyboard.press("4")
    is_thanked(page)
    expect(page.locator("main h1")).to_be_focused()
    finds_nothing_to_hear(page)
