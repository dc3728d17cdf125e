"""Letters instead of names, drawn per rater and unit; and drafts, which nobody but their rater ever sees."""

from collections import Counter
from typing import Any

import pytest

from jurybox.core.errors import NotFound
from jurybox.studies.carry.export.write import export_rows
from jurybox.studies.rating import session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, rows_of, sql
from tests.fixtures.studies import HIDING, Packet, PlayedRater, lines, loaded, open_study

ALL = {"unit": {"candidates": "all"}}
BODY = {"answers": {"quality": {"A": 2}}, "comment": "half-way", "cannot": None}


def made_by(packet: Packet) -> dict[str, str]:
    """Letter -> the system's own letter, which the test's outputs tell."""
    return {c["letter"]: c["fields"]["output"].split()[1] for c in packet["candidates"]}


def test_a_system_stands_under_different_letters_in_different_units(bench: Workbench) -> None:
    study = open_study(bench, lines(24, "abc"), loaded(**ALL))
    orders = [made_by(packet) for packet in study.rater().rate(24)]
    for letter in "ABC":
        counts = Counter(order[letter] for order in orders)
        assert set(counts) == set("abc")
        assert max(counts.values()) < 18, "no system owns a letter"


def test_two_raters_see_different_orders(bench: Workbench) -> None:
    study = open_study(bench, lines(12, "abc"), loaded(**ALL), quorum=2)
    ana, ben = ({study.item_of(p): made_by(p) for p in study.rater().rate(12)} for _ in range(2))
    assert ana.keys() == ben.keys()
    assert any(ana[item] != ben[item] for item in ana)


def test_the_letters_of_an_assignment_stay_as_they_are(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abcd"), loaded(**ALL))
    rater = study.rater()
    packet = rater.one()
    clock_of(bench).past_the_lease()
    assert rater.one() == packet
    rater.submit(packet)
    assert made_by(rater.reopen(packet)) == made_by(packet)


def test_a_packet_names_no_system_item_or_candidate(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab", ["a group"]))
    rater = study.rater()
    told = repr(rater.ask(2)) + repr(rater.call(session.about_study, reading=True))
    for hidden in ("system-", "item-", "a group", "seed"):
        assert hidden not in told


def save(rater: PlayedRater, packet: Packet, body: dict[str, Any] = BODY) -> None:
    rater.call(session.save_draft, packet["assignment"], packet["stage"], body)


def test_a_draft_comes_back_with_its_unit_and_goes_when_it_is_submitted(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    assert packet["draft"] is None
    save(rater, packet, {**BODY, "comment": "first"})
    save(rater, packet)
    assert rater.one()["draft"] == BODY
    assert len(rows_of(bench, "draft")) == 1
    rater.submit(packet)
    assert rows_of(bench, "draft") == []


def test_a_draft_that_arrives_after_its_judgement_is_dropped(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    rater.submit(packet)
    save(rater, packet)
    assert rows_of(bench, "draft") == []


def test_a_draft_of_one_stage_does_not_show_up_in_the_next(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING))
    rater = study.rater()
    save(rater, rater.one(), {**BODY, "answers": {"fluency": {"A": 1}}})
    rater.rate(1)
    assert rater.one()["draft"] is None


def test_nobody_else_can_write_a_draft(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=2)
    ana, ben = study.rater(), study.rater()
    with pytest.raises(NotFound):
        save(ben, ana.one())


def test_a_draft_is_never_exported_and_counts_for_nothing(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    save(rater, rater.one())
    assert list(export_rows(bench, study.key, everything=True)) == []
    assert sql(bench, "SELECT count(*) FROM tally") == [(0,)]
