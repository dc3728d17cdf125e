"""Error spans as in MQM and ESA, on a desk and a phone: type and severity in any order, nothing preselected."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener, jurybox
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task, submits
from tests.browser.workplace import Workplace
from tests.paths import ROOT

OUTPUT = "The car stops before the big bank."
SOURCE = "Der Wagen hält vor der roten Ampel."


SAID = {"item": "i", "system": "narra", "rater": "metric"}
CAR = {"start": 4, "end": 7, "label": "error", "weight": "minor"}
BIG = {"start": 25, "end": 28, "label": "error", "weight": "minor"}
BANK = {"start": 29, "end": 33, "label": "error", "weight": "major"}
SUGGESTED: list[dict[str, Any]] = [
    {"question": "spans", "value": json.dumps([CAR, BIG, BANK])},
    {"question": "quality", "value": 40},
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    made = Workplace.at(tmp_path_factory.mktemp("spans"))
    table = made.folder / "items.csv"
    table.write_text(f"id,system,source,output\ni,narra,{SOURCE},{OUTPUT}\n", encoding="utf-8")
    settings = made.folder / "settings.json"
    settings.write_text(json.dumps({"calibration": {"on": False}, "quorum": 20}), encoding="utf-8")
    wishes = ["--settings", str(settings)]
    ratings = made.folder / "system.jsonl"
    ratings.write_text("".join(json.dumps({**SAID, **said}) + "\n" for said in SUGGESTED), encoding="utf-8")
    for key in ("mqm", "esa", "again"):
        protocol = str(ROOT / "examples" / "protocols" / f"{'esa' if key == 'again' else key}.yaml")
        jurybox("study", "create", key, "--protocol", protocol, "--items", str(table), *wishes, *made.data)
        if key == "again":
            taken = ["--from", str(ratings), "--as", "jsonl", "--hold-out", "0"]
            jurybox("study", "suggest", key, *taken, *made.data)
        jurybox("study", "open", key, *made.data)
    made.start()
    yield made
    assert made.server is not None
    made.server.terminate()
    made.server.wait(10)


def value(marks: Locator) -> list[dict[str, Any]] | None:
    found: list[dict[str, Any]] | None = marks.evaluate("element => element.value")
    return found


def text(page: Page, field: int) -> Locator:
    return page.locator("jb-marks .markable").nth(field)


def presses(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_an_error_of_mqm_takes_three_keys_and_every_step_can_be_undone(place: Workplace, open_page: Opener) -> None:
    page = open_page(place.rater("mqm", "en"))
    sees_a_task(page)
    marks = page.locator("jb-marks")
    submits(page)
    expect(marks.locator(".fault")).to_be_visible()  # nothing was said yet
    text(page, 1).locator(".word", has_text="bank").click()
    presses(page, "1", "3", "a")  # accuracy, mistranslation, major
    span = {"start": 29, "end": 33, "label": "mistranslation", "weight": "major"}
    assert value(marks) == [span]
    text(page, 1).locator(".word", has_text="big").click()
    presses(page, "i", "4")  # the severity first: minor, then style
    nested = {"start": 25, "end": 28, "label": "style", "weight": "minor"}
    assert value(marks) == [nested, span]
    presses(page, "Control+z", "Control+z")
    assert value(marks) == [span]
    presses(page, "+", "1", "2", "a")  # before the word that the keys are at, something is missing
    gap = {"start": 25, "end": 25, "label": "omission", "weight": "major"}
    assert value(marks) == [gap, span]
    text(page, 0).locator(".word", has_text="roten").click()
    presses(page, "1")
    expect(marks.locator(".labels.inner button")).to_have_count(4)
    presses(page, "4")
    submits(page)
    expect(marks.locator(".fault")).to_contain_text("A mark is not finished")
    text(page, 0).focus()
    presses(page, "n")
    left = {"start": 23, "end": 28, "label": "untranslated", "weight": "neutral", "field": "source"}
    assert (value(marks) or [])[-1] == left
    marks.locator("[data-key=reason-1]").fill("a traffic light")
    expect(text(page, 1).locator(".word", has_text="bank")).to_have_attribute(
        "aria-label", "bank (Accuracy › Mistranslation, Major)"
    )
    expect(text(page, 1).locator("[data-sign=Major]").last).to_have_text("bank")
    finds_nothing_to_mend(page)
    sent = is_thanked(page)["answers"]["errors"]["A"]
    assert sent[1] == {**span, "reason": "a traffic light"}


def test_an_error_of_esa_takes_one_tap_on_a_phone_and_no_errors_is_said(place: Workplace, open_page: Opener) -> None:
    page = open_page(place.rater("esa", "en"), width=390, height=844, has_touch=True, is_mobile=True)
    sees_a_task(page)
    marks = page.locator("jb-marks")
    none = marks.get_by_role("button", name="No errors")
    none.tap()
    assert value(marks) == []
    expect(none).to_have_attribute("aria-pressed", "true")
    page.locator(".word", has_text="bank").tap()
    severities = marks.locator(".weights button")
    expect(severities).to_have_count(2)
    assert [one.get_attribute("aria-pressed") for one in severities.all()] == ["false", "false"]
    severities.last.tap()
    assert value(marks) == [{"start": 29, "end": 33, "label": "error", "weight": "major"}]
    expect(none).to_be_hidden()  # there is little room, and it says nothing now
    marks.get_by_role("button", name="Something is missing").tap()
    severities.first.tap()
    assert (value(marks) or [])[0] == {"start": None, "end": None, "label": "error", "weight": "minor"}
    marks.locator("[data-key=delete-0]").tap()
    marks.locator("[data-key=delete-0]").tap()
    assert value(marks) is None  # to delete the last one does not say that there is none
    none.tap()
    page.locator("jb-slider input").first.press("End")
    finds_nothing_to_mend(page)
    sent = is_thanked(page, lambda: page.locator(".actions .primary").tap())["answers"]
    assert sent["spans"]["A"] == []
    files = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join(' ')")
    assert "/marks/list.js" in files
    assert "pictures.js" not in files, "of texts alone nothing is to be kept"


CLOSE = [(4, 7, "minor"), (8, 10, "major"), (8, 13, "minor"), (14, 17, "major"), (21, 33, "minor")]
SIGNS = """page => [...document.querySelectorAll('.piece[data-sign]')].map((piece) => {
    const { right, bottom } = piece.getBoundingClientRect();
    const sign = getComputedStyle(piece, '::after');
    const foot = bottom - parseFloat(sign.bottom);
    return [right - parseFloat(sign.width), right, foot - parseFloat(sign.height), foot];
  })"""
LINES = "word => [...word.querySelectorAll('.line')].map((line) => line.getBoundingClientRect().bottom)"


def test_signs_and_lines_of_marks_close_together_do_not_cover_each_other(place: Workplace, open_page: Opener) -> None:
    page = open_page(place.rater("mqm", "en"), width=360, height=740, has_touch=True, is_mobile=True)
    sees_a_task(page)
    marks = page.locator("jb-marks")
    said = [{"start": start, "end": end, "label": "style", "weight": weight} for start, end, weight in CLOSE]
    marks.evaluate("(marks, said) => marks.sayAll(said)", said)
    expect(page.locator(".piece.raised")).to_have_count(2)
    signs = page.evaluate(SIGNS)
    assert len(signs) == len(CLOSE)
    for n, (left, right, top, foot) in enumerate(signs):
        for other_left, other_right, other_top, other_foot in signs[:n]:
            is_beside = left >= other_right - 1 or other_left >= right - 1
            assert is_beside or top >= other_foot - 2 or other_top >= foot - 2, signs
    inner, outer = text(page, 1).locator(".word", has_text="stops").first.evaluate(LINES)[:2]
    assert abs(inner - outer) >= 4
    words, cross = (marks.locator(f"[data-key={key}]").bounding_box() for key in ("quote-0", "delete-0"))
    assert words is not None
    assert cross is not None
    assert abs(words["y"] + words["height"] / 2 - cross["y"] - cross["height"] / 2) < 4, "the cross is beside the words"


def test_suggestions_are_kept_changed_and_removed_one_by_one_by_keys_or_taps(
    place: Workplace, open_page: Opener
) -> None:
    page = open_page(place.rater("again", "en"))
    sees_a_task(page)
    marks, quality = page.locator("jb-marks"), page.locator("jb-slider")
    assert value(marks) is None
    assert quality.evaluate("element => element.value") is None  # nothing is preselected
    assert marks.locator(".line.lane-0").count() == 3
    finds_nothing_to_mend(page)
    submits(page)
    expect(marks.locator(".fault")).to_be_visible()
    expect(quality.locator(".fault")).to_be_visible()
    marks.locator("[data-row='0'] button").first.focus()
    presses(page, "k", "c")  # the first is kept; the second is in hand
    presses(page, "a")  # and is major now
    marks.locator("[data-row='2'] button").first.focus()
    with page.expect_response("**/api/drafts/**"):
        presses(page, "x")
    assert marks.locator(".line.lane-0").count() == 0
    page.reload()
    sees_a_task(page)
    expect(marks.locator("[data-row='2']")).to_have_class(re.compile("is-removed"))  # a draft knows it
    quality.locator(".suggestion [data-act=keep]").press("k")
    page.locator("jb-slider .typed").fill("55")
    expect(quality.locator(".suggestion .state")).to_have_text("Changed")
    said = is_thanked(page)["answers"]
    assert said["spans"]["A"]["from_suggested"] == [0, 1]
    assert said["spans"]["A"]["removed"] == [2]
    assert said["quality"]["A"] == {"value": 55, "by": "changed"}
    phone = open_page(place.rater("again", "en"), 390, 844, has_touch=True, is_mobile=True)
    sees_a_task(phone)
    marks = phone.locator("jb-marks")
    finds_nothing_to_mend(phone)
    marks.locator("[data-act=all]").tap()
    sure = marks.locator(".sure button")
    assert value(marks) is None
    sure.tap()  # which has to wait a moment, in which they can be read
    assert value(marks) == [{**mark, "of": n} for n, mark in enumerate((CAR, BIG, BANK))]
    phone.locator("jb-slider [data-act=keep]").tap()
    said = is_thanked(phone)["answers"]
    assert (said["spans"]["A"]["by"], said["spans"]["A"]["at_once"], said["quality"]["A"]["by"]) == ("kept", 3, "kept")
