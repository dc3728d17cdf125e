"""Candidates beside each other, answered on their cards: by keys on a desk, by taps on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task, value_of
from tests.fixtures.small import SCALE
from tests.fixtures.workshop import Workshop, make

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SHOWN: dict[str, Any] = {"fields": {"source": "text", "output": "text"}, "unit": {"candidates": "all"}}
WHY: dict[str, Any] = {
    "type": "comment", "id": "why", "about": "unit", "required": True, "prompt": {"en": "What is bad?"},
    "only_if": {"question": "better", "any_of": ["neither"]},
}  # fmt: skip
ASKED: dict[str, dict[str, Any]] = {
    "pairs": {"type": "preference", "id": "better", "neither": True, "prompt": {"en": "Which is better?"}},
    "orders": {"type": "ranking", "id": "order", "ties": True, "prompt": {"en": "In which order?"}},
    "ends": {"type": "ranking", "id": "ends", "mode": "best-worst", "prompt": {"en": "Best and worst?"}},
}
SLIDER = {
    "type": "slider", "id": "percent", "prompt": {"en": "How much?"},
    "anchors": [{"value": 0, "label": {"en": "Worthless"}}, {"value": 25, "label": {"en": "A quarter"}},
                {"value": 100, "label": {"en": "All"}}],
}  # fmt: skip


@pytest.fixture(scope="session")
def compared(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    folder: Path = tmp_path_factory.mktemp("compared")
    for key, question in ASKED.items():
        systems = "ab" if key == "pairs" else "abc"
        items = [{"id": "1", "system": s, "source": "Two dogs", "output": f"Dogs, said by {s}"} for s in systems]
        stage = {"id": "rating", "show": ["source", "output"], "ask": [question, *([WHY] if key == "pairs" else [])]}
        make(workshop.bench, folder, key, items, **SHOWN, stages=[stage])
    asked = [{**SCALE, "id": "good", "about": "candidate"}, {**SCALE, "id": "fluent", "about": "candidate"}]
    items = [{"id": "1", "system": s, "source": "Two dogs", "output": f"Dogs, said by {s}"} for s in "abc"]
    stage = {"id": "rating", "show": ["source", "output"], "ask": asked}
    make(workshop.bench, folder, "lettered", items, **SHOWN, stages=[stage])
    stage = {"id": "rating", "show": ["output"], "ask": [SLIDER]}
    items = [{"id": "1", "system": "a", "output": "Dogs"}]
    make(workshop.bench, folder, "line", items, fields={"output": "text"}, stages=[stage])
    return workshop


def tops(page: Page) -> list[float]:
    return page.locator("jb-card").evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().top))")


def test_on_a_desk_columns_are_answered_by_keys(compared: Workshop, open_page: Opener) -> None:
    page = open_page(compared.link("pairs"), **DESK)
    sees_a_task(page)
    assert len(set(tops(page))) == 1
    finds_nothing_to_mend(page)
    for key, said in (("a", "A"), ("=", "tie"), ("-", "neither"), ("b", "B")):
        page.keyboard.press(key)
        assert value_of(page, "better") == {"better": said}
        expect(page.locator("[data-question=why]")).to_be_visible(visible=said == "neither")
    assert is_thanked(page)["answers"] == {"better": {"unit": {"better": "B"}}}
    page = open_page(compared.link("orders"), **DESK)
    sees_a_task(page)
    for key in "cab":
        page.keyboard.press(key)
    assert value_of(page, "order") == [["C"], ["A"], ["B"]]
    page.locator("[data-key=card-B]").press("=")
    assert value_of(page, "order") == [["C"], ["A", "B"]]
    finds_nothing_to_mend(page)
    page = open_page(compared.link("ends"), **DESK)
    sees_a_task(page)
    page.keyboard.press("b")
    page.keyboard.press("Shift+C")
    assert value_of(page, "ends") == [["B"], ["A"], ["C"]]


def chooses_level(page: Page, question: str, letter: str, level: int) -> None:
    page.locator(f"[data-question={question}][data-target={letter}] .level").nth(level - 1).click()


def test_what_a_submission_lacks_is_said_by_letter_and_leads_there(compared: Workshop, open_page: Opener) -> None:
    page = open_page(compared.link("lettered"), **PHONE)
    sees_a_task(page)
    for question, letter in (("good", "A"), ("fluent", "A"), ("good", "B"), ("fluent", "C")):
        chooses_level(page, question, letter, 4)
    page.locator(".actions .primary").tap()
    summary = page.locator(".summary")
    expect(summary).to_contain_text("2 answers are missing or need another look.")
    expect(summary.get_by_role("button")).to_have_text(["B", "C"])
    finds_nothing_to_mend(page)
    summary.get_by_role("button", name="Go to C").tap()
    assert page.evaluate("document.activeElement.closest('[data-question]').dataset.target") == "C"
    chooses_level(page, "good", "C", 2)
    expect(summary.get_by_role("button")).to_have_text(["B"])
    chooses_level(page, "fluent", "B", 2)
    expect(summary).to_be_empty()


def test_a_phone_says_study_count_and_every_level_before_one_is_chosen(compared: Workshop, open_page: Opener) -> None:
    page = open_page(compared.link("lettered"), **PHONE)
    sees_a_task(page)
    for shown, least in ((page.locator("#study"), 60), (page.locator("#progress-short"), 20)):
        box = shown.bounding_box()
        assert box is not None
        assert box["width"] > least
        assert shown.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 12
    expect(page.locator("#progress-words")).to_have_text("Tasks done: 0 of 1")
    said = page.locator(".said-level").first
    expect(said).to_be_visible()
    expect(said).to_have_text("1\u00a0Level 1 · 2\u00a0Level 2 · 3\u00a0Level 3 · 4\u00a0Level 4 · 5\u00a0Level 5")
    chooses_level(page, "good", "A", 4)
    expect(said.locator("b")).to_have_text("4\u00a0Level 4")


def test_on_a_phone_cards_are_answered_by_taps_and_a_line_by_a_number(compared: Workshop, open_page: Opener) -> None:
    page = open_page(compared.link("pairs"), **PHONE)
    sees_a_task(page)
    assert len(set(tops(page))) == 2
    page.locator("label", has_text="Both are bad").tap()
    expect(page.locator("[aria-live]", has_text="Asked now: What is bad?")).to_have_count(1)
    page.locator("[data-question=why] textarea").fill("Both lie")
    page.locator("label", has_text="A is better").tap()
    expect(page.locator("[data-question=why]")).to_be_hidden()
    page.locator("label", has_text="Both are bad").tap()
    expect(page.locator("[data-question=why] textarea")).to_have_value("Both lie")
    finds_nothing_to_mend(page)
    sent = is_thanked(page, lambda: page.locator(".actions .primary").tap())
    assert sent["answers"] == {"better": {"unit": {"better": "neither"}}, "why": {"unit": "Both lie"}}
    page = open_page(compared.link("ends"), **PHONE)
    sees_a_task(page)
    page.locator("label:has([data-key='0-C'])").tap()
    page.locator("label:has([data-key='1-A'])").tap()
    assert value_of(page, "ends") == [["C"], ["B"], ["A"]]
    page = open_page(compared.link("line"), **PHONE)
    sees_a_task(page)
    line, quarter = page.locator("[type=range]").bounding_box(), page.locator(".anchors td.at-middle").bounding_box()
    assert line
    assert quarter
    true_place = line["x"] + 14 + (line["width"] - 28) / 4
    assert abs(quarter["x"] + quarter["width"] / 2 - true_place) < 3
    assert value_of(page, "percent", "A") is None
    lines = page.locator(".anchors td.at-start span").evaluate("label => label.getClientRects().length")
    assert lines == 1, "a word is not cut in two where its cell is narrow"
    page.locator("[type=range]").press("ArrowRight")
    assert value_of(page, "percent", "A") == 50
    page.locator(".typed").fill("150")
    assert value_of(page, "percent", "A") is None
    expect(page.locator("jb-slider .fault")).to_contain_text("from 0 to 100")
    page.locator(".typed").fill("82")
    assert value_of(page, "percent", "A") == 82
    finds_nothing_to_mend(page)
