"""Disputes in the browser: an appointed rater decides one where there is nothing to rate."""

from playwright.sync_api import expect

from jurybox.studies import adjudicating
from jurybox.studies.people import raters
from tests.browser.conftest import Opener
from tests.fixtures.databases import NewBench
from tests.fixtures.studies import lines, open_study
from tests.web.serving import served


def test_an_appointed_rater_decides_a_dispute(new_bench: NewBench, open_page: Opener) -> None:
    bench = new_bench("sqlite")  # what is seen is the same on both databases
    study = open_study(bench, lines(1, "a"), quorum=2, order="sequential")
    for score in (1, 5):
        rater = study.rater()
        rater.submit(rater.one(), score)
    cyd = raters.add_rater(bench, study.key, "Cyd")
    adjudicating.appoint_adjudicator(bench, study.key, cyd.id)
    adjudicating.find_disputes(bench, study.key)
    with served(bench) as server:
        page = open_page(server.url + cyd.path)
        page.get_by_role("button", name="Decide disputes").click()
        expect(page.get_by_role("heading", name="A dispute to decide")).to_be_focused()
        page.get_by_label("4 Level 4").check()
        page.get_by_label("Why?").fill("As the guideline says.")
        page.get_by_role("button", name="Decide", exact=True).click()
        expect(page.get_by_text("No dispute waits for you.")).to_be_visible()
    assert adjudicating.summary(bench, study.key)["decided"] == 1
