"""Each protocol of the shelf is played to the end in a real browser: by two raters at a desk and one on a phone.

Of the protocols that the demonstration has, and other tests play, the third rater needs no browser.
"""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from jurybox.protocols import load_protocol, shelf
from jurybox.studies.overview import show_study
from jurybox.studies.people import raters
from jurybox.studies.results import analyse_study
from tests.browser.conftest import Opener
from tests.browser.person import answers_everything, submits, waits_until
from tests.browser.ready import rates_everything
from tests.browser.test_every_protocol import DESK, PHONE, STUDIES
from tests.fixtures.workshop import Workshop
from tests.web.tables import fill, table_for

MOST = 12
"""Stages of one rater, at the most."""


@pytest.mark.parametrize("name", [protocol.id for protocol in shelf()])
def test_three_raters_play_it_to_the_end(name: str, workshop: Workshop, open_page: Opener) -> None:
    loaded, key = load_protocol(name), f"played-{name}"
    together = loaded.protocol.unit.candidates
    systems = 2 if together == 1 else max(3, together if isinstance(together, int) else 3)
    table = table_for(loaded.protocol, items=1 if together == 1 else 2, systems=systems)
    fill(workshop.bench, loaded, table, key, quorum=3, repeats=0, completion_code="ENDE")

    desk, phone, third = (
        workshop.origin + raters.add_rater(workshop.bench, key, f"Rater {next(workshop.numbers)}").path
        for _ in range(3)
    )
    is_played_elsewhere = f"demo-{name}" in STUDIES or name == "esa-contrastive"  # that by test_documents
    sent = rates_everything(third) if is_played_elsewhere else plays(open_page(third, **DESK))
    sent += plays(open_page(desk, **DESK)) + plays(open_page(phone, **PHONE))

    shown = show_study(workshop.bench, key)
    units, stages = shown["units"], [stage.id for stage in loaded.protocol.stages]
    assert [(row["stage"], row["slots"], row["open"]) for row in shown["coverage"]] == [
        (id, 3 * units, 0) for id in stages
    ]
    assert shown["standings"] == {"counted": sent}
    assert sent == 3 * units * len(stages)
    assert is_ranked(workshop, key, systems)


def is_ranked(workshop: Workshop, key: str, systems: int) -> bool:
    """Whether the results put every system into an order, by a score or by preferences."""
    ranked = Counter(one.question for one in analyse_study(workshop.bench, key).ranking)
    return bool(ranked) and set(ranked.values()) == {systems}


def plays(page: Page) -> int:
    """Answer and submit until there is nothing left; how many stages that were."""
    for stages in range(MOST):
        expect(page.locator("jb-task, .between, .end output.code")).to_have_count(1)
        if page.locator(".between").count():
            page.locator(".between .primary").click()
            expect(page.locator("jb-task")).to_have_count(1)
        if page.locator("output.code").count():
            expect(page.locator("output.code")).to_have_text("ENDE")
            return stages
        task = page.locator("jb-task").element_handle()
        answers_everything(page)
        submits(page)
        waits_until(page, "task => !task.isConnected", arg=task)
    raise AssertionError(f"not done after {MOST} stages")
