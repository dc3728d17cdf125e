"""Organisers try the rater's page: nothing stays on their device, and what they answer stays in the page."""

import pytest
from playwright.sync_api import Page, expect

from jurybox.studies.people import add_organiser, sign_in_link
from tests.browser.choosing import chooses
from tests.browser.conftest import Demo, Opener, workbench
from tests.browser.person import finds_nothing_to_mend, sees_a_task, submits

DESK = {"width": 1280, "height": 800}
KEPT = """async () => [
    (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
    typeof indexedDB, typeof caches, typeof localStorage]"""


@pytest.fixture
def signed_in(live_demo: Demo, open_page: Opener, request: pytest.FixtureRequest) -> Page:
    name = f"Organiser of {request.node.name}"
    with workbench(live_demo.folder) as bench:
        add_organiser(bench, name)
        link = sign_in_link(bench, name)
    page = open_page(live_demo.origin + link, **DESK)
    expect(page.locator("h1")).to_have_text("Studies")
    return page


def test_a_test_drive_goes_through_to_its_end_and_back(live_demo: Demo, signed_in: Page) -> None:
    page = signed_in
    page.goto(live_demo.origin + "/preview/studies/demo-title/")
    sees_a_task(page)
    finds_nothing_to_mend(page)
    assert page.evaluate(KEPT) == [0, "undefined", "undefined", "undefined"]
    for number in range(1, 11):
        expect(page.locator("jb-task h1")).to_have_text(f"Task {number}")
        page.keyboard.press("4")
        submits(page)
    expect(page.locator("h1")).to_have_text("All done. Thank you!")
    page.locator("#tasks").click()
    page.locator(".tasks button").first.click()
    expect(page.locator("input[type=radio]:checked")).to_have_value("4")
    page.reload()
    expect(page.locator("jb-task h1")).to_have_text("Task 1")


def test_a_protocol_is_tried_beside_its_card_and_written_anew(live_demo: Demo, signed_in: Page) -> None:
    page = signed_in
    page.goto(live_demo.origin + "/new-study")
    page.get_by_label("Name of the study").focus()
    chooses(page, "Titles as summaries")
    shown = page.frame_locator("iframe")
    expect(shown.locator("jb-task h1")).to_have_text("Task 1")
    expect(shown.locator(".looking")).to_contain_text("nothing is kept")
    expect(page.get_by_label("Titles as summaries")).to_be_focused()
    page.get_by_role("button", name="Start from the chosen one").click()
    text = page.get_by_label("The protocol, in YAML")
    written = text.input_value().replace("id: my-title", "id: my-headlines").replace("Titles as summaries", "Headlines")
    text.fill(written.replace("merge: exact", "merges: exact"))
    expect(page.locator("#faults")).to_contain_text("Line 25:")
    page.get_by_role("button", name="Line 25:").click()
    expect(text).to_be_focused()
    text.fill(written)
    expect(page.locator("#faults")).to_have_text("No faults.")
    expect(page.frame_locator("iframe").locator("#study")).to_have_text("Headlines")
    expect(page.frame_locator("iframe").locator("jb-task h1")).to_have_text("Task 1")
    text.fill(written.replace("Headlines", "Faulty").replace("merge: exact", "merges: exact"))
    expect(page.locator("#faults")).to_contain_text("Line 25:")
    expect(page.frame_locator("iframe").locator("#study")).to_have_text("Headlines")
    text.fill(written)
    expect(page.locator("#faults")).to_have_text("No faults.")
    page.get_by_role("button", name="Save and preview").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved")
    expect(page.frame_locator("iframe").locator("#study")).to_have_text("Headlines")
    page.get_by_role("link", name="Make a study of it").click()
    expect(page.get_by_label("Headlines")).to_be_checked()


def test_the_page_of_one_rater_is_looked_at(live_demo: Demo, signed_in: Page) -> None:
    page = signed_in
    page.goto(live_demo.origin + "/preview/studies/demo-title/as/R1/")
    expect(page.locator(".looking")).to_contain_text("R1")
    sees_a_task(page)
    finds_nothing_to_mend(page)
    expect(page.locator(".actions")).to_be_hidden()
