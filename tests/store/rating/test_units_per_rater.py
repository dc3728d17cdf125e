"""A rater of a crowd reaches an end: after so many units of the pool there are no more for them, and a code."""

from typing import Any

from jurybox.core import Ready
from jurybox.store import onboarding, people
from jurybox.studies.rating import session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import HIDING, lines, loaded, open_study


def test_a_rater_is_done_after_so_many_units_and_gets_the_code(bench: Workbench) -> None:
    study = open_study(bench, lines(30), units_per_rater=3, completion_code="DONE")
    ann = study.rater()
    first = ann.ask(ahead=5)
    assert (len(first["units"]), first["progress"]["left"]) == (3, 3)
    for packet in first["units"]:
        ann.submit(packet)
    end = ann.ask(ahead=5)
    assert (end["units"], end["state"], end["completion_code"]) == ([], "done", "DONE")
    assert end["progress"] == {"done": 3, "left": 0, "sure": True}
    assert ann.call(session.about_study, reading=True)["completion_code"] == "DONE"


def test_the_others_get_what_a_rater_leaves(bench: Workbench) -> None:
    study = open_study(bench, lines(4), units_per_rater=4)
    ann, bo = study.rater(), study.rater()
    ann.rate(4)
    assert ann.ask()["state"] == "done"
    bo.rate(4)
    assert bo.ask()["state"] == "done"
    assert [free for _, free, _ in study.slots()] == [0] * 8


def test_what_cannot_be_judged_is_no_part_of_the_share(bench: Workbench) -> None:
    study = open_study(bench, lines(4), units_per_rater=2)
    ann = study.rater()
    ann.cannot(ann.one())
    ann.rate(2)
    assert ann.ask()["state"] == "done"


def test_who_comes_back_goes_on_within_the_share(bench: Workbench) -> None:
    study = open_study(bench, lines(30), units_per_rater=3)
    ann = study.rater()
    held = ann.next(ahead=3)
    clock_of(bench).past_the_lease()
    study.rater().ask()  # the server notices that the leases ran out
    again = ann.next(ahead=5)
    assert len(again) == 3
    assert {packet["assignment"] for packet in again} & {packet["assignment"] for packet in held}


def test_batches_end_with_the_share(bench: Workbench) -> None:
    study = open_study(bench, lines(6), loaded(**HIDING), units_per_rater=2, batch=4)
    ann = study.rater()
    stages = [packet["stage"] for packet in ann.rate(4)]
    assert stages == ["fluency", "fluency", "adequacy", "adequacy"]
    assert ann.ask()["state"] == "done"


def test_who_was_let_through_with_a_flag_gets_the_code_of_those_who_are_looked_at(bench: Workbench) -> None:
    codes: dict[str, Any] = {"completion_code": "DONE", "calibration": {"on": False, "review_code": "LOOK"}}
    study = open_study(bench, lines(1, systems="a"), **codes)
    ann, bo = study.rater(), study.rater()
    bench.database.write(
        lambda run: onboarding.set_ready(run, member=people.membership_id(run, bo.id), ready=Ready.FLAGGED)
    )
    ann.rate(1)
    assert ann.ask()["completion_code"] == "DONE"
    assert bo.ask()["completion_code"] == "LOOK"
