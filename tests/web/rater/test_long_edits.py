"""Long edits are counted while nobody waits for it: the thread that writes the log never does."""

import threading
from collections.abc import Hashable, Sequence

import pytest

from jurybox.core import edit_distance
from jurybox.studies import adjudicating
from jurybox.studies.people import raters
from tests.fixtures.databases import sql
from tests.fixtures.small import EDIT
from tests.fixtures.studies import loaded
from tests.fixtures.web import Site, ok, problem
from tests.web.playing import Player
from tests.web.tables import Table, fill

WORDS = 1_700
TEXT = " ".join(f"w{n}" for n in range(WORDS))
AFTER = f"V{TEXT[1:-1]}!"
"""Both ends were changed, so nothing in between can be left out of the count."""
ASKED = loaded(stages=[{"id": "edit", "show": ["source", "output"], "ask": [{**EDIT, "longest": 20_000}]}])


@pytest.fixture
def counters(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that counted anything, in turn."""
    found: list[str] = []
    count = edit_distance.distance

    def told(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
        found.append(threading.current_thread().name)
        return count(one, other)

    monkeypatch.setattr(edit_distance, "distance", told)
    edit_distance.forget_counts()
    return found


@pytest.fixture
def ann(site: Site) -> Player:
    lines = [{"id": "long", "source": "Lang.", "system": "a", "output": TEXT}]
    fill(site.bench, ASKED, Table(lines), calibration=False)
    return Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)


def test_the_thread_that_writes_counts_no_long_edit(ann: Player, counters: list[str]) -> None:
    ann.rate(ann.one(), answers={"edited": {"A": {"text": AFTER}}})
    assert len(counters) == 2
    assert not [name for name in counters if "writer" in name]
    ((stored,),) = sql(ann.site.bench, "SELECT answers FROM judgement")
    assert '"characters":2,"words":3' in str(stored)


def test_what_will_be_refused_is_not_counted(ann: Player, counters: list[str]) -> None:
    packet = ann.one()
    problem(ann.submit(packet, answers={"edited": {"A": {"text": AFTER * 3}}}), 422, "answer.text_too_long")
    problem(ann.submit(packet, answers={"edited": {"Q": {"text": AFTER}}}), 422, "answer.unknown_target")
    problem(ann.submit(packet, answers={"nosuch": {"A": {"text": AFTER}}}), 422, "answer.unknown_question")
    assert counters == []
    body = ann.judgement(packet, answers={"edited": {"A": {"text": AFTER}}})
    problem(ann.client.post("api/judgements", json={**body, "stage": "nosuch"}), 409, "judgement.unknown_stage")
    assert counters == []
    ok(ann.client.post("api/judgements", json=body), 201)


def test_nor_does_it_compare_long_edits_that_an_appointed_rater_decides(site: Site, counters: list[str]) -> None:
    lines = [{"id": "long", "source": "Lang.", "system": "a", "output": TEXT}]
    fill(site.bench, ASKED, Table(lines), calibration=False, quorum=2)
    ann, bo, cyd = (Player.with_link(site, raters.add_rater(site.bench, "study", n).path) for n in ("Ann", "Bo", "Cyd"))
    for player, text in ((ann, AFTER), (bo, AFTER.replace("w", "other "))):
        player.rate(player.one(), answers={"edited": {"A": {"text": text}}})
    adjudicating.find_disputes(site.bench, "study")
    adjudicating.appoint_adjudicator(site.bench, "study", "Cyd")
    counters.clear()
    edit_distance.forget_counts()
    dispute = ok(cyd.client.post("api/disputes/next"))["dispute"]
    assert len(counters) == 1  # the two edits
    edit_distance.forget_counts()
    wish = {"answers": {"edited": {"A": {"text": AFTER}}}, "reason": "So."}
    ok(cyd.client.post("api/decisions", json={"assignment": dispute["assignment"], "stage": "edit", **wish}), 201)
    assert len(counters) == 4  # the two once more, and what was decided beside what was shown
    assert not [name for name in counters if "writer" in name]
