"""Two accounts of one person: one rater afterwards, the earlier judgement counts, and nothing is lost."""

from typing import Any

import pytest

from jurybox.core import Conflict, JuryboxError, NotFound
from jurybox.store import onboarding, people
from jurybox.studies import rating
from jurybox.studies.adjudicating import appoint_adjudicator
from jurybox.studies.carry.archive import reopen_archive, write_archive
from jurybox.studies.carry.export import export_rows
from jurybox.studies.history import tell_history
from jurybox.studies.people import (
    list_raters,
    look_at_merging,
    merge_raters,
    pay_sheet,
    renew_link,
    revoke_rater,
    show_roster,
)
from jurybox.studies.results.table import study_table
from jurybox.studies.workbench import Workbench
from jurybox.texts import words_in
from tests.fixtures.databases import NewBench, rows_of, sql
from tests.fixtures.studies import Played, PlayedRater, lines, open_study


def opened(
    bench: Workbench, items: int = 4, quorum: int = 2, **settings: Any
) -> tuple[Played, PlayedRater, PlayedRater]:
    study = open_study(bench, lines(items, "a"), quorum=quorum, **settings)
    return study, study.rater("Ann"), study.rater("Ann again")


def code(error: pytest.ExceptionInfo[Any]) -> str:
    found: JuryboxError = error.value
    return found.faults[0].code


def test_what_merging_does_is_said_before_and_nothing_is_written(bench: Workbench) -> None:
    _, ann, again = opened(bench)
    ann.rate(2)
    again.rate(3)
    before = {table: rows_of(bench, table) for table in ("membership", "assignment", "study_event", "slot")}
    told = look_at_merging(bench, "study", again.id, ann.id)
    assert (told.kept.name, told.merged.name, told.judgements) == ("Ann", "Ann again", 3)
    assert (told.shared, told.reopened) == (2, 2)
    assert {table: rows_of(bench, table) for table in before} == before


def test_the_earlier_judgement_of_a_shared_unit_counts_and_the_other_slot_opens_again(bench: Workbench) -> None:
    study, ann, again = opened(bench, items=1)
    again.rate(1, value=5)
    ann.rate(1, value=1)
    assert study.slots() == [(2, 0, 0)]
    log = study.log()
    merge_raters(bench, "study", again.id, ann.id)
    assert study.log() == log  # judgements are never changed
    assert study.slots() == [(2, 1, 0)]
    rows = list(export_rows(bench, "study"))
    assert [(row["rater"], row["value"]) for row in rows] == [(ann.id, 5)]
    other = study.rater("Bo")
    assert study.item_of(other.one()) == "item-0"
    assert ann.next() == []
    before = study.projections()
    study.rebuild()
    assert study.projections() == before


def test_results_exports_and_lists_know_one_rater(bench: Workbench) -> None:
    study, ann, again = opened(bench)
    bo = study.rater("Bo")
    ann.rate(2)
    again.rate(4)
    bo.rate(2)
    merge_raters(bench, "study", again.id, ann.id)
    table = study_table(bench, "study")
    assert table.left_out["duplicate"] == 2
    assert [info.name for info in list_raters(bench, "study")] == ["Ann", "Bo"]
    assert [line.info.number for line in show_roster(bench, "study")] == ["R1", "R3"]
    lines_of_pay = pay_sheet(bench, "study")
    assert [(line.name, line.judgements) for line in lines_of_pay] == [("Ann", 6), ("Bo", 2)]
    assert {row["rater"] for row in export_rows(bench, "study")} == {ann.id, bo.id}
    ann_now = list_raters(bench, "study")[0]
    assert ann_now.done == 4


def test_leases_and_drafts_go_over_and_no_unit_comes_twice(bench: Workbench) -> None:
    study, ann, again = opened(bench, items=60, quorum=1)
    [mine] = ann.next()
    theirs = again.next(2)
    again.call(rating.save_draft, theirs[1]["assignment"], theirs[1]["stage"], {"answers": {}, "comment": "Hm."})
    merge_raters(bench, "study", again.id, ann.id)
    came = ann.next(5)
    assert {mine["assignment"], *(packet["assignment"] for packet in theirs)} <= {p["assignment"] for p in came}
    kept = next(packet for packet in came if packet["assignment"] == theirs[1]["assignment"])
    assert kept["draft"]["comment"] == "Hm."
    seen = [study.unit_of(packet) for packet in came]
    for packet in came:
        ann.submit(packet)
    while units := ann.next(5):
        seen += [study.unit_of(packet) for packet in units]
        for packet in units:
            ann.submit(packet)
    assert len(seen) == len(set(seen)) == 60


def test_the_link_of_the_merged_account_opens_the_one_that_remains(bench: Workbench) -> None:
    _, ann, again = opened(bench, items=2, quorum=1)
    [packet] = again.next()
    merge_raters(bench, "study", again.id, ann.id)
    assert again.ask()["membership"] == again.id  # the device goes on under the name that it knows
    draft = again.draft(packet)
    assert again.send(draft).standing == "counted"
    assert ann.send(draft).is_new is False
    assert [row["rater"] for row in export_rows(bench, "study")] == [ann.id]
    revoke_rater(bench, "study", "Ann")
    with pytest.raises(JuryboxError) as refused:
        again.ask()
    assert code(refused) == "link.revoked"


def test_what_still_comes_for_a_unit_that_was_given_up_is_kept_and_does_not_count(bench: Workbench) -> None:
    study, ann, again = opened(bench, items=1)
    [mine], [theirs] = ann.next(), again.next()
    again.submit(theirs, 5)
    merge_raters(bench, "study", again.id, ann.id)
    receipt = ann.submit(mine, 1)
    assert receipt.is_new
    assert receipt.standing == "withdrawn"
    assert [row["value"] for row in export_rows(bench, "study")] == [5]
    assert study.slots() == [(2, 1, 0)]


def test_a_third_account_is_merged_into_the_same_person(bench: Workbench) -> None:
    study, ann, again = opened(bench, items=1, quorum=3)
    third = study.rater("Ann thrice")
    for rater, value in ((ann, 1), (again, 2), (third, 3)):
        rater.rate(1, value)
    merge_raters(bench, "study", again.id, ann.id)
    merge_raters(bench, "study", ann.id, third.id)
    assert [row["rater"] for row in export_rows(bench, "study")] == [third.id]
    assert [row["value"] for row in export_rows(bench, "study")] == [1]
    assert study.slots() == [(3, 2, 0)]
    assert again.ask()["state"] == "done"
    assert study_table(bench, "study").left_out["duplicate"] == 2


def test_repeats_wait_as_long_as_before_and_answered_ones_stay(bench: Workbench) -> None:
    study, ann, again = opened(bench, items=30, quorum=2, repeats=0.5)
    ann.rate(14)
    again.rate(14)
    merge_raters(bench, "study", again.id, ann.id)
    before = study.projections()
    study.rebuild()
    assert study.projections() == before
    units: list[tuple[int, str]] = []
    while came := ann.next():
        purpose = sql(bench, f"SELECT purpose FROM assignment WHERE uid = '{came[0]['assignment']}'")[0][0]
        units.append((study.unit_of(came[0]), purpose))
        ann.submit(came[0])
    assert len(units) == len(set(units))
    assert study_table(bench, "study").left_out["duplicate"]


def test_groups_and_what_comes_before_the_first_task_are_those_of_the_person(bench: Workbench) -> None:
    study = open_study(bench, lines(4, "a", groups=["de", "fr"]), consent={"en": "Yes?"})
    ann, again = study.rater("Ann", ["de"]), study.rater("Ann again", ["fr"])
    again.call(rating.give_consent, "en", rating.consent_hash("Yes?"), True)
    merge_raters(bench, "study", again.id, ann.id)
    found = next(info for info in list_raters(bench, "study") if info.id == ann.id)
    assert (found.groups, found.ready) == (("de", "fr"), "ready")
    assert ann.next()
    study.rebuild()
    assert list_raters(bench, "study")[0].ready == "ready"
    member = bench.database.read(lambda run: people.membership_id(run, ann.id))
    assert bench.database.read(lambda run: onboarding.consent_of(run, member))


def test_fixed_lists_are_dealt_anew(bench: Workbench) -> None:
    study = open_study(bench, lines(6, "a"), quorum=1, assign="fixed")
    ann, again, bo = (study.rater(name) for name in ("Ann", "Ann again", "Bo"))
    merge_raters(bench, "study", again.id, ann.id)
    done = 0
    for rater in (ann, bo):
        while units := rater.next():
            rater.submit(units[0])
            done += 1
    assert done == 6


def test_merging_is_an_entry_in_the_history(bench: Workbench) -> None:
    _, ann, again = opened(bench)
    again.rate(1)
    merge_raters(bench, "study", again.id, ann.id, "Olga")
    entry = tell_history(bench, "study", words_in("en"))[-1]
    assert (entry["who"], entry["kind"], entry["about"]) == ("Olga", "raters_merged", "Ann")
    assert entry["words"].startswith("Ann again was merged into Ann: 1")


def test_an_archive_keeps_who_is_one_person(new_bench: NewBench, tmp_path: Any) -> None:
    bench, other = new_bench("sqlite"), new_bench("sqlite")
    _, ann, again = opened(bench)
    ann.rate(3)
    again.rate(4)
    merge_raters(bench, "study", ann.id, again.id)  # into the account that came later
    write_archive(bench, "study", tmp_path / "study.zip")
    reopen_archive(other, tmp_path / "study.zip")
    assert len(list_raters(other, "study")) == 1
    told = [[(row["rater"], row["item"], row["value"]) for row in export_rows(b, "study")] for b in (bench, other)]
    assert told[0] == told[1]


def test_what_cannot_be_merged_is_refused_in_words(bench: Workbench) -> None:
    study, ann, again = opened(bench)
    bo, cy = study.rater("Bo"), study.rater("Cy")
    elsewhere = open_study(bench, lines(1), key="other").rater("Dora")
    appoint_adjudicator(bench, "study", bo.id)
    revoke_rater(bench, "study", cy.id)
    merge_raters(bench, "study", again.id, ann.id)
    refusals = [
        (ann.id, ann.id, "merge.same"),
        (again.id, ann.id, "merge.merged_already"),
        (ann.id, again.id, "merge.merged_already"),
        (bo.id, ann.id, "merge.adjudicator"),
        (ann.id, bo.id, "merge.adjudicator"),
        (elsewhere.id, ann.id, "merge.other_study"),
        (ann.id, cy.id, "merge.into_revoked"),
    ]
    for rater, into, why in refusals:
        with pytest.raises(Conflict) as refused:
            merge_raters(bench, "study", rater, into)
        assert code(refused) == why
    with pytest.raises(NotFound):
        merge_raters(bench, "study", "nobody", ann.id)
    for change in (renew_link, revoke_rater):
        with pytest.raises(Conflict) as refused:
            change(bench, "study", again.id)
        assert code(refused) == "rater.merged_away"
