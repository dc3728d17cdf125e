"""Links that are revoked, studies that are closed, pages that do not begin: clear words, and nothing is lost."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opener, jurybox
from tests.browser.person import sees_a_task, submits
from tests.browser.test_nothing_is_lost import arrives, number_of, whose
from tests.browser.workplace import Workplace

STUDY = "fragile"


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    place = Workplace.at(tmp_path_factory.mktemp("fragile"))
    for key in (STUDY, "closing", "closed", "paused"):
        place.study(key)
    place.study("draft", is_open=False)
    place.start()
    yield place
    place.stop()


def revoke(workplace: Workplace) -> None:
    """The link of the rater who was added last."""
    jurybox("rater", "revoke", STUDY, workplace.latest, *workplace.data)


def test_a_revoked_link_says_that_it_was_taken_back(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(STUDY)
    revoke(workplace)
    page = open_page(link, forgives="401")
    expect(page.locator("h1")).to_have_text("This link does not open anything")
    expect(page.locator("main")).to_contain_text("The organiser has taken this link back.")


def test_a_link_revoked_in_the_middle_keeps_the_work_on_the_device(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STUDY), forgives="401")
    sees_a_task(page)
    me = whose(page)
    revoke(workplace)
    page.keyboard.press("4")
    submits(page)
    expect(page.locator("#status")).to_contain_text("Your link no longer holds. One judgement is kept on this device")
    assert workplace.judgements(me) == []


def test_a_closed_study_says_so(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater("closed")
    jurybox("study", "close", "closed", *workplace.data)
    expect(open_page(link).locator("h1")).to_have_text("This study is closed")


def test_a_link_that_came_before_its_study_was_opened_says_so(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater("draft"))
    expect(page.locator("h1")).to_have_text("The study is not open yet")
    jurybox("study", "open", "draft", *workplace.data)
    page.get_by_role("button", name="Try again").click()
    sees_a_task(page)


def test_a_paused_study_says_so_and_goes_on_by_itself(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater("paused")
    jurybox("study", "pause", "paused", *workplace.data)
    page = open_page(link)
    expect(page.locator("h1")).to_have_text("The study is paused")
    expect(page.locator("main")).to_contain_text("What you have sent counts.")
    jurybox("study", "resume", "paused", *workplace.data)
    page.get_by_role("button", name="Try again").click()
    sees_a_task(page)


def test_a_study_that_was_opened_again_gives_back_what_came_too_late(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater("paused"))
    sees_a_task(page)
    me, number = whose(page), number_of(page)
    jurybox("study", "close", "paused", *workplace.data)
    page.keyboard.press("2")
    submits(page)
    arrives(workplace, me, [number])
    jurybox("study", "reopen", "paused", *workplace.data)
    page.reload()
    sees_a_task(page)
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)


def heading_after(page: Page, shown: str) -> str:
    """The heading that comes after this one."""
    others = re.compile(rf"^(?!{re.escape(shown)}$)\s*\w") if shown else re.compile(r"\w")
    heading = page.locator("h1")
    expect(heading).to_have_text(others)
    return heading.inner_text().strip()


def test_what_is_submitted_after_closing_is_kept_by_the_server(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater("closing"))
    sees_a_task(page)
    me = whose(page)
    jurybox("study", "close", "closing", *workplace.data)
    rated, shown = [], ""
    while (shown := heading_after(page, shown)) != "This study is closed":  # some had been fetched ahead
        rated.append(number_of(page))
        page.keyboard.press("4")
        submits(page)
    assert rated
    arrives(workplace, me, rated)


def test_a_page_whose_modules_never_come_says_what_to_do(workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank", forgives="ERR_FAILED|ERR_BLOCKED")
    page.route("**/rate.js", lambda route: route.abort())
    page.clock.install()
    page.goto(workplace.rater(STUDY))
    expect(page.locator("main")).to_contain_text("One moment")
    page.clock.fast_forward(9_000)
    expect(page.locator("main")).to_contain_text("open your link in a newer browser")


def test_without_scripts_the_page_says_what_it_needs(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STUDY), java_script_enabled=False)
    assert "This page needs JavaScript" in page.locator("main").inner_text()


def test_a_question_that_the_page_does_not_know_is_never_left_out(workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank", forgives="no question type scales")

    def renamed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"type":"scale"', '"type":"scales"'))

    page.route("**/api/session", renamed)
    page.goto(workplace.rater(STUDY))
    expect(page.locator("h1")).to_have_text("That did not work")
    expect(page.locator("main")).to_contain_text("no question type scales")
    expect(page.locator("jb-task")).to_have_count(0)
