"""The page as a screen reader hears it: sliders, levels, the panel, the list of tasks, the help and the end.

Each protocol's first task is heard in test_accessibility.py, where its page is open anyhow.
"""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Demo, Opener
from tests.browser.person import is_thanked, sees_a_task
from tests.browser.screen_reader import finds_nothing_to_hear, tree_of
from tests.browser.test_every_protocol import PHONE
from tests.fixtures.workshop import EVERYTHING, Workshop


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
