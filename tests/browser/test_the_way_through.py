"""The way through the work: list and stream, going back, progress, the finish, help."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.person import sees_a_task, submits, value_of
from tests.browser.test_nothing_is_lost import arrives, rates, whose
from tests.browser.workplace import UNITS, Workplace

POOL, LISTED = "pooled", "listed"


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    place = Workplace.at(tmp_path_factory.mktemp("ways"))
    place.study(POOL)
    for key in (LISTED, "ordered"):
        ways = "list" if key == "ordered" else "both"
        place.study(key, people=4, assign="fixed", order="sequential", completion_code="WOMBAT", ways=ways)
    place.start()
    yield place
    place.stop()


def task_number(page: Page) -> int:
    found = re.search(r"\d+", sees_a_task(page))
    assert found
    return int(found[0])


def row_of(page: Page, number: int) -> str:
    page.locator("#tasks").click()
    words = page.locator("dialog li", has=page.get_by_text(f"Task {number}", exact=True)).text_content()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    return words or ""


def opens(page: Page, number: int) -> None:
    page.locator("#tasks").click()
    page.locator("dialog").get_by_text(f"Task {number}", exact=True).click()
    expect(page.locator("jb-task h1")).to_have_text(f"Task {number}")


def test_a_list_is_gone_through_in_order_and_left_anywhere(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.listed[LISTED][0])
    assert task_number(page) == 1
    rates(page)
    assert task_number(page) == 2
    opens(page, 7)
    rates(page)
    assert task_number(page) == 8  # on from there, not back to the first that is open
    assert "done" in row_of(page, 7)
    assert "to do" in row_of(page, 2)
    page.locator(".remark textarea").fill("begun")
    expect(page.locator("#saved")).to_have_text("Draft saved on the server")
    assert "begun" in row_of(page, 8)


def test_the_rater_switches_to_a_random_stream_and_back(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.listed[LISTED][1])
    assert task_number(page) == 1
    page.locator("#tasks").click()
    page.locator("dialog label", has_text="In random order").click()
    expect(page.locator("dialog")).to_have_count(0)
    seen = []
    for _ in range(12):
        seen.append(task_number(page))
        rates(page)
    drawn = seen[3:]  # the first three were there already
    assert drawn != sorted(drawn)
    assert len(set(seen)) == 12
    page.reload()
    assert task_number(page) not in seen
    page.locator("#tasks").click()
    expect(page.locator("dialog input[value=stream]")).to_be_checked()
    page.locator("dialog label", has_text="In order").click()
    expect(page.locator("dialog")).to_have_count(0)
    seen.append(task_number(page))
    rates(page)
    assert task_number(page) == min(set(range(1, UNITS + 1)) - set(seen))


def test_a_study_of_one_way_offers_no_switch(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.listed["ordered"][0])
    sees_a_task(page)
    page.locator("#tasks").click()
    expect(page.locator("dialog li").first).to_be_visible()
    expect(page.locator("dialog fieldset")).to_have_count(0)


def test_going_back_corrects_and_comes_back(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    rated = rates(page, 2)
    me = whose(page)
    here = sees_a_task(page)
    page.locator(".remark textarea").fill("not yet")
    page.locator("#back").click()
    expect(page.locator("jb-task h1")).not_to_have_text(here)
    assert value_of(page, "score", "A") == 4
    page.keyboard.press("2")
    submits(page)
    expect(page.locator("jb-task h1")).to_have_text(here)
    expect(page.locator(".remark textarea")).to_have_value("not yet")
    arrives(workplace, me, [*rated, rated[1]])
    expect(page.locator("#progress-words")).to_contain_text("Tasks done: 2 of ")


def test_progress_counts_today(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    rates(page, 2)
    expect(page.locator("#progress-words")).to_contain_text(f"Tasks done: 2 of {UNITS} · 2 today")
    page.reload()
    expect(page.locator("#progress-words")).to_contain_text("2 today")


def test_the_last_task_leads_to_thanks_and_the_code(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.listed["ordered"][1])
    for number in range(1, UNITS + 1):
        expect(page.locator("jb-task h1")).to_have_text(f"Task {number}")
        page.keyboard.press("3")
        page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_have_text("All done. Thank you!")
    expect(page.locator("output.code")).to_have_text("WOMBAT")
    page.reload()
    expect(page.locator("output.code")).to_have_text("WOMBAT")


def test_keys_are_explained(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    sees_a_task(page)
    page.locator(".remark textarea").press("?")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("dialog kbd", has_text="Ctrl + Enter")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_the_next_units_are_there_before_they_are_asked_for(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    sees_a_task(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    rates(page, 3)
    assert not [url for url in asked if url.endswith("/api/next")]
