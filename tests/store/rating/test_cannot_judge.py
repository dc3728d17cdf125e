"""Who cannot judge a unit gives it to another rater, at most quorum times; then it waits for the organiser."""

import pytest

from jurybox.core.errors import Refused
from jurybox.studies.lifecycle import change
from jurybox.studies.overview import show_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import HIDING, Played, judgement_id, lines, loaded, open_study
from tests.store.kinds import AT_ONCE


def inbox(study: Played) -> list[tuple[str, int]]:
    return [(entry["item"], entry["cannot"]) for entry in show_study(study.bench, study.key)["inbox"]]


def test_cannot_judge_passes_the_unit_on_as_often_as_the_quorum_and_then_asks_the_organiser(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=2)
    raters = [study.rater() for _ in range(6)]
    for n, rater in enumerate(raters[:3]):
        receipt = rater.cannot(rater.one())
        assert (receipt.standing, receipt.state) == ("counted", "cannot")
        assert inbox(study) == ([] if n < 2 else [("item-0", 3)])
    assert study.slots() == [(2, 1, 3)], "the third took a slot with them for good"
    raters[3].rate(1)
    assert raters[4].ask()["units"] == []


def test_the_same_rater_is_not_asked_again(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    rater.cannot(rater.one())
    assert rater.ask()["units"] == []


def test_cannot_judge_needs_a_reason_and_no_answers(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    for changes in ({"answers": {}, "cannot": "  "}, {"cannot": "Unclear."}, {"answers": {}, "cannot": "x" * 2_001}):
        with pytest.raises(Refused):
            rater.submit(packet, **changes)


def test_who_thinks_better_of_it_takes_the_slot_again(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    rater.cannot(packet)
    assert study.slots() == [(1, 1, 1)]
    assert rater.submit(packet).standing == "counted"
    assert study.slots() == [(1, 0, 0)]


def test_who_thinks_better_of_it_too_late_is_surplus(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    cannot = ana.cannot(packet)
    ben.rate(1)
    assert ana.submit(packet).standing == "surplus"
    assert study.slots() == [(1, 0, 1)]
    assert study.log()[-1]["supersedes"] is None
    assert ana.reopen(packet)["cannot"] == study.log()[0]["cannot"], "what stands is that they could not"
    assert study.log()[0]["id"] == cannot.id


def test_an_answer_that_is_taken_back_passes_the_unit_on(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    ana, ben = study.rater(), study.rater()
    (packet,) = ana.rate(1)
    assert ana.cannot(packet).standing == "counted"
    assert study.slots() == [(1, 1, 1)]
    assert study.unit_of(ben.one()) == study.unit_of(packet)


def test_cannot_judge_at_the_first_stage_gives_the_later_ones_back_too(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING))
    rater = study.rater()
    rater.cannot(rater.one())
    assert (study.slots(0), study.slots(1)) == ([(1, 1, 1)], [(1, 1, 0)])


def test_a_late_cannot_judge_gives_back_only_the_slot_it_got(bench: Workbench) -> None:
    """Ana's lease ran out and Ben took the second stage meanwhile; Ana's slot of that stage is not hers any more."""
    study = open_study(bench, lines(1, "a"), loaded(**AT_ONCE))
    ana, ben = study.rater(), study.rater(stages=["adequacy"])
    packet = ana.one()
    clock_of(bench).past_the_lease()
    assert ben.rate(1)[0]["stage"] == "adequacy"
    assert ana.cannot(packet).standing == "counted"
    assert (study.slots(0), study.slots(1)) == ([(1, 1, 1)], [(1, 0, 0)])


def test_a_higher_quorum_gives_lost_units_their_slots_back(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    for _ in range(2):
        rater = study.rater()
        rater.cannot(rater.one())
    assert study.slots() == [(1, 0, 2)]
    change.raise_quorum(bench, study.key, 2)
    assert study.slots() == [(2, 2, 2)], "two may fail now before the organiser is asked"
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_a_stage_that_a_rule_answers_never_waits_in_the_inbox(bench: Workbench) -> None:
    table = [{**line, "output": line["source"]} for line in lines(1, "a")]
    study = open_study(bench, table, loaded(**HIDING))
    rater = study.rater()
    rater.rate(1)
    rater.cannot(rater.one())
    assert inbox(study) == []


def test_a_cannot_judge_that_is_sent_twice_counts_once(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=2)
    rater = study.rater()
    packet = rater.one()
    draft = rater.draft(packet, answers={}, cannot="Unclear.", id=judgement_id())
    assert [rater.send(draft).is_new, rater.send(draft).is_new] == [True, False]
    assert study.slots() == [(2, 2, 1)]
