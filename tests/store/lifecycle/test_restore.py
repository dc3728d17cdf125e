"""A withdrawal is undone: what was said before counts again, what came meanwhile does not, and raters go on."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.studies.carry.export.write import export_rows
from jurybox.studies.lifecycle import change, close_study, restore_item, restore_system
from jurybox.studies.overview import show_study
from jurybox.studies.people import raters
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study
from tests.store.kinds import AT_ONCE
from tests.store.lifecycle.test_changes import kinds, rebuilds_to_itself


def progress(study: Played) -> tuple[int, int]:
    shown = show_study(study.bench, study.key)
    assert sum(entry["done"] for entry in shown["coverage"]) == shown["done"]
    return shown["done"], shown["needed"]


def test_earlier_judgements_count_again_and_those_that_came_meanwhile_do_not(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), quorum=2, order="sequential")
    ana, ben = study.rater(), study.rater()
    judged = ana.rate(1, 2)[0]
    item, packet = study.item_of(judged), ben.one()
    assert study.item_of(packet) == item
    change.withdraw_item(bench, study.key, item, "It is broken.")
    assert ben.submit(packet, 5).standing == "withdrawn"
    assert ana.submit(judged, 4).standing == "withdrawn"
    restore_item(bench, study.key, item, "It was not.")
    assert [row["standing"] for row in study.log()] == ["counted", "withdrawn", "withdrawn"]
    found = study_table(bench, study.key)
    assert (found.ratings[0].value.tolist(), found.left_out) == ([2.0], {"item_withdrawn": 2})
    again = ben.one()
    assert again["assignment"] == packet["assignment"], "who was let go goes on"
    assert again["draft"]["answers"]["quality"]["A"]["value"] == 5, "with what was said"
    assert ben.submit(again, 5).standing == "counted"
    assert ana.reopen(judged)["answers"]["quality"]["A"]["value"] == 4
    assert ana.submit(judged, 4).standing == "counted"
    assert sorted(study_table(bench, study.key).ratings[0].value.tolist()) == [4.0, 5.0]
    assert kinds(study)[-1] == "item_restored"
    assert rebuilds_to_itself(study)


def test_its_free_slots_are_served_again_to_who_went_past_them(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "a"), order="sequential")
    change.withdraw_item(bench, study.key, "item-0", "It is broken.")
    rater = study.rater()
    assert len(rater.rate(2)) == 2
    assert rater.ask()["state"] == "done"
    restore_item(bench, study.key, "item-0")
    assert study.item_of(rater.one()) == "item-0"


def test_a_quorum_that_rose_meanwhile_holds_for_what_comes_back(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    study.rater().rate(2)
    change.withdraw_item(bench, study.key, "item-0", "It is broken.")
    change.raise_quorum(bench, study.key, 3)
    restore_item(bench, study.key, "item-0")
    assert study.slots() == [(3, 2, 0), (3, 2, 0)]
    assert rebuilds_to_itself(study)


def test_a_system_comes_back_with_the_units_that_only_it_had_made(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab"), order="sequential")
    rater = study.rater()
    rater.rate(4, 2)
    change.withdraw_system(bench, study.key, "system-a", "It cheated.")
    assert {row["system"] for row in export_rows(bench, study.key)} == {"system-b"}
    assert progress(study) == (2, 2)
    restore_system(bench, study.key, "system-a")
    assert {row["system"] for row in export_rows(bench, study.key)} == {"system-a", "system-b"}
    assert progress(study) == (4, 4)
    assert kinds(study)[-1] == "system_restored"
    with pytest.raises(NotFound) as refused:
        restore_system(bench, study.key, "system-a")
    assert refused.value.faults[0].code == "system.not_withdrawn"


@pytest.mark.parametrize("revoked", [False, True])
def test_a_fixed_list_has_the_unit_again(bench: Workbench, revoked: bool) -> None:
    study = new_study(bench, lines(2, "a"), assign="fixed", quorum=1)
    ana, ben = study.rater(), study.rater()
    study.open()
    mine = study.item_of(ana.one())
    change.withdraw_item(bench, study.key, mine, "It is broken.")
    assert ana.ask()["units"] == []
    if revoked:
        raters.revoke_rater(bench, study.key, ana.id)
    restore_item(bench, study.key, mine)
    if revoked:
        ben.rate(1)
    goes_on = ben if revoked else ana
    assert study.item_of(goes_on.one()) == mine
    assert goes_on.submit(goes_on.one()).standing == "counted"
    assert rebuilds_to_itself(study)


def test_a_unit_of_two_stages_goes_on_where_it_was(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**AT_ONCE))
    rater = study.rater()
    rater.submit(rater.one(), 2)
    assert rater.one()["stage"] == "adequacy"
    change.withdraw_item(bench, study.key, "item-0", "It is broken.")
    restore_item(bench, study.key, "item-0")
    packet = rater.one()
    assert packet["stage"] == "adequacy"
    assert rater.submit(packet).standing == "counted"
    assert study.slots(0) == study.slots(1) == [(1, 0, 0)]
    assert rebuilds_to_itself(study)


def test_what_is_still_withdrawn_otherwise_stays_out(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "ab"))
    rater = study.rater()
    rater.one()
    change.withdraw_item(bench, study.key, "item-0", "It is broken.")
    change.withdraw_system(bench, study.key, "system-a", "It cheated.")
    change.withdraw_system(bench, study.key, "system-b", "It cheated.")
    restore_item(bench, study.key, "item-0")
    assert rater.ask()["units"] == []
    restore_system(bench, study.key, "system-a")
    assert "Output a" in rater.one()["candidates"][0]["fields"]["output"]
    assert rebuilds_to_itself(study)


def test_a_repeat_that_was_let_go_comes_after_all(bench: Workbench) -> None:
    study = open_study(bench, lines(14, "a"), repeats=1.0)
    rater = study.rater()
    rater.rate(3)
    open_repeats = "SELECT item_id FROM assignment WHERE purpose = 'repeat' AND stage IS NOT NULL ORDER BY id"
    planned = sql(bench, open_repeats)
    assert planned
    (key,) = sql(bench, f"SELECT key FROM item WHERE id = {planned[0][0]}")[0]
    change.withdraw_item(bench, study.key, key, "It is broken.")
    restore_item(bench, study.key, key)
    assert sql(bench, open_repeats) == planned
    assert rebuilds_to_itself(study)


def test_progress_is_of_what_was_not_withdrawn(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "ab"), quorum=3, order="sequential")
    for rater in (study.rater(), study.rater()):
        rater.rate(3)
    assert progress(study) == (6, 24)
    change.withdraw_item(bench, study.key, "item-3", "It is broken.")
    assert progress(study) == (6, 18), "what nobody will rate is neither done nor needed"
    change.withdraw_item(bench, study.key, "item-0", "It is broken.")
    assert progress(study) == (2, 12)
    restore_item(bench, study.key, "item-0")
    assert progress(study) == (6, 18)


def test_what_can_not_be_restored_is_said(bench: Workbench) -> None:
    study = new_study(bench, lines(2, "a"))
    with pytest.raises(Conflict):
        restore_item(bench, study.key, "item-0")
    study.open()
    change.withdraw_item(bench, study.key, "item-1", "It is broken.")
    with pytest.raises(NotFound) as refused:
        restore_item(bench, study.key, "item-0")
    assert refused.value.faults[0].allowed == ["item-1"]
    for blank in ("", "  "):
        with pytest.raises(Refused):
            change.withdraw_item(bench, study.key, "item-0", blank)
        with pytest.raises(Refused):
            change.withdraw_system(bench, study.key, "system-a", blank)
    close_study(bench, study.key)
    with pytest.raises(Conflict) as closed:
        change.raise_quorum(bench, study.key, 4)
    assert closed.value.faults[0].code == "study.closed_quorum"
    restore_item(bench, study.key, "item-1")
    clock_of(bench).forward(1)


def test_a_batch_goes_on_with_what_comes_back(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), loaded(**HIDING), batch=2)
    rater = study.rater()
    packet = rater.one()
    gone = study.item_of(packet)
    change.withdraw_item(bench, study.key, gone, "It is broken.")
    restore_item(bench, study.key, gone)
    stages = []
    while units := rater.next():
        stages.append(units[0]["stage"])
        assert rater.submit(units[0]).standing == "counted"
    assert sorted(stages) == ["adequacy", "adequacy", "fluency", "fluency"]
    assert rebuilds_to_itself(study)
