"""Everything that can be counted can be counted again from the log."""

from jurybox.studies.lifecycle import change
from jurybox.studies.rebuild import rebuild_all
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import HIDING, Played, lines, loaded, open_study


def busy_study(bench: Workbench, key: str) -> Played:
    """A study in which something of everything has happened."""
    study = open_study(bench, lines(6, "ab", ["north", "south"]), loaded(**HIDING), key=key, quorum=2, batch=3)
    ana, ben = study.rater(), study.rater(groups=["north"])
    ana.rate(8)
    (packet, *_) = ben.rate(3)
    ben.submit(packet, 1)
    ben.cannot(ben.one())
    change.withdraw_item(bench, key, "item-5", "It is broken.")
    change.raise_quorum(bench, key, 3, "adequacy", "south")
    ana.next(3)
    return study


def test_rebuilding_repairs_every_projection_and_touches_no_other_study(bench: Workbench) -> None:
    studies = [busy_study(bench, key) for key in ("one", "two")]
    before = studies[0].projections()
    assert all(before.values())
    sql(bench, "UPDATE slot SET open_slots = 7, cannot = 7 WHERE study_id = 1")
    sql(bench, "UPDATE membership SET done = 99 WHERE study_id = 1")
    sql(bench, "DELETE FROM tally WHERE membership_id IN (SELECT id FROM membership WHERE study_id = 1)")
    sql(bench, "UPDATE number SET value = 0 WHERE seq IN (SELECT seq FROM judgement WHERE study_id = 1)")
    assert studies[0].projections() != before
    studies[1].rebuild()
    assert studies[0].projections() != before
    studies[0].rebuild()
    assert studies[0].projections() == before


def test_all_studies_can_be_rebuilt_at_once(bench: Workbench) -> None:
    studies = [busy_study(bench, key) for key in ("one", "two")]
    before = studies[0].projections()
    assert rebuild_all(bench) == 2
    assert studies[0].projections() == before


def test_a_lost_slot_that_was_rebuilt_is_served(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "a"))
    rater = study.rater()
    sql(bench, "UPDATE slot SET open_slots = 0 WHERE place = 0")
    rater.rate(2)
    assert rater.ask()["state"] == "done"
    study.rebuild()
    assert len(rater.rate(1)) == 1
