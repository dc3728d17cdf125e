"""A judgement is taken once, checked in full, and carries what it was made under."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.core.hashing import hash_bytes
from jurybox.core.judgement import JudgementDraft
from jurybox.studies.lifecycle import change
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.small import SCALE
from tests.fixtures.studies import GUIDELINE, HIDING, judgement_id, lines, loaded, open_study

TWO = {"unit": {"candidates": "all"}}


def test_a_judgement_is_new_once_and_known_after(bench: Workbench) -> None:
    study = open_study(bench, lines(2))
    rater = study.rater()
    draft = rater.draft(rater.one(), 4)
    first, again = rater.send(draft), rater.send(draft)
    assert (first.is_new, first.standing, first.state) == (True, "counted", "done")
    assert (again.is_new, again.standing, again.state) == (False, "counted", "known")
    assert len(study.log()) == 1


def test_an_id_that_another_rater_used_is_refused(bench: Workbench) -> None:
    study = open_study(bench, lines(2), quorum=2)
    ana, ben = study.rater(), study.rater()
    id = judgement_id()
    ana.submit(ana.one(), id=id)
    with pytest.raises(Conflict) as refused:
        ben.submit(ben.one(), id=id)
    assert refused.value.faults[0].code == "judgement.id_taken"
    assert len(study.log()) == 1


def test_somebody_elses_assignment_is_unknown(bench: Workbench) -> None:
    study = open_study(bench, lines(2), quorum=2)
    ana, ben = study.rater(), study.rater()
    with pytest.raises(NotFound):
        ben.submit(ana.one())
    assert study.log() == []


def test_every_fault_is_named_at_once_and_nothing_is_kept(bench: Workbench) -> None:
    study = open_study(bench, lines(1), loaded(**TWO))
    rater = study.rater()
    packet = rater.one()
    draft = JudgementDraft(
        id="not-a-uuid", assignment=packet["assignment"], stage=packet["stage"], format=9, elapsed_ms=-1,
        answered_at="yesterday", answers={"quality": {"A": 7, "Z": 3}, "beauty": {"A": 1}},
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        rater.send(draft)
    assert sorted((fault.code, fault.where) for fault in refused.value.faults) == [
        ("answer.missing", "answers.quality.B"),
        ("answer.not_a_level", "answers.quality.A"),
        ("answer.unknown_question", "answers.beauty"),
        ("answer.unknown_target", "answers.quality.Z"),
        ("judgement.bad_elapsed", "elapsed_ms"),
        ("judgement.bad_id", "id"),
        ("judgement.bad_time", "answered_at"),
        ("judgement.unknown_format", "format"),
    ]
    assert study.log() == []
    assert rater.submit(packet).standing == "counted", "the unit is still theirs to judge"


def test_a_stage_is_refused_before_it_was_shown(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), loaded(**HIDING))
    rater = study.rater()
    fluency = rater.one()
    adequacy = {**fluency, "stage": "adequacy"}
    with pytest.raises(Conflict) as refused:
        rater.submit(adequacy)
    assert refused.value.faults[0].code == "judgement.stage_not_open"
    rater.submit(fluency)
    with pytest.raises(Conflict):
        rater.submit(adequacy)
    assert rater.one()["stage"] == "adequacy"
    assert rater.submit(adequacy).state == "done"


def test_a_correction_supersedes_and_the_first_stays_in_the_log(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    packet = rater.one()
    first = rater.submit(packet, 2)
    second = rater.submit(packet, 5)
    assert second.standing == "counted"
    (one, two) = study.log()
    assert (one["id"], one["supersedes"]) == (first.id, None)
    assert (two["id"], two["supersedes"]) == (second.id, first.id)
    assert rater.reopen(packet)["answers"]["quality"]["A"]["value"] == 5


def test_answers_are_stored_by_candidate_and_reopened_by_letter(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), loaded(**TWO))
    rater = study.rater()
    packet = rater.one()
    by_text = {c["fields"]["output"]: n + 1 for n, c in enumerate(packet["candidates"])}
    letters = {c["letter"]: by_text[c["fields"]["output"]] for c in packet["candidates"]}
    rater.submit(packet, answers={"quality": letters})
    shown = "candidate JOIN output ON output.item_id = candidate.item_id AND output.system_id = candidate.system_id"
    texts = dict(sql(bench, f"SELECT candidate.id, output.fields FROM {shown}"))
    stored = study.log()[0]["answers"]["quality"]
    for candidate, fields in texts.items():
        text = next(text for text in by_text if text in fields)
        assert stored[str(candidate)] == {"value": by_text[text], "by": "rater"}
    reopened = rater.reopen(packet)["answers"]["quality"]
    assert {letter: cell["value"] for letter, cell in reopened.items()} == letters


def test_a_judgement_carries_what_it_was_made_under(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    rater = study.rater()
    rater.submit(rater.one(), comment="Hm.", answered_at="2026-01-31T12:00:00.5Z", elapsed_ms=5100)
    (row,) = study.log()
    assert row["protocol_hash"] == study.view.row.protocol_hash == loaded().hash
    assert row["guideline_hash"] == hash_bytes("guideline", GUIDELINE.encode())
    assert (row["channel"], row["comment"], row["elapsed_ms"]) == ("browser", "Hm.", 5100)
    assert (row["answered_at"], row["received_at"]) == (1_769_860_800_500_000, clock_of(bench).now)


def test_a_revised_guideline_is_named_from_then_on(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    rater = study.rater()
    rater.rate(1)
    change.revise_guideline(bench, study.key, "en", "Rate with more care.", "clearer")
    rater.rate(1)
    before, after = (row["guideline_hash"] for row in study.log())
    assert before == hash_bytes("guideline", GUIDELINE.encode())
    assert after == hash_bytes("guideline", b"Rate with more care.")


def test_cannot_judge_of_one_candidate_is_a_missing_value(bench: Workbench) -> None:
    study = open_study(bench, lines(1), loaded(**TWO))
    rater = study.rater()
    receipt = rater.submit(rater.one(), answers={"quality": {"A": 4, "B": {"cannot": "It is cut off."}}})
    assert (receipt.standing, receipt.state) == ("counted", "done")
    assert [value for (value,) in sql(bench, "SELECT value FROM number")] == [4.0]
    assert study.slots() == [(1, 0, 0)], "the slot is not passed on"


def test_flat_numbers_are_written_with_the_judgement(bench: Workbench) -> None:
    more = {"type": "slider", "id": "sure", "about": "unit", "prompt": {"en": "How sure?"}, "step": 0.5}
    stage = {"id": "rating", "show": ["source", "output"], "ask": [SCALE, more]}
    study = open_study(bench, lines(1), loaded(**TWO, stages=[stage]))
    rater = study.rater()
    rater.submit(rater.one(), answers={"quality": {"A": 1, "B": 5}, "sure": {"unit": 62.5}})
    found = sql(bench, "SELECT question, value FROM number")
    assert sorted(found) == [("quality", 1.0), ("quality", 5.0), ("sure", 62.5)]
