"""The network fails in each request of the rater's page, in each way: nothing is lost, nothing comes twice."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.conftest import CUT_OFF, Opener
from tests.browser.cutting import WAYS, CutByChance, Cuts, cutting
from tests.browser.person import submits
from tests.browser.test_nothing_is_lost import PATIENT, all_is_sent, arrives, number_of
from tests.browser.workplace import Workplace

STUDY = "sentences"
OF_THE_PAGE = r"/rate/|/healthz"
CUT = f"{CUT_OFF}|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_INVALID_HTTP_RESPONSE|Failed to load"
MOST_TRIES = 150


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    place = Workplace.at(tmp_path_factory.mktemp("workplace"))
    place.study(STUDY)
    place.start()
    yield place
    place.stop()


def newest(workplace: Workplace) -> str:
    """The membership of the rater who was added last."""
    with closing(sqlite3.connect(f"file:{workplace.folder / 'data' / 'jurybox.db'}?mode=ro", uri=True)) as database:
        ((found,),) = database.execute("SELECT uid FROM membership ORDER BY id DESC LIMIT 1").fetchall()
    return str(found)


def comes_in(page: Page, link: str) -> None:
    """As a person does: opens the link again for as long as no task is there."""
    for _ in range(MOST_TRIES):
        try:
            page.goto("about:blank")
            page.goto(link)
            page.locator("jb-task h1").filter(has_text=re.compile(r"\d")).wait_for(timeout=4_000)
            return
        except Error as error:
            last = error
    raise AssertionError(f"no task after {MOST_TRIES} tries") from last


def patiently(page: Page, times: int) -> list[str]:
    """Rate as the page allows it, which tries again at longer and longer intervals; the numbers that stood there."""
    shown = []
    for _ in range(times):
        heading = page.locator("jb-task h1")
        expect(heading).to_have_text(re.compile(r"\d"), timeout=PATIENT)
        before = heading.inner_text()
        shown.append(number_of(page))
        page.keyboard.press("4")
        submits(page)
        goes_on(page, before)
    return shown


def goes_on(page: Page, before: str) -> None:
    """Until another task is there; a page that asks whether to try again is told to."""
    again = page.locator("main").get_by_role("button", name="Try again")
    other = page.locator("jb-task h1").filter(has_not_text=re.compile(f"^{before}$"))
    for _ in range(MOST_TRIES):
        expect(again.or_(other).first).to_be_visible(timeout=PATIENT)
        if not again.is_visible():
            return
        with suppress(Error):  # the page was quicker
            again.click(timeout=1_000)


def test_every_request_of_the_page_may_be_cut_off(workplace: Workplace, open_page: Opener) -> None:
    cuts = Cuts(only=OF_THE_PAGE)
    with cutting(workplace.port, cuts) as port:
        link = workplace.rater(STUDY).replace(f":{workplace.port}/", f":{port}/")
        page = open_page("about:blank", forgives=CUT)
        comes_in(page, link)
        me = newest(workplace)
        rated = patiently(page, 2)
        page.locator(".remark textarea").fill("half done")
        expect(page.locator("#saved")).to_contain_text("Draft saved", timeout=PATIENT)
        page.locator("jb-task h1").click()
        rated += patiently(page, 4)
        arrives(workplace, me, rated)
        all_is_sent(page)
        page.close()
    assert {way for request, times in cuts.done.items() for way in WAYS[:times] if "judgements" in request} == set(WAYS)
    print(f"cut in {len(WAYS)} ways each: {sorted(cuts.done)}")


@pytest.mark.soak
def test_every_file_of_the_page_may_be_cut_off(workplace: Workplace, open_page: Opener) -> None:
    cuts = Cuts()
    with cutting(workplace.port, cuts) as port:
        link = workplace.rater(STUDY).replace(f":{workplace.port}/", f":{port}/")
        page = open_page("about:blank", forgives=f"{CUT}|dynamically imported module|Unexpected end of|SyntaxError")
        comes_in(page, link)
        me = newest(workplace)
        arrives(workplace, me, patiently(page, 6))
        page.close()
    print(f"{sum(min(times, len(WAYS)) for times in cuts.done.values())} cuts in {len(cuts.done)} requests")


@pytest.mark.soak
def test_a_network_that_cuts_every_third_request_delivers_all_in_order(workplace: Workplace, open_page: Opener) -> None:
    cuts = CutByChance(1 / 3, only=OF_THE_PAGE)
    with cutting(workplace.port, cuts) as port:
        link = workplace.rater(STUDY).replace(f":{workplace.port}/", f":{port}/")
        page = open_page("about:blank", forgives=CUT)
        comes_in(page, link)
        me = newest(workplace)
        rated = patiently(page, 24)
        expect(page.locator("#saved")).to_have_text("Everything is on the server", timeout=4 * PATIENT)
        assert workplace.judgements(me) == rated
        page.close()
    print(f"{sum(cuts.done.values())} cuts by chance, {len(rated)} judgements")


def test_a_network_that_wants_a_sign_in_first_takes_no_judgement_away(workplace: Workplace, open_page: Opener) -> None:
    """A hotel's network answers everything with a page of its own, and with status 200."""
    page = open_page(workplace.rater(STUDY))
    me = newest(workplace)

    def welcome(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to the hotel</h1>")

    page.route(re.compile("/api/judgements$"), welcome, times=2)
    rated = patiently(page, 2)
    for _ in range(150):  # what is routed is answered only while the page is waited for
        if len(workplace.judgements(me)) == len(rated):
            break
        page.wait_for_timeout(100)
    arrives(workplace, me, rated)
    all_is_sent(page)
