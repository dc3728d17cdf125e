"""How many judgements came in since a moment: found once, then counted on from there."""

import pytest

from jurybox.studies import kept, watch_study
from jurybox.studies.lifecycle import list_revisions
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import lines, open_study

HOUR, DAY = 60, 24 * 60


def test_the_pace_moves_on_with_the_clock_and_the_log(bench: Workbench) -> None:
    rater = open_study(bench, lines(30, "abc")).rater()
    rater.rate(3)
    clock_of(bench).forward(minutes=2 * HOUR)
    rater.rate(4)
    pace = watch_study(bench, "study")["pace"]
    assert (pace["last_hour"], pace["last_day"]) == (4, 7)
    clock_of(bench).forward(minutes=DAY - HOUR)
    rater.rate(5)
    pace = watch_study(bench, "study")["pace"]
    assert (pace["last_hour"], pace["last_day"]) == (5, 9)
    clock_of(bench).forward(minutes=2 * HOUR)
    pace = watch_study(bench, "study")["pace"]
    assert (pace["last_hour"], pace["last_day"]) == (0, 5)
    assert sum(day["judgements"] for day in pace["days"]) == 12


def test_what_was_kept_is_what_is_counted_from_the_beginning(bench: Workbench) -> None:
    rater = open_study(bench, lines(60, "abc")).rater()
    for minutes in (5, 40, 90, DAY, 3 * DAY, 10):
        rater.rate(7)
        clock_of(bench).forward(minutes=minutes)
        kept = watch_study(bench, "study")["pace"]
        bench.places._kept.clear()
        assert watch_study(bench, "study")["pace"] == kept


def test_a_clock_that_was_set_back_is_followed(bench: Workbench) -> None:
    rater = open_study(bench, lines(30, "abc")).rater()
    rater.rate(3)
    clock_of(bench).forward(minutes=3 * HOUR)
    assert watch_study(bench, "study")["pace"]["last_hour"] == 0
    clock_of(bench).forward(minutes=-3 * HOUR)
    assert watch_study(bench, "study")["pace"]["last_hour"] == 3


def test_judgements_under_a_revision_are_counted_on(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "UNSETTLED", 2)
    rater, found = open_study(bench, lines(30, "abc")).rater(), []
    for _ in range(3):
        rater.rate(3)
        found += [line["judgements"] for line in list_revisions(bench, "study", counted=True)]
    assert found == [3, 6, 9]
