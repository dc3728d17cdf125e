"""Worked examples before the first task: rated like units, answered with what the guideline says, counted nowhere."""

from typing import Any

import pytest

from jurybox.core.errors import Conflict
from jurybox.core.judgement import JudgementDraft
from jurybox.protocols import load_protocol
from jurybox.store import Run, assignments
from jurybox.studies.carry.export import write
from jurybox.studies.people.raters import list_raters
from jurybox.studies.rating import Link, admit, letters_of, own_assignments, panel, session
from jurybox.studies.rating.wire import CalibrationResult, Feedback
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import RANKING, SCALE, STEPPER, TICK
from tests.fixtures.studies import HIDING, Packet, Played, PlayedRater, judgement_id, lines, loaded, open_study
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


RIGHT = {"good": (5, 1.0), "bad": (1, 3.0)}
"""What the guideline says of the examples below."""
WRONG = {"good": (1, 9.0), "bad": (5, 9.0)}


def protocol(*examples: dict[str, Any]) -> Any:
    ask = [{**SCALE, "levels": LEVELS}, STEPPER]
    stages = [{"id": "rating", "show": ["source", "output"], "ask": ask}]
    return loaded(stages=stages, examples=list(examples) or [example("good", 5), example("bad", 1, 2.5, accept=[3])])


def calibrated(bench: Workbench, *examples: dict[str, Any], **wishes: Any) -> Played:
    return open_study(bench, lines(4, "a"), protocol(*examples), calibration={"on": True, **wishes}, quorum=2)


def begin(rater: PlayedRater) -> None:
    rater.call(panel.begin_calibration)


Said = tuple[int, float]
"""Quality and steps, as a rater says them."""


def say(rater: PlayedRater, said: Said | dict[str, Said]) -> Feedback:
    """Rate the example that comes next, perhaps by which it is; what the guideline says to it."""
    packet = rater.one()
    assert "example" in packet
    quality, steps = said if isinstance(said, tuple) else said[example_of(packet)]
    answers = {"quality": {"A": quality}, "steps": {"A": steps}}
    receipt = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], answers))
    assert receipt.feedback is not None
    return receipt.feedback


def example_of(packet: Packet) -> str:
    return str(packet["candidates"][0]["fields"]["output"]).removeprefix("Output of ")


def through(rater: PlayedRater, said: dict[str, Said] = RIGHT) -> list[Feedback]:
    """A whole round."""
    begin(rater)
    return [say(rater, said) for _ in said]


def result(rater: PlayedRater) -> CalibrationResult:
    found: CalibrationResult = rater.call(panel.show_before, reading=True)["calibration"]["result"]
    return found


def verdicts(feedback: Feedback | None) -> list[str]:
    assert feedback is not None
    return [answer["verdict"] for answer in feedback["answers"]]


def test_examples_come_first_and_are_answered_at_once(bench: Workbench) -> None:
    study = calibrated(bench)
    rater = study.rater()
    assert rater.ask()["state"] == "before"
    begin(rater)
    assert rater.one()["example"] == {"number": 1, "of": 2}
    told = {}
    for _ in range(2):
        name = example_of(rater.one())
        told[name] = say(rater, {"good": (4, 3), "bad": (1, 3)})
    assert told["good"]["note"] == {"en": "A note."}
    assert told["good"]["answers"][0] == {
        "question": "quality", "target": "A", "given": 4, "value": 5, "accept": [], "closest": 5, "pairs": [],
        "verdict": "within", "why": {"en": WHY},
    }  # fmt: skip
    assert verdicts(told["good"]) == ["within", "off"]
    assert verdicts(told["bad"]) == ["agrees", "agrees"]
    assert told["bad"]["answers"][1]["closest"] == 3
    asked = rater.ask()
    assert asked["state"] == "rate"
    assert asked["units"][0]["number"] == 1
    assert "example" not in asked["units"][0]


def test_examples_and_candidates_come_in_an_order_that_is_drawn_per_rater_and_round(bench: Workbench) -> None:
    """Whoever types the scores in the order of the guideline does not pass by it."""
    study = open_study(bench, lines(1, "a"), lettered(6), calibration={"on": True, "on_fail": "again", "share": 1})
    orders, letters = set(), set()
    for _ in range(4):
        rater = study.rater()
        for _ in range(2):
            begin(rater)
            shown = [rate_lettered(rater) for _ in range(6)]
            orders.add(tuple(name for name, _ in shown))
            letters.add(shown[0][1])
            assert sorted(name for name, _ in shown) == [f"text {n}" for n in range(6)]
    assert len(orders) == 8
    assert len(letters) > 3


def lettered(examples: int) -> Any:
    """Examples of three candidates, of which the first is the best and the last as good as the second."""
    told = [
        {
            "id": f"e{n}", "fields": {"source": f"text {n}"}, "note": {"en": "Best is {A}."},
            "candidates": [{"fields": {"output": word}} for word in ("one", "two", "three")],
            "answers": [
                {"question": "quality", "target": "A", "value": 5},
                {"question": "quality", "target": "B", "value": 1, "why": {"en": "Worse than {A}, as {C}."}},
                {"question": "quality", "target": "C", "value": 1, "why": {"en": "As {B}."}},
                {"question": "order", "target": "unit", "value": [["A"], ["B", "C"]]},
            ],
        }
        for n in range(examples)
    ]  # fmt: skip
    stages = [{"id": "rating", "show": ["source", "output"], "ask": [SCALE, {**RANKING, "ties": True}]}]
    return loaded(stages=stages, examples=told, unit={"candidates": "all"})


def rate_lettered(rater: PlayedRater, score: int = 3) -> tuple[str, tuple[str, ...]]:
    packet = rater.one()
    letters = [c["letter"] for c in packet["candidates"]]
    answers = {"quality": dict.fromkeys(letters, score), "order": {"unit": [letters]}}
    rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], answers))
    return packet["fields"]["source"], tuple(c["fields"]["output"] for c in packet["candidates"])


def test_answers_are_matched_by_candidate_and_reasons_name_the_letters_on_the_page(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), lettered(6), calibration={"on": True, "share": 1})
    rater = study.rater()
    begin(rater)
    moved = 0
    for _ in range(6):
        packet = rater.one()
        letter = {c["fields"]["output"]: c["letter"] for c in packet["candidates"]}
        moved += letter["one"] != "A"
        scores = {letter["one"]: 5, letter["two"]: 1, letter["three"]: 1}
        answers = {"quality": scores, "order": {"unit": [[letter["one"]], [letter["three"], letter["two"]]]}}
        told = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], answers)).feedback
        assert told is not None
        assert verdicts(told) == ["agrees"] * 4
        assert told["note"] == {"en": f"Best is {letter['one']}."}
        whys = {answer["target"]: (answer["why"] or {}).get("en") for answer in told["answers"]}
        assert whys[letter["two"]] == f"Worse than {letter['one']}, as {letter['three']}."
        assert [answer["target"] for answer in told["answers"]] == ["unit", "A", "B", "C"]
        assert told["answers"][0]["value"] == [[letter["one"]], [letter["two"], letter["three"]]]
    assert moved > 0
    assert result(rater)["now"] == "pass"
    for worked in rater.call(panel.worked_examples, reading=True)["examples"]:
        letter = {c["fields"]["output"]: c["letter"] for c in worked["candidates"]}
        assert worked["note"] == {"en": f"Best is {letter['one']}."}
        assert {a["target"]: a["value"] for a in worked["answers"]} == {
            letter["one"]: 5, letter["two"]: 1, letter["three"]: 1,
            "unit": [[letter["one"]], [letter["two"], letter["three"]]],
        }  # fmt: skip
    assert {
        row["target"]: row["value"] for row in write.export_rows(bench, study.key) if row["question"] == "quality"
    } == {"A": 5, "B": 1, "C": 1}


def test_a_study_of_0_1_0_whose_reasons_name_bare_letters_keeps_their_order(bench: Workbench) -> None:
    old = lettered(6)
    bare = [{**one, "note": {"en": "Best is A."}} for one in old.document["examples"]]
    rater = open_study(bench, lines(1, "a"), loaded(**{**old.document, "examples": bare}), calibration=True).rater()
    begin(rater)
    assert {rate_lettered(rater)[1] for _ in range(6)} == {("one", "two", "three")}


@pytest.mark.parametrize(
    ("on_fail", "state", "ready"),
    [("flag", "rate", "flagged"), ("again", "before", "waiting"), ("stop", "before", "stopped")],
)
def test_who_falls_short_in_the_last_round_is_flagged_stopped_or_tries_again(
    bench: Workbench, on_fail: str, state: str, ready: str
) -> None:
    study = calibrated(bench, on_fail=on_fail, share=1, rounds=2, completion_code="NOT-THIS-TIME")
    rater = study.rater()
    through(rater, WRONG)
    assert rater.ask()["state"] == "before"
    assert (result(rater)["now"], result(rater)["round"]) == ("again", 1)
    assert list_raters(bench, study.key)[0].ready == "waiting"
    through(rater, WRONG)
    asked = rater.ask()
    assert asked["state"] == state
    assert list_raters(bench, study.key)[0].ready == ready
    assert result(rater)["now"] == on_fail
    assert result(rater)["completion_code"] == ("NOT-THIS-TIME" if on_fail == "stop" else None)
    study.rebuild()
    assert list_raters(bench, study.key)[0].ready == ready


def test_who_is_stopped_gets_nothing_new_and_keeps_what_was_sent(bench: Workbench) -> None:
    study = calibrated(bench, on_fail="stop", share=1, rounds=1)
    rater = study.rater()
    through(rater, WRONG)
    assert rater.ask(3)["units"] == []
    assert "for instance" not in str(rater.call(session.about_study, reading=True))
    with pytest.raises(Conflict) as refused:
        begin(rater)
    assert refused.value.faults[0].code == "before.stopped"
    assert len(study.log()) == 2
    assert all(free == 2 for _, free, _ in study.slots())
    (row,) = write.rater_rows(bench, study.key)
    assert (row["calibration"], row["calibration_rounds"]) == ("stopped", 1)


def test_who_passes_a_later_round_is_ready(bench: Workbench) -> None:
    study = calibrated(bench, share=1)
    rater = study.rater()
    through(rater, {"good": (1, 1), "bad": (5, 1)})
    told = result(rater)
    assert (told["agrees"], told["within"], told["of"], told["passed"], told["now"]) == (1, 0, 4, False, "again")
    through(rater)
    assert rater.ask()["units"][0]["number"] == 1
    assert list_raters(bench, study.key)[0].ready == "ready"
    study.rebuild()
    assert list_raters(bench, study.key)[0].ready == "ready"


def test_the_result_says_question_by_question_how_it_went_and_what_to_read_again(bench: Workbench) -> None:
    rater = calibrated(bench, share=1).rater()
    begin(rater)
    names = []
    for _ in range(2):
        names.append(example_of(rater.one()))
        say(rater, {"good": (1, 1), "bad": (2, 2.5)})
    told = result(rater)
    assert told["questions"] == [
        {"question": "quality", "agrees": 0, "within": 1, "off": 1, "near": None, "again": [5.0]},
        {"question": "steps", "agrees": 2, "within": 0, "off": 0, "near": (0.5, 0.5), "again": []},
    ]
    assert told["examples"] == [{"number": names.index("good") + 1, "off": 1}]
    shown = {one["number"]: one for one in rater.call(panel.worked_examples, reading=True)["examples"]}
    (again,) = told["examples"]
    assert shown[again["number"]]["candidates"][0]["fields"] == {"output": "Output of good"}


def test_the_next_round_does_not_show_what_is_to_be_rated_beside_it(bench: Workbench) -> None:
    rater = calibrated(bench, share=1, rounds=3).rater()

    def known() -> int:
        return len(rater.call(panel.worked_examples, reading=True)["examples"])

    through(rater, WRONG)
    assert known() == 2
    begin(rater)
    assert known() == 0
    say(rater, WRONG)
    assert known() == 1


def test_an_untouched_tick_does_not_help_to_pass(bench: Workbench) -> None:
    answers = [{"question": "quality", "value": 5}, {"question": "tick", "value": []}]
    shown = {"fields": {"source": "A source"}, "candidates": [{"fields": {"output": "An output"}}]}
    stages = [{"id": "rating", "show": ["source", "output"], "ask": [SCALE, TICK]}]
    made = loaded(stages=stages, examples=[{"id": "e", **shown, "answers": answers}])
    rater = open_study(bench, lines(1, "a"), made, calibration={"on": True, "share": 0.5}).rater()
    begin(rater)
    packet = rater.one()
    sent = {"quality": {"A": 1}, "tick": {"A": []}}
    told = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], sent)).feedback
    assert verdicts(told) == ["off"]
    assert (result(rater)["of"], result(rater)["passed"]) == (1, False)


@pytest.mark.parametrize(
    ("tolerance", "within", "near"),
    [(1, (7, 15), (7, 15)), (1, (0.25, 0.5), (0.5, 0.5)), (0, (7, 7), (7, 7)), (0, (None, None), None)],
    ids=["as the examples say", "the study's steps reach further", "all alike", "exactly"],
)
def test_a_rater_is_told_how_near_numbers_must_come(
    bench: Workbench, tolerance: float, within: tuple[float | None, ...], near: tuple[float, float] | None
) -> None:
    """Of a scale nothing: its levels are steps."""
    says: list[dict[str, Any]] = [{} if one is None else {"within": one} for one in within]
    examples = [example(id, *RIGHT[id], **more) for id, more in zip(RIGHT, says, strict=True)]
    rater = calibrated(bench, *examples, tolerance=tolerance, on_fail="again").rater()
    begin(rater)
    for _ in RIGHT:
        say(rater, RIGHT)
    told = {one["question"]: one["near"] for one in result(rater)["questions"]}
    assert told == {"quality": None, "steps": near}


def test_marks_are_compared_one_to_one_and_their_pairs_told(bench: Workbench) -> None:
    labels = [{"id": "wrong", "label": {"en": "Wrong"}}, {"id": "odd", "label": {"en": "Odd"}}]
    ask = [{"type": "marks", "id": "spans", "prompt": {"en": "Mark."}, "labels": labels}]
    says = [{"start": 0, "end": 4, "label": "wrong"}, {"start": 5, "end": 9, "label": "odd"}]
    shown = {"fields": {"source": "A source"}, "candidates": [{"fields": {"output": "Some text to mark"}}]}
    worked = {"id": "e", **shown, "answers": [{"question": "spans", "value": says}]}
    made = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": ask}], examples=[worked])
    rater = open_study(bench, lines(1, "a"), made, calibration={"on": True, "on_fail": "again"}).rater()

    def verdict_on(*marks: tuple[int, int, str]) -> tuple[str, list[tuple[int, int]]]:
        begin(rater)
        packet = rater.one()
        given = [{"start": start, "end": end, "label": label} for start, end, label in marks]
        sent = {"spans": {"A": given}}
        told = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], sent)).feedback
        assert told is not None
        (answer,) = told["answers"]
        return answer["verdict"], answer["pairs"]

    assert verdict_on() == ("off", [])
    assert verdict_on((10, 12, "odd")) == ("off", [])
    assert result(rater)["questions"][0]["again"] == ["wrong", "odd"]
    assert verdict_on((5, 9, "odd"), (0, 2, "wrong")) == ("agrees", [(0, 1), (1, 0)])


def test_an_example_whose_text_is_in_the_study_is_left_out_where_a_stage_hides_it(bench: Workbench) -> None:
    def worked(id: str, source: str, output: str, stage: str) -> dict[str, Any]:
        shown = {"fields": {"source": source}, "candidates": [{"fields": {"output": output}}]}
        return {"id": id, **shown, "answers": [{"question": stage, "value": 3}]}

    examples = [
        worked("same-source", "source  0.", "Another output", "adequacy"),
        worked("same-output", "Another source", "OUTPUT a of 0", "fluency"),
        worked("own", "Third source", "Third output", "adequacy"),
    ]
    study = open_study(bench, lines(1, "a"), loaded(**HIDING, examples=examples), calibration=True)
    rater = study.rater()
    assert rater.call(panel.show_before, reading=True)["calibration"]["examples"] == 1
    begin(rater)
    packet = rater.one()
    assert (packet["fields"]["source"], packet["example"]) == ("Third source", {"number": 1, "of": 1})
    rater.send(JudgementDraft(judgement_id(), packet["assignment"], "adequacy", {"adequacy": {"A": 3}}))
    assert rater.one()["stage"] == "fluency"
    told = rater.call(panel.worked_examples, reading=True)["examples"]
    assert [one["fields"]["source"] for one in told] == ["Third source"]


def test_where_nothing_is_hidden_an_example_of_the_study_stays(bench: Workbench) -> None:
    table = [{"id": "i", "system": "s", "source": "A source", "output": "Output of good"}]
    rater = open_study(bench, table, protocol(), calibration=True).rater()
    assert rater.call(panel.show_before, reading=True)["calibration"]["examples"] == 2


def test_a_round_can_be_a_draw_of_some_examples_of_every_stage(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), "sarcasm-interpretation", calibration={"on": True, "examples": 6})
    rater = study.rater()
    begin(rater)
    assert rater.one()["example"] == {"number": 1, "of": 6}
    drawn = sql(bench, "SELECT stages FROM assignment WHERE purpose = 'calibration' ORDER BY position")
    assert [row[0] for row in drawn] == ["[0]"] * 3 + ["[1]"] * 3


def test_a_calibration_answer_is_final_and_sending_it_again_harmless(bench: Workbench) -> None:
    rater = calibrated(bench, example("good", 5)).rater()
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
    study = calibrated(bench, example("only", 3), rounds=1)
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
    through(rater)
    assert study.slots() == free
    assert rater.call(session.about_study, reading=True)["progress"] == {"done": 0, "left": 4, "sure": True}
    assert rater.call(own_assignments, reading=True)["assignments"] == []
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
    say(rater, RIGHT)
    assert known() == (1, False)
    say(rater, RIGHT)
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
        answers = rater.call(as_accepted, packet)
        file = rater.call(session.media_file, packet["assignment"], "rate", "picture", reading=True)
        assert bench.media.has(file["file"])
        receipt = rater.send(JudgementDraft(judgement_id(), packet["assignment"], packet["stage"], answers))
        assert verdicts(receipt.feedback) == ["agrees"] * 15
    assert rater.ask()["state"] == "rate"


def as_accepted(bench: Workbench, run: Run, link: Link, packet: Packet) -> dict[str, Any]:
    """The last of what the guideline accepts, under the letters on the page."""
    visit = admit(bench, run, link)
    a = assignments.by_uid(run, packet["assignment"], member=visit.member.id)
    assert a is not None
    assert a.example is not None
    example = visit.view.protocol.examples[a.example]
    last = [answer.model_copy(update={"value": (answer.accept or (answer.value,))[-1]}) for answer in example.answers]
    shown = {"ABCDE"[-c - 1]: letter for letter, c in letters_of(a).items()}
    answers: dict[str, Any] = {"whole": {letter: [] for letter in "ABCDE"}}
    for answer in last:
        answers.setdefault(answer.question, {})[shown[answer.target]] = answer.value
    return answers


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
    through(rater)
    rater.one()
    monkeypatch.setattr(onboarding, "settle", lambda *_: pytest.fail("asked once more"))
    assert rater.ask()["state"] == "rate"
