"""Worked examples before the first task: rated like units, answered with what the guideline says, counted nowhere."""

from typing import Any

import pytest

from jurybox.core.errors import Conflict
from jurybox.core.judgement import JudgementDraft
from jurybox.protocols import load_protocol
from jurybox.studies.carry.export import write
from jurybox.studies.people.raters import list_raters
from jurybox.studies.rating import panel, session
from jurybox.studies.rating.wire import Feedback
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import SCALE, STEPPER
from tests.fixtures.studies import Played, PlayedRater, judgement_id, lines, loaded, open_study
from tests.web.tables import fill, table_for

WHY = "It says little."
LEVELS = [{**level, "examples": [{"en": "for instance"}]} for level in SCALE["levels"]]


def example(id: str, value: int, steps: float = 1, **more: Any) -> dict[str, Any]:
    answers = [
        {"question": "quality", "value": value, "why": {"en": WHY}},
        {"question": "steps", "value": steps, **more},
    ]
    return {
        "id": id, "fields": {"source": "A source"}, "candidates": [{"fields": {"output": f"Output of {id}"}}],
        "answers": answers, "note": {"en": "A note."},
    }  # fmt: skip


def protocol(*examples: dict[str, Any]) -> Any:
    ask = [{**SCALE, "levels": LEVELS}, STEPPER]
    stages = [{"id": "rating", "show": ["source", "output"], "ask": ask}]
    return loaded(stages=stages, examples=list(examples) or [example("good", 5), example("bad", 1, 2.5, accept=[3])])


def calibrated(bench: Workbench, *examples: dict[str, Any], **wishes: Any) -> Played:
    return open_study(bench, lines(4, "a"), protocol(*examples), calibration={"on": True, **wishes}, quorum=2)


def begin(rater: PlayedRater) -> None:
    rater.call(panel.begin_calibration)


def say(rater: PlayedRater, quality: int, steps: float) -> Feedback:
    """Rate the example that comes next; what the guideline says to it."""
    packet = rater.one()
    assert "example" in packet
    answers = {"quality": {"A": quality}, "steps": {"A": steps}}
    receipt = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], answers))
    assert receipt.feedback is not None
    return receipt.feedback


def verdicts(feedback: Feedback | None) -> list[str]:
    assert feedback is not None
    return [answer["verdict"] for answer in feedback["answers"]]


def test_examples_come_first_and_are_answered_at_once(bench: Workbench) -> None:
    study = calibrated(bench)
    rater = study.rater()
    assert rater.ask()["state"] == "before"
    begin(rater)
    packet = rater.one()
    assert packet["example"] == {"number": 1, "of": 2}
    assert packet["candidates"][0]["fields"] == {"output": "Output of good"}
    first = say(rater, 4, 3)
    assert first["note"] == {"en": "A note."}
    assert first["answers"][0] == {
        "question": "quality", "target": "A", "given": 4, "value": 5, "accept": [], "verdict": "within",
        "why": {"en": WHY},
    }  # fmt: skip
    assert verdicts(first) == ["within", "off"]
    assert verdicts(say(rater, 1, 3)) == ["agrees", "agrees"]
    asked = rater.ask()
    assert asked["state"] == "rate"
    assert asked["units"][0]["number"] == 1
    assert "example" not in asked["units"][0]


@pytest.mark.parametrize(("on_fail", "state", "ready"), [("flag", "rate", "flagged"), ("again", "before", "waiting")])
def test_who_falls_short_is_flagged_or_tries_again(bench: Workbench, on_fail: str, state: str, ready: str) -> None:
    study = calibrated(bench, on_fail=on_fail, share=1)
    rater = study.rater()
    begin(rater)
    say(rater, 1, 1)
    say(rater, 5, 1)
    assert rater.ask()["state"] == state
    assert list_raters(bench, study.key)[0].ready == ready
    if on_fail == "again":
        shown = rater.call(panel.show_before, reading=True)["calibration"]
        assert shown["result"] == {"agrees": 1, "within": 0, "of": 4, "passed": False}
        begin(rater)
        say(rater, 5, 1)
        say(rater, 1, 2.5)
        assert rater.ask()["units"][0]["number"] == 1
        assert list_raters(bench, study.key)[0].ready == "ready"
        study.rebuild()
        assert list_raters(bench, study.key)[0].ready == "ready"


def test_a_calibration_answer_is_final_and_sending_it_again_harmless(bench: Workbench) -> None:
    rater = calibrated(bench).rater()
    begin(rater)
    packet = rater.one()
    draft = JudgementDraft(
        judgement_id(), packet["assignment"], packet["stage"], {"quality": {"A": 1}, "steps": {"A": 0}}
    )
    first, again = rater.send(draft), rater.send(draft)
    assert (first.is_new, again.is_new) == (True, False)
    assert first.feedback == again.feedback
    better = rater.send(JudgementDraft(
        judgement_id(), packet["assignment"], packet["stage"], {"quality": {"A": 5}, "steps": {"A": 1}}
    ))  # fmt: skip
    assert better.standing == "final"
    assert verdicts(better.feedback) == ["off", "off"]
    with pytest.raises(Conflict):
        rater.reopen(packet)


def test_who_cannot_judge_an_example_is_told_and_off(bench: Workbench) -> None:
    study = calibrated(bench, example("only", 3))
    rater = study.rater()
    begin(rater)
    packet = rater.one()
    receipt = rater.cannot(packet)
    assert verdicts(receipt.feedback) == ["off", "off"]
    assert rater.ask()["state"] == "rate"
    assert list_raters(bench, study.key)[0].ready == "flagged"
    assert all(slot == (2, 2, 0) or slot == (2, 1, 0) for slot in study.slots())


def test_calibration_feeds_no_slot_no_progress_and_no_list_and_says_its_purpose(bench: Workbench) -> None:
    study = calibrated(bench)
    rater = study.rater()
    free = study.slots()
    begin(rater)
    say(rater, 5, 1)
    say(rater, 1, 3)
    assert study.slots() == free
    assert rater.call(session.about_study, reading=True)["progress"] == {"done": 0, "left": 4}
    assert rater.call(session.own_assignments, reading=True)["assignments"] == []
    rows = list(write.export_rows(bench, study.key))
    assert {row["purpose"] for row in rows} == {"calibration"}
    assert {(row["item"], row["system"], row["target"]) for row in rows} == {("good", "", "A"), ("bad", "", "A")}
    rater.submit(rater.one(), answers={"quality": {"A": 3}, "steps": {"A": 0}})
    onboarding = study.projections()
    study.rebuild()
    assert study.projections() == onboarding
    table = list(write.rater_rows(bench, study.key))
    assert (table[0]["calibration"], table[0]["calibration_of"]) == ("passed", 4)


def test_worked_examples_are_withheld_until_answered(bench: Workbench) -> None:
    rater = calibrated(bench).rater()

    def known() -> tuple[int, bool]:
        shown = rater.call(panel.worked_examples, reading=True)["examples"]
        return len(shown), "for instance" in str(rater.call(session.about_study, reading=True))

    assert known() == (0, False)
    begin(rater)
    say(rater, 5, 1)
    assert known() == (1, False)
    say(rater, 1, 3)
    assert known() == (2, True)
    worked = rater.call(panel.worked_examples, reading=True)["examples"][1]
    assert worked["answers"][1] == {"question": "steps", "target": "A", "value": 2.5, "accept": [3], "why": None}


def test_without_calibration_the_worked_examples_can_be_read(bench: Workbench) -> None:
    rater = open_study(bench, lines(1), protocol(), calibration=False).rater()
    assert len(rater.call(panel.worked_examples, reading=True)["examples"]) == 2
    with pytest.raises(Conflict):
        begin(rater)


def test_the_examples_of_the_shelf_can_be_rated_with_what_the_guideline_says(bench: Workbench) -> None:
    """Every worked example of caption-counts, pictures and accepted alternatives included."""
    protocol = load_protocol("caption-counts")
    fill(bench, protocol, table_for(protocol.protocol, 1, 1), calibration=True)
    study = Played(bench, "study")
    rater = study.rater()
    begin(rater)
    for n in range(3):
        packet = rater.one()
        assert packet["example"] == {"number": n + 1, "of": 3}
        expected = study.view.protocol.examples[n]
        answers: dict[str, Any] = {}
        for answer in expected.answers:
            answers.setdefault(answer.question, {})[answer.target] = (answer.accept or (answer.value,))[-1]
        file = rater.call(session.media_file, packet["assignment"], "rate", "picture", reading=True)
        assert (bench.media / file["file"][:2] / file["file"]).is_file()
        receipt = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], answers))
        assert set(verdicts(receipt.feedback)) == {"agrees"}
    assert rater.ask()["state"] == "rate"


def test_a_rater_of_one_stage_gets_the_examples_of_that_stage(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), "sarcasm-interpretation", calibration=True)
    rater = study.rater(stages=["fluency"])
    begin(rater)
    assert rater.one()["example"]["of"] == 6
    positions = sql(bench, "SELECT position, stages FROM assignment ORDER BY position")
    assert len(positions) == 6
    assert {row[1] for row in positions} == {"[0]"}


def test_who_is_through_pays_nothing_for_it(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    from jurybox.studies.rating import onboarding

    rater = calibrated(bench).rater()
    begin(rater)
    say(rater, 5, 1)
    say(rater, 1, 3)
    rater.one()
    monkeypatch.setattr(onboarding, "settle", lambda *_: pytest.fail("asked once more"))
    assert rater.ask()["state"] == "rate"
