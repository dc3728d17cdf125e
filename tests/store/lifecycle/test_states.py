"""Paused and resumed, closed and opened again: what is handed out, what counts, and what goes back to raters."""

import pytest

from jurybox.core.errors import Conflict
from jurybox.studies.carry.workbooks import write_workbooks
from jurybox.studies.lifecycle import change, close_study, pause_study, reopen_study, resume_study
from jurybox.studies.results import findings_of
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, rows_of
from tests.fixtures.studies import HIDING, lines, loaded, new_study, open_study
from tests.store.kinds import AT_ONCE
from tests.store.lifecycle.test_changes import kinds, rebuilds_to_itself


def test_a_paused_study_hands_out_nothing_and_counts_all_that_arrives(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "a"))
    ana, ben = study.rater(), study.rater()
    judged, packet = ana.rate(1)[0], ana.one()
    pause_study(bench, study.key)
    for rater in (ana, ben):
        answer = rater.ask()
        assert (answer["units"], answer["state"], answer["waits"]) == ([], "wait", "paused")
    assert ana.submit(packet).standing == "counted"
    assert ana.submit(judged, 5).standing == "counted", "corrections too"
    study.add(lines(1, "a", first=4))
    assert len(study.slots()) == 5, "items can be added"
    resume_study(bench, study.key)
    assert "paused" not in ana.ask()
    assert len(ben.rate(2)) == 2
    assert kinds(study)[-4:] == ["paused", "imported", "items_added", "resumed"]
    assert rebuilds_to_itself(study)


def test_what_was_due_while_a_study_was_paused_may_still_come(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    pause_study(bench, study.key)
    clock_of(bench).past_the_lease()
    assert rater.submit(packet).standing == "counted"


def test_a_paused_study_still_waits_for_raters(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "ab"))
    study.rater().rate(4)
    pause_study(bench, study.key)
    found = findings_of(study_table(bench, study.key))
    assert (found.counts["answers"], found.counts["expected"]) == (4, 6)
    assert "provisional" in found.notes


def test_only_fitting_states_are_left(bench: Workbench) -> None:
    study = new_study(bench, lines(1, "a"))
    for step in (pause_study, resume_study, close_study, reopen_study):
        with pytest.raises(Conflict):
            step(bench, study.key)
    study.open()
    for step, code in ((resume_study, "study.not_paused"), (reopen_study, "study.not_closed")):
        with pytest.raises(Conflict) as refused:
            step(bench, study.key)
        assert [(fault.code, fault.params["state"]) for fault in refused.value.faults] == [(code, "open")]
    pause_study(bench, study.key)
    for step in (pause_study, reopen_study):
        with pytest.raises(Conflict):
            step(bench, study.key)
    with pytest.raises(Conflict):
        write_workbooks(bench, study.key, bench.folder / "books")
    close_study(bench, study.key)
    for step in (pause_study, resume_study, close_study):
        with pytest.raises(Conflict):
            step(bench, study.key)


def test_what_came_while_a_study_was_closed_goes_back_as_a_draft_and_no_standing_changes(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    rater = study.rater()
    packet = rater.one()
    close_study(bench, study.key)
    assert rater.submit(packet, 2, comment="First.").standing == "closed"
    assert rater.submit(packet, 4, comment="Better.").standing == "closed"
    clock_of(bench).past_the_lease()
    assert reopen_study(bench, study.key) == 1
    assert study.view.row.closed_at is None
    assert [row["standing"] for row in study.log()] == ["closed", "closed"]
    again = rater.one()
    assert again["assignment"] == packet["assignment"]
    assert again["draft"]["answers"]["quality"]["A"]["value"] == 4, "the newest"
    assert (again["draft"]["comment"], again["answers"]) == ("Better.", None)
    assert study_table(bench, study.key).left_out == {"closed": 2}, "results name them"
    assert rater.submit(again, 4).standing == "counted"
    assert rows_of(bench, "draft") == []
    assert kinds(study)[-1] == "opened_again"
    assert rebuilds_to_itself(study)


def test_a_correction_that_came_too_late_is_found_where_it_was_made(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    rater = study.rater()
    judged = rater.rate(1, 2)[0]
    close_study(bench, study.key)
    rater.submit(judged, 5)
    assert rater.reopen(judged)["answers"]["quality"]["A"]["value"] == 2, "what stands"
    reopen_study(bench, study.key)
    assert rater.reopen(judged)["answers"]["quality"]["A"]["value"] == 5, "what was meant"
    assert study_table(bench, study.key).ratings[0].value.tolist() == [2.0]
    assert rater.submit(judged, 5).standing == "counted"
    assert rows_of(bench, "draft") == []
    assert study_table(bench, study.key).ratings[0].value.tolist() == [5.0]


def test_what_was_sent_again_does_not_go_back_a_second_time(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    close_study(bench, study.key)
    rater.submit(packet, 2)
    reopen_study(bench, study.key)
    rater.submit(rater.one(), 3)
    close_study(bench, study.key)
    assert reopen_study(bench, study.key) == 0
    assert rows_of(bench, "draft") == []


def test_neither_final_stages_nor_withdrawn_items_go_back(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), loaded(**AT_ONCE), order="sequential")
    rater = study.rater()
    fluency = rater.one()
    rater.submit(fluency, 2)
    rater.submit(rater.one(), 3)  # the source was shown: the first stage is final
    second = rater.one()
    close_study(bench, study.key)
    rater.submit(fluency, 5)
    rater.submit(second, 5)
    change.withdraw_item(bench, study.key, study.item_of(second), "It is broken.")
    assert reopen_study(bench, study.key) == 0


def test_a_newer_draft_is_kept(bench: Workbench) -> None:
    from jurybox.studies.rating import save_draft

    study = open_study(bench, lines(1, "a"), loaded(**HIDING))
    rater = study.rater()
    packet = rater.one()
    close_study(bench, study.key)
    rater.submit(packet, 2)
    clock_of(bench).forward(1)
    mine = {"answers": {"fluency": {"A": 4}}, "comment": None, "cannot": None}
    rater.call(save_draft, packet["assignment"], packet["stage"], mine)
    assert reopen_study(bench, study.key) == 0
    assert rater.one()["draft"] == mine
