"""Going on, going back and coming to the end: no dead ends, no doors to final steps, nothing replaced unseen."""

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.studies.lifecycle import create
from tests.browser.conftest import CUT_OFF, Opener, jurybox, workbench
from tests.browser.person import finds_nothing_to_mend, sees_a_task, submits, value_of, waits_until
from tests.browser.test_nothing_is_lost import arrives, begins, number_of, rates
from tests.browser.workplace import UNITS, Workplace
from tests.fixtures.studies import loaded

POOL, STEPS, SCALES, CLOSING, SCARCE = "pooled", "steps", "scales", "closing", "scarce"
TWEETS = 2


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    place = Workplace.at(tmp_path_factory.mktemp("onward"))
    for key in (POOL, CLOSING):
        place.study(key)
    place.study(SCARCE, quorum=1)
    fill(place, STEPS, load_protocol("sarcasm-interpretation"), TWEETS, batch=TWEETS, completion_code="WOMBAT")
    fill(place, SCALES, loaded(unit={"candidates": "all"}), 2, systems=4)
    place.start()
    yield place
    place.stop()


def fill(place: Workplace, key: str, protocol: LoadedProtocol, items: int, systems: int = 1, **settings: Any) -> None:
    """An open study of another protocol that shows a source and an output."""
    table = place.folder / f"{key}.csv"
    with table.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "system", "source", "output"])
        rows.writerows(
            [f"{key}-{n}", f"system-{made}", f"The source of number {n}", f"The output {made} of number {n}"]
            for n in range(items)
            for made in range(systems)
        )
    wishes = {"quorum": 60, "repeats": 0, "calibration": False, **settings}
    with workbench(place.folder / "data") as bench:
        draft = create.StudyDraft(key, key, wishes, "seed")
        create.create_filled(bench, protocol, draft, create.ItemFiles([table]))
        create.open_study(bench, key)


def goes_on(page: Page, key: str = "3") -> None:
    """Answer the one scale of a task by a digit, and submit it by Enter."""
    before = page.locator("jb-task").element_handle()
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    waits_until(page, "task => !task.isConnected", arg=before)


def second_part(page: Page) -> Locator:
    """All fluency units are rated; the screen before the first adequacy unit."""
    sees_a_task(page)
    for _ in range(TWEETS):
        goes_on(page)
    between = page.locator("section.between")
    expect(between).to_be_visible()
    return between


def test_a_new_part_is_announced_once_with_what_is_shown_and_asked(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STEPS))
    between = second_part(page)
    expect(between.locator("h1")).to_have_text("Part 2 of 2: Adequacy")
    expect(between.locator("h1")).to_be_focused()
    expect(between).to_contain_text("You now also seeTweet")
    expect(between).to_contain_text("How much of what the tweet really means")
    assert "number" not in (between.text_content() or "")  # nothing of the task itself
    finds_nothing_to_mend(page)
    page.keyboard.press("Enter")
    sees_a_task(page)
    expect(page.locator("jb-task .notice")).to_have_count(0)
    goes_on(page)
    sees_a_task(page)
    expect(between).to_have_count(0)


def test_back_is_not_offered_to_a_final_step_and_tasks_have_no_door_to_it(
    workplace: Workplace, open_page: Opener
) -> None:
    page = open_page(workplace.rater(STEPS))
    second_part(page)
    page.keyboard.press("Enter")
    sees_a_task(page)
    waits_until(page, "document.getElementById('back').hidden")
    page.locator("#tasks").click()
    expect(page.locator("dialog li")).to_have_count(TWEETS)
    expect(page.locator("dialog .task-stages")).to_have_count(0)


def test_every_error_screen_has_a_way_on(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL), forgives="409")
    rates(page)
    here = sees_a_task(page)
    fault = {"code": "judgement.stage_final", "message": "final", "where": "stage", "given": None, "allowed": None}
    body = json.dumps({"error": fault, "errors": [fault], "request_id": "x"})
    page.route(re.compile("/api/assignments/"), lambda route: route.fulfill(status=409, body=body))
    page.locator("#back").click()
    expect(page.locator("main h1")).to_have_text("That did not work")
    expect(page.locator("main")).to_contain_text("This step can no longer be changed.")
    page.locator("main button", has_text="Go on").click()
    assert sees_a_task(page) == here
    expect(page.locator("#back")).to_be_hidden()


def test_the_end_has_a_summary_thanks_and_a_code_to_copy(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(STEPS), permissions=["clipboard-read", "clipboard-write"])
    second_part(page)
    page.keyboard.press("Enter")
    sees_a_task(page)
    goes_on(page)
    page.get_by_role("button", name="Cannot judge this task").click()
    page.locator("jb-cannot textarea").fill("No idea.")
    submits(page)
    expect(page.locator("h1")).to_have_text("All done. Thank you!")
    expect(page.locator(".figures")).to_contain_text("tasks rated1")
    expect(page.locator(".figures")).to_contain_text("could not be judged1")
    expect(page.locator("#saved")).to_have_text("Everything is on the server")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".completion")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "WOMBAT"
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Look at your tasks").click()
    expect(page.locator("dialog .is-done .task-words")).to_contain_text("The source of number")
    finds_nothing_to_mend(page)


def test_a_correction_says_so_survives_a_reload_and_can_be_left(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL), forgives=CUT_OFF)
    me = begins(page)
    rated = rates(page, 2)
    here = sees_a_task(page)
    banner = page.locator(".correction")
    expect(banner).to_have_count(0)
    page.locator("#back").click()
    expect(banner).to_contain_text("You have submitted this task before.")
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_have_text("Draft saved on this device")
    page.reload()
    expect(banner).to_be_visible()
    assert value_of(page, "score", "A") == 2
    finds_nothing_to_mend(page)
    page.context.set_offline(True)
    page.reload()
    expect(banner).to_be_visible()
    assert value_of(page, "score", "A") == 2
    page.context.set_offline(False)
    banner.get_by_role("button", name="Leave unchanged").click()
    expect(page.locator("jb-task h1")).to_have_text(here)
    expect(banner).to_have_count(0)
    page.reload()
    expect(page.locator("jb-task h1")).to_have_text(here)
    arrives(workplace, me, rated)
    page.locator("#tasks").click()
    page.locator("dialog li").nth(1).locator("button").click()
    expect(banner).to_be_visible()
    assert value_of(page, "score", "A") == 4  # what stands, not what was left


def test_back_at_once_waits_for_what_is_on_its_way(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    me = begins(page)
    held: list[Route] = []
    page.route(re.compile("/api/judgements$"), lambda route: held.append(route))
    rated = rates(page)
    page.locator("#back").click()
    waits_until(page, "() => document.querySelector('jb-task') !== null")
    held.pop().continue_()
    page.unroute(re.compile("/api/judgements$"))
    expect(page.locator(".correction")).to_contain_text("You have submitted this task before.")
    assert value_of(page, "score", "A") == 4
    arrives(workplace, me, rated)


def test_without_a_network_what_was_just_submitted_can_be_corrected(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL), forgives=CUT_OFF)
    me = begins(page)
    page.context.set_offline(True)
    rated = rates(page)
    page.locator("#back").click()
    expect(page.locator(".correction")).to_contain_text("You have submitted this task before.")
    assert value_of(page, "score", "A") == 4
    page.keyboard.press("2")
    submits(page)
    expect(page.locator(".correction")).to_have_count(0)
    page.context.set_offline(False)
    arrives(workplace, me, rated * 2)


def test_two_tabs_on_one_task_the_second_becomes_a_correction(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(POOL)
    page = open_page(link)
    me = begins(page)
    other = page.context.new_page()
    other.goto(link)
    sees_a_task(other)
    other.keyboard.press("1")
    expect(other.locator("#saved")).to_have_text("Draft saved on the server")
    rated = rates(page)
    expect(other.locator(".correction")).to_contain_text("This task was submitted somewhere else in the meantime.")
    assert value_of(other, "score", "A") == 1
    arrives(workplace, me, rated)
    submits(other)
    arrives(workplace, me, [*rated, *rated])


def test_two_devices_on_one_task_nothing_is_replaced_unseen(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(SCARCE)  # one unit at a time, so that the page waits for the answer
    laptop, phone = open_page(link, forgives="409"), open_page(link, forgives="409", width=360, height=740)
    me = begins(laptop)
    sees_a_task(phone)
    rated = rates(laptop)
    phone.keyboard.press("2")
    submits(phone)
    try:
        expect(phone.locator(".correction")).to_be_visible(timeout=5_000)
    except AssertionError:  # it had gone on already, and says so
        phone.locator("#status").get_by_role("button", name="Open it again").click()
    expect(phone.locator(".correction")).to_contain_text("submitted somewhere else")
    assert value_of(phone, "score", "A") == 2
    arrives(workplace, me, rated)
    submits(phone)
    arrives(workplace, me, [*rated, *rated])
    expect(phone.locator("#status")).to_be_hidden()


def test_what_came_after_closing_is_said_not_to_count(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(CLOSING))
    sees_a_task(page)
    jurybox("study", "close", CLOSING, *workplace.data)
    page.keyboard.press("2")
    submits(page)
    expect(page.locator("#status")).to_contain_text("kept, but they came after the study was closed and do not count")


def test_a_key_that_is_held_down_submits_once(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    me, here = begins(page), sees_a_task(page)
    number = number_of(page)
    page.keyboard.press("3")
    page.keyboard.down("Control")
    for _ in range(4):
        page.keyboard.down("Enter")  # pressed again without letting go: the browser repeats it
    expect(page.locator("jb-task h1")).not_to_have_text(here)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.up("Control")
    expect(page.locator("jb-task .fault:visible")).to_have_count(0)
    arrives(workplace, me, [number])


def test_enter_submits_only_what_is_answered_and_only_where_it_means_nothing_else(
    workplace: Workplace, open_page: Opener
) -> None:
    page = open_page(workplace.rater(POOL))
    here = sees_a_task(page)
    page.keyboard.press("Enter")
    expect(page.locator("jb-task .fault:visible")).to_have_count(0)
    page.keyboard.press("3")
    page.locator(".remark textarea").fill("one")
    page.locator(".remark textarea").press("Enter")
    expect(page.locator(".remark textarea")).to_have_value("one\n")
    page.locator("#tasks").press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("h1").focus()
    composing = "key => dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true }))"
    page.evaluate(composing, "Enter")
    expect(page.locator("jb-task h1")).to_have_text(here)
    page.keyboard.press("Enter")
    expect(page.locator("jb-task h1")).not_to_have_text(here)


def test_answers_are_counted_and_what_was_missing_is_no_longer_once_it_is_there(
    workplace: Workplace, open_page: Opener
) -> None:
    page = open_page(workplace.rater(SCALES))
    sees_a_task(page)
    scales = page.locator("jb-scale:visible")
    of = scales.count()
    assert of > 2
    count = page.locator(".actions .count")
    expect(count).to_have_text(f"0 of {of} answered")
    submits(page)
    expect(page.locator(".summary")).to_contain_text(f"{of} answers are missing or need another look.")
    scales.nth(0).locator(".level").nth(1).click()
    expect(count).to_have_text(f"1 of {of} answered")
    words = re.compile(rf"^({of - 1}|One) answers? (is|are) missing or needs? another look\.")
    expect(page.locator(".summary")).to_have_text(words)
    for n in range(1, of):
        scales.nth(n).locator(".level").nth(1).click()
    expect(count).to_have_text(f"{of} of {of} answered")
    expect(page.locator(".summary")).to_have_text("")


def test_who_cannot_judge_still_sees_the_text(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    sees_a_task(page)
    text = page.get_by_text(re.compile(r"^The output of number \d+$"))
    expect(text).to_be_visible()
    page.get_by_role("button", name="Cannot judge this task").click()
    expect(text).to_be_visible()
    expect(page.locator("jb-scale")).to_be_hidden()
    page.get_by_role("button", name="I can judge it after all").click()
    expect(page.locator("jb-scale")).to_be_visible()


def test_one_can_always_ask_also_where_there_is_no_guideline(workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank")

    def without_guideline(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "guideline_languages": []})

    page.route("**/api/session", without_guideline)
    page.goto(workplace.rater(POOL))
    sees_a_task(page)
    expect(page.locator("#guideline")).to_be_hidden()
    page.locator("#ask").click()
    expect(page.locator("dialog textarea")).to_be_focused()
    finds_nothing_to_mend(page)
    page.locator("dialog textarea").fill("What is meant by good?")
    page.get_by_role("button", name="Send the question").click()
    expect(page.locator("dialog .said")).to_have_text("What is meant by good?")


def test_the_language_is_the_raters_then_the_browsers_then_the_studys(workplace: Workplace, open_page: Opener) -> None:
    link = workplace.rater(POOL, language="de")
    expect(open_page(link).locator("#back, #tasks").last).to_have_text("Aufgaben")
    page = open_page("about:blank")

    def also_spanish(route: Route) -> None:
        answer = route.fetch()
        about = {**answer.json(), "rater_language": None, "languages": ["en", "es"]}
        route.fulfill(response=answer, json=about)

    spanish = page.context.browser.new_context(locale="es-MX")  # type: ignore[union-attr]
    try:
        other = spanish.new_page()
        other.route("**/api/session", also_spanish)
        other.goto(workplace.rater(POOL))
        expect(other.locator("#tasks")).to_have_text("Tareas")
        expect(other.locator("jb-task h1")).to_have_text(re.compile("Tarea"))
    finally:
        spanish.close()


def test_progress_says_what_can_still_come(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    sees_a_task(page)
    expect(page.locator("#progress-words")).to_have_text(f"Tasks done: 0 of {UNITS}")
    workplace.rater(SCARCE)  # somebody else, who may take some of it
    shared = open_page(workplace.rater(SCARCE))
    sees_a_task(shared)
    expect(shared.locator("#progress-words")).to_have_text(re.compile(r"Tasks done: 0 of up to \d+"))


def test_what_is_saved_is_one_sign_with_words_for_who_asks(workplace: Workplace, open_page: Opener) -> None:
    page = open_page(workplace.rater(POOL))
    sees_a_task(page)
    sign = page.get_by_role("button", name="Everything is on the server")
    width = sign.bounding_box()
    assert width
    assert width["width"] <= 48
    sign.click()
    expect(sign).to_have_attribute("aria-expanded", "true")
    assert page.locator("#saved-words").bounding_box()["width"] > 100  # type: ignore[index]
    page.locator("h1").click()
    expect(sign).to_have_attribute("aria-expanded", "false")


def test_a_long_list_is_shown_in_parts_and_narrowed(workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank")
    rows: list[dict[str, Any]] = [
        {
            "assignment": f"a{n}",
            "number": n,
            "state": "done" if n < 200 else "open",
            "draft": False,
            "stage": None,
            "stages": [],
        }
        for n in range(1, 301)
    ]
    asked: list[str] = []
    page.route("**/api/assignments", lambda route: route.fulfill(json={"assignments": rows}))

    def glimpsed(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"glimpses": []})

    page.route("**/api/glimpses?*", glimpsed)
    page.goto(workplace.rater(POOL))
    sees_a_task(page)
    page.locator("#tasks").click()
    dialog = page.locator("dialog")
    expect(dialog.get_by_role("button", name="To do: 101")).to_be_visible()
    expect(dialog.locator("li")).to_have_count(40)
    dialog.get_by_role("button", name="Done: 199").click()
    expect(dialog.locator("li")).to_have_count(40)
    expect(dialog.locator("li").last).to_contain_text("Task 199")
    dialog.get_by_role("button", name="Earlier tasks").click()
    expect(dialog.locator("li")).to_have_count(80)
    assert all(len(url.split("of=")[1].split(",")) <= 60 for url in asked)
    finds_nothing_to_mend(page)


def test_a_link_that_was_cut_off_is_answered_in_one_language(workplace: Workplace, open_page: Opener) -> None:
    page = open_page("about:blank", forgives="404")
    for address in ("/rate/", "/rate"):
        page.goto(f"{workplace.origin}{address}?lang=de")
        expect(page.locator("h1")).to_have_text("Dieser Link öffnet nichts")
        expect(page.locator("main")).to_contain_text("Öffnen Sie noch einmal den ganzen Link")
        assert "http.not_found" not in page.content()
        assert page.locator("html").get_attribute("lang") == "de"
