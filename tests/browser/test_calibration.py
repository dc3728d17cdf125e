"""Worked examples with marks, and the ways on from them, in a browser: what is shown is what is compared."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import jurybox
from tests.browser.person import finds_nothing_to_mend, sees_a_task
from tests.browser.workplace import Workplace

PROTOCOL = """
id: slips
version: 1
title: {en: Slips}
description: {en: Mark what is wrong.}
languages: [en]
fields: {output: {type: text, label: {en: Text}}}
stages:
  - id: rate
    show: [output]
    ask:
      - type: marks
        id: errors
        prompt: {en: Mark what is wrong}
        labels:
          - {id: spelling, label: {en: Spelling}, definition: {en: A word that is written wrongly.}}
          - {id: grammar, label: {en: Grammar}}
examples:
  - id: slip
    candidates: [{fields: {output: I has two cats and a dgo.}}]
    answers:
      - question: errors
        value: [{start: 2, end: 5, label: grammar}, {start: 21, end: 24, label: spelling}]
        why: {en: "“I has” and “dgo” are slips."}
"""
SETTINGS = {
    "stopping": {"on": True, "rounds": 2, "on_fail": "stop", "completion_code": "0815"},
    "flagging": {"on": True, "rounds": 1, "on_fail": "flag"},
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    made = Workplace.at(tmp_path_factory.mktemp("calibration"))
    folder = made.folder
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    (folder / "guideline.en.md").write_text("# Marking\n\nMark as little as you can.\n", encoding="utf-8")
    (folder / "items.csv").write_text("id,system,output\ni,narra,Hello\n", encoding="utf-8")
    for key, calibration in SETTINGS.items():
        settings = {"calibration": calibration, "quorum": 20, "completion_code": "all-done"}
        (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        jurybox(
            "study", "create", key, "--protocol", str(folder / "protocol.yaml"), "--items", str(folder / "items.csv"),
            "--settings", str(folder / "settings.json"), *made.data,
        )  # fmt: skip
        jurybox("study", "open", key, *made.data)
    made.start()
    yield made
    assert made.server is not None
    made.server.terminate()
    made.server.wait(10)


@pytest.fixture(params=[(1440, 900), (360, 740)], ids=["desk", "phone"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    context.set_default_timeout(10_000)
    page = context.new_page()
    wrongs: list[str] = []
    page.on("pageerror", lambda error: wrongs.append(str(error)))
    yield page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert wrongs == []


def heading(page: Page, words: str) -> None:
    expect(page.locator("main h1")).to_have_text(words)


def begins(page: Page, place: Workplace, study: str) -> None:
    page.goto(place.rater(study, "en"))
    page.get_by_role("button", name="Begin with the examples").click()
    heading(page, "Example 1 of 1")


def mark(page: Page, word: str, label: str) -> None:
    page.locator("jb-marks .word", has_text=word).first.click()
    page.locator("jb-marks .labels").get_by_role("button", name=label).click()


def submit(page: Page) -> None:
    page.locator(".actions .primary").click()
    heading(page, "What the guideline says")


def test_marks_of_rater_and_guideline_stand_in_the_text_with_their_names(page: Page, place: Workplace) -> None:
    begins(page, place, "flagging")
    mark(page, "has", "Grammar")
    mark(page, "cats", "Spelling")
    submit(page)
    expect(page.locator(".notice")).to_contain_text("1 of 1")
    you, guideline = page.locator(".two-texts .text").all()
    expect(you).to_have_text("I has Grammar  two cats Spelling  and a dgo.")
    expect(guideline).to_have_text("I has Grammar  two cats and a dgo Spelling .")
    expect(page.locator(".pairs li")).to_have_text(
        ["Same: has Grammar", "Only the guideline: dgo Spelling", "Only you: cats Spelling"]
    )
    expect(page.locator(".verdict")).to_have_text("≈ close")
    finds_nothing_to_mend(page)


def test_an_example_without_a_mark_has_its_feedback_too(page: Page, place: Workplace) -> None:
    begins(page, place, "flagging")
    page.get_by_role("button", name="Nothing to mark").click()
    submit(page)
    expect(page.locator(".pairs li")).to_have_count(2)
    expect(page.locator("table.answers")).to_contain_text("slips")
    page.get_by_role("button", name="Go on").click()
    heading(page, "The examples are done")
    expect(page.locator(".welcome")).to_contain_text("The organiser sees that too few of your answers")
    expect(page.locator(".again")).to_contain_text("A word that is written wrongly.")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Begin with the tasks").click()
    assert sees_a_task(page) == "Task 1"


def test_who_is_stopped_is_told_so_with_a_code_of_their_own(page: Page, place: Workplace) -> None:
    begins(page, place, "stopping")
    page.get_by_role("button", name="Nothing to mark").click()
    submit(page)
    page.get_by_role("button", name="Go on").click()
    heading(page, "The examples are not passed yet")
    expect(page.locator(".welcome")).to_contain_text("This is your last try.")
    page.get_by_role("button", name="Try again").press("Enter")
    heading(page, "Example 1 of 1")
    page.get_by_role("button", name="Nothing to mark").click()
    submit(page)
    page.get_by_role("button", name="Go on").press("Enter")
    for _ in range(2):
        heading(page, "Thank you for taking part")
        expect(page.locator("output.code")).to_have_text("0815")
        expect(page.locator(".welcome > .primary")).to_have_count(0)
        finds_nothing_to_mend(page)
        page.reload()
    expect(page.locator("body")).not_to_contain_text("all-done")
