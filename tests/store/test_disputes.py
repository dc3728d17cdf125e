"""Disputes: which units raters are too far apart about, what is decided, and what that changes in results."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.studies import adjudicating, watch_study
from jurybox.studies.adjudicating import DecisionDraft
from jurybox.studies.lifecycle import close_study
from jurybox.studies.people import list_raters
from jurybox.studies.results import Options, ResultsOptions, analyse_study, compute
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import Played, lines, open_study
from tests.store.lifecycle.test_changes import rebuilds_to_itself


def rated(bench: Workbench, *pairs: tuple[int, int], systems: str = "a") -> Played:
    """A study in which two raters have given these scores, item by item."""
    study = open_study(bench, lines(len(pairs), systems), quorum=2, order="sequential")
    ana, ben = study.rater(), study.rater()
    for one, other in pairs:
        ana.submit(ana.one(), one)
        ben.submit(ben.one(), other)
    return study


def decided(study: Played, unit: int, value: object, reason: str = "The guideline says so.") -> str:
    shown = adjudicating.show_dispute(study.bench, study.key, unit, "rating")
    answers = {one["question"]: {one["about"] or "unit": value} for one in shown["questions"]}
    return adjudicating.decide(study.bench, study.key, DecisionDraft(unit, "rating", answers, reason), "Olga")


def test_units_with_all_their_raters_are_agreed_or_disputed(bench: Workbench) -> None:
    study = rated(bench, (1, 1), (1, 2), (1, 5), (2, 4))
    assert adjudicating.summary(bench, study.key)["agreed"] is None, "nobody has looked yet"
    adjudicating.find_disputes(bench, study.key)
    found = adjudicating.summary(bench, study.key)
    assert (found["agreed"], found["disputed"], found["waiting"], found["is_fresh"]) == (2, 2, 2, True)
    queue = adjudicating.list_disputes(bench, study.key)
    assert [(line["item"], line["size"]) for line in queue["lines"]] == [("item-2", 1.0), ("item-3", 0.5)]
    assert adjudicating.next_dispute(bench, study.key) == (2, "rating")


def test_a_unit_that_waits_for_raters_is_not_disputed_and_shown_to_nobody(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), quorum=3, order="sequential")
    for score in (1, 5):
        rater = study.rater()
        rater.submit(rater.one(), score)
    adjudicating.find_disputes(bench, study.key)
    assert adjudicating.summary(bench, study.key)["disputed"] == 0
    with pytest.raises(NotFound):
        adjudicating.show_dispute(bench, study.key, 0, "rating")


def test_thresholds_are_settings_of_the_study(bench: Workbench) -> None:
    study = rated(bench, (1, 1), (1, 2), (1, 5))
    (line,) = adjudicating.list_thresholds(bench, study.key)
    assert (line["measured"], line["value"], line["usual"]) == ("levels", 2, 2)
    adjudicating.set_disputes(bench, study.key, {line["question"]: 1})
    adjudicating.find_disputes(bench, study.key)
    assert adjudicating.summary(bench, study.key)["disputed"] == 2
    with pytest.raises(Refused):
        adjudicating.set_disputes(bench, study.key, {"beauty": 1})


def test_only_what_differs_is_shown_under_letters(bench: Workbench) -> None:
    study = rated(bench, (1, 5))
    shown = adjudicating.show_dispute(bench, study.key, 0, "rating")
    (question,) = shown["questions"]
    assert [one["text"] for one in question["options"]] == [f"{n} Level {n}" for n in range(1, 6)]
    assert sorted(letter for one in question["options"] for letter in one["raters"]) == ["K", "L"]
    assert [one["letter"] for one in shown["shown"]["candidates"]] == ["A"]


def test_a_decision_is_a_judgement_of_its_own_and_changes_no_other(bench: Workbench) -> None:
    study = rated(bench, (1, 5), (3, 3))
    before = list(study.log())
    decided(study, 0, 4)
    assert study.log()[: len(before)] == before
    (entry,) = study.log()[len(before) :]
    assert (entry["comment"], entry["standing"]) == ("The guideline says so.", "counted")
    decided(study, 0, 5, "Looked again.")
    assert study.log()[-1]["supersedes"] == entry["id"]
    assert adjudicating.summary(bench, study.key)["decided"] == 1
    assert [info.kind for info in adjudicating.list_adjudicators(bench, study.key)] == ["organiser"]
    assert len(list_raters(bench, study.key)) == 2, "an organiser who decides is no rater"
    shown = adjudicating.show_dispute(bench, study.key, 0, "rating")
    assert shown["decision"] is not None
    assert (shown["decision"]["by"], shown["decision"]["reason"]) == ("Olga", "Looked again.")
    assert rebuilds_to_itself(study)


def test_agreement_and_the_first_ranking_never_use_decisions(bench: Workbench) -> None:
    study = rated(bench, (1, 5), (3, 3), (2, 2))
    before = analyse_study(bench, study.key)
    decided(study, 0, 5)
    after = analyse_study(bench, study.key)
    assert (after.ranking[0].mean, after.excluded) == (before.ranking[0].mean, {"adjudication": 1})
    with_them = analyse_study(bench, study.key, Options(decisions=True))
    assert with_them.ranking[0].mean == pytest.approx((5 + 3 + 2) / 3)
    assert [one.value for one in with_them.agreement] == [one.value for one in before.agreement]
    assert "|decisions:1|" in with_them.signature
    assert "decisions" in with_them.notes


def test_what_decisions_change_is_told_system_by_system(bench: Workbench) -> None:
    study = rated(bench, (1, 5), (4, 4), systems="a")
    decided(study, 0, 1)
    assert not adjudicating.what_changed(bench, study.key)["is_computed"]
    for wish in (ResultsOptions(), ResultsOptions(decisions=True)):
        compute(bench, study.key, wish)
    (line,) = adjudicating.what_changed(bench, study.key)["lines"]
    assert (line["system"], line["before"], line["after"]) == ("system-a", 3.5, 2.5)


def test_what_can_not_be_decided_is_refused(bench: Workbench) -> None:
    study = rated(bench, (1, 5), (3, 3))
    with pytest.raises(Refused) as refused:
        decided(study, 0, 9, " ")
    assert {fault.code for fault in refused.value.faults} == {"dispute.no_reason", "answer.not_a_level"}
    with pytest.raises(Refused) as missing:
        adjudicating.decide(bench, study.key, DecisionDraft(0, "rating", {}, "Because."))
    assert [fault.code for fault in missing.value.faults] == ["answer.missing"]
    with pytest.raises(NotFound):
        adjudicating.decide(bench, study.key, DecisionDraft(1, "rating", {}, "They agree."))
    close_study(bench, study.key)
    assert decided(study, 0, 4), "after closing, too"


def test_a_rater_is_appointed_and_dismissed(bench: Workbench) -> None:
    study = rated(bench, (1, 5))
    name = list_raters(bench, study.key)[0].id
    adjudicating.appoint_adjudicator(bench, study.key, name)
    with pytest.raises(Conflict):
        adjudicating.appoint_adjudicator(bench, study.key, name)
    assert [info.kind for info in adjudicating.list_adjudicators(bench, study.key)] == ["rater"]
    adjudicating.dismiss_adjudicator(bench, study.key, name)
    with pytest.raises(Conflict):
        adjudicating.dismiss_adjudicator(bench, study.key, name)


def test_a_list_that_was_made_anew_is_read_anew_and_asked_for_only_when_due(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), quorum=2, order="sequential")
    ana, ben = study.rater(), study.rater()
    found = []
    for _ in range(2):
        ana.submit(ana.one(), 1)
        ben.submit(ben.one(), 5)
        due = [bench.database.read(lambda run: adjudicating.are_disputes_due(bench, run, study.key, at_once=True))]
        adjudicating.find_disputes(bench, study.key)
        due += [bench.database.read(lambda run: adjudicating.are_disputes_due(bench, run, study.key, at_once=True))]
        assert due == [True, False]
        found.append(adjudicating.list_disputes(bench, study.key)["number"])
    assert found == [1, 2]
    assert adjudicating.disputed_items(bench, study.key) == {1: False, 2: False}
    decided(study, 0, 3)
    numbers = {which: adjudicating.list_disputes(bench, study.key, which)["number"] for which in ("waiting", "decided")}
    assert numbers == {"waiting": 1, "decided": 1}


def test_only_units_that_were_compared_are_agreed(bench: Workbench) -> None:
    study = open_study(bench, lines(3, "a"), quorum=2, order="sequential")
    ana, ben = study.rater(), study.rater()
    for rater in (ana, ben):
        rater.submit(rater.one(), 3)
    adjudicating.find_disputes(bench, study.key)
    for rater, score in ((ana, 1), (ben, 5)):
        rater.submit(rater.one(), score)
    (parts,) = watch_study(bench, study.key)["parts"]
    assert (parts["complete"], parts["agreed"], parts["disputed"], parts["uncompared"]) == (2, 1, 0, 1)
    adjudicating.find_disputes(bench, study.key)
    (parts,) = watch_study(bench, study.key)["parts"]
    assert (parts["complete"], parts["agreed"], parts["disputed"], parts["uncompared"]) == (2, 1, 1, 0)


def test_one_rater_alone_agrees_with_nobody(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), quorum=1, order="sequential")
    ana = study.rater()
    ana.submit(ana.one(), 3)
    found = adjudicating.find_disputes(bench, study.key)
    (parts,) = watch_study(bench, study.key)["parts"]
    assert (found.agreed, parts["complete"], parts["agreed"], parts["uncompared"]) == (0, 1, 0, 1)
