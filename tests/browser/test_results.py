"""The results page in a real browser: it fills itself, fits a phone, is legible in the dark, and anyone can use it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jurybox.studies.people import organisers
from tests.browser.conftest import Demo, Opener, workbench
from tests.browser.person import finds_nothing_to_mend
from tests.browser.test_accessibility import FINGER, SMALL
from tests.browser.test_every_protocol import DESK, PHONE, STUDIES
from tests.browser.test_organiser_site import OVERLONG, TABLET

FIRST = "demo-caption-culture"
EACH = [FIRST, *(pytest.param(study, marks=pytest.mark.soak) for study in STUDIES if study != FIRST)]
"""axe takes a minute for the longest pages: one study each time, the others in soak."""
PATIENT = 60_000
"""How long the worker may take beside all else that runs, in milliseconds."""


PARTS = ("answer", "ranking", "agreement", "raters", "disagreements", "download")
THREE_SCREENS = 2_700


def results_of(demo: Demo, open_page: Opener, where: str, **how: Any) -> Page:
    """A part of the results of a study, `STUDY/PART`, opened by a new organiser, once there are findings on it."""
    study, _, part = where.partition("/")
    name = f"Organiser {next(demo.numbers)}"
    with workbench(demo.folder) as bench:
        organisers.add_organiser(bench, name)
        link = organisers.sign_in_link(bench, name)
    page = open_page(demo.origin + link, **how)
    page.wait_for_url("**/studies")
    page.goto(f"{demo.origin}/studies/{study}/results/{part or 'answer'}")
    expect(page.locator("#findings")).to_be_visible(timeout=PATIENT)
    return page


@pytest.mark.parametrize("study", EACH)
def test_results_of_every_protocol_are_there_for_everyone_at_a_desk(
    study: str, live_demo: Demo, open_page: Opener
) -> None:
    page = results_of(live_demo, open_page, study, color_scheme="light", **DESK)
    expect(page.locator("[role=status]")).to_contain_text(re.compile(r"As of .*\s+after \d+ judgements"))
    expect(page.locator("#answer")).to_be_visible()
    finds_nothing_to_mend(page)
    page.get_by_role("link", name="Ranking").click()
    page.wait_for_url("**/results/ranking")
    assert page.locator("#findings svg").filter(visible=True).count() > 0
    finds_nothing_to_mend(page)


@pytest.mark.parametrize("study", EACH)
def test_results_fit_a_phone_in_the_dark(study: str, live_demo: Demo, open_page: Opener) -> None:
    page = results_of(live_demo, open_page, f"{study}/ranking", color_scheme="dark", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL.replace("document.q", "document.querySelector('main').q"), FINGER) == []
    for details in page.locator("#findings details").all():
        details.locator("summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    finds_nothing_to_mend(page)


def test_no_part_of_the_results_is_longer_than_three_screens_or_wider_than_a_tablet(
    live_demo: Demo, open_page: Opener
) -> None:
    page = results_of(live_demo, open_page, STUDIES[0], **DESK)
    heights: dict[tuple[str, str], int] = {}
    wide: dict[str, list[str]] = {}
    for study in STUDIES:
        for part in PARTS:
            page.goto(f"{live_demo.origin}/studies/{study}/results/{part}")
            if part != "download":
                expect(page.locator("#findings")).to_be_visible(timeout=PATIENT)
            questions = page.locator(".choose-question a").evaluate_all("links => links.map((link) => link.href)")
            for address in questions or [page.url]:
                if address != page.url:
                    page.goto(address)
                tall = page.evaluate("document.documentElement.scrollHeight")
                heights[study, part] = max(tall, heights.get((study, part), 0))
                page.set_viewport_size(TABLET)  # type: ignore[arg-type]
                overlong = [] if part == "raters" else page.evaluate(OVERLONG)
                if overlong:  # that of raters has a column for all that can strike, and other tests rate here too
                    wide[page.url] = overlong
                page.set_viewport_size(DESK)  # type: ignore[arg-type]
    for (study, part), tall in heights.items():
        print(f"{study:30} {part:14} {tall:5}")
    assert {name: tall for name, tall in heights.items() if tall > THREE_SCREENS} == {}
    assert wide == {}, "tables that scroll sideways"


def test_raters_can_be_left_out_in_a_what_if_by_keyboard(live_demo: Demo, open_page: Opener) -> None:
    page = results_of(live_demo, open_page, "demo-summary/raters", **DESK)
    page.locator(".drawer > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("checkbox", name="R1").focus()
    page.keyboard.press("Space")
    button = page.get_by_role("button", name="Show with these options")
    assert button.evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth)") >= 1, "it looks like a button"
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("without=R1"))
    expect(page.get_by_text("What changes without some raters").first).to_be_attached(timeout=PATIENT)
    page.locator(".drawer > summary").click()
    expect(page.get_by_role("checkbox", name="R1")).to_be_checked()


def test_a_disagreement_leads_to_its_item(live_demo: Demo, open_page: Opener) -> None:
    page = results_of(live_demo, open_page, "demo-translation/disagreements", **DESK)
    page.locator(".differ a").first.click()
    expect(page.get_by_role("heading", name="What raters said")).to_be_visible()
    finds_nothing_to_mend(page)


@pytest.mark.soak  # tests/web makes it too
def test_the_report_is_made_while_the_page_waits(live_demo: Demo, open_page: Opener) -> None:
    page = results_of(live_demo, open_page, "demo-title", **DESK)
    page.get_by_role("link", name="Download").click()
    page.get_by_role("button", name="Make the report").click()
    link = page.get_by_role("link", name="Report with all tables")
    expect(link).to_be_visible(timeout=PATIENT)
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "demo-title-report.zip"
