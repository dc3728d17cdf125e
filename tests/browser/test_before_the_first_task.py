"""From the link to the first task of a study that asks something first, and the panel beside the task, in a browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from jurybox.studies.people import add_organiser, sign_in_link
from tests.browser.conftest import jurybox, workbench
from tests.browser.person import finds_nothing_to_mend, sees_a_task
from tests.browser.workplace import Workplace

STUDY = "asking"
CONSENT = "You take part because you want to.\n\n- You may stop **at any time**.\n\n<script>alert(1)</script>"
SETTINGS = {
    "consent": {"en": CONSENT, "es": "Participa porque quiere."},
    "questionnaire": "standard",
    "calibration": {"on": True, "tolerance": 1, "share": 0.7, "on_fail": "again"},
    "quorum": 20,
}
PROTOCOL = """
id: smiles
version: 1
title: {en: Smiles, es: Sonrisas}
description: {en: How friendly is it?, es: ¿Cuánta amabilidad?}
languages: [en, es]
fields: {output: {type: text, label: {en: Text, es: Texto}}}
stages:
  - id: rate
    show: [output]
    ask:
      - type: scale
        id: friendly
        prompt: {en: How friendly is it?, es: ¿Cuánta amabilidad?}
        levels:
          - {value: 1, label: {en: Rude, es: Grosero}}
          - {value: 2, label: {en: Cool, es: Frío}}
          - {value: 3, label: {en: Friendly, es: Amable}}
          - {value: 4, label: {en: Warm, es: Cálido}}
          - {value: 5, label: {en: Loving, es: Cariñoso}, examples: [{en: My dearest}]}
examples:
  - id: go-away
    candidates: [{fields: {output: Go away.}}]
    answers: [{question: friendly, value: 1, why: {en: Nobody is welcome here., es: Nadie es bienvenido.}}]
  - id: dear
    candidates: [{fields: {output: My dear friend}}]
    answers: [{question: friendly, value: 5, accept: [4], why: {en: It could not be kinder., es: No cabe más cariño.}}]
"""
GUIDELINE = "# How to rate\n\nRead the text twice.\n\nThen say how friendly it is. Friendly is short, not rude.\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    made = Workplace.at(tmp_path_factory.mktemp("before"))
    folder = made.folder
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    for lang in ("en", "es"):
        (folder / f"guideline.{lang}.md").write_text(GUIDELINE, encoding="utf-8")
    (folder / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    (folder / "items.csv").write_text(
        "id,system,output\n" + "".join(f"item-{n},narra,Hello {n}\n" for n in range(8)), encoding="utf-8"
    )
    jurybox(
        "study", "create", STUDY, "--protocol", str(folder / "protocol.yaml"), "--items", str(folder / "items.csv"),
        "--settings", str(folder / "settings.json"), *made.data,
    )  # fmt: skip
    jurybox("study", "open", STUDY, *made.data)
    made.start()
    yield made
    assert made.server is not None
    made.server.terminate()
    made.server.wait(10)


@pytest.fixture
def page(browser: Browser, place: Workplace) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(10_000)
    page = context.new_page()
    wrongs: list[str] = []
    page.on("pageerror", lambda error: wrongs.append(str(error)))
    page.on("console", lambda m: wrongs.append(m.text) if m.type == "error" and "422" not in m.text else None)
    yield page
    context.close()
    assert wrongs == []


def comes_in(page: Page, place: Workplace, language: str = "en") -> None:
    page.goto(place.rater(STUDY, language))


def heading(page: Page, words: str) -> None:
    expect(page.locator("h1")).to_have_text(words)


def answers(page: Page, level: int) -> None:
    page.locator("jb-scale .level").nth(level - 1).click()
    page.locator(".actions .primary").click()


def rates_the_examples(page: Page, levels: dict[str, int]) -> None:
    """A whole round, each example by its text: their order is drawn."""
    for number in range(1, len(levels) + 1):
        heading(page, f"Example {number} of {len(levels)}")
        answers(page, level_of(page, levels))
        heading(page, "What the guideline says")
        page.get_by_role("button", name="Go on").click()


def level_of(page: Page, levels: dict[str, int]) -> int:
    shown = page.locator("jb-task").inner_text()
    (level,) = (level for text, level in levels.items() if text in shown)
    return level


def gets_to_the_first_task(page: Page) -> None:
    page.get_by_role("button", name="I agree", exact=True).click()
    page.get_by_label("What is your first language?").fill("Bribri")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Begin with the examples").click()
    rates_the_examples(page, {"Go away.": 1, "My dear friend": 4})
    heading(page, "You passed the examples")
    page.get_by_role("button", name="Begin with the tasks").click()
    assert sees_a_task(page) == "Task 1"


def test_consent_questionnaire_examples_and_then_the_first_task(page: Page, place: Workplace) -> None:
    comes_in(page, place)
    heading(page, "Before you begin")
    expect(page.locator(".prose")).to_contain_text("<script>alert(1)</script>")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="I do not agree").click()
    heading(page, "Thank you for reading")
    page.reload()
    heading(page, "Thank you for reading")
    page.get_by_role("button", name="Read it again").click()
    page.get_by_role("button", name="I agree", exact=True).click()
    heading(page, "A few questions about you")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".about-row .trouble").first).to_have_text("Please answer this.")
    finds_nothing_to_mend(page)
    page.get_by_label("What is your first language?").fill("Bribri")
    page.keyboard.press("Enter")
    heading(page, "First, some examples")
    page.get_by_role("button", name="Begin with the examples").click()
    heading(page, "Example 1 of 2")
    levels = {"Go away.": 3, "My dear friend": 1}
    is_rude = level_of(page, levels) == 3
    answers(page, level_of(page, levels))
    heading(page, "What the guideline says")
    told = page.locator("table.answers")
    expect(told.locator("tbody.off")).to_contain_text(
        "Nobody is welcome here." if is_rude else "It could not be kinder."
    )
    expect(told.locator("tbody tr").first).to_contain_text("3 Friendly" if is_rude else "1 Rude")
    expect(told.locator("tbody tr").first).to_contain_text("1 Rude" if is_rude else "5 Loving or 4 Warm")
    expect(told.locator(".verdict")).to_have_text("✗ differs")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="Go on").click()
    heading(page, "Example 2 of 2")
    answers(page, level_of(page, levels))
    page.get_by_role("button", name="Go on").click()
    heading(page, "The examples are not passed yet")
    expect(page.locator(".welcome .notice")).to_contain_text("0 of 2 answers count as right. To pass, at least")
    expect(page.locator(".welcome")).to_contain_text(
        "An answer counts as right if it is what the guideline says. On a scale the level beside it counts as well."
    )
    heads = ["Question", "as the guideline says", "close, counts as right", "different, does not count"]
    expect(page.locator("table.result thead th")).to_have_text(heads)
    expect(page.locator("table.result tbody tr")).to_have_text("How friendly is it?002")
    finds_nothing_to_mend(page)
    reads_again(page)
    page.reload()
    heading(page, "The examples are not passed yet")
    page.get_by_role("button", name="Try again").click()
    rates_the_examples(page, {"Go away.": 2, "My dear friend": 5})
    heading(page, "You passed the examples")
    expect(page.locator("table.result tbody tr")).to_have_text("How friendly is it?110")
    page.get_by_role("button", name="Begin with the tasks").click()
    assert sees_a_task(page) == "Task 1"
    assert "Tasks done: 0 of" in page.locator("#progress-words").inner_text()


def test_a_test_drive_goes_the_whole_way_of_a_rater(page: Page, place: Workplace) -> None:
    with workbench(place.folder / "data") as bench:
        add_organiser(bench, "Drives")
        link = sign_in_link(bench, "Drives")
    page.goto(place.origin + link)
    page.goto(f"{place.origin}/preview/studies/{STUDY}/drive/")
    expect(page.locator(".looking")).to_contain_text("the whole way of a rater")
    heading(page, "Before you begin")
    expect(page.locator(".welcome")).to_contain_text("compared with what the guideline says")
    finds_nothing_to_mend(page)
    gets_to_the_first_task(page)
    answers(page, 3)
    heading(page, "Task 2")
    page.reload()
    heading(page, "Before you begin")


def reads_again(page: Page) -> None:
    """The levels that were missed, the examples, and the guideline are at hand."""
    parts = page.locator(".again > details")
    expect(parts).to_have_count(3)
    parts.nth(0).locator("summary").click()
    expect(parts.nth(0)).to_contain_text("Rude")
    parts.nth(0).get_by_role("button", name="Read this in the guideline").click()
    field = page.locator("#guideline .find input")
    expect(field).to_have_value("Rude")
    expect(page.locator("#guideline .find .count")).to_have_text("1 of 1")
    page.locator("#guideline > summary").click()
    dear = parts.filter(has_text="My dear friend")
    expect(dear.locator("summary")).to_contain_text("one answer differs")
    dear.locator("summary").click()
    expect(dear).to_contain_text("It could not be kinder.")
    page.get_by_role("button", name="Open the guideline").click()
    expect(page.locator("jb-guideline")).to_contain_text("Read the text twice.")
    page.locator("#guideline > summary").click()


def opens_the_panel(page: Page) -> None:
    page.locator("#guideline > summary").click()
    expect(page.locator("jb-guideline")).to_contain_text("Read the text twice.")


def test_a_question_is_answered_for_all_and_a_new_guideline_says_what_changed(page: Page, place: Workplace) -> None:
    comes_in(page, place)
    gets_to_the_first_task(page)
    opens_the_panel(page)
    page.locator(".enquiries > summary").click()
    page.get_by_label(re.compile("^Your question")).fill("Is irony friendly?")
    page.get_by_role("button", name="Send the question").click()
    expect(page.locator(".enquiries")).to_contain_text("No reply yet.")
    (asked,) = json.loads(jurybox("study", "enquiries", STUDY, "--json", *place.data))
    assert (asked["text"], asked["stage"]) == ("Is irony friendly?", "rate")
    assert asked["item"].startswith("item-")
    jurybox("study", "reply", STUDY, asked["id"], "No, <b>never</b>.", "--publish", *place.data)
    Path(place.folder / "new.md").write_text(
        GUIDELINE.replace("twice", "three times") + "\nIrony is **rude**.\n", encoding="utf-8"
    )
    jurybox("study", "guideline", STUDY, str(place.folder / "new.md"), "--lang", "en", *place.data)
    page.locator("#guideline > summary").click()
    for _ in range(4):  # what was fetched ahead does not know of it yet
        answers(page, 3)
        page.wait_for_timeout(300)
    expect(page.locator("#panel-news")).to_have_text("The guideline has changed · One new reply")
    page.locator("#guideline > summary").click()
    expect(page.locator(".enquiries .reply")).to_have_text("No, <b>never</b>.")
    expect(page.locator(".changes li.removed")).to_contain_text("Read the text twice.")
    expect(page.locator(".changes li.added")).to_have_count(2)
    expect(page.locator(".changes")).to_contain_text("Irony is rude.")
    finds_nothing_to_mend(page)
    page.get_by_role("button", name="I have read this").click()
    expect(page.locator(".changes")).to_have_count(0)
    expect(page.locator("#panel-news")).to_be_hidden()
    page.reload()
    sees_a_task(page)
    expect(page.locator("#panel-news")).to_be_hidden()
    page.context.clear_cookies()
    another_reads_the_reply_without_a_name(page, place)


def another_reads_the_reply_without_a_name(page: Page, place: Workplace) -> None:
    page.goto("about:blank")
    comes_in(page, place)
    gets_to_the_first_task(page)
    expect(page.locator("#panel-news")).to_have_text("One new reply")
    page.locator("#guideline > summary").click()
    expect(page.locator(".enquiries")).to_contain_text("Answered for everyone")
    expect(page.locator(".enquiries .said")).to_have_text("Is irony friendly?")
    assert not re.search(r"Rater \d", page.locator(".enquiries").inner_text())
    expect(page.locator(".changes")).to_have_count(0)


def test_words_are_found_in_the_guideline_by_keyboard(page: Page, place: Workplace) -> None:
    comes_in(page, place)
    gets_to_the_first_task(page)
    page.locator("#guideline > summary").click()
    find = page.get_by_label("Find in the guideline")
    find.fill("FRIENDLY")
    expect(page.locator(".find .count")).to_have_text("1 of 2")
    find.press("Enter")
    expect(page.locator(".find .count")).to_have_text("2 of 2")
    find.press("Enter")
    expect(page.locator(".find .count")).to_have_text("1 of 2")
    assert page.evaluate("CSS.highlights.get('jb-found').size") == 2
    find.fill("zebra")
    expect(page.locator(".find .count")).to_have_text("Not found")
    assert page.locator("jb-scale .is-chosen, jb-scale [aria-checked=true]").count() == 0


def test_worked_examples_are_folded_away_with_score_and_reason(page: Page, place: Workplace) -> None:
    comes_in(page, place)
    page.locator("#guideline > summary").click()
    expect(page.locator("jb-guideline")).to_be_visible()
    expect(page.locator(".worked")).to_have_count(0)
    page.locator("#guideline > summary").click()
    gets_to_the_first_task(page)
    page.locator("#guideline > summary").click()
    worked = page.locator(".worked")
    expect(worked.locator("summary")).to_have_text("2 worked examples")
    expect(worked.locator(".example").first).to_be_hidden()
    worked.locator("summary").click()
    expect(worked).to_contain_text("It could not be kinder.")
    expect(worked).to_contain_text("5 Loving or 4 Warm")


def test_on_a_phone_in_spanish_every_target_is_large_enough(page: Page, place: Workplace) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    comes_in(page, place, "es")
    heading(page, "Antes de empezar")
    expect(page.locator(".prose")).to_have_text("Participa porque quiere.")
    targets = "Array.from(document.querySelectorAll('.welcome button, .welcome input'))"
    small = f"{targets}.filter((n) => n.offsetHeight < 44).length"
    assert page.evaluate(small) == 0
    page.get_by_role("button", name="Estoy de acuerdo", exact=True).click()
    page.get_by_label("¿Cuál es su lengua materna?").fill("Bribri")
    assert page.evaluate(small) == 0
    page.locator(".more-tools").click()
    page.locator("#language").select_option("en")
    expect(page.get_by_label("What is your first language?")).to_have_value("Bribri")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Begin with the examples").click()
    page.locator("#guideline > summary").click()
    expect(page.locator("jb-guideline")).to_be_visible()
    in_panel = "Array.from(document.querySelectorAll('#guideline button, #guideline input, #guideline summary'))"
    assert (
        page.evaluate(f"{in_panel}.filter((n) => n.offsetParent && n.offsetHeight < 44).map((n) => n.outerHTML)") == []
    )
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
