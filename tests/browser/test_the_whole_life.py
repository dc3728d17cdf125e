"""The whole life of a study in the browser: after `serve` printed its link, nobody goes back to a terminal."""

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psutil
import xlsxwriter
from playwright.sync_api import Page, expect

from jurybox.studies import demo
from tests.browser.choosing import chooses
from tests.browser.conftest import Opener
from tests.browser.person import answers_everything, is_thanked, sees_a_task
from tests.browser.ready import get_ready
from tests.web.answers import answers_to
from tests.web.playing import judgement_id

PATIENT = 60_000
"""How long the worker may take beside all else that runs, in milliseconds."""
CONTENT = Path(demo.__file__).with_name("content")
PICTURES, FILMS = CONTENT / "caption-culture", CONTENT / "audio-description"
PEOPLE = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Femi", "Gül", "Hugo", "Ida", "Jun")
TEXTS = {
    "ferry": ("The ferry to Holm will run every half hour from June.", "Ferry to Holm runs more often", "Ferry"),
    "bees": (
        "A school keeps bees on its roof and sold the honey.",
        "School sells honey from its roof",
        "Bees",
    ),
    "clock": (
        "The clock of the town hall goes again after two years.",
        "Town hall clock goes again",
        "A clock stops",
    ),
    "train": ("The night train to Ghent returns after eleven years.", "Night train to Ghent returns", "Train"),
}
UNITS = 2 * len(TEXTS)


def test_from_a_spreadsheet_to_a_shared_result_without_a_terminal(
    empty_server: str, open_page: Opener, tmp_path: Path
) -> None:
    page = open_page(empty_server, forgives="409")
    page.on("dialog", lambda asked: asked.accept())
    expect(page.locator("h1")).to_have_text("Welcome to Jurybox")
    begins_a_study(page, "Titles of the local news", "Titles as summaries")
    home = page.url.removesuffix("/texts")
    brings_a_spreadsheet(page, tmp_path)
    opens_it_in_two_tabs(page, open_second_tab(page))
    first, *_ = invites_ten(page)
    names_somebody_twice(page)
    guest, by_hand = open_page(makes_a_join_link(page)), open_page(first)
    takes_part(guest)
    links = finds_links(page, home, len(PEOPLE) + 1)
    page.goto(home)
    for rater in (guest, by_hand):
        rates_by_hand(rater, 2)
    tells_it_live(page, 4)
    asks_a_question(by_hand)
    for number, link in enumerate(links):
        rates_the_rest(link, is_odd_one_out=number == 1)
    tells_it_live(page, 11 * UNITS)
    decides_a_dispute(page, home)
    answers_the_question(page)
    changes_the_guideline(page)
    reads_what_is_shared(open_page(freezes_and_shares(page)))
    closes_it(page, home)


def test_studies_with_pictures_and_with_film(empty_server: str, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(empty_server)
    page.on("dialog", lambda asked: asked.accept())
    begins_a_study(page, "Captions", "Image captions: language and culture")
    page.locator("#tables").set_input_files(first_rows(PICTURES / "items.csv", 10, tmp_path))
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("fieldset.choice .faults").first).to_contain_text("alebrijes.png", timeout=PATIENT)
    page.locator("#media").set_input_files([PICTURES / "media" / name for name in ("alebrijes.png", "comal.png")])
    page.get_by_role("button", name="Upload").click()
    imports_it(page)
    expect(first_task(page).locator("jb-picture img").first).to_be_visible()
    page.go_back()
    opens_and_has_it_rated(page, open_page, "jb-picture img")
    begins_a_study(page, "Film", "Audio description of films")
    page.locator("#tables").set_input_files(first_rows(FILMS / "items.csv", 15, tmp_path))
    page.locator("#media").set_input_files(sorted((FILMS / "media").glob("*")))
    page.locator("#people").set_input_files(FILMS / "people.json")
    page.get_by_role("button", name="Upload").click()
    loses_its_worker(page, tmp_path / "data")
    imports_it(page)
    expect(first_task(page).locator("jb-video video")).to_be_visible()
    page.go_back()
    opens_and_has_it_rated(page, open_page, "jb-video video")


# What an organiser does.


def begins_a_study(page: Page, name: str, protocol: str) -> None:
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="New study").click()
    page.get_by_label("Name of the study").fill(name)
    chooses(page, protocol)
    page.get_by_role("button", name="Next: the texts").click()


def brings_a_spreadsheet(page: Page, folder: Path) -> None:
    """Once with an empty cell, which is refused in words; then mended, under the same name."""
    table = folder / "titles.xlsx"
    write_spreadsheet(table, [*rows(), ("lost", "", "alpha", "")])
    page.locator("#tables").set_input_files(table)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("#faults")).to_have_text("To be mended or chosen", timeout=PATIENT)
    expect(page.locator("main")).to_contain_text("titles.xlsx")
    write_spreadsheet(table, rows())
    page.get_by_text("Add files").click()
    page.locator("#tables").set_input_files(table)
    page.get_by_role("button", name="Upload").click()
    imports_it(page)
    page.get_by_role("link", name="Go on").click()
    page.locator("input[name^='quorum.']").fill("11")
    expect(page.locator("#estimate dl > div", has_text="Judgements")).to_contain_text(str(11 * UNITS))
    page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_role("button", name="Open the study")).to_be_enabled()


def imports_it(page: Page) -> None:
    expect(page.locator(".good")).to_contain_text("Ready to import", timeout=PATIENT)
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".good")).to_contain_text("The texts are in", timeout=PATIENT)


def loses_its_worker(page: Page, data: Path) -> None:
    """The process that imports is killed in the middle: the page says so, and that it can be asked for again."""
    expect(page.locator(".good")).to_contain_text("Ready to import", timeout=PATIENT)
    page.get_by_role("button", name="Import").click()
    worker = worker_of(data)
    with closing(sqlite3.connect(f"file:{data / 'jurybox.db'}?mode=ro", uri=True)) as database:
        for _ in range(PATIENT):
            if database.execute("SELECT 1 FROM job WHERE state = 'running' AND kind = 'import'").fetchone():
                break
            time.sleep(0.001)
    worker.kill()
    expect(page.locator(".fault", has_text="The worker process ended")).to_be_visible(timeout=PATIENT)


def worker_of(data: Path) -> psutil.Process:
    """The process that works for a server, found while it starts: once it works it may be done in a moment."""
    for _ in range(PATIENT // 10):
        found = next((one for one in psutil.process_iter() if is_worker_of(one, data)), None)
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("no worker was started")


def is_worker_of(process: psutil.Process, data: Path) -> bool:
    try:
        command = process.cmdline()
    except psutil.Error:
        return False
    return "worker" in command and str(data) in command


def opens_and_has_it_rated(page: Page, open_page: Opener, shown: str) -> None:
    """One rater does a task by hand, then two finish it; the overview and the results know."""
    home = page.url.partition("/texts")[0]
    page.get_by_role("link", name="Go on").click()
    page.get_by_role("button", name="Save and check").click()
    page.get_by_role("button", name="Open the study").click()
    expect(page.locator(".state").first).to_have_text("Open", timeout=PATIENT)
    page.get_by_role("link", name="Add a rater").click()
    page.get_by_label("One person per line").fill("Ana\nBen\nCleo")
    page.get_by_role("button", name="Add all").click()
    links = links_on(page, 3)
    for link in links:
        get_ready(link)
    rater = open_page(links[0])
    sees_a_task(rater)
    expect(rater.locator(shown).first).to_be_visible()
    answers_everything(rater)
    is_thanked(rater)
    for link in links:
        rates_the_rest(link)
    page.goto(home)
    done, needed = (page.locator(f"[data-live={what}]").first for what in ("done", "needed"))
    assert done.inner_text() == needed.inner_text()
    page.get_by_role("link", name="Results", exact=True).click()
    expect(page.locator("#findings")).to_be_visible(timeout=PATIENT)


def open_second_tab(page: Page) -> Page:
    second = page.context.new_page()
    second.on("dialog", lambda asked: asked.accept())
    second.goto(page.url)
    return second


def opens_it_in_two_tabs(page: Page, second: Page) -> None:
    """The second to press the button is told why nothing is opened."""
    page.get_by_role("button", name="Open the study").click()
    expect(page.locator(".state").first).to_have_text("Open", timeout=PATIENT)
    second.get_by_role("button", name="Open the study").click()
    expect(second.get_by_role("alert")).to_contain_text("The study was opened")
    second.close()


def invites_ten(page: Page) -> list[str]:
    page.get_by_role("link", name="Add a rater").click()
    page.get_by_label("One person per line").fill("\n".join(PEOPLE))
    page.get_by_role("button", name="Add all").click()
    return links_on(page, len(PEOPLE))


def names_somebody_twice(page: Page) -> None:
    """It is refused; what was chosen beside the name stands there still."""
    page.locator("summary", has_text="Add a rater").click()
    page.locator("#rater-name").fill(PEOPLE[0])
    page.locator("#rater-language").select_option("de")
    page.locator("form", has=page.locator("#rater-name")).get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text(PEOPLE[0])
    expect(page.locator("#rater-language.mine")).to_have_value("de")
    expect(page.locator("#rater-name")).to_have_value(PEOPLE[0])


def finds_links(page: Page, home: str, number: int) -> list[str]:
    page.goto(f"{home}/raters")
    return links_on(page, number)


def links_on(page: Page, number: int) -> list[str]:
    fields = page.locator(".roster .link input")
    expect(fields).to_have_count(number)
    return [field.input_value() for field in fields.all()]


def makes_a_join_link(page: Page) -> str:
    page.get_by_text("Make a join link").click()
    page.get_by_label("At most").fill("1")
    page.get_by_role("button", name="Create the link").click()
    return page.get_by_role("textbox", name="Join link").input_value()


def tells_it_live(page: Page, judgements: int) -> None:
    """The overview counts along without being asked again."""
    expect(page.locator(".facts-row dd > [data-live=done]")).to_have_text(str(judgements), timeout=PATIENT)


def decides_a_dispute(page: Page, home: str) -> None:
    page.get_by_role("link", name="Items").click()
    page.get_by_role("link", name="Decide disputes").click()
    line = page.locator(".disputes a")
    for _ in range(60):
        if line.count():
            break
        page.wait_for_timeout(500)
        page.reload()
    line.first.click()
    page.locator("label.choice").last.click()
    page.get_by_label("Why?").fill("It says what the text says.")
    page.get_by_role("button", name="Decide", exact=True).click()
    page.goto(f"{home}/disputes?which=decided")
    expect(line).to_have_count(1)


def answers_the_question(page: Page) -> None:
    page.get_by_role("link", name="Answer questions").click()
    page.get_by_label("What you answer").fill("Yes.")
    page.get_by_role("button", name="Send the reply").click()
    expect(page.locator(".replied")).to_contain_text("Yes.")


def changes_the_guideline(page: Page) -> None:
    page.get_by_role("link", name="Edit").click()
    prose = page.locator("#prose")
    prose.fill(prose.input_value() + "\n\nA title may be a question.\n")
    page.get_by_role("button", name="Look at the changes").click()
    expect(page.locator(".difference ins")).to_contain_text("A title may be a question.")
    page.get_by_label("What changed, for the record").fill("questions")
    page.get_by_role("button", name="Publish this version").click()
    expect(page.locator("main")).to_contain_text("version 2")


def freezes_and_shares(page: Page) -> str:
    page.get_by_role("link", name="Results", exact=True).click()
    expect(page.locator("#findings")).to_be_visible(timeout=PATIENT)
    page.get_by_role("link", name="Download").click()
    with page.expect_download() as table:
        page.get_by_role("link", name="Table (CSV)").click()
    assert table.value.path().read_text(encoding="utf-8").count("alpha") >= 11 * UNITS // 2
    page.get_by_role("button", name="Freeze this result").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(re.compile(r"^titles-.*-\d{4}-\d\d-\d\d-1$"))
    with page.expect_download() as archive:
        page.get_by_role("link", name="Download its archive").click()
    assert archive.value.suggested_filename.endswith(".zip")
    page.get_by_role("button", name="New link with the names of systems").click()
    return page.locator(".shared-link input").input_value()


def closes_it(page: Page, home: str) -> None:
    page.goto(f"{home}/settings")
    page.get_by_role("button", name="Close the study").click()
    expect(page.locator(".state").first).to_have_text("Closed")


def reads_what_is_shared(page: Page) -> None:
    """Without signing in; nobody is named but the systems."""
    expect(page.locator("#findings")).to_contain_text("alpha")
    assert not any(name in page.locator("main").inner_text() for name in PEOPLE)
    with page.expect_download() as archive:
        page.get_by_role("button", name="Download its archive").click()
    assert archive.value.suggested_filename.endswith(".zip")


# What raters do.


def takes_part(page: Page) -> None:
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("link", name="Begin").click()


def rates_by_hand(page: Page, units: int) -> None:
    for _ in range(units):
        sees_a_task(page)
        page.locator(".level").nth(3).click()
        is_thanked(page)


def asks_a_question(page: Page) -> None:
    sees_a_task(page)
    page.locator("#ask").click()
    page.get_by_label("Your question.").fill("May a title be a question?")
    page.get_by_role("button", name="Send the question").click()
    expect(page.locator(".enquiries")).to_contain_text("No reply yet.")


def rates_the_rest(link: str, is_odd_one_out: bool | None = None) -> None:
    """Over the page's own requests, which is quicker than pressing its buttons."""
    home, _, token = link.partition("#")
    with httpx.Client(base_url=home) as client:
        study = client.post("api/session", json={"token": token}).raise_for_status().json()
        stages = {stage["id"]: stage for stage in study["protocol"]["stages"]}
        while units := client.post("api/next", json={"ahead": 1}).raise_for_status().json()["units"]:
            for packet in units:
                answers = answers_to(stages[packet["stage"]], packet)
                if is_odd_one_out is not None:
                    answers["score"] = {"A": score_of(packet, is_odd_one_out)}
                sent = {"id": judgement_id(), "assignment": packet["assignment"], "stage": packet["stage"]}
                client.post("api/judgements", json={**sent, "answers": answers}).raise_for_status()


def score_of(packet: dict[str, Any], is_odd_one_out: bool) -> int:
    title = packet["candidates"][0]["fields"]["output"]
    is_good = title in {good for _, good, _ in TEXTS.values()}
    if is_odd_one_out and title == TEXTS["train"][1]:
        return 1
    return 4 if is_good else 2


def first_task(page: Page) -> Page:
    """The test drive of a draft."""
    page.get_by_role("link", name="See it as a rater").click()
    sees_a_task(page)
    return page


# What is brought.


def rows() -> list[tuple[str, str, str, str]]:
    return [
        (key, text, system, title)
        for key, (text, *titles) in TEXTS.items()
        for system, title in zip(("alpha", "beta"), titles, strict=True)
    ]


def write_spreadsheet(path: Path, lines: list[tuple[str, str, str, str]]) -> None:
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Titles")
        for row, line in enumerate([("id", "source", "system", "output"), *lines]):
            sheet.write_row(row, 0, line)


def first_rows(table: Path, lines: int, folder: Path) -> Path:
    """The beginning of a table of the demonstration."""
    short = folder / f"{table.parent.name}.csv"
    with table.open(encoding="utf-8") as whole:
        short.write_text("".join(line for line, _ in zip(whole, range(lines + 1), strict=False)), encoding="utf-8")
    return short
