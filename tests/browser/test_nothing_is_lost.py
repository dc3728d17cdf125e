"""Networks fail, tabs close, servers stop: every judgement is on the server once, in order, under its rater."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import CUT_OFF, Opener
from tests.browser.person import sees_a_task, submits
from tests.browser.workplace import Workplace

PATIENT = 30_000
"""How long a page may take to find its server again, in milliseconds: it tries at longer and longer intervals."""

STUDY = "sentences"
KEPT = """async () => {
  const isKept = async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = loaded.filter((name) => name.includes('/static/'));
    const found = await Promise.all([location.pathname, ...files].map((file) => caches.match(file)));
    return navigator.serviceWorker.controller && found.every(Boolean);
  };
  for (let n = 0; n < 300; n++) {
    if (await isKept()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}"""
FULL = """
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...args) {
    if (globalThis.isFull) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  };
"""


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    place = Workplace.at(tmp_path_factory.mktemp("workplace"))
    place.study(STUDY)
    place.start()
    yield place
    place.stop()


def whose(page: Page) -> str:
    """The membership that the page works for."""
    found: str = page.evaluate("async () => (await (await fetch('api/study')).json()).membership")
    return found


def begins(page: Page) -> str:
    """A rater at the first task, with everything kept that is needed without a network; the membership."""
    sees_a_task(page)
    assert page.evaluate(KEPT), "the page was not kept"
    return whose(page)


def number_of(page: Page) -> str:
    """The number of the unit on the page, which its text says."""
    text = page.locator("jb-card").inner_text()
    found = re.search(r"output of number (\d+)", text)
    assert found, text
    return found[1]


def rates(page: Page, times: int = 1) -> list[str]:
    """Rate what is on the page, again and again; the numbers that stood there."""
    shown = []
    for _ in range(times):
        before = sees_a_task(page)
        shown.append(number_of(page))
        page.keyboard.press("4")
        submits(page)
        expect(page.locator("jb-task h1")).not_to_have_text(before)
    return shown


def arrives(workplace: Workplace, membership: str, expected: list[str]) -> None:
    """Exactly these judgements are on the server, in this order, and no more come."""
    for _ in range(150):
        if len(workplace.judgements(membership)) >= len(expected):
            break
        time.sleep(0.1)
    assert workplace.judgements(membership) == expected


def says(page: Page, words: str) -> None:
    expect(page.locator("#status")).to_contain_text(words, timeout=PATIENT)


def all_is_sent(page: Page) -> None:
    expect(page.locator("#status")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Everything is on the server")


def test_without_a_network_the_page_goes_on_and_sends_later(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STUDY), forgives=CUT_OFF)
    me = begins(page)
    rated = rates(page)
    all_is_sent(page)  # the page goes on before the server has answered
    page.context.set_offline(True)
    rated += rates(page, 2)
    says(page, "No connection. 2 judgements are kept on this device")
    assert workplace.judgements(me) == rated[:1]
    page.context.set_offline(False)
    arrives(workplace, me, rated)
    all_is_sent(page)


def test_reloaded_without_a_network_the_page_is_there_with_its_draft(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STUDY), forgives=CUT_OFF)
    me = begins(page)
    page.context.set_offline(True)
    rated = rates(page)
    sees_a_task(page)
    page.locator(".remark textarea").fill("half done")
    expect(page.locator("#saved")).to_have_text("Draft saved on this device")
    page.reload()
    sees_a_task(page)
    expect(page.locator(".remark textarea")).to_have_value("half done")
    says(page, "One judgement is kept on this device")
    rated += rates(page)
    page.context.set_offline(False)
    arrives(workplace, me, rated)
    page.reload()
    sees_a_task(page)
    expect(page.locator("#progress-words")).to_contain_text("Tasks done: 2 of ")


def test_a_tab_that_was_closed_loses_nothing(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(STUDY)
    page = open_page(link, forgives=CUT_OFF)
    me = begins(page)
    page.context.set_offline(True)
    rated = rates(page, 2)
    context = page.context
    page.close()
    assert workplace.judgements(me) == []
    context.set_offline(False)
    again = context.new_page()
    again.goto(link.split("#")[0])
    arrives(workplace, me, rated)
    assert rates(again)[0] not in rated


def test_a_cookie_that_ran_out_keeps_the_judgement_until_the_link_is_opened(
    workplace: Workplace, open_page: Opener
) -> None:
    link = workplace.rater(STUDY)
    page = open_page(link, forgives="401")
    me = begins(page)
    page.context.clear_cookies()
    rated = rates(page)
    says(page, "Your link no longer holds. One judgement is kept on this device")
    page.goto(link)
    arrives(workplace, me, rated)
    rated += rates(page)
    arrives(workplace, me, rated)
    all_is_sent(page)


def test_a_server_that_stops_gets_everything_when_it_is_back(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STUDY), forgives=CUT_OFF)
    me = begins(page)
    rated = rates(page)
    arrives(workplace, me, rated)
    workplace.stop()
    try:
        rated += rates(page, 2)
        says(page, "2 judgements are kept on this device")
    finally:
        workplace.start()
    arrives(workplace, me, rated)
    all_is_sent(page)


def test_two_tabs_never_send_the_same_work_twice(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(STUDY)
    page = open_page(link)
    me = begins(page)
    other = page.context.new_page()
    other.goto(link)
    task = sees_a_task(other)
    rated = rates(page)
    expect(other.locator("jb-task h1")).not_to_have_text(task)  # the other tab has gone on too
    task = sees_a_task(page)
    rated += rates(other)
    expect(page.locator("jb-task h1")).not_to_have_text(task)
    rated += rates(page)
    arrives(workplace, me, rated)
    assert len(set(rated)) == len(rated)


def test_two_devices_take_turns(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(STUDY)
    laptop, phone = open_page(link), open_page(link, width=360, height=740)
    me = begins(laptop)
    sees_a_task(phone)
    rated = rates(laptop, 2)
    laptop.locator(".remark textarea").fill("to be finished on the phone")
    expect(laptop.locator("#saved")).to_have_text("Draft saved on the server")
    phone.reload()
    expect(phone.locator(".remark textarea")).to_have_value("to be finished on the phone")
    rated += rates(phone)
    arrives(workplace, me, rated)
    laptop.reload()
    assert rates(laptop)[0] not in rated


def test_two_raters_on_one_phone_never_send_as_each_other(workplace: Workplace, open_page: Opener) -> None:
    first, second = workplace.rater(STUDY), workplace.rater(STUDY)
    page = open_page(first, forgives=CUT_OFF, width=360, height=740)
    ann = begins(page)
    context = page.context
    workplace.stop()  # a page cut off by the browser may still send while it closes
    try:
        of_ann = rates(page)
        page.close()
    finally:
        workplace.start()

    page = context.new_page()
    page.goto(second)
    sees_a_task(page)
    bo = whose(page)
    assert bo != ann
    of_bo = rates(page)
    arrives(workplace, bo, of_bo)
    assert workplace.judgements(ann) == []

    page.goto("about:blank")
    page.goto(first)
    arrives(workplace, ann, of_ann)
    assert workplace.judgements(bo) == of_bo


def test_a_tab_of_one_rater_notices_the_other(workplace: Workplace, open_page: Opener) -> None:
    first, second = workplace.rater(STUDY), workplace.rater(STUDY)
    page = open_page(first, forgives="404")
    ann = begins(page)
    other = page.context.new_page()
    other.goto(second)
    sees_a_task(other)
    of_ann = rates(page)
    says(page, "Another rater’s link was opened in this browser. One judgement of yours is kept on this device.")
    assert workplace.judgements(ann) == []
    page.goto("about:blank")
    page.goto(first)
    arrives(workplace, ann, of_ann)


def test_a_full_device_says_so_and_sends_all_the_same(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(STUDY)
    page = open_page("about:blank", forgives=CUT_OFF)
    page.add_init_script(FULL)
    page.goto(link)
    me = begins(page)
    page.evaluate("globalThis.isFull = true")
    rated = rates(page)
    arrives(workplace, me, rated)
    page.context.set_offline(True)
    rated += rates(page, 2)
    says(page, "This device has no room to keep them: they are on this page only.")
    page.evaluate("globalThis.isFull = false")
    rated += rates(page, 0)
    page.context.set_offline(False)
    arrives(workplace, me, rated)
    all_is_sent(page)


def without(context: BrowserContext, *names: str) -> None:
    for name in names:
        context.add_init_script(f"Object.defineProperty(globalThis, '{name}', {{ value: undefined }});")


@pytest.mark.parametrize("missing", ["indexedDB", "caches", "BroadcastChannel", "localStorage"])
def test_a_browser_without_it_still_rates(missing: str, workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank")
    without(page.context, missing)
    page.goto(workplace.rater(STUDY))
    sees_a_task(page)
    me = whose(page)
    arrives(workplace, me, rates(page, 2))


def test_on_plain_http_the_page_says_that_it_cannot_start_offline(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(STUDY).replace("127.0.0.1", "jurybox.test")
    page = open_page(link, forgives=f"{CUT_OFF}|Cross-Origin-Opener-Policy header has been ignored")
    sees_a_task(page)
    assert page.evaluate("isSecureContext") is False
    me = whose(page)
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("plain http")
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    rated = rates(page, 2)
    says(page, "2 judgements are kept on this device")
    page.context.set_offline(False)
    arrives(workplace, me, rated)


@pytest.mark.parametrize("is_full", [False, True], ids=["room", "full"])
def test_a_refused_judgement_is_kept_and_mended(is_full: bool, workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank", forgives="422")
    page.add_init_script(FULL)
    page.goto(workplace.rater(STUDY))
    me = begins(page)
    page.evaluate("full => { globalThis.isFull = full; }", is_full)

    def spoil(route: object) -> None:
        body = route.request.post_data.replace('"A":4', '"A":44')  # type: ignore[attr-defined]
        route.continue_(post_data=body)  # type: ignore[attr-defined]

    page.route(re.compile("/api/judgements$"), spoil, times=1)
    rated = rates(page)
    says(page, "A judgement sent earlier was not accepted. It is kept on this device.")
    rated = rates(page) + rated
    page.locator("#status button").click()
    expect(page.locator("jb-card")).to_contain_text(f"output of number {rated[1]}")
    page.keyboard.press("5")
    submits(page)
    arrives(workplace, me, rated)
    all_is_sent(page)
