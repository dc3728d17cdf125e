"""What may change once a study is open: each change is an appended event, and the slots follow."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.store import Chunks, slots
from jurybox.studies.carry.export.write import export_rows
from jurybox.studies.lifecycle import change, close_study, create
from jurybox.studies.overview import show_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study

ALL = {"unit": {"candidates": "all"}}


def kinds(study: Played) -> list[str]:
    return [event["kind"] for event in show_study(study.bench, study.key)["events"]]


def rebuilds_to_itself(study: Played) -> bool:
    before = study.projections()
    study.rebuild()
    return study.projections() == before


def test_a_study_goes_from_draft_to_open_to_closed_and_never_back(bench: Workbench) -> None:
    study = new_study(bench, lines(1, "a"))
    answer = study.rater().ask()
    assert (answer["units"], answer["progress"], answer["state"]) == ([], {"done": 0, "left": 0, "sure": True}, "wait")
    with pytest.raises(Conflict):
        change.mark_pilot(bench, study.key)
    with pytest.raises(Conflict):
        close_study(bench, study.key)
    study.open()
    with pytest.raises(Conflict):
        study.open()
    close_study(bench, study.key)
    with pytest.raises(Conflict):
        study.open()
    with pytest.raises(Conflict):
        study.add(lines(1, "a", first=1))
    assert kinds(study) == ["created", "imported", "rater_added", "opened", "closed"]


def test_a_study_without_items_is_not_opened(bench: Workbench) -> None:
    create.create_study(bench, loaded(), create.StudyDraft("empty", "Empty"))
    with pytest.raises(Conflict) as refused:
        create.open_study(bench, "empty")
    assert refused.value.faults[0].code == "study.no_items"


def test_a_withdrawn_item_is_served_no_more_and_left_out_of_the_export(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "a"), quorum=2)
    rater = study.rater()
    gone = study.item_of(rater.rate(1)[0])
    change.withdraw_item(bench, study.key, gone, "It is broken.")
    assert {study.item_of(packet) for packet in rater.rate(2)} == {f"item-{n}" for n in range(3)} - {gone}
    assert study.rater().ask(5)["units"]
    assert {row["item"] for row in export_rows(bench, study.key)} == {f"item-{n}" for n in range(3)} - {gone}
    assert len(list(export_rows(bench, study.key, everything=True))) == 3
    with pytest.raises(NotFound):
        change.withdraw_item(bench, study.key, gone, "Again.")
    assert kinds(study)[-2:] == ["item_withdrawn", "rater_added"]
    assert rebuilds_to_itself(study)


def test_a_withdrawn_system_takes_the_units_that_only_it_made(bench: Workbench) -> None:
    table = lines(2, "ab")
    table[3]["output"] = table[2]["output"]
    study = open_study(bench, table)
    change.withdraw_system(bench, study.key, "system-a", "It cheated.")
    rater = study.rater()
    shown = [packet["candidates"][0]["fields"]["output"] for packet in rater.rate(2)]
    assert sorted(shown) == ["Output a of 1", "Output b of 0"], "the one that b made too stays"
    assert rater.ask()["state"] == "done"
    assert {row["system"] for row in export_rows(bench, study.key)} == {"system-b"}
    with pytest.raises(NotFound) as refused:
        change.withdraw_system(bench, study.key, "system-a", "Again.")
    assert refused.value.faults[0].allowed == ["system-b"]


def test_a_withdrawn_system_does_not_come_back_with_a_higher_quorum(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab"))
    change.withdraw_system(bench, study.key, "system-a", "It cheated.")
    change.raise_quorum(bench, study.key, 3)
    assert sorted(free for _, free, _ in study.slots()) == [0, 0, 3, 3]
    rater = study.rater()
    assert all("Output b" in p["candidates"][0]["fields"]["output"] for p in rater.rate(2))
    assert rater.ask()["state"] == "done"
    assert rebuilds_to_itself(study)


def test_the_quorum_rises_for_one_stage_and_one_group(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a", ["maya", "bribri"]), loaded(**HIDING), order="sequential")
    change.raise_quorum(bench, study.key, 3, "adequacy", "maya")
    assert study.slots(0) == [(1, 1, 0), (1, 1, 0)]
    assert study.slots(1) == [(3, 3, 0), (1, 1, 0)]
    study.add(lines(2, "a", ["maya", "bribri"], first=2))
    assert [quorum for quorum, _, _ in study.slots(1)] == [3, 1, 3, 1], "items added later follow"
    change.raise_quorum(bench, study.key, 2)
    assert [quorum for quorum, _, _ in study.slots(1)] == [3, 2, 3, 2]


def test_a_quorum_never_falls_and_has_a_limit(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=2)
    for to in (-1, 0, 1, 2, 1_001):
        with pytest.raises(Refused):
            change.raise_quorum(bench, study.key, to)
    with pytest.raises(Refused) as refused:
        change.raise_quorum(bench, study.key, 3, "beauty", "nowhere")
    assert len(refused.value.faults) == 2
    assert study.slots() == [(2, 2, 0)]
    assert study.rater().one()


def test_raising_again_what_was_cut_off_adds_no_more_than_was_asked(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    chunks = Chunks(bench.database, bench.world.timer)
    slots.open_more(chunks, study=study.view.id, stage=0, group="", quorum=3)
    change.raise_quorum(bench, study.key, 3)
    assert study.slots() == [(3, 3, 0)] * 2


def test_who_had_finished_is_served_again_when_the_quorum_rises(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    ana, ben = study.rater(), study.rater()
    ana.rate(2)
    assert ben.ask()["state"] == "done"
    change.raise_quorum(bench, study.key, 2)
    assert ana.ask()["state"] == "done", "but nobody gets a unit twice"
    assert len(ben.rate(2)) == 2


def test_a_quorum_for_some_stages_leaves_the_others_as_the_protocol_has_them(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), "sarcasm-interpretation", quorum={"fluency": 3})
    assert (study.slots(0), study.slots(1)) == ([(3, 3, 0)], [(2, 2, 0)])


def test_pilot_judgements_are_left_out_of_the_export(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    rater = study.rater()
    rater.rate(1)
    change.mark_pilot(bench, study.key)
    rater.rate(1)
    assert len(list(export_rows(bench, study.key))) == 1
    assert [row["pilot"] for row in export_rows(bench, study.key, everything=True)] == [True, False]
    assert rebuilds_to_itself(study)


def test_an_export_without_everything_holds_what_stands(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    (packet,) = rater.rate(1, 2)
    rater.submit(packet, 4)
    assert [row["value"] for row in export_rows(bench, study.key)] == [4]
    assert [row["value"] for row in export_rows(bench, study.key, everything=True)] == [2, 4]


def test_a_page_of_all_candidates_goes_on_with_those_that_are_left(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), loaded(**ALL), quorum=2)
    change.withdraw_system(bench, study.key, "system-c", "It cheated.")
    rater = study.rater()
    assert [c["letter"] for c in rater.one()["candidates"]] == ["A", "B"]
    change.withdraw_system(bench, study.key, "system-b", "So did this.")
    assert len(rater.one()["candidates"]) == 1
    change.withdraw_system(bench, study.key, "system-a", "All of them.")
    assert rater.ask()["units"] == []
    assert rebuilds_to_itself(study)
