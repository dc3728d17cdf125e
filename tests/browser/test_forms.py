"""Texts that have a form: read as what they are, marked in the text as it is stored, and never taken for markup."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.person import finds_nothing_to_mend, is_thanked, sees_a_task
from tests.fixtures.small import SCALE
from tests.fixtures.workshop import Workshop, make

REPLY = """# Storm over *Quito* 👩‍👩‍👧

It rained for **ten days**; see [the report](https://evil.example/r "t") and ![a map](https://evil.example/m.png).

1. First `code`
2. Second
   - nested **bold**

| city | mm |
|------|---:|
| Quito | **120** |

<script>document.title = 'broken'</script> <img src=x onerror="document.title='broken'"> [go](javascript:alert(1))
"""
DIALOGUE = "user: How much did it rain?\nassistant: A lot.\n\n  user: is no turn of mine\nuser: Thanks."
FIGURES = 'city,what\nQuito,120\n"Santo Domingo, Ecuador","a ""wet"" place"'
FIELDS: dict[str, Any] = {
    "dialogue": {"type": "conversation", "label": {"en": "Dialogue"}},
    "figures": {"type": "table", "label": {"en": "Figures"}},
    "program": {"type": "code", "label": {"en": "Program"}},
    "draft": {"type": "text", "label": {"en": "Draft"}},
    "final": {"type": "text", "per": "output", "label": {"en": "Final"}, "difference": "draft"},
    "output": {"type": "markdown", "label": {"en": "Reply"}},
}
ERRORS: dict[str, Any] = {
    "type": "marks", "id": "errors", "also": ["dialogue", "figures", "program", "final"], "allow_missing": True,
    "prompt": {"en": "Mark every error."}, "none": {"en": "No errors"},
    "labels": [{"id": "error", "label": {"en": "Error"}}],
    "weights": [{"id": name, "label": {"en": name.title()}, "value": 1} for name in ("minor", "major")],
}  # fmt: skip
ITEM = {
    "id": "1", "system": "narra", "dialogue": DIALOGUE, "figures": FIGURES, "program": "def f(x):\n\treturn x < 3",
    "draft": "It rained in Quito for ten days.", "final": "It poured in Quito for nine days.", "output": REPLY,
}  # fmt: skip


@pytest.fixture(scope="session")
def formed(workshop: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    folder: Path = tmp_path_factory.mktemp("formed")
    for key, question in (("forms-read", SCALE), ("forms-marked", ERRORS)):
        stage = {"id": "rating", "show": list(FIELDS), "ask": [question]}
        make(workshop.bench, folder, key, [ITEM], fields=FIELDS, stages=[stage])
    return workshop


def test_every_form_is_read_as_what_it_is_and_nothing_as_markup(formed: Workshop, open_page: Opener) -> None:
    page = open_page(formed.link("forms-read"))
    sees_a_task(page)
    reply = page.locator(".of-markdown")
    expect(reply.locator("h3 em")).to_have_text("Quito")
    expect(reply.locator("ol > li")).to_have_count(2)
    expect(reply.locator("ol ul strong")).to_have_text("bold")
    expect(reply.locator("td strong")).to_have_text("120")
    expect(reply.locator(".f-address")).to_have_text(
        ["https://evil.example/r", "https://evil.example/m.png", "javascript:alert(1)"]
    )
    expect(reply).to_contain_text("<script>document.title = 'broken'</script> <img src=x")
    assert page.locator("jb-task :is(img, a, script, iframe)").count() == 0
    assert page.title() != "broken"
    turns = page.locator(".of-conversation > li")
    expect(turns.locator(".f-role")).to_have_text(["User", "Assistant", "User"])
    expect(turns.nth(1)).to_contain_text("user: is no turn of mine")
    expect(page.locator(".of-table td")).to_have_text(["Quito", "120", "Santo Domingo, Ecuador", 'a "wet" place'])
    expect(page.locator(".of-code pre")).to_have_text("def f(x):\n\treturn x < 3")
    final = page.locator(".of-text")
    expect(final.locator("del")).to_have_text(["rained", "ten"])
    expect(final.locator("ins")).to_have_text(["poured", "nine"])
    expect(final.locator(".help")).to_contain_text("Compared with “Draft”")
    finds_nothing_to_mend(page)


def text_of(page: Page, field: str) -> Locator:
    """The texts stand in the order of `also`, then the question's own."""
    return page.locator("jb-marks .markable").nth([*ERRORS["also"], "output"].index(field))


def marked(page: Page) -> list[tuple[str, str]]:
    """What the marks mean in the texts as they are stored, read in code points."""
    found: list[dict[str, Any]] = page.locator("jb-marks").evaluate("element => element.value") or []
    return [
        (mark.get("field", "output"), ITEM[mark.get("field", "output")][mark["start"] : mark["end"]]) for mark in found
    ]


def drags(page: Page, first: Locator, last: Locator) -> None:
    first.evaluate("element => element.scrollIntoView({block: 'center'})")
    start, end = first.bounding_box(), last.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 1, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] - 1, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".piece.chosen").first).to_be_visible()


def test_what_is_marked_counts_in_the_text_as_it_is_stored(formed: Workshop, open_page: Opener) -> None:
    page = open_page(formed.link("forms-marked"))
    sees_a_task(page)
    expected = []
    for field, words in (
        ("dialogue", "Thanks"), ("figures", "wet"), ("program", "return"), ("final", "nine"), ("output", "bold"),
    ):  # fmt: skip
        text_of(page, field).locator(".word", has_text=words).first.click()
        page.keyboard.press("i")
        expected.append((field, words))
    assert sorted(marked(page)) == sorted(expected)
    reply = text_of(page, "output")
    drags(page, reply.locator(".word", has_text="ten").first, reply.locator(".word", has_text="report").first)
    page.keyboard.press("a")
    assert ("output", "ten days**; see [the report") in marked(page)
    text_of(page, "output").locator(".word", has_text="First").click()
    page.keyboard.press("Escape")
    page.keyboard.press("+")
    page.keyboard.press("a")
    expect(reply.locator(".gap.before")).to_have_text("First")
    expect(reply.locator("[data-sign=Major]").last).to_be_visible()
    finds_nothing_to_mend(page)
    sent = is_thanked(page)["answers"]["errors"]["A"]
    assert len(sent) == 7


def test_on_a_phone_a_conversation_is_marked_by_taps(formed: Workshop, open_page: Opener) -> None:
    page = open_page(formed.link("forms-marked"), 360, 740, has_touch=True, is_mobile=True, color_scheme="dark")
    sees_a_task(page)
    dialogue = text_of(page, "dialogue")
    for word in ("much", "rain"):
        dialogue.locator(".word", has_text=word).first.tap()
    page.locator(".weights button").last.tap()
    assert marked(page) == [("dialogue", "much did it rain")]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finds_nothing_to_mend(page)
