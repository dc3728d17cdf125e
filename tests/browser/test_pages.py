"""What the pages do around the rating: drafts, lost networks, languages, links, the organiser."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import CUT_OFF, Demo, Opener
from tests.browser.person import (
    answers_everything,
    done,
    finds_nothing_to_mend,
    is_thanked,
    sees_a_task,
    submits,
    value_of,
)

STUDY = "demo-translation"


def test_a_draft_is_there_again_after_a_reload(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater(STUDY))
    sees_a_task(page)
    with page.expect_response(re.compile("/api/drafts/")) as saved:
        page.keyboard.press("2")
        page.locator(".remark textarea").fill("half done")
    assert saved.value.status == 204
    page.reload()
    sees_a_task(page)
    assert value_of(page, "score", "A") == 2
    expect(page.locator(".remark textarea")).to_have_value("half done")


def test_a_judgement_made_without_a_network_arrives_once(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater(STUDY), forgives=CUT_OFF)
    sees_a_task(page)
    page.keyboard.press("4")
    page.context.set_offline(True)
    submits(page)
    expect(page.locator("#status")).to_contain_text("No connection. One judgement is kept on this device")
    with page.expect_response(re.compile("/api/judgements")) as sent:
        page.context.set_offline(False)
    assert sent.value.status == 201
    expect(page.locator("#status")).to_be_hidden()
    page.reload()
    sees_a_task(page)
    assert done(page) == 1


def test_a_whole_unit_that_cannot_be_judged_is_passed_on(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater(STUDY))
    sees_a_task(page)
    cannot = page.locator("[data-cannot=unit]")
    cannot.locator("button").click()
    expect(page.locator("jb-scale")).to_be_hidden()
    expect(page.locator("jb-card .text").first).to_be_visible()
    submits(page)
    expect(cannot.locator(".fault")).to_have_text("Say why it cannot be judged.")
    cannot.locator("textarea").fill("I do not read Romanian")
    sent = is_thanked(page)
    assert (sent["cannot"], sent["answers"]) == ("I do not read Romanian", {})


def test_one_caption_that_cannot_be_judged_leaves_the_others(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-caption-culture"))
    sees_a_task(page)
    answers_everything(page)
    cannot = page.locator("[data-cannot=B]")
    cannot.locator("button").click()
    cannot.locator("textarea").fill("not a caption")
    scores = is_thanked(page)["answers"]["score"]
    assert scores["B"] == {"cannot": "not a caption"}
    assert isinstance(scores["A"], int)


def test_the_language_changes_without_losing_an_answer(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.new_rater("demo-audio-description", "de"))
    sees_a_task(page)
    expect(page.locator(".actions .primary")).to_have_text("Absenden und weiter")
    page.keyboard.press("3")
    page.locator("#language").select_option("it")
    expect(page.locator(".actions .primary")).to_have_text("Invia e continua")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    assert value_of(page, "rating", "1") == 3
    page.locator("#guideline summary").click()
    expect(page.locator("jb-guideline")).to_have_attribute("lang", "it")


def test_a_link_that_is_wrong_says_so(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(f"{live_demo.origin}/rate/{STUDY}/#nonsense", forgives="401")
    expect(page.locator("h1")).to_have_text("This link does not open anything")


def test_an_organiser_signs_in_by_link_and_adds_a_rater(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(live_demo.sign_in)
    expect(page.locator("h1")).to_have_text("Studies")
    assert "#" not in page.url
    finds_nothing_to_mend(page)
    page.goto(f"{live_demo.origin}/studies/{STUDY}/raters")
    finds_nothing_to_mend(page)
    page.locator("summary", has_text="Add a rater").click()
    page.locator("#rater-name").fill("Zoë <b>")
    page.get_by_role("button", name="Add a rater").click()
    page.get_by_role("link", name="Zoë <b>").click()
    link = page.locator(".link input").input_value()
    assert link.startswith(f"{live_demo.origin}/rate/{STUDY}/#")
    finds_nothing_to_mend(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="New link").click()
    page.get_by_role("link", name="Zoë <b>").click()
    renewed = page.locator(".link input")
    expect(renewed).not_to_have_value(link)
    sees_a_task(open_page(renewed.input_value()))


def test_the_description_of_the_api_can_be_searched(live_demo: Demo, open_page: Opener) -> None:
    page = open_page(f"{live_demo.origin}/api/docs")
    page.locator("#search").fill("judgements")
    page.locator(".operation summary", has_text="/api/judgements").first.click()
    expect(page.locator(".operation .response").first).to_be_visible()
    finds_nothing_to_mend(page)
