"""A text is edited in its place: nothing is said until it is changed, or said that nothing is to be changed."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task, submits, value_of, waits_until
from tests.fixtures.small import COMMENT, EDIT
from tests.fixtures.workshop import Workshop, make

SHOWN = "The cat sat on a mat.\nIt slept."
HEBREW = "החתול ישב על המחצלת."
CHINESE = "我奶奶每天早上在车站喝茶。"
ASKED: dict[str, Any] = {**EDIT, "longest": 2000}
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
WHY: dict[str, Any] = {
    **COMMENT, "id": "why", "required": True, "only_if": {"question": "edited", "any_of": ["changed"]},
}  # fmt: skip


@pytest.fixture(scope="session")
def edited(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    folder: Path = tmp_path_factory.mktemp("edited")

    def study(key: str, items: list[dict[str, str]], *asked: dict[str, Any], **changes: Any) -> None:
        stage = {"id": "rating", "show": ["source", "output"], "ask": [ASKED, *asked]}
        make(workshop.bench, folder, key, items, stages=[stage], **changes)

    one = {"id": "1", "system": "narra", "source": "Die Katze saß auf der Matte.", "output": SHOWN}
    study("edit-one", [one])
    study("edit-why", [one], WHY)
    study("edit-hebrew", [{**one, "output": HEBREW}])
    study("edit-chinese", [{**one, "output": CHINESE}])
    sides = [{**one, "system": name, "output": f"{SHOWN} {name}"} for name in ("narra", "lumen")]
    stage = {"id": "rating", "show": ["source", "output"], "ask": [{**ASKED, "about": "output"}]}
    segments = [{**side, "segment": str(n), "output": f"{side['output']} {n}"} for side in sides for n in (1, 2)]
    fields = {"source": {"type": "text", "per": "segment"}, "output": "text"}
    unit = {"candidates": 2, "segments": 2}
    make(workshop.bench, folder, "edit-segments", segments, fields=fields, unit=unit, stages=[stage])
    return workshop


@pytest.fixture
def page(edited: Workshop, open_page: Opener) -> Page:
    return opened(edited, open_page, "edit-one")


def opened(edited: Workshop, open_page: Opener, study: str, **screen: Any) -> Page:
    page = open_page(edited.link(study), **screen)
    sees_a_task(page)
    return page


def area(page: Page, target: str = "A") -> Locator:
    return page.locator(f"jb-edit[data-target='{target}'] textarea")


def act(page: Page, words: str) -> Locator:
    return page.locator("jb-edit").get_by_role("button", name=words)


def test_a_text_that_is_left_as_it_was_is_no_answer(page: Page) -> None:
    expect(area(page)).to_have_value(SHOWN)
    expect(page.get_by_role("status").filter(has_text="Not answered yet")).to_have_count(1)
    assert value_of(page, "edited", "A") is None
    submits(page)
    expect(page.locator("jb-edit.has-fault")).to_have_count(1)
    area(page).press("End")
    area(page).press_sequentially("!")
    area(page).press("Backspace")  # as it was: that says nothing again
    assert value_of(page, "edited", "A") is None


def test_what_is_changed_is_shown_word_by_word_and_counted_on_the_server(edited: Workshop, page: Page) -> None:
    area(page).fill("The dog sat on a mat.\nIt slept.")
    expect(page.locator("jb-edit del")).to_have_text(["cat"])
    expect(page.locator("jb-edit ins")).to_have_text(["dog"])
    finds_nothing_to_mend(page)
    assert is_thanked(page)["answers"]["edited"] == {"A": {"text": "The dog sat on a mat.\nIt slept."}}


def test_each_step_is_taken_back_and_all_of_them_at_once(page: Page) -> None:
    expect(act(page, "Undo")).to_be_disabled()
    area(page).press("Control+End")
    area(page).press_sequentially(" All")
    area(page).press_sequentially(" day")
    act(page, "Undo").click()
    expect(area(page)).to_have_value(f"{SHOWN} All ")
    expect(area(page)).to_be_focused()
    act(page, "Back to the original").click()
    expect(area(page)).to_have_value(SHOWN)
    assert value_of(page, "edited", "A") is None
    act(page, "Undo").click()
    assert value_of(page, "edited", "A") == {"text": f"{SHOWN} All "}


def test_nothing_to_change_is_said_by_keys_and_taken_back(page: Page) -> None:
    nothing = act(page, "Nothing to change")
    area(page).focus()
    page.keyboard.press("Tab")
    expect(nothing).to_be_focused()
    page.keyboard.press("Space")
    expect(nothing).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    assert value_of(page, "edited", "A") is None
    page.keyboard.press("Enter")
    assert is_thanked(page)["answers"]["edited"] == {"A": {"text": SHOWN, "unchanged": True}}


def test_writing_after_all_takes_back_that_nothing_is_to_be_changed(page: Page) -> None:
    act(page, "Nothing to change").click()
    area(page).press("Control+End")
    area(page).press_sequentially(" Well.")
    expect(act(page, "Nothing to change")).to_have_attribute("aria-pressed", "false")
    assert value_of(page, "edited", "A") == {"text": f"{SHOWN} Well."}


def test_what_was_written_is_there_after_a_break(page: Page) -> None:
    with page.expect_response(lambda response: "/draft" in response.url and response.ok):
        area(page).fill("Something else.")
    page.reload()
    sees_a_task(page)
    expect(area(page)).to_have_value("Something else.")
    expect(page.locator("jb-edit ins").first).to_be_visible()


def test_a_reason_is_asked_for_only_where_something_was_changed(edited: Workshop, open_page: Opener) -> None:
    page = opened(edited, open_page, "edit-why")
    why = page.locator("[data-question=why]")
    expect(why).to_be_hidden()
    area(page).fill("Something else.")
    expect(why).to_be_visible()
    act(page, "Back to the original").click()
    act(page, "Nothing to change").click()
    expect(why).to_be_hidden()
    assert "why" not in is_thanked(page)["answers"]


def test_texts_from_right_to_left_and_without_spaces(edited: Workshop, open_page: Opener) -> None:
    hebrew = opened(edited, open_page, "edit-hebrew")
    assert area(hebrew).evaluate("e => getComputedStyle(e).direction") == "rtl"
    chinese = opened(edited, open_page, "edit-chinese", **PHONE)
    area(chinese).fill(CHINESE.replace("喝", "卖"))
    expect(chinese.locator("jb-edit ins")).to_have_text(["卖"])
    expect(chinese.locator("jb-edit del")).to_have_text(["喝"])
    assert chinese.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_an_input_method_is_left_alone_until_it_is_done(edited: Workshop, open_page: Opener) -> None:
    page = opened(edited, open_page, "edit-chinese")
    area(page).press("Control+End")
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2})
    assert value_of(page, "edited", "A") is None
    session.send("Input.insertText", {"text": "你"})
    waits_until(page, "() => document.querySelector('jb-edit').value !== null")
    assert value_of(page, "edited", "A") == {"text": f"{CHINESE}你"}


def test_every_output_of_a_segment_has_its_own_text(edited: Workshop, open_page: Opener) -> None:
    page = opened(edited, open_page, "edit-segments")
    targets = ["A.1", "B.1", "A.2", "B.2"]
    for target in targets:
        assert area(page, target).input_value().endswith(target[-1])
        area(page, target).press("Control+End")
        area(page, target).press_sequentially(" x")
    sent = is_thanked(page)["answers"]["edited"]
    assert {target: cell["text"][-3:] for target, cell in sent.items()} == {t: f"{t[-1]} x" for t in targets}
