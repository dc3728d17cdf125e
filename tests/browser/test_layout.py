"""The page fits the screen: on a phone a text and its scale, at a desk a long text beside what is asked about it."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Demo, Opener
from tests.browser.person import marks_two_words, sees_a_task, waits_until
from tests.browser.test_every_protocol import DESK, PHONE
from tests.browser.test_questions import question
from tests.fixtures.workshop import ASKED, EVERYTHING, LONG, MARKS, Workshop, make

SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
LEAST_DIGIT = 56
SMALL_CHIP = 32


def box(node: Locator) -> dict[str, float]:
    found = node.bounding_box()
    assert found
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def test_on_a_phone_a_scale_is_one_row_of_digits(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-culture"), **PHONE)
    sees_a_task(page)
    scale = page.locator("jb-scale").first
    levels = [box(level) for level in scale.locator(".level").all()]
    assert len({level["y"] for level in levels}) == 1
    assert all(level["height"] >= LEAST_DIGIT for level in levels)
    said = scale.locator(".said-level")
    expect(said).to_have_text("5\u00a0Excellent · 4\u00a0Good · 3\u00a0Mixed · 2\u00a0Poor · 1\u00a0Unusable")
    scale.locator(".level").nth(1).tap()
    expect(said.locator("b")).to_have_text("4\u00a0Good")
    for card in page.locator("jb-card").all():
        card.evaluate("card => card.scrollIntoView({block: 'end'})")
        shown = card.locator(".text"), card.locator(".levels")
        bar = box(page.locator(".actions"))["y"]
        above = box(page.locator(".is-image"))["bottom"]
        if box(card)["height"] < bar - above:
            assert all(box(part)["y"] >= above - 1 and box(part)["bottom"] <= bar for part in shown)


def test_on_a_phone_a_mark_is_told_in_two_lines(live_demo: Demo, open_page: Opener) -> None:
    """Its words with the way to remove it; below, what it is, how often it counts, and what that makes."""
    page = open_page(live_demo.new_rater("demo-caption-counts"), **PHONE)
    sees_a_task(page)
    marks_two_words(page.locator("jb-marks").first)
    row = page.locator(".marks li").first
    words, remove, times, worth = (box(row.locator(part)) for part in (".quote", ".step", "select", ".worth"))
    assert words["y"] == remove["y"]
    assert words["bottom"] <= times["y"] < worth["bottom"]
    assert remove["right"] - worth["right"] < worth["width"]


@SCREENS
def test_tags_do_not_move_while_they_are_chosen(screen: dict[str, int], live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"), **screen)
    sees_a_task(page)
    tags = page.locator("jb-tags").first
    for section in tags.locator("summary").all():
        section.click()
    chips = tags.locator(".chip")
    places = "all => all.map((one) => Math.round(one.getBoundingClientRect().top + scrollY))"
    before = chips.evaluate_all(places)
    for n in range(6):
        chips.nth(n).click()
    assert chips.evaluate_all(places) == before
    expect(tags.locator(".chosen-tag")).to_have_count(6)


def test_at_a_desk_tags_are_columns_of_small_chips(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"), **DESK)
    sees_a_task(page)
    tags = page.locator("jb-tags").first
    first, second = (box(category) for category in tags.locator(".category").all()[:2])
    assert second["x"] > first["right"]
    assert min(box(chip)["height"] for chip in tags.locator(".chip").all()) == SMALL_CHIP
    info = tags.get_by_role("button", name="What does “missing” mean?")
    info.click()
    expect(tags.locator(".what:visible")).to_have_count(1)
    info.click()
    expect(tags.locator(".what:visible")).to_have_count(0)


def test_on_a_phone_tags_are_closed_sections_with_counts(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"), **PHONE)
    sees_a_task(page)
    tags = page.locator("jb-tags").first
    expect(tags.locator(".chip:visible")).to_have_count(0)
    section = tags.locator("details").first
    expect(section.locator(".tally")).to_have_text("0 of 8 chosen")
    section.locator("summary").tap()
    section.locator(".chip").nth(1).tap()
    expect(section.locator(".tally")).to_have_text("1 of 8 chosen")
    tags.locator(".tag-search").fill("irrelevant")
    expect(tags.locator(".chip:visible").first).to_have_text("irrelevant")
    tags.locator(".tag-search").press("Enter")
    expect(tags.locator(".chip:visible")).to_have_count(0)
    expect(section.locator(".tally")).to_have_text("2 of 8 chosen")


def test_a_long_text_stays_beside_what_is_asked(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(LONG), **DESK)
    sees_a_task(page)
    source, card = page.locator(".material"), page.locator("jb-card")
    assert box(card)["x"] >= box(source)["right"]
    page.mouse.move(1000, 500)
    page.mouse.wheel(0, 3000)
    waits_until(page, "scrollY > 1000")
    assert box(source)["y"] >= 0
    assert box(source)["bottom"] <= box(page.locator(".actions"))["y"]
    page.set_viewport_size({"width": 360, "height": 740})
    assert box(card)["y"] >= box(source.locator(".field"))["bottom"]


@SCREENS
def test_nothing_of_a_picture_is_cut_off(screen: dict[str, Any], workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING), **screen)
    sees_a_task(page)
    material = box(page.locator(".is-image"))
    for tool in page.locator(".zoom-tools button:visible").all():
        assert box(tool)["bottom"] <= min(material["bottom"], screen["height"])
        assert tool.evaluate(
            "node => { const {x, y, width, height} = node.getBoundingClientRect();"
            " return node.contains(document.elementFromPoint(x + width / 2, y + height - 2)); }"
        )


def test_a_button_leaves_the_full_window(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING), **PHONE)
    sees_a_task(page)
    page.get_by_role("button", name="Full window", exact=True).tap()
    leave = page.get_by_role("button", name="Leave the full window")
    assert box(leave)["y"] < 20
    leave.tap()
    expect(page.locator("dialog.large-picture")).to_be_hidden()


def test_an_answer_follows_its_prompt_at_once(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING), **DESK)
    sees_a_task(page)
    for name in ("score", "kind", "whole", "note"):
        asked = question(page, name, "A")
        assert box(asked.locator(".answer > *").first)["y"] - box(asked.locator(".prompt"))["bottom"] <= 16, name


@SCREENS
def test_submit_is_at_the_edge_of_the_window(screen: dict[str, int], live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-title"), **screen)
    sees_a_task(page)
    for there in ("0", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {there})")
        assert abs(box(page.locator(".actions"))["bottom"] - screen["height"]) <= 1


def test_on_a_phone_the_guideline_is_a_sheet_from_below(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-culture"), **PHONE)
    sees_a_task(page)
    page.locator("#guideline summary").tap()
    expect(page.locator("jb-guideline h2").first).to_be_visible()
    sheet = box(page.locator("#guideline-body"))
    assert sheet["bottom"] == PHONE["height"]
    assert sheet["y"] > 200  # what is judged stays in sight
    page.locator("#guideline-body").get_by_role("button", name="Close").tap()
    expect(page.locator("jb-guideline")).to_be_hidden()
    expect(page.locator("#guideline > summary")).to_be_focused()


@SCREENS
def test_what_is_saved_is_one_sign_with_words_on_demand(
    screen: dict[str, int], live_demo: Demo, open_page: Opener
) -> None:
    page = open_page(live_demo.new_rater("demo-title"), **screen)
    sees_a_task(page)
    sign, words = page.locator("#saved"), page.locator("#saved-words")
    expect(sign).to_have_accessible_name("Everything is on the server")
    hidden = "node => getComputedStyle(node).clipPath !== 'none'"
    assert words.evaluate(hidden)
    sign.click()
    page.mouse.move(0, 400)
    assert not words.evaluate(hidden)
    seen = box(words)
    assert seen["x"] >= 0
    assert seen["right"] <= screen["width"]
    page.locator("h1").click()
    assert words.evaluate(hidden)


def test_what_is_rarely_needed_is_in_a_menu_on_a_phone(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-title"), **PHONE)
    sees_a_task(page)
    expect(page.locator("#language")).to_be_hidden()
    page.get_by_role("button", name="More").tap()
    page.locator("#language").select_option("de")
    expect(page.locator(".actions .primary")).to_have_text("Absenden und weiter")
    page.locator("#help").tap()
    expect(page.locator("dialog .keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Mehr")).to_be_focused()


def test_cards_stand_apart(live_demo: Demo, open_page: Opener) -> None:
    """Nothing lies over something else, and all cards have the same edges."""
    page = open_page(live_demo.new_rater("demo-caption-culture"), **DESK)
    sees_a_task(page)
    cards = [box(card) for card in page.locator("jb-card").all()]
    assert len({(card["x"], card["width"]) for card in cards}) == 1
    assert all(after["y"] - before["bottom"] >= 8 for before, after in pairwise(cards))


def test_on_a_phone_two_texts_of_an_output_do_not_cover_each_other(
    workshop: Workshop, open_page: Opener, tmp_path: Path
) -> None:
    """The text that is marked stays in sight while the questions below are answered; the other one goes."""
    fields = {"output": "text", "notes": {"type": "text", "per": "output"}}
    asked = [{**MARKS, "field": "output"}, ASKED[0], ASKED[1]]
    items = [{"id": "1", "system": "one", "output": "A dog and a cat. " * 6, "notes": "Seen in the park. " * 6}]
    stage = {"id": "rating", "show": ["output", "notes"], "ask": asked}
    make(workshop.bench, tmp_path, "two-texts", items, fields=fields, stages=[stage])
    page = open_page(workshop.link("two-texts"), **PHONE)
    sees_a_task(page)
    page.locator("jb-slider").evaluate("one => one.scrollIntoView({block: 'end'})")
    marked, other = page.locator("jb-marks .texts"), page.locator(".card > .field.is-text")
    expect(marked).to_be_in_viewport()
    assert box(other)["bottom"] <= box(marked)["y"] + 1
