"""Late, repeated and unwanted judgements: each is kept, and each counts or does not for a reason."""

import pytest

from jurybox.core.errors import Conflict, Denied
from jurybox.studies.lifecycle import change, close_study
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import HIDING, lines, loaded, open_study
from tests.store.kinds import AT_ONCE

ALL = {"unit": {"candidates": "all"}}


def test_a_late_judgement_is_surplus_when_every_slot_is_taken(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    clock_of(bench).past_the_lease()
    ben.rate(1)
    assert ana.submit(packet, 5).standing == "surplus"
    assert ana.submit(packet, 4).standing == "surplus", "a correction of surplus is surplus"
    assert [row["standing"] for row in study.log()] == ["counted", "surplus", "surplus"]
    assert study.log()[2]["supersedes"] == study.log()[1]["id"]
    assert study.slots() == [(1, 0, 0)]


def test_a_late_judgement_takes_a_free_slot(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=2)
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    clock_of(bench).past_the_lease()
    ben.one()
    assert study.slots() == [(2, 1, 0)], "Ana's slot came back, and Ben holds one"
    assert ana.submit(packet).standing == "counted"
    assert study.slots() == [(2, 0, 0)]


def test_a_lease_that_ran_out_unnoticed_still_counts(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    clock_of(bench).past_the_lease()
    assert rater.submit(packet).standing == "counted"


def test_contact_keeps_all_leases_of_a_rater_alive(bench: Workbench) -> None:
    study = open_study(bench, lines(40, "a"))
    ana, ben = study.rater(), study.rater()
    packets = ana.next(5)
    for _ in range(4):
        clock_of(bench).forward(20)
        ana.next(5)
        ben.one()
    assert [ana.submit(packet).standing for packet in packets] == ["counted"] * 5


def test_after_closing_a_judgement_is_kept_and_not_counted(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    rater = study.rater()
    judged = rater.rate(1)[0]
    packet = rater.one()
    close_study(bench, study.key)
    assert rater.submit(packet).standing == "closed"
    assert rater.submit(judged, 1).standing == "closed"
    assert [row["supersedes"] for row in study.log()] == [None, None, None], "what is not counted replaces nothing"
    assert rater.ask()["state"] == "closed"
    assert rater.reopen(judged)["answers"]["quality"]["A"]["value"] == 3


def test_a_final_stage_is_kept_and_not_counted(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING))
    rater = study.rater()
    fluency = rater.one()
    rater.submit(fluency, 2)
    assert rater.submit(fluency, 3).standing == "counted", "the source was not shown yet"
    rater.one()
    assert rater.submit(fluency, 5).standing == "final"
    with pytest.raises(Conflict):
        rater.reopen(fluency)
    assert study.log()[-1]["supersedes"] is None


def test_a_first_stage_that_arrives_after_its_source_was_seen_does_not_count(bench: Workbench) -> None:
    """Two interpretations of one source; one was left open in another tab while the other's source was shown."""
    study = open_study(bench, lines(1, "ab"), loaded(**AT_ONCE))
    ana, ben = study.rater(), study.rater()
    left_open = ana.one()
    clock_of(bench).past_the_lease()
    assert study.unit_of(ben.one()) == study.unit_of(left_open)
    ana.submit(ana.one())
    assert ana.one()["fields"]["source"] == "Source 0"
    raters.revoke_rater(bench, study.key, ben.id)
    assert sorted(free for _, free, _ in study.slots()) == [0, 1], "there is a slot, but not for Ana"
    assert [packet["stage"] for packet in ana.next(5)] == ["adequacy"]
    assert ana.submit(left_open).standing == "final"
    assert sorted(free for _, free, _ in study.slots()) == [0, 1]


def test_a_judgement_of_a_withdrawn_item_does_not_count(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), quorum=2)
    rater = study.rater()
    judged, packet = rater.rate(1)[0], rater.one()
    for key in ("item-0", "item-1"):
        change.withdraw_item(bench, study.key, key, "It is broken.")
    assert rater.submit(packet).standing == "withdrawn"
    assert rater.submit(judged, 1).standing == "withdrawn", "nor does a correction"
    assert rater.cannot(judged).standing == "withdrawn"
    assert study.slots() == [(2, 0, 0), (2, 0, 0)], "and no slot opens again"
    assert rater.ask()["state"] == "done"


def test_what_was_said_of_a_candidate_that_was_withdrawn_meanwhile_is_kept(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), loaded(**ALL), quorum=2)
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    change.withdraw_system(bench, study.key, "system-b", "It cheated.")
    assert ana.submit(packet).standing == "counted"
    assert len(study.log()[0]["answers"]["quality"]) == 3
    fresh = ben.one()
    assert [c["letter"] for c in fresh["candidates"]] == ["A", "B"]
    assert all("Output b" not in c["fields"]["output"] for c in fresh["candidates"])
    assert ben.submit(fresh).standing == "counted"


def test_a_revoked_rater_gets_nothing_in_and_their_slots_go_to_others(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    ana, ben = study.rater(), study.rater()
    packet = ana.one()
    raters.revoke_rater(bench, study.key, ana.id)
    with pytest.raises(Denied):
        ana.submit(packet)
    assert study.unit_of(ben.one()) == study.unit_of(packet)


def test_a_renewed_link_voids_the_old_one(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    old = rater.token
    rater.token = raters.renew_link(bench, study.key, rater.id).path.partition("#")[2]
    assert rater.one()
    rater.token = old
    with pytest.raises(Denied):
        rater.one()


def test_pilot_judgements_give_their_slots_back(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    ana, ben = study.rater(), study.rater()
    (packet,) = ana.rate(1)
    assert ben.next() == []
    assert change.mark_pilot(bench, study.key) == 1
    assert study.slots() == [(1, 1, 0)]
    assert ben.rate(1)
    assert ana.submit(packet, 1).standing == "surplus", "a correction of a pilot judgement needs a slot of its own"


def test_a_correction_of_a_pilot_judgement_takes_a_free_slot(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    (packet,) = rater.rate(1)
    change.mark_pilot(bench, study.key)
    assert rater.submit(packet, 1).standing == "counted"
    assert study.slots() == [(1, 0, 0)]
    assert sql(bench, "SELECT judgements FROM tally") == [(2,)]
