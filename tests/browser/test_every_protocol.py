"""Each of the seven protocols is rated in a real browser against a real server."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Demo, Opener
from tests.browser.person import answers_everything, done, is_thanked, sees_a_task, submits, value_of, waits_until

STUDIES = [
    "demo-audio-description",
    "demo-caption-counts",
    "demo-caption-culture",
    "demo-sarcasm-interpretation",
    "demo-summary",
    "demo-title",
    "demo-translation",
]
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
DESK = {"width": 1440, "height": 900}


@pytest.mark.soak  # test_played_to_the_end does more, each time
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("study", STUDIES)
def test_a_unit_is_rated(study: str, screen: dict[str, int], live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater(study), **screen)
    sees_a_task(page)
    assert "#" not in page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    answers_everything(page)
    sent = is_thanked(page)
    assert sent["answers"]
    sees_a_task(page)
    assert page.locator("input:checked").count() == 0
    if study != "demo-sarcasm-interpretation":  # which has done its first stage only
        page.reload()
        sees_a_task(page)
        assert done(page) == 1


def test_nothing_is_chosen_beforehand(live_demo: Demo, open_page: Opener) -> None:
    for study in ("demo-caption-culture", "demo-audio-description"):
        page = open_page(live_demo.new_rater(study))
        sees_a_task(page)
        assert page.locator("input:checked").count() == 0


def test_what_is_missing_is_shown_at_its_place(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-culture"))
    sees_a_task(page)
    scales = page.locator("jb-scale")
    submits(page)
    expect(page.locator("jb-scale.has-fault")).to_have_count(scales.count())
    expect(scales.first.locator(".fault")).to_have_text("Please answer this.")
    assert page.evaluate("document.activeElement.closest('jb-scale')?.dataset.target") == "A"


def test_digits_answer_one_scale_after_the_other(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-culture"))
    sees_a_task(page)
    letters = [str(scale.get_attribute("data-target")) for scale in page.locator("jb-scale").all()]
    for digit, _ in enumerate(letters, 1):
        page.keyboard.press(str(digit))
    assert [value_of(page, "score", letter) for letter in letters] == list(range(1, len(letters) + 1))
    is_thanked(page, lambda: page.keyboard.press("Control+Enter"))


def test_the_source_of_sarcasm_comes_after_the_batch(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-sarcasm-interpretation"))
    for _ in range(60):
        expect(page.locator("jb-task h1, .between h1")).to_have_text(re.compile(r"\d"))
        if page.locator(".between").count():
            page.get_by_role("button", name="Go on").click()
            break
        assert page.locator(".material").count() == 0
        page.keyboard.press("4")
        is_thanked(page, lambda: page.keyboard.press("Control+Enter"))
    expect(page.locator(".task-head .stage")).to_contain_text("Step 2 of 2")
    expect(page.locator(".material p.text")).to_be_visible()


def test_marks_add_up_and_an_overwritten_sum_needs_a_reason(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-counts"), forgives="422")
    sees_a_task(page)
    page.locator("jb-marks[data-target=A] .word").first.click()
    page.locator("jb-marks[data-target=A] .labels button").first.click()
    page.locator("jb-marks[data-target=A] .weights button[data-id=full]").click()
    assert value_of(page, "objects", "A") == 1
    assert value_of(page, "relations", "A") == 0
    page.locator("jb-marks[data-target=A] [data-key=quote-0]").click()
    page.locator("jb-marks[data-target=A] .weights button[data-id=half]").click()
    assert value_of(page, "objects", "A") == 0.5
    page.locator("jb-stepper[data-question=objects][data-target=A] .step").last.click()
    submits(page)
    fault = page.locator("jb-stepper[data-question=objects][data-target=A] .fault")
    expect(fault).to_have_text("Say why it is not the sum of the marks.")
    page.locator("jb-stepper[data-question=objects][data-target=A] .override input").fill("the frame counts too")
    assert value_of(page, "objects", "A") == {"value": 1, "by": "override", "reason": "the frame counts too"}
    others = [str(marks.get_attribute("data-target")) for marks in page.locator("jb-marks").all()][1:]
    for letter in others:
        page.locator(f"jb-card:has(jb-marks[data-target={letter}]) .same-as").select_option("A")
        assert value_of(page, "objects", letter) == 1
    page.locator(f"jb-stepper[data-question=objects][data-target={others[0]}] .stepper input").fill("1,3")
    submits(page)
    fault = page.locator(f"jb-stepper[data-question=objects][data-target={others[0]}] .fault")
    expect(fault).to_have_text("Enter a number from 0 upwards, in steps of 0.5.")
    page.locator(f"jb-stepper[data-question=objects][data-target={others[0]}] .stepper input").fill("1,5")
    assert is_thanked(page)["answers"]["objects"][others[0]] == 1.5


def test_words_are_marked_by_dragging(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-counts"))
    sees_a_task(page)
    text = page.locator("jb-marks[data-target=A] .markable")
    text.evaluate("element => element.scrollIntoView({block: 'center'})")
    drag(page, text.locator(".word").nth(1).bounding_box(), text.locator(".word").nth(2).bounding_box())
    page.locator("jb-marks[data-target=A] .labels button").first.click()
    words = text.locator(".word").all_inner_texts()
    expect(page.locator("jb-marks[data-target=A] .marks q")).to_have_text(f"{words[1]} {words[2]}")


def drag(page: Page, start: object, end: object) -> None:
    assert isinstance(start, dict)
    assert isinstance(end, dict)
    page.mouse.move(start["x"] + 1, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] - 1, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_a_button_jumps_to_its_segment(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description"))
    sees_a_task(page)
    waits_until(page, "() => document.querySelector('video').readyState >= 1")
    page.locator(".jumps .button").nth(1).click()
    waits_until(
        page,
        "() => document.querySelector('video').currentTime >= document.querySelector('jb-video').segments[1].start",
    )
