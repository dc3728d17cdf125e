"""What an organiser sends back to a rater: it comes once more as a draft, and its answer is a correction."""

import pytest

from jurybox.core import Conflict, NotFound
from jurybox.studies.lifecycle import ToSendBack, change, send_item_back
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import HIDING, Played, PlayedRater, lines, loaded, open_study


def rated(bench: Workbench) -> tuple[Played, PlayedRater]:
    study = open_study(bench, lines(3, "a"), loaded(), quorum=2)
    ann = study.rater("Ann")
    ann.rate(3, value=2)
    return study, ann


def test_it_comes_once_more_with_the_answers_as_a_draft_and_the_correction_supersedes(bench: Workbench) -> None:
    study, ann = rated(bench)
    before = study.projections()
    assert send_item_back(bench, "study", ToSendBack("item-1", "Ann", note="Look again."), who="Ada") == 1
    packet = ann.one()
    assert study.item_of(packet) == "item-1"
    assert packet["draft"]["answers"]["quality"]["A"]["value"] == 2
    receipt = ann.submit(packet, 4, first=True)
    assert (receipt.standing, receipt.finished) == ("counted", 0)
    first, second = [entry for entry in study.log() if entry["assignment_id"] == study.log()[-1]["assignment_id"]]
    assert second["supersedes"] == first["id"]
    assert ann.next() == []
    after = study.projections()
    assert (after["slot"], after["membership"]) == (before["slot"], before["membership"])
    study.rebuild()
    assert study.projections() == after


def test_slots_stay_as_they_are_while_it_is_out(bench: Workbench) -> None:
    study, _ = rated(bench)
    before = study.projections()
    send_item_back(bench, "study", ToSendBack("item-1", "Ann"))
    study.rebuild()
    assert study.projections() == before
    raters.revoke_rater(bench, "study", "Ann")
    assert study.projections()["slot"] == before["slot"]


def test_a_withdrawal_ends_the_asking_and_undoing_it_changes_no_count(bench: Workbench) -> None:
    study, ann = rated(bench)
    before = study.projections()
    send_item_back(bench, "study", ToSendBack("item-1", "Ann"))
    change.withdraw_item(bench, "study", "item-1", "Broken.")
    assert ann.next() == []
    from jurybox.studies.lifecycle import restore_item

    restore_item(bench, "study", "item-1")
    assert study.projections()["slot"] == before["slot"]


def test_what_is_not_finished_or_final_never_goes_back(bench: Workbench) -> None:
    study, ann = rated(bench)
    bo = study.rater("Bo")
    with pytest.raises(Conflict):
        send_item_back(bench, "study", ToSendBack("item-1", "Bo"))
    send_item_back(bench, "study", ToSendBack("item-1", "Ann"))
    with pytest.raises(Conflict):
        send_item_back(bench, "study", ToSendBack("item-1", "Ann"))
    with pytest.raises(NotFound):
        send_item_back(bench, "study", ToSendBack("none", "Ann"))
    assert bo.one() != ann.one()


def test_a_stage_that_hid_what_was_shown_since_stays(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING), quorum=1)
    ann = study.rater("Ann")
    ann.rate(2)
    assert send_item_back(bench, "study", ToSendBack("item-0", "Ann")) == 1
    assert ann.one()["stage"] == "adequacy", "the last stage is not final"
