"""Planned repeats: the share asked for, late enough, in a fresh order, and in place of nothing."""

from collections.abc import Sequence

import pytest

from jurybox.core.errors import Conflict
from jurybox.design.repeats import gap
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import HIDING, Packet, Played, PlayedRater, lines, loaded, new_study, open_study

ALL = {"unit": {"candidates": "all"}}


def finish(rater: PlayedRater) -> list[Packet]:
    """Rate until nothing is left; everything that came, in order."""
    came = []
    while packets := rater.next():
        rater.submit(packets[0])
        came += packets
    return came


def purposes(study: Played) -> dict[str, str]:
    return dict(sql(study.bench, "SELECT uid, purpose FROM assignment"))


def distances(study: Played, came: Sequence[Packet]) -> list[int]:
    """How many first passes were finished between each repeat and its own first pass."""
    kinds, firsts, found = purposes(study), list[int](), list[int]()
    for packet in came:
        unit = study.unit_of(packet)
        if kinds[packet["assignment"]] == "repeat":
            found.append(len(firsts) - 1 - firsts.index(unit))
        else:
            firsts.append(unit)
    return found


@pytest.mark.parametrize(("share", "units", "expected"), [(0.1, 60, 6), (0.25, 40, 10), (0.3, 30, 9)])
@pytest.mark.parametrize("assign", ["pool", "fixed"])
def test_a_rater_meets_the_share_that_was_asked_for(
    bench: Workbench, assign: str, share: float, units: int, expected: int
) -> None:
    study = new_study(bench, lines(units, "a"), repeats=share, assign=assign)
    rater = study.rater()
    study.open()
    came = finish(rater)
    assert len(came) == units + expected
    assert len({study.unit_of(packet) for packet in came}) == units
    assert len(distances(study, came)) == expected
    assert min(distances(study, came)) >= gap(units)


def test_a_repeat_takes_no_slot_and_has_a_fresh_order(bench: Workbench) -> None:
    study = open_study(bench, lines(24, "abc"), loaded(**ALL), repeats=0.25)
    came = finish(study.rater())
    assert study.slots() == [(1, 0, 0)] * 24
    kinds = purposes(study)
    orders: dict[int, list[list[str]]] = {}
    for packet in came:
        texts = [candidate["fields"]["output"] for candidate in packet["candidates"]]
        orders.setdefault(study.unit_of(packet), []).append(texts)
    twice = [pair for pair in orders.values() if len(pair) == 2]
    assert len(twice) == sum(kind == "repeat" for kind in kinds.values()) == 6
    assert all(first != second and sorted(first) == sorted(second) for first, second in twice)


def test_a_repeat_never_supersedes_the_first_pass(bench: Workbench) -> None:
    study = open_study(bench, lines(24, "a"), repeats=0.25)
    finish(study.rater())
    assert {row["supersedes"] for row in study.log()} == {None}
    assert {row["standing"] for row in study.log()} == {"counted"}


def first_and_repeat(study: Played, rater: PlayedRater) -> tuple[Packet, Packet]:
    """Rate until a repeat is served, and give it with its first pass."""
    came: list[Packet] = []
    while True:
        packet = rater.one()
        if purposes(study)[packet["assignment"]] == "repeat":
            return next(p for p in came if study.unit_of(p) == study.unit_of(packet)), packet
        rater.submit(packet)
        came.append(packet)


def test_the_first_pass_is_closed_once_its_repeat_was_served(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "a"), repeats=0.2)
    rater = study.rater()
    first, again = first_and_repeat(study, rater)
    with pytest.raises(Conflict) as refused:
        rater.reopen(first)
    assert refused.value.faults[0].code == "judgement.stage_final"
    assert rater.submit(first, 1).standing == "final"
    assert rater.submit(again, 2).standing == "counted"
    assert rater.submit(again, 4).standing == "counted", "the repeat itself can be corrected"


def test_the_first_pass_can_be_opened_until_then(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "a"), repeats=0.2)
    rater = study.rater()
    (first, *_) = rater.rate(8)
    assert rater.reopen(first)["answers"]
    assert rater.submit(first, 1).standing == "counted"


def test_repeats_can_be_told_from_first_passes_by_nobody(bench: Workbench) -> None:
    study = open_study(bench, lines(30, "a"), repeats=0.2)
    first, again = first_and_repeat(study, study.rater())
    differs = {key for key in first if first[key] != again[key]}
    assert differs == {"assignment", "number"}


def test_units_finished_out_of_order_are_repeated_once_each_and_late_enough(bench: Workbench) -> None:
    study = open_study(bench, lines(60, "a"), repeats=0.5)
    rater = study.rater()
    came: list[Packet] = []
    while packets := rater.next(5):
        rater.submit(packets[-1])
        came.append(packets[-1])
    found = distances(study, came)
    assert len(found) == len(came) - 60 > 10
    assert min(found) >= gap(60)


def test_a_stage_that_hides_something_does_not_come_again(bench: Workbench) -> None:
    study = open_study(bench, lines(20, "a"), loaded(**HIDING), repeats=0.2)
    came = finish(study.rater())
    again = [packet for packet in came if purposes(study)[packet["assignment"]] == "repeat"]
    assert [packet["stage"] for packet in again] == ["adequacy"] * 4


def test_who_did_only_the_hiding_stage_has_nothing_to_repeat(bench: Workbench) -> None:
    study = open_study(bench, lines(20, "a"), loaded(**HIDING), repeats=0.5)
    assert len(finish(study.rater(stages=["fluency"]))) == 20
    assert set(purposes(study).values()) == {"rating"}
