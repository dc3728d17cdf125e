"""Raters in a browser: a list is pasted, a link is handed on, and somebody joins by themselves."""

from playwright.sync_api import expect

from jurybox.studies.people import JoinWish, add_organiser, set_join_link, sign_in_link
from tests.browser.conftest import Demo, Opener, workbench
from tests.browser.person import finds_nothing_to_mend, sees_a_task

TABLET = {"width": 768, "height": 1024}


def test_a_list_is_pasted_and_its_links_are_printed(live_demo: Demo, open_page: Opener) -> None:
    with workbench(live_demo.folder) as bench:
        add_organiser(bench, "Pia of the lists")
        link = sign_in_link(bench, "Pia of the lists")
    page = open_page(live_demo.origin + link, **TABLET)
    expect(page.locator("h1")).to_have_text("Studies")
    page.goto(f"{live_demo.origin}/studies/demo-title/raters")
    page.get_by_text("Add raters from a list").click()
    page.get_by_label("One person per line").fill("Listed One\nListed Two; ; de")
    page.get_by_role("button", name="Add all").click()
    expect(page.get_by_role("link", name="Listed Two")).to_be_visible()
    finds_nothing_to_mend(page)
    page.get_by_role("link", name="Listed Two").click()
    finds_nothing_to_mend(page)
    page.goto(f"{live_demo.origin}/studies/demo-title/raters/links")
    expect(page.locator(".sheet > li", has_text="Listed One")).to_be_visible()
    finds_nothing_to_mend(page)


def test_somebody_joins_and_the_address_holds_nothing(live_demo: Demo, open_page: Opener) -> None:
    with workbench(live_demo.folder) as bench:
        path = set_join_link(bench, "demo-title", JoinWish()).path
    page = open_page(live_demo.origin + path.replace("#", "?STUDY_ID=theirs#"), **TABLET)
    expect(page.locator("h1")).to_have_text("Headlines for small news")
    assert page.url == f"{live_demo.origin}/join/demo-title/"
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Take part").click()
    expect(page.locator("h1")).to_have_text("You take part")
    finds_nothing_to_mend(page)
    page.get_by_role("link", name="Begin").click()
    sees_a_task(page)
