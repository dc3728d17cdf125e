"""Documents with several systems side by side: played to a ranking, and long ones that stay quick and lose nothing."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from jurybox.analysis import analyse
from jurybox.protocols import load_protocol
from jurybox.studies.lifecycle import create
from jurybox.studies.results.table.read import study_table
from tests.browser.conftest import Opener
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task, submits, waits_until
from tests.browser.test_layout import box
from tests.fixtures.documents import SCORE, SPANS, contrastive
from tests.fixtures.workshop import Workshop

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
LENGTHS = {"notice": 2, "letter": 1}
LONG = 40
QUALITY = {"good": "90", "middling": "60", "poor": "20"}


@pytest.fixture(scope="session")
def documents(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    folder: Path = tmp_path_factory.mktemp("documents")
    for key, lengths, quorum in (("ranked", LENGTHS, 3), ("long", {"book": LONG}, 20)):
        lines = ["id,segment,system,source,output"]
        for item, many in lengths.items():
            for n in range(1, many + 1):
                lines += [f"{item},{n},{name},Quelle {n} in {item},A {name} line {n} of {item}" for name in QUALITY]
        table = folder / f"{key}.csv"
        table.write_text("\n".join(lines), encoding="utf-8")
        settings: dict[str, Any] = {"calibration": False, "quorum": quorum}
        loaded = load_protocol("esa-contrastive")
        create.create_filled(
            workshop.bench, loaded, create.StudyDraft(key, key.title(), settings, "seed"), create.ItemFiles([table])
        )
        create.open_study(workshop.bench, key)
    return workshop


@pytest.fixture(scope="module")
def practised(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A study with one of the guideline's worked examples before its tasks."""
    table = tmp_path_factory.mktemp("practised") / "items.csv"
    table.write_text("id,segment,system,source,output\ni,1,a,Eins,One\ni,1,b,Eins,Once\n", encoding="utf-8")
    settings: dict[str, Any] = {"calibration": {"on": True, "examples": 1}, "quorum": 20}
    draft = create.StudyDraft("practised", "Practised", settings, "seed")
    create.create_filled(workshop.bench, load_protocol("esa-contrastive"), draft, create.ItemFiles([table]))
    create.open_study(workshop.bench, "practised")
    return workshop


def card(page: Page, target: str) -> Locator:
    return page.locator(f"jb-card:has([data-target='{target}'])")


def rates(page: Page, target: str) -> None:
    """Marks the word that says how good it is, or that there is nothing to mark, and types the number."""
    shown = card(page, target)
    quality = next(name for name in QUALITY if name in shown.locator(".markable").inner_text())
    if quality == "good":
        shown.get_by_role("button", name="No errors").click()
    else:
        shown.locator(".word", has_text=quality).click()
        shown.locator(".weights button").nth(int(quality == "poor")).click()
    shown.locator(".typed").fill(QUALITY[quality])


def test_two_raters_at_a_desk_and_one_on_a_phone_play_documents_to_a_ranking(
    documents: Workshop, open_page: Opener
) -> None:
    for screen in (DESK, DESK, PHONE):
        page = open_page(documents.link("ranked"), **screen)
        for _ in LENGTHS:
            sees_a_task(page)
            many = page.locator(".segment").count()
            for n in range(1, many + 1):
                for letter in "ABC":
                    rates(page, f"{letter}.{n}")
            sent = is_thanked(page)["answers"]
            assert set(sent["quality"]) == {f"{letter}.{n}" for letter in "ABC" for n in range(1, many + 1)}
    found = analyse(study_table(documents.bench, "ranked"))
    ranked = [(one.system, one.mean) for one in found.ranking if one.question == "quality" and one.by is None]
    assert ranked == [("good", 90.0), ("middling", 60.0), ("poor", 20.0)]
    penalty = {one.system: one.mean for one in found.ranking if one.question == "penalty" and one.by is None}
    assert penalty == {"good": 0.0, "middling": 1.0, "poor": 5.0}


PHONES = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def test_on_a_phone_what_is_done_stands_in_the_header_whole(documents: Workshop, open_page: Opener) -> None:
    """In numbers, in every language; in words for who listens, and where there is room."""
    page = open_page(documents.link("long"), width=320, height=640, has_touch=True, is_mobile=True)
    sees_a_task(page)
    short, words = page.locator("#progress-short"), page.locator("#progress-words")
    for language, told in (("en", "Tasks done: 0 of 1"), ("de", "Aufgaben fertig: 0 von 1")):
        page.locator("#language").evaluate(
            "(field, chosen) => { field.value = chosen; field.dispatchEvent(new Event('change', { bubbles: true })); }",
            language,
        )
        expect(words).to_have_text(told)
        expect(short).to_have_text("0 / 1")
        assert short.evaluate(
            "one => one.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right"
        )
        assert box(words)["width"] <= 1
    page.set_viewport_size({"width": 768, "height": 1024})
    expect(short).to_be_visible()
    for width in (1024, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        expect(short).to_be_hidden()
        assert words.evaluate("one => one.parentElement.scrollWidth <= one.parentElement.clientWidth"), width


def test_on_a_phone_what_to_do_where_something_is_missing_stands_in_sight_at_every_segment(
    documents: Workshop, open_page: Opener
) -> None:
    page = open_page(documents.link("long"), **PHONES)
    sees_a_task(page)
    shown = card(page, "A.2")
    told = shown.locator(".hint")
    shown.scroll_into_view_if_needed()
    missing, none = (shown.locator(f".mark-tools .{name}") for name in ("missing", "none"))
    tools, height = shown.locator(".mark-tools"), box(none)["height"]
    assert box(tools)["height"] == height, "one row"
    none.tap()
    assert box(tools)["height"] == height
    none.tap()
    missing.tap()
    expect(told).to_contain_text("tap the place")
    expect(told).to_be_in_viewport(ratio=1)
    assert box(told)["width"] > 100
    inside = "one => one.contains(document.elementFromPoint(...[innerWidth / 2, one.getBoundingClientRect().top + 4]))"
    assert told.evaluate(inside), "nothing covers it"
    shown.locator(".weights button").first.tap()
    expect(shown.locator(".marks .label")).to_have_text("Error · Minor")
    assert box(tools)["height"] == height
    expect(shown.locator(".marks .worth")).to_have_count(0)


ANCHOR = "td => { const box = td.firstChild.getBoundingClientRect(); return [box.top, box.left, box.right]; }"


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_worked_example_of_a_document_says_what_is_told_of_which_text(
    screen: dict[str, Any], practised: Workshop, open_page: Opener
) -> None:
    page = open_page(practised.link("practised"), **screen)
    page.get_by_role("button", name="Begin with the examples").click()
    sees_a_task(page)
    cards = page.locator("jb-card").all()
    if screen is PHONE:
        expect(page.locator("#progress-words")).to_have_text("Tasks done: 0 of 1")
    shown = page.locator("jb-slider").first
    first, *_, last = shown.locator(".anchors td[class]").evaluate_all(f"all => all.map({ANCHOR})")
    assert first[0] == last[0], "anchors stand on one line, whatever other styles have come"
    assert abs(last[2] - shown.locator("[type=range]").evaluate("range => range.getBoundingClientRect().right")) <= 1
    for one in cards:
        one.get_by_role("button", name="No errors").click()
        one.locator(".typed").fill("90")
    page.locator(".actions .primary").click()
    expect(page.locator("main h1")).to_have_text("What the guideline says")
    told = page.locator(".told")
    segments = range(1, len(cards) // 2 + 1)
    expect(told.locator("h3")).to_have_text([f"{letter} · {n}" for n in segments for letter in "AB"])
    for text in told.locator(".two-texts .text").all():
        expect(text).not_to_be_empty()
    page.locator("main .button.primary").click()
    expect(page.locator("table.result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finds_nothing_to_mend(page)


def test_a_long_document_has_questions_near_the_screen_only_and_is_walked_by_keys(
    documents: Workshop, open_page: Opener
) -> None:
    page = open_page(documents.link("long"), **DESK)
    sees_a_task(page)
    expect(page.locator(".segment")).to_have_count(LONG)
    assert page.locator("jb-slider").count() < 3 * LONG / 2
    tops = [card(page, f"{letter}.1").bounding_box() for letter in "ABC"]
    assert len({round(box["y"]) for box in tops if box}) == 1
    finds_nothing_to_mend(page)
    for _ in range(3):
        page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("[data-segment='3'] h2")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("[data-segment='2'] h2")).to_be_focused()
    for target in ("A.2", "B.2", "C.2", "A.3"):
        rates(page, target)
    count = page.locator(".actions .count")
    by_letter = f"A 2 of {LONG} · B 1 of {LONG} · C 1 of {LONG}"
    expect(count).to_have_text(f"1 of {LONG} segments · {by_letter}")
    expect(count.get_by_text(by_letter)).to_be_visible()
    submits(page)
    expect(count).to_contain_text(by_letter)
    expect(card(page, "A.1").locator(".fault:not([hidden])")).to_have_count(2)
    expect(page.locator(".summary")).to_contain_text("1 3 BC 4 5")
    page.locator(".summary").get_by_role("button", name="Segment 12").click()
    expect(card(page, "A.12").locator(".fault:not([hidden])")).to_have_count(2)
    box = page.locator("[data-segment='12']").bounding_box()
    assert box is not None
    assert -40 < box["y"] < 400


def test_what_was_begun_of_a_document_is_there_after_a_reload_and_the_work_goes_on_there(
    documents: Workshop, open_page: Opener
) -> None:
    page = open_page(documents.link("long"), **DESK)
    sees_a_task(page)
    for letter in "ABC":
        rates(page, f"{letter}.1")
    with page.expect_response("**/api/drafts/**") as kept:
        card(page, "B.2").locator(".typed").fill("33")
    assert kept.value.status == 204
    with page.expect_response("**/api/drafts/**") as second:
        card(page, "C.2").locator(".typed").fill("44")
    body = second.value.request.post_data_json or {}
    assert body["segment"] == 2
    assert set(body["answers"].get("quality", {})) == {"B.2", "C.2"}
    page.evaluate("indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))")
    page.reload()
    sees_a_task(page)
    expect(page.locator("[data-segment='2'] h2")).to_be_focused()
    expect(page.locator(".actions .count")).to_contain_text(f"1 of {LONG} segments")
    expect(card(page, "B.2").locator(".typed")).to_have_value("33")
    assert card(page, "A.1").locator("jb-marks").evaluate("element => element.value") is not None


def test_on_a_phone_a_switch_shows_one_system_and_keeps_the_place(documents: Workshop, open_page: Opener) -> None:
    page = open_page(documents.link("long"), **PHONE)
    sees_a_task(page)
    page.locator("[data-segment='6']").evaluate("row => row.scrollIntoView()")
    expect(card(page, "C.6")).to_be_attached()
    page.wait_for_timeout(900)
    page.locator("[data-segment='6']").evaluate("row => row.scrollIntoView()")
    before = page.locator("[data-segment='6']").bounding_box()
    page.locator(".switch").get_by_role("button", name=f"B 0 of {LONG}").tap()
    expect(card(page, "B.6")).to_be_visible()
    expect(card(page, "A.6")).to_be_hidden()
    after = page.locator("[data-segment='6']").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 60
    waits_until(page, "document.documentElement.scrollWidth <= innerWidth")
    finds_nothing_to_mend(page)


@pytest.fixture(scope="module")
def windowed(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A document of six segments in windows of two, with a segment before and behind each to be read."""
    anchored = {**SCORE, "anchors": [{"value": 0, "label": {"en": "Nothing"}}, {"value": 100, "label": {"en": "All"}}]}
    unit = {"segments": "all", "candidates": "all", "window": {"size": 2, "before": 1, "after": 1}}
    stage = {"id": "rating", "show": ["source", "output"], "ask": [SPANS, anchored]}
    table = tmp_path_factory.mktemp("windowed") / "items.csv"
    lines = [f"i,{n},{name},Quelle {n},A {name} line {n}" for n in range(1, 7) for name in "ab"]
    table.write_text("\n".join(["id,segment,system,source,output", *lines, ""]), encoding="utf-8")
    draft = create.StudyDraft("windowed", "Windowed", {"calibration": False, "quorum": 20}, "seed")
    loaded = contrastive(id="windowed", unit=unit, stages=[stage])
    create.create_filled(workshop.bench, loaded, draft, create.ItemFiles([table]))
    create.open_study(workshop.bench, "windowed")
    return workshop


def test_in_every_window_what_is_asked_is_told_at_the_first_segment_that_is_rated(
    windowed: Workshop, open_page: Opener
) -> None:
    """Whatever stands before it to be read; at those behind it a line for each question is enough."""
    page = open_page(windowed.link("windowed"), **DESK)
    befores = set()
    for _ in range(3):
        sees_a_task(page)
        befores.add(page.locator(".document > .segment:first-child.around").count())
        rated = page.locator(".document > .segment:not(.around)")
        expect(rated).to_have_count(2)
        told, untold = (rated.nth(n).locator(".anchors span, .hint") for n in (0, 1))
        assert min(told.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")) > 1
        assert max(untold.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")) <= 1
        for one in rated.locator("jb-card").all():
            one.get_by_role("button", name="No errors").click()
            one.locator(".typed").fill("50")
        is_thanked(page)
    assert befores == {0, 1}
