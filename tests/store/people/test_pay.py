"""The pay sheet: both clocks side by side, everybody in it, nothing deducted, low pay marked."""

from typing import Any

import pytest

from jurybox.core import Ready, Refused
from jurybox.store import onboarding, people
from jurybox.studies.people import PayWish, pay_file, pay_sheet, revoke_rater
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import lines, open_study


def worked(bench: Workbench, **settings: Any) -> None:
    """Ann rates two units with a pause of an hour between, Bo none."""
    study = open_study(bench, lines(8), **settings)
    ann, _ = study.rater("Ann"), study.rater("Bo")
    for elapsed in (120_000, 180_000):
        packet = ann.one()
        clock_of(bench).forward(minutes=4)
        ann.submit(packet, elapsed_ms=elapsed)
        clock_of(bench).forward(minutes=60)


def set_ready(bench: Workbench, uid: str, ready: Ready) -> None:
    bench.database.write(lambda run: onboarding.set_ready(run, member=people.membership_id(run, uid), ready=ready))


def test_both_clocks_stand_side_by_side_and_pauses_do_not_count(bench: Workbench) -> None:
    worked(bench)
    ann, bo = pay_sheet(bench, "study")
    assert (ann.page_minutes, ann.server_minutes, ann.units, ann.judgements) == (5.0, 8.0, 2, 2)
    assert (bo.page_minutes, bo.server_minutes, bo.ended, bo.pay) == (0.0, 0.0, "not_begun", None)


def test_the_longer_time_is_paid(bench: Workbench) -> None:
    worked(bench)
    ann = pay_sheet(bench, "study", PayWish(hourly=15))[0]
    assert (ann.pay, ann.per_hour, ann.review) == (2.0, 15.0, "")


def test_pay_under_the_set_rate_is_marked_and_nothing_is_deducted(bench: Workbench) -> None:
    worked(bench)
    revoke_rater(bench, "study", "Ann")
    ann, bo = pay_sheet(bench, "study", PayWish(hourly=15, reward=1.5))
    assert (ann.pay, ann.per_hour, ann.review, ann.ended) == (1.5, 11.25, "under_rate", "revoked")
    assert (bo.pay, bo.per_hour, bo.review) == (None, None, "")


def test_who_was_stopped_or_flagged_at_the_examples_is_in_it(bench: Workbench) -> None:
    study = open_study(bench, lines(2), consent={"en": "Yes?"})
    for name, ready in (("Ann", Ready.STOPPED), ("Bo", Ready.FLAGGED)):
        set_ready(bench, study.rater(name).id, ready)
    ann, bo = pay_sheet(bench, "study")
    assert (ann.ended, bo.review) == ("screened_out", "checks")


def test_lists_that_were_dealt_beforehand_are_no_contact(bench: Workbench) -> None:
    study = open_study(bench, lines(4), assign="fixed")
    ann = study.rater("Ann")
    clock_of(bench).forward(minutes=3)
    ann.submit(ann.one(), elapsed_ms=1000)
    assert pay_sheet(bench, "study")[0].server_minutes == 0.0


def test_who_reached_their_units_is_done(bench: Workbench) -> None:
    worked(bench, units_per_rater=2)
    assert pay_sheet(bench, "study")[0].ended == "done"


def test_a_sum_that_makes_no_sense_is_refused(bench: Workbench) -> None:
    worked(bench)
    with pytest.raises(Refused) as refused:
        pay_sheet(bench, "study", PayWish(-1, 1e9))
    assert [fault.where for fault in refused.value.faults] == ["hourly", "reward"]


def test_it_comes_as_a_table(bench: Workbench) -> None:
    worked(bench)
    table = b"".join(pay_file(pay_sheet(bench, "study", PayWish(hourly=15)))).decode().splitlines()
    assert table[0].startswith("number,name,platform_id,ended,units,judgements,page_minutes,server_minutes,pay")
    assert table[1] == "R1,Ann,,under_way,2,2,5.0,8.0,2.0,15.0,"


def test_what_is_open_now_counts_from_when_it_was_given(bench: Workbench) -> None:
    study = open_study(bench, lines(8))
    ann = study.rater("Ann")
    packet = ann.one()
    clock_of(bench).forward(minutes=4)
    ann.submit(packet)
    clock_of(bench).forward(minutes=5)
    ann.one()
    assert pay_sheet(bench, "study")[0].server_minutes == 9.0
    clock_of(bench).forward(minutes=11)
    assert pay_sheet(bench, "study")[0].server_minutes == 9.0, "nobody knows of more"


def test_the_time_from_consent_to_the_first_judgement_counts(bench: Workbench) -> None:
    study = open_study(bench, lines(8), consent={"en": "Yes?"})
    ann = study.rater("Ann")
    member = bench.database.read(lambda run: people.membership_id(run, ann.id))
    said = {"given": True, "hash": "-", "lang": "en", "now": bench.now()}
    bench.database.write(lambda run: onboarding.add_consent(run, member=member, **said))  # type: ignore[arg-type]
    set_ready(bench, ann.id, Ready.DONE)
    clock_of(bench).forward(minutes=2)
    packet = ann.one()
    clock_of(bench).forward(minutes=4)
    ann.submit(packet)
    assert pay_sheet(bench, "study")[0].server_minutes == 6.0
