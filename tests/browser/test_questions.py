"""Every question type by keyboard alone, by touch alone and by mouse; nothing is answered before the rater does."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Demo, Opener
from tests.browser.person import is_thanked, opens_sections, sees_a_task, submits, value_of, waits_until
from tests.fixtures.workshop import EVERYTHING, Workshop

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
EMPTY = "document.querySelectorAll('jb-task [data-question]').values().every((q) => q.value === null)"


def question(page: Page, name: str, target: str = "unit") -> Locator:
    return page.locator(f"[data-question='{name}'][data-target='{target}']")


@pytest.fixture
def page(workshop: Workshop, open_page: Opener) -> Page:
    opened = open_page(workshop.link(EVERYTHING), height=1000)
    sees_a_task(opened)
    return opened


def test_everything_starts_empty(page: Page) -> None:
    assert page.evaluate(EMPTY)
    assert page.locator("input:checked").count() == 0
    expect(question(page, "percent", "A").locator(".typed")).to_have_value("")
    expect(question(page, "steps", "A").locator("[role=spinbutton]")).to_have_value("")
    assert question(page, "steps", "A").locator("[role=spinbutton]").get_attribute("aria-valuenow") is None


EXPECTED: dict[str, dict[str, Any]] = {
    "score": {"A": 4, "B": 2, "C": 5},
    "percent": {"A": 7.5},
    "steps": {"A": 1.5},
    "kind": {"A": ["prose"]},
    "whole": {"A": ["yes"]},
    "note": {"A": "ein Wort"},
    "better": {"unit": {"better": "B"}},
    "order": {"unit": [["C"], ["A"], ["B"]]},
    "ends": {"unit": [["A"], ["C"], ["B"]]},
}
TAGGED = [{"id": "tag-2"}, {"id": "other", "text": "zu kurz"}]


def is_as_expected(sent: dict[str, Any]) -> None:
    answers = sent["answers"]
    assert answers["errors"]["A"] == TAGGED
    for name, cells in EXPECTED.items():
        given = {target: value for target, value in answers[name].items() if value != []}
        assert given == cells, name


def test_everything_is_answered_by_keyboard_alone(page: Page) -> None:
    keys = Keys(page)
    for name, target, typed in [
        ("score", "A", ["4"]),
        ("percent", "A", ["ArrowRight"] * 6),
        ("steps", "A", ["ArrowUp"] * 3),
    ]:
        keys.reach(question(page, name, target).locator("input").first)
        keys.press(*typed)
    keys.reach(question(page, "errors", "A").locator(".tag-search"))
    page.keyboard.type("alias 2")
    keys.press("Enter")
    page.keyboard.type("s")  # a letter at a tag goes into the search
    expect(question(page, "errors", "A").locator(".tag-search")).to_have_value("s")
    page.keyboard.type("omething")
    keys.press("Enter")
    page.keyboard.type("zu kurz")
    keys.reach(question(page, "kind", "A").locator("input").first)
    keys.press("ArrowRight")
    keys.reach(question(page, "whole", "A").locator("input"))
    keys.press("Space")
    keys.reach(question(page, "note", "A").locator("textarea"))
    page.keyboard.type("ein Wort")
    for target, level in (("B", "2"), ("C", "5")):
        keys.reach(question(page, "score", target).locator("input").first)
        keys.press(level)
    keys.reach(question(page, "better").locator("input").first)
    keys.press("ArrowRight")
    for letter in "ABC":
        keys.reach(question(page, "order").locator(f"[data-key=pool-{letter}]"))
        keys.press("Enter")
    keys.reach(question(page, "order").locator("[data-key=handle-C]"))
    keys.press("ArrowUp", "ArrowUp")
    for key in ("0-A", "1-B"):
        keys.reach(question(page, "ends").locator(f"[data-key='{key}']"))
        keys.press("Space")
    is_as_expected(is_thanked(page, lambda: page.keyboard.press("Control+Enter")))


class Keys:
    """Hands that have no mouse: Tab goes on until something has the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def reach(self, wanted: Locator) -> None:
        """By Tab; within a group of radio buttons, which is one stop, by the arrows."""
        is_before = "e => !!(document.activeElement.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING)"
        key = "Shift+Tab" if wanted.evaluate(is_before) else "Tab"
        for _ in range(150):
            where = wanted.evaluate(
                "e => [e === document.activeElement, e.name && e.name === document.activeElement.name]"
            )
            if where[0]:
                return
            self.page.keyboard.press("ArrowDown" if where[1] else key)
        raise AssertionError(f"the keyboard does not reach {wanted}")


def test_everything_is_answered_by_touch_alone(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(EVERYTHING), **PHONE)
    sees_a_task(page)
    for target, level in EXPECTED["score"].items():
        question(page, "score", target).locator(".level", has_text=f"Level {level}").tap()
    slider = question(page, "percent", "A").locator("[type=range]")
    box = slider.bounding_box()
    assert box
    slider.tap(position={"x": 14 + (box["width"] - 28) * 0.75, "y": box["height"] / 2})
    for _ in range(3):
        question(page, "steps", "A").locator(".step").last.tap()
    opens_sections(question(page, "errors", "A"))
    question(page, "errors", "A").locator(".chip", has_text="tag 2").tap()
    question(page, "errors", "A").locator(".chip", has_text="something else").tap()
    question(page, "errors", "A").locator(".tag-text").fill("zu kurz")
    question(page, "kind", "A").locator(".chip", has_text="prose").tap()
    question(page, "whole", "A").locator(".chip").tap()
    question(page, "note", "A").locator("textarea").fill("ein Wort")
    question(page, "better").locator(".chip").nth(1).tap()
    for letter in "CAB":
        question(page, "order").locator(f"[data-key=pool-{letter}]").tap()
    question(page, "ends").locator("label:has([data-key='0-A'])").tap()
    question(page, "ends").locator("label:has([data-key='1-B'])").tap()
    is_as_expected(is_thanked(page, lambda: page.locator(".actions .primary").tap()))


def test_everything_is_answered_by_mouse(page: Page) -> None:
    for target, level in EXPECTED["score"].items():
        question(page, "score", target).locator(".level", has_text=f"Level {level}").click()
    slider = question(page, "percent", "A").locator("[type=range]")
    box = slider.bounding_box()
    assert box
    slider.click(position={"x": 14 + (box["width"] - 28) * 0.75, "y": box["height"] / 2})
    for _ in range(3):
        question(page, "steps", "A").locator(".step").last.click()
    question(page, "errors", "A").locator(".chip", has_text="tag 2").click()
    question(page, "errors", "A").locator(".chip", has_text="something else").click()
    page.keyboard.type("zu kurz")  # the text that the tag opens has the focus
    question(page, "kind", "A").locator(".chip", has_text="prose").click()
    question(page, "whole", "A").locator(".chip").click()
    question(page, "note", "A").locator("textarea").fill("ein Wort")
    question(page, "better").locator(".chip").nth(1).click()
    order = question(page, "order")
    for letter in "ABC":
        order.locator(f"[data-key=pool-{letter}]").click()
    order.evaluate("element => element.scrollIntoView({block: 'center'})")
    drag(page, order.locator("[data-key=handle-C]"), order.locator("[data-key=handle-A]"))
    assert value_of(page, "order") == [["C"], ["A"], ["B"]]
    question(page, "ends").locator("label:has([data-key='0-A'])").click()
    question(page, "ends").locator("label:has([data-key='1-B'])").click()
    is_as_expected(is_thanked(page))


def drag(page: Page, what: Locator, to: Locator) -> None:
    start, end = what.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 4, steps=20)
    page.mouse.up()


def test_ranks_can_be_shared_and_given_back(page: Page) -> None:
    order = question(page, "order")
    for letter in "ABC":
        order.locator(f"[data-key=pool-{letter}]").click()
    order.locator("[data-key=handle-B]").press("=")
    assert value_of(page, "order") == [["A", "B"], ["C"]]
    order.locator("[data-key=handle-B]").press("ArrowDown")
    assert value_of(page, "order") == [["A"], ["B"], ["C"]]
    order.locator("[data-key=handle-B]").press("Delete")
    assert value_of(page, "order") == [["A"], ["C"]]
    order.locator(".clear").click()
    assert value_of(page, "order") is None


@pytest.mark.parametrize("name", ["score", "kind", "better", "percent"])
def test_an_answer_can_be_taken_back(name: str, page: Page) -> None:
    asked = question(page, name, "unit" if name == "better" else "A")
    clear = asked.locator(".clear")
    expect(clear).to_be_hidden()
    height = asked.evaluate("element => element.offsetHeight")
    asked.locator("input").first.press("Space")
    assert asked.evaluate("element => element.value") is not None
    assert asked.evaluate("element => element.offsetHeight") == height  # nothing jumps when the button appears
    page.keyboard.press("Tab")
    expect(clear).not_to_be_focused()
    clear.click()
    assert asked.evaluate("element => element.value") is None
    asked.locator("input").first.press("Space")
    asked.locator("input").first.press("Delete")
    assert asked.evaluate("element => element.value") is None
    assert asked.locator("input:checked").count() == 0


def test_a_second_click_takes_a_level_back(page: Page) -> None:
    level = question(page, "score", "A").locator(".level").first
    level.click()
    assert value_of(page, "score", "A") == 1
    level.click()
    waits_until(page, "() => document.querySelector('jb-scale').value === null")


def test_what_a_level_means_is_one_tap_away(page: Page) -> None:
    asked = question(page, "score", "A")
    toggle = asked.locator(".explain")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    toggle.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(asked.get_by_text("Meaning of 3.")).to_be_visible()
    expect(asked.get_by_text("Case 3")).to_be_visible()
    toggle.press("Enter")
    expect(asked.get_by_text("Case 3")).to_be_hidden()


def test_a_number_is_typed_with_comma_or_point(page: Page) -> None:
    asked = question(page, "steps", "A")
    field = asked.locator("[role=spinbutton]")
    for typed, number in (("4,5", 4.5), ("4.5", 4.5), ("４．５", 4.5), ("0", 0), ("", None)):
        field.fill(typed)
        assert value_of(page, "steps", "A") == number, typed
    field.fill("1,2")
    field.blur()
    expect(asked.locator(".fault")).to_have_text("Enter a number from 0 upwards, in steps of 0.5.")
    field.fill("many")
    field.blur()
    expect(field).to_have_value("many")
    assert value_of(page, "steps", "A") is None
    asked.locator(".step").first.click()  # from nothing, minus goes to the smallest number
    assert value_of(page, "steps", "A") == 0
    expect(asked.locator(".fault")).to_be_hidden()


def test_tags_are_found_explained_and_listed(page: Page) -> None:
    asked = question(page, "errors", "A")
    asked.locator(".tag-search").fill("FORM tag 7")
    expect(asked.locator(".chip:visible")).to_have_text(["tag 7"])
    asked.locator(".chip:visible").click()
    asked.locator(".tag-search").fill("nowhere")
    expect(asked.get_by_text("Nothing found.")).to_be_visible()
    asked.locator(".tag-search").press("Escape")
    expect(asked.locator(".chip:visible")).to_have_count(10)
    expect(asked.locator(".chosen-tag")).to_have_text(["tag 7 ×"])
    expect(asked.get_by_text("What tag 7 means.")).to_be_hidden()
    asked.locator(".explain").click()
    expect(asked.get_by_text("What tag 7 means.")).to_be_visible()
    asked.locator(".chosen-tag").click()
    assert value_of(page, "errors", "A") == []


def test_arrows_go_from_tag_to_tag(page: Page) -> None:
    asked = question(page, "errors", "A")
    asked.locator("input[type=checkbox]").first.focus()
    for key in ("ArrowRight", "ArrowDown", "Space", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    assert value_of(page, "errors", "A") == [{"id": "tag-2"}, {"id": "tag-3"}]
    assert asked.locator("input[type=checkbox][tabindex='0']").count() == 1


def test_keys_are_silent_while_an_input_method_composes(page: Page) -> None:
    composing = """([selector, key]) => document.querySelector(selector).dispatchEvent(new KeyboardEvent('keydown',
        {key, isComposing: true, keyCode: 229, bubbles: true, cancelable: true}))"""
    question(page, "order").locator("[data-key=pool-A]").click()
    question(page, "order").locator("[data-key=pool-B]").click()
    before = value_of(page, "order")
    for selector, key in (
        ("jb-task h1", "3"), ("jb-scale input", "3"), ("jb-scale input", "Delete"), ("[data-key=handle-B]", "ArrowUp"),
        ("jb-tags input[type=checkbox]", "a"), ("jb-stepper [role=spinbutton]", "ArrowUp"),
        (".tag-search", "Enter"), (".frame", "+"),
    ):  # fmt: skip
        page.evaluate(composing, [selector, key])
    note = question(page, "note", "A").locator("textarea")
    note.focus()
    client = page.context.new_cdp_session(page)
    client.send("Input.imeSetComposition", {"text": "ni3", "selectionStart": 3, "selectionEnd": 3})
    client.send("Input.insertText", {"text": "你3"})
    expect(note).to_have_value("你3")
    assert value_of(page, "score", "A") is None
    assert value_of(page, "steps", "A") is None
    assert value_of(page, "errors", "A") is None
    assert value_of(page, "order") == before
    expect(page.locator(".frame")).to_have_attribute("data-scale", "1.00")


def test_a_number_is_typed_while_no_scale_hears_it(page: Page) -> None:
    question(page, "steps", "A").locator("[role=spinbutton]").press_sequentially("3")
    assert (value_of(page, "steps", "A"), value_of(page, "score", "A")) == (3, None)


def test_a_segment_that_cannot_be_judged_leaves_the_others(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"))
    sees_a_task(page)
    cannot = page.locator("[data-cannot='2']")
    cannot.locator("button").click()
    submits(page)
    expect(cannot.locator(".fault")).to_have_text("Say why it cannot be judged.")
    cannot.locator("textarea").fill("the clip is dark")
    for number in "13":
        question(page, "rating", number).locator(".level").nth(2).click()
    sent = is_thanked(page)["answers"]
    assert sent["rating"]["2"] == {"cannot": "the clip is dark"}
    assert all(cells["2"] == {"cannot": "the clip is dark"} for cells in sent.values())
    assert isinstance(sent["rating"]["1"], int)


def test_markup_in_a_text_is_shown_as_text(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link("marking"))
    sees_a_task(page)
    expect(page.get_by_text("<script>document.title", exact=False).first).to_be_visible()
    assert not re.search("broken", page.title())
    assert page.locator("main b:has-text('bold')").count() == 0


def test_after_an_error_the_focus_is_in_the_field_and_not_on_less(page: Page) -> None:
    stepper = question(page, "steps", "A")
    stepper.evaluate("element => element.focus()")
    expect(stepper.locator("[role=spinbutton]")).to_be_focused()
