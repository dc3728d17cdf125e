"""The organiser's site in a browser: the first minutes on an empty server, the bar, the words, on every screen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from jurybox.studies.lifecycle import StudyCopy, copy_study
from jurybox.studies.people import add_organiser, sign_in_link
from tests.browser.choosing import chooses
from tests.browser.conftest import Demo, Opener, Watch, opened, workbench
from tests.browser.person import OF_COLOURS, finds_nothing_to_mend, sees_a_task

TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 360, "height": 740}
WIDTHS = (390, 768, 1440)
"""Of a phone, a tablet and a desk."""
DRAFT = "looked-at"
PAGES = (
    "/studies", "/new-study", "/studies/demo-title",
    *(f"/studies/demo-title/{tab}" for tab in (
        "raters", "raters/links", "pay", "checks", "items", "disputes", "questions", "guideline?lang=en", "settings",
        "texts",
    )),
    *(f"/studies/{DRAFT}{step}" for step in ("", "/protocol", "/texts", "/design", "/check")),
    "/studies/demo-audio-description/item?key=de-kitchen-1", "/studies/demo-sarcasm-interpretation/item?key=msg-01",
    "/protocols",
    "/protocols/caption-culture", "/protocols/sarcasm-interpretation", "/protocols/upload",
    "/protocols/edit?protocol=title", "/help", "/account", "/organisers",
)  # fmt: skip
SMALL = """() => [...document.querySelectorAll('button, select, summary, a[href], input:not([type=hidden])')]
    .filter((control) => control.checkVisibility({visibilityProperty: true}))
    .filter((control) => !control.closest('.skip, .term, p, li, dd'))
    .map((control) => control.closest('label') ?? control)
    .filter((control) => { const box = control.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
    .map((control) => control.outerHTML.slice(0, 120))"""


ALIKE = """() => [...new Set([...document.querySelectorAll('main .button:not(.primary, .quiet, .danger)')]
    .map((button) => getComputedStyle(button).color))]"""
ALIGNED = """() => document.querySelector('.brand').getBoundingClientRect().x
    - document.querySelector('main').firstElementChild.getBoundingClientRect().x"""
OVERLONG = """() => [...document.querySelectorAll('main .scroll')]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${box.scrollWidth} > ${box.clientWidth}: ${box.innerText.slice(0, 80)}`)"""
"""Tables that scroll sideways."""


@pytest.fixture
def signed_in(live_demo: Demo, open_page: Opener, request: pytest.FixtureRequest) -> Page:
    """An organiser's browser, of one whom no other test knows."""
    name = f"Organiser of {request.node.name}"
    with workbench(live_demo.folder) as bench:
        add_organiser(bench, name)
        link = sign_in_link(bench, name)
    page = open_page(live_demo.origin + link, **TABLET)
    expect(page.locator("h1")).to_have_text("Studies")
    return page


def test_the_first_minutes_of_an_organiser(empty_server: str, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(empty_server, **TABLET)
    expect(page.locator("h1")).to_have_text("Welcome to Jurybox")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Try the example").click()
    expect(page.locator("h1")).to_have_text("Headlines for small news")
    page.get_by_role("link", name="Raters").click()
    guest = page.locator(".roster tr", has_text="Kim").locator(".link input").input_value()
    sees_a_task(open_page(guest))
    makes_a_study(page, tmp_path)
    page.get_by_role("link", name="Studies").click()
    expect(page.locator(".cards h2")).to_have_text(["My titles", "Headlines for small news"])
    page.get_by_role("link", name="Choose a password").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Password", exact=True).fill("long enough for us")
    page.get_by_role("button", name="Choose a password").click()
    expect(page.get_by_role("status")).to_contain_text("The password is set")
    expect(page.locator(".who")).to_have_text("Ada")


def makes_a_study(page: Page, folder: Path) -> None:
    """By the pages alone: a protocol, a table with a fault, the table without it, a design, a check."""
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="New study").click()
    page.get_by_label("Name of the study").fill("My titles")
    chooses(page, "Titles as summaries")
    page.get_by_role("button", name="Next: the texts").click()
    table = folder / "titles.csv"
    table.write_text("id,system,headline,remark\nferry,alpha,A text,A title\nbus,alpha,A text,\n", encoding="utf-8")
    page.locator("#tables").set_input_files(table)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator(".fault:not([hidden])").first).to_contain_text("No column is taken for", timeout=60_000)
    finds_nothing_to_mend(page)
    page.get_by_label("What headline is taken for").select_option(label="Text")
    page.get_by_label("What remark is taken for").select_option(label="Title")
    page.get_by_role("button", name="Apply and check").click()
    expect(page.get_by_role("group", name="Empty outputs (1)")).to_contain_text("titles.csv:3", timeout=60_000)
    page.get_by_label("Leave them out").check()
    page.get_by_role("button", name="Apply and check").click()
    expect(page.locator(".good")).to_contain_text("Left out as empty: 1.", timeout=60_000)
    expect(page.locator(".units")).to_contain_text("A title")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".good")).to_contain_text("The texts are in", timeout=60_000)
    page.get_by_role("link", name="Go on").click()
    expect(page.get_by_role("button", name="Save and check")).to_be_visible()
    page.get_by_role("link", name="Check", exact=True).click()
    expect(page.get_by_text("There is only one system")).to_be_visible()
    finds_nothing_to_mend(page)
    page.get_by_role("link", name="Design", exact=True).click()
    finds_nothing_to_mend(page)
    page.locator("input[name^='quorum.']").fill("7")
    expect(page.locator("#estimate dl > div", has_text="Judgements")).to_contain_text("7")
    page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_role("button", name="Open the study")).to_be_visible()


def test_what_is_entered_before_a_script_has_come_is_seen_by_it(live_demo: Demo, signed_in: Page) -> None:
    page, held = signed_in, list[Route]()
    is_slow = True
    scripts = re.compile(r"/organiser/static/\w+\.js$")
    page.route(scripts, lambda route: held.append(route) if is_slow else route.continue_())

    def opens_without_scripts(path: str) -> None:
        nonlocal is_slow
        is_slow = True
        page.goto(live_demo.origin + path, wait_until="commit")

    def scripts_come() -> None:
        nonlocal is_slow
        is_slow = False
        while held:
            held.pop().continue_()

    page.set_viewport_size({"width": 1280, "height": 800})
    opens_without_scripts("/new-study")
    chooses(page, "Titles as summaries")
    scripts_come()
    expect(page.locator("iframe[name=preview]")).to_have_attribute("src", re.compile("/title"))
    opens_without_scripts("/studies/demo-title/guideline?lang=en")
    page.locator("#prose").fill("A guideline written early.")
    scripts_come()
    expect(page.locator("#preview")).to_contain_text("A guideline written early.")
    with workbench(live_demo.folder) as bench:
        copy_study(bench, "demo-title", StudyCopy("written-early", "Written early"))
    opens_without_scripts("/studies/written-early/design")
    page.locator("input[name^='quorum.']").fill("7")
    expected = 7 * int(str(page.locator("#estimate dd").first.inner_text()))
    scripts_come()
    expect(page.locator("#estimate dl > div", has_text="Judgements")).to_contain_text(str(expected))


@pytest.fixture(scope="module")
def tour(live_demo: Demo, browser: Browser) -> Iterator[Page]:
    """The browser of one organiser, who looks at page after page."""
    with workbench(live_demo.folder) as bench:
        add_organiser(bench, "Organiser on tour")
        link = sign_in_link(bench, "Organiser on tour")
        copy_study(bench, "demo-title", StudyCopy(DRAFT, "A draft to be looked at"))
    with opened(browser, live_demo.origin + link, **TABLET) as (page, _):
        expect(page.locator("h1")).to_have_text("Studies")
        yield page


@pytest.mark.parametrize("path", PAGES)
def test_everyone_can_use_every_page_on_every_screen(path: str, live_demo: Demo, tour: Page) -> None:
    page, watch = tour, Watch(tour)
    page.emulate_media(color_scheme="light")
    page.goto(live_demo.origin + path)
    page.evaluate("document.querySelectorAll('main details:not([name])').forEach((one) => { one.open = true; })")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="light")
        finds_nothing_to_mend(page)
        page.emulate_media(color_scheme="dark")
        finds_nothing_to_mend(page, only=OF_COLOURS)
    has_one_order(page)
    for size in (PHONE, TABLET):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate(SMALL) == []
    assert page.evaluate(OVERLONG) == []
    watch.found_nothing()


def has_one_order(page: Page) -> None:
    """At a desk, all folded open: one thing to do first, buttons that look alike, the bar in line with the page."""
    assert page.locator(".button.primary:visible").count() <= 1
    assert len(page.evaluate(ALIKE)) <= 1
    if page.locator("main > .narrow").count() == 0:
        assert abs(page.evaluate(ALIGNED)) < 1


def test_the_progress_of_every_study_is_seen_on_a_tablet(signed_in: Page) -> None:
    page = signed_in
    bars = page.locator(".cards .parts")
    assert bars.count() >= 7, "those of the demonstration, and what other tests have made"
    for place in bars.all():
        box = place.bounding_box()
        assert box is not None
        assert 0 <= box["x"]
        assert box["x"] + box["width"] <= TABLET["width"]
        assert box["width"] > 200


def test_the_menus_are_used_by_keyboard_and_the_language_stays(signed_in: Page) -> None:
    page = signed_in
    language = page.locator("details.menu").first
    language.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(language).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(language).not_to_have_attribute("open", "")
    expect(language.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    finds_nothing_to_mend(page)
    page.keyboard.press("Tab")
    expect(language.get_by_role("button", name="Deutsch")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Studien")
    page.get_by_role("link", name="Hilfe").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_only_one_menu_is_open_and_a_click_beside_it_closes_it(signed_in: Page) -> None:
    page = signed_in
    first, second = page.locator("details.menu").first, page.locator("details.menu").last
    first.locator("summary").click()
    second.locator("summary").click()
    expect(first).not_to_have_attribute("open", "")
    expect(second.get_by_role("link", name="Organisers")).to_be_in_viewport()
    page.locator("h1").click()
    expect(second).not_to_have_attribute("open", "")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_word_explains_itself_by_keyboard(size: dict[str, int], live_demo: Demo, signed_in: Page) -> None:
    page = signed_in
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"{live_demo.origin}/studies/demo-title")
    words = page.locator("#term-unit")
    expect(words).to_be_hidden()
    page.get_by_role("button", name="Units").focus()
    page.keyboard.press("Enter")
    expect(words).to_be_in_viewport(ratio=1)
    expect(words).to_contain_text(re.compile("what one rater sees at once", re.IGNORECASE))
    finds_nothing_to_mend(page)
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()


TORN = """() => [...document.querySelectorAll('.prose :is(td, th):not(:last-child)')].flatMap((cell) => {
    const text = cell.firstChild;
    return [...text.data.matchAll(/\\S+/g)].filter(({index, 0: word}) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
"""Words of the narrow columns of a guideline's tables that stand on two lines."""


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_names_of_levels_stay_whole_on_a_phone(signed_in: Page, live_demo: Demo, lang: str) -> None:
    signed_in.set_viewport_size({"width": 360, "height": 740})
    signed_in.goto(f"{live_demo.origin}/protocols/adequacy-fluency?guideline={lang}")
    expect(signed_in.locator(".prose table")).to_have_count(2)
    assert signed_in.evaluate(TORN) == []
    assert signed_in.evaluate("document.documentElement.scrollWidth") == 360
