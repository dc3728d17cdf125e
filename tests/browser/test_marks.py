"""Marks on words: right in every script, by mouse, touch and keys; what the server has are code points of the text."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.person import is_thanked, sees_a_task, value_of
from tests.fixtures.workshop import LONG, LONG_TEXT, MARKING, SCRIPTS, Workshop

WITHOUT_SEGMENTER = "delete Intl.Segmenter; delete window.Highlight; delete CSS.highlights"


@pytest.fixture
def page(workshop: Workshop, open_page: Opener) -> Page:
    opened = open_page(workshop.link(MARKING))
    sees_a_task(opened)
    return opened


def marks_on(page: Page, script: str) -> Locator:
    """The question of the caption in that script, whichever letter it has."""
    first = SCRIPTS[script].splitlines()[0]
    return page.locator("jb-marks").filter(has=page.locator(".markable", has_text=first))


def word(marks: Locator, text: str, nth: int = 0) -> Locator:
    words = marks.locator(".word").all_inner_texts()
    places = [place for place, shown in enumerate(words) if shown == text]
    assert places, words
    return marks.locator(".word").nth(places[nth])


def value(marks: Locator) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = marks.evaluate("element => element.value") or []
    return found


def quotes(marks: Locator, script: str) -> list[str]:
    """What the offsets mean, read as Python reads a text: in code points."""
    return [SCRIPTS[script][mark["start"] : mark["end"]] for mark in value(marks)]


def labels(marks: Locator, label: int = 0, weight: str = "full") -> None:
    """The label of that number, and where there is a choice the weight."""
    marks.locator(".labels:not(.weights) button").nth(label).click()
    choice = marks.locator(f".weights button[data-id={weight}]:not([disabled])")
    if choice.count():
        choice.click()


WORDS = [
    ("english", "buses"),
    ("chinese", "沙发"),
    ("maya", "ch'íich'o'"),
    ("maya", "ch'íich'"),
    ("combining", "g\u0303uahe\u0303"),
    ("combining", "o\u0323ko\u0323\u0301"),
    ("emoji", "👩‍👩‍👧"),
    ("emoji", "💃🏽"),
    ("emoji", "hoy"),
    ("hebrew", "עולם"),
    ("hebrew", "second"),
]


def test_a_tap_marks_one_word_in_every_script(workshop: Workshop, open_page: Opener) -> None:
    page = open_page(workshop.link(MARKING), width=360, height=740, has_touch=True, is_mobile=True)
    sees_a_task(page)
    for script, text in WORDS:
        marks = marks_on(page, script)
        word(marks, text).tap()
        marks.locator(".labels button").first.tap()
        marks.locator(".weights button").first.tap()
    for script in dict(WORDS):
        wanted = [text for name, text in WORDS if name == script]
        assert sorted(quotes(marks_on(page, script), script)) == sorted(wanted)
    sent = is_thanked(page, lambda: page.locator(".actions .primary").tap())
    spans = [mark for cells in sent["answers"]["marks"].values() for mark in cells]
    assert len(spans) == len(WORDS)


def test_two_taps_choose_the_words_between(page: Page) -> None:
    marks = marks_on(page, "english")
    word(marks, "city").click()
    word(marks, "street").click()
    labels(marks)
    assert quotes(marks, "english") == ["city street"]


def test_a_double_tap_chooses_its_word(page: Page) -> None:
    """Who is told to tap the first and the last word taps a single one twice."""
    marks = marks_on(page, "chinese")
    word(marks, "沙发").dblclick()
    labels(marks)
    assert quotes(marks, "chinese") == ["沙发"]


def test_marks_overlap_nest_and_add_up(page: Page) -> None:
    marks = marks_on(page, "english")
    letter = str(marks.get_attribute("data-target"))
    for first, last, label in (("city", "street", 0), ("city", "city", 2), ("street", "night", 1), ("two", "buses", 0)):
        word(marks, first).click()
        if last != first:
            word(marks, last).click()
        labels(marks, label)
    assert quotes(marks, "english") == ["city street", "city", "street at night", "two red buses"]
    assert [mark["label"] for mark in value(marks)] == ["object", "attribute", "relation", "object"]
    assert value_of(page, "objects", letter) == 2
    marks.locator("[data-key=quote-0]").click()
    marks.locator(".weights button[data-id=half]").click()
    marks.locator("[data-key=quote-0]").click()
    marks.locator("[data-key=count-3]").select_option("3")
    assert value_of(page, "objects", letter) == 3.5
    lines = word(marks, "city").locator(".line")
    assert [str(line.get_attribute("class")).split()[-1] for line in lines.all()] == ["lane-1", "lane-3"]
    sent = is_thanked(page)["answers"]
    assert sent["marks"][letter][0] == {"start": 2, "end": 13, "label": "object", "weight": "half", "count": 1}
    assert sent["objects"][letter] == 3.5


def test_a_mark_is_extended_shortened_relabelled_and_deleted(page: Page) -> None:
    marks = marks_on(page, "english")
    word(marks, "red").click()
    labels(marks, 1, "verb")
    marks.locator("[data-key=quote-0]").click()
    expect(marks.locator(".in-hand")).to_have_count(1)
    word(marks, "buses").click()
    assert quotes(marks, "english") == ["red buses"]
    word(marks, "two").click()
    assert quotes(marks, "english") == ["two red buses"]
    word(marks, "two").click()  # the outer word of a mark in hand is dropped
    assert quotes(marks, "english") == ["red buses"]
    marks.locator(".labels button").first.click()
    assert value(marks) == [{"start": 32, "end": 41, "label": "object", "count": 1}]  # a verb is no object
    marks.locator(".weights button[data-id=full]").click()
    assert value(marks) == [{"start": 32, "end": 41, "label": "object", "weight": "full", "count": 1}]
    marks.locator(".labels button").nth(2).click()
    assert value(marks)[0]["label"] == "attribute"
    marks.locator("[data-key=quote-0]").click()
    expect(marks.locator(".in-hand")).to_have_count(0)
    marks.locator("[data-key=delete-0]").click()
    assert value(marks) == []


def test_everything_is_marked_by_keys_alone(page: Page) -> None:
    marks = marks_on(page, "english")
    marks.locator(".markable").focus()
    keys = ["ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft", "1", "f"]  # one too far and back
    keys += ["Enter", "h", "2", "ArrowRight", "ArrowRight", "Space", "3"]  # the third may only be full
    for key in keys:
        page.keyboard.press(key)
    assert quotes(marks, "english") == ["city street", "street", "night"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")  # the innermost one under the cursor
    assert quotes(marks, "english") == ["city street", "night"]
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    assert len(value(marks)) == 2
    assert page.evaluate("document.activeElement.className").startswith("markable")
    is_thanked(page, lambda: page.keyboard.press("Control+Enter"))


def test_the_cursor_is_named_for_screen_readers(page: Page) -> None:
    marks = marks_on(page, "english")
    marks.locator(".markable").focus()
    page.keyboard.press("ArrowRight")
    current = str(marks.locator(".markable").get_attribute("aria-activedescendant"))
    expect(page.locator(f"#{current}")).to_have_text("city")
    page.keyboard.press("Enter")
    expect(page.locator(f"#{current}")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("1")
    page.keyboard.press("f")
    expect(page.locator(f"#{current}")).to_have_attribute("aria-label", "city (Object, Full)")


def test_keys_do_not_mark_while_an_input_method_composes(page: Page) -> None:
    marks = marks_on(page, "chinese")
    marks.locator(".word").first.click()
    marks.locator(".markable").evaluate(
        """element => element.dispatchEvent(new KeyboardEvent('keydown',
           {key: '1', isComposing: true, keyCode: 229, bubbles: true, cancelable: true}))"""
    )
    assert value(marks) == []


def test_a_browser_without_newer_apis_still_marks_words(workshop: Workshop, open_page: Opener) -> None:
    page = open_page("about:blank")
    page.add_init_script(WITHOUT_SEGMENTER)
    page.goto(workshop.link(MARKING))
    sees_a_task(page)
    for script, text in (*WORDS[2:7], *WORDS[8:]):
        word(marks_on(page, script), text).click()
        labels(marks_on(page, script))
        assert text in quotes(marks_on(page, script), script)
    chinese = marks_on(page, "chinese")  # without a dictionary: character by character
    word(chinese, "沙").click()
    word(chinese, "发").click()
    labels(chinese)
    assert quotes(chinese, "chinese") == ["沙发"]


def test_a_right_to_left_text_runs_right_to_left(page: Page) -> None:
    text = marks_on(page, "hebrew").locator(".markable")
    assert text.evaluate("element => getComputedStyle(element).direction") == "rtl"
    marks = marks_on(page, "hebrew")
    first, last = word(marks, "שלום").bounding_box(), word(marks, "טוב").bounding_box()
    assert first
    assert last
    assert first["x"] > last["x"]
    text.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    page.keyboard.press("h")
    assert quotes(marks, "hebrew") == ["עולם"]


def test_a_text_of_a_hundred_thousand_characters_is_read_and_marked(workshop: Workshop, open_page: Opener) -> None:
    assert len(LONG_TEXT) > 100_000
    page = open_page(workshop.link(LONG))
    sees_a_task(page)
    marks = page.locator("jb-marks")
    assert marks.evaluate("element => element.querySelector('.markable').textContent") == LONG_TEXT
    assert page.locator(".material p.text").evaluate("element => element.textContent") == LONG_TEXT
    assert page.locator("main *").count() < 12_000
    page.locator("jb-marks .chunk").nth(60).scroll_into_view_if_needed()
    expect(page.locator("jb-marks .chunk").nth(60).locator(".word").first).to_be_attached()
    page.locator("jb-marks .chunk").nth(60).locator(".word", has_text="balloon").first.click()
    page.keyboard.press("1")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    mark = value(marks)[0]
    assert LONG_TEXT[mark["start"] : mark["end"]] == "balloon"
