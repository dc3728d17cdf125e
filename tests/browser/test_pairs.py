"""An arena in a browser: set up by the organiser, played past the first batch, and strengths watched on their page."""

from playwright.sync_api import ViewportSize, expect

from jurybox.protocols import load_protocol
from jurybox.studies.lifecycle import create, open_study
from jurybox.studies.people import add_organiser, add_rater, sign_in_link
from tests.browser.conftest import Demo, Opener, workbench
from tests.browser.person import finds_nothing_to_mend, sees_a_task

STUDY = "arena"
PHONE = ViewportSize(width=390, height=844)


def test_pairs_go_on_by_themselves_and_strengths_are_to_be_seen(live_demo: Demo, open_page: Opener) -> None:
    with workbench(live_demo.folder) as bench:
        add_organiser(bench, "Pia of the pairs")
        link = sign_in_link(bench, "Pia of the pairs")
        rows = "".join(
            f"item-{n}\t{name}\tRequest {n}\tWhat {name} says of {n}\n"
            for n in range(12)
            for name in ("ada", "bea", "cleo")
        )
        table = bench.folder / "arena.tsv"
        table.write_text(f"id\tsystem\tprompt\toutput\n{rows}", encoding="utf-8")
        settings = {"quorum": 1, "calibration": False}
        draft = create.StudyDraft(STUDY, "An arena", settings, "seed")
        create.create_study(bench, load_protocol("pairwise"), draft, "Pia of the pairs")
        create.import_items(bench, STUDY, create.ItemFiles([table]))
    page = open_page(live_demo.origin + link)
    page.goto(f"{live_demo.origin}/studies/{STUDY}/design")
    page.locator("select[name='pairs.choose']").select_option("uncertain")
    page.locator("input[name='pairs.batch']").fill("10")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("select[name='pairs.choose']")).to_have_value("uncertain")
    with workbench(live_demo.folder) as bench:
        rated = add_rater(bench, STUDY, "Ann of the pairs").path
        open_study(bench, STUDY)
    rater = open_page(live_demo.origin + rated)
    for number in range(12):  # the first batch has ten
        sees_a_task(rater)
        rater.keyboard.press("AB="[number % 3])
        rater.get_by_role("button", name="Submit").click()
    page.goto(f"{live_demo.origin}/studies/{STUDY}/results")
    page.get_by_role("link", name="Pairs and strengths").click()
    page.get_by_role("button", name="Compute now").click()
    expect(page.get_by_role("row").filter(has_text="ada").first).to_be_visible(timeout=60_000)
    expect(page.locator(".busy")).to_have_count(0, timeout=60_000)  # until then the page comes anew by itself
    finds_nothing_to_mend(page)
    page.set_viewport_size(PHONE)
    finds_nothing_to_mend(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]  # a wide table scrolls by itself
