"""Checks in a browser: pasted by the organiser, rated like any other task, and what the organiser sees then."""

from playwright.sync_api import expect

from jurybox.protocols import load_protocol
from jurybox.studies.lifecycle import create, open_study
from jurybox.studies.people import add_organiser, add_rater, show_checks, sign_in_link
from tests.browser.conftest import Demo, Opener, workbench
from tests.browser.person import answers_everything, finds_nothing_to_mend, is_thanked, sees_a_task

STUDY = "checked"
KNOWN = "id\tsource\toutput\texpected.score\n" + "".join(
    f"known-{n}\tThe text of known thing {n}\tA title of known thing {n}\t1\n" for n in range(12)
)


def test_an_organiser_adds_checks_and_a_rater_meets_them_unawares(live_demo: Demo, open_page: Opener) -> None:
    with workbench(live_demo.folder) as bench:
        add_organiser(bench, "Cleo of the checks")
        link = sign_in_link(bench, "Cleo of the checks")
        rows = "".join(f"item-{n}\tsystem\tThe text of thing {n}\tA title of thing {n}\n" for n in range(30))
        table = bench.folder / "titles.tsv"
        table.write_text(f"id\tsystem\tsource\toutput\n{rows}", encoding="utf-8")
        draft = create.StudyDraft(STUDY, "Checked titles", {"quorum": 1}, "seed")
        create.create_study(bench, load_protocol("title"), draft, "Cleo of the checks")
        create.import_items(bench, STUDY, create.ItemFiles([table]))
    page = open_page(live_demo.origin + link, forgives="422")
    page.goto(f"{live_demo.origin}/studies/{STUDY}/design")
    page.locator("summary#checks").click()
    page.locator("input[name='checks.share']").fill("25")
    page.locator("select[name='checks.on_fail']").select_option("pause")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto(f"{live_demo.origin}/studies/{STUDY}/checks")
    page.get_by_label("Add checks with known answers").fill(KNOWN.replace("\t1\n", "\t9\n", 1))
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Line 2: Question 'score' got 9.")
    page.get_by_label("Add checks with known answers").fill(KNOWN)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="12 checks")).to_be_visible()
    finds_nothing_to_mend(page)
    with workbench(live_demo.folder) as bench:
        rated = add_rater(bench, STUDY, "Ann of the checks").path
        add_rater(bench, STUDY, "Bo of the checks")
        open_study(bench, STUDY)
    rater = open_page(live_demo.origin + rated)
    for _ in range(9):
        sees_a_task(rater)
        answers_everything(rater)
        is_thanked(rater)
    with workbench(live_demo.folder) as bench:
        (standing,) = [one.checks for one in show_checks(bench, STUDY).raters if one.name == "Ann of the checks"]
    assert (standing.judged, standing.passed) == (2, 0)
    page.goto(f"{live_demo.origin}/studies/{STUDY}/raters")
    expect(page.get_by_text("0 of 2")).to_be_visible()
    finds_nothing_to_mend(page)
    page.get_by_role("link", name="Checks", exact=True).click()
    expect(page.locator("#checked")).to_be_visible()
    finds_nothing_to_mend(page)
