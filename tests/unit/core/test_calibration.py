"""How far an answer is from what the guideline says, for every type of question."""

import math
from typing import Any

import pytest

from jurybox.core.answer import Answer
from jurybox.core.calibration import compare, stages_of
from jurybox.core.protocol import Example, Protocol
from jurybox.core.study import Calibration
from jurybox.protocols import load_protocol, shelf_ids
from tests.fixtures.small import CASES, SCALE, STEPPER, TICK, protocol

APART = [
    ("quality", 2, 4, 2), ("percent", 1, 2.5, 3), ("steps", 0, 1.5, 3), ("kinds", ["one", "two"], ["two", "one"], 0),
    ("kinds", ["one"], [], math.inf), ("errors", [{"id": "wrong"}], [{"id": "wrong", "text": "x"}], 0),
    ("errors", [], [{"id": "typo"}], math.inf), ("better", {"better": "A"}, {"better": "tie"}, math.inf),
    ("order", [["A"], ["B"]], [["A"], ["B"]], 0), ("order", [["A", "B"]], [["B", "A"]], 0),
    ("order", [["A"], ["B"]], [["B"], ["A"]], math.inf), ("note", "x", "y", None),
]  # fmt: skip


def mark(start: int | None, end: int | None, label: str = "object", weight: str = "full") -> Any:
    return {"start": start, "end": end, "label": label, "weight": weight}


MARKED = [
    ("the same", [mark(0, 4), mark(6, 9)], [mark(6, 9), mark(0, 4)], 0),
    ("nothing on either side", [], [], 0),
    ("half of the longer one is shared", [mark(0, 10)], [mark(5, 10)], 0),
    ("less than half of the longer one", [mark(0, 10)], [mark(6, 10)], math.inf),
    ("as long, and half of each is shared", [mark(0, 6)], [mark(3, 9)], 0),
    ("side by side", [mark(0, 4)], [mark(4, 8)], math.inf),
    ("another label", [mark(0, 4, "relation")], [mark(0, 4)], math.inf),
    ("another weight", [mark(0, 4, weight="half")], [mark(0, 4)], 1),
    ("missing at a place, some characters off", [mark(3, 3)], [mark(5, 5)], 0),
    ("missing at two places", [mark(3, 3)], [mark(40, 40)], math.inf),
    ("missing at a place, and anywhere", [mark(3, 3)], [mark(None, None)], 0),
    ("at the same place of another text", [{**mark(0, 4), "field": "source"}], [mark(0, 4)], math.inf),
    ("the own text may be named", [{**mark(0, 4), "field": "output"}], [mark(0, 4)], 0),
    ("one too many", [mark(0, 4), mark(5, 8)], [mark(0, 4)], 1),
    ("one missed and one wrong", [mark(0, 4), mark(9, 12)], [mark(0, 4), mark(20, 24)], 1),
    ("two missed", [mark(0, 4)], [mark(0, 4), mark(5, 8), mark(9, 12)], 2),
    ("all missed", [], [mark(0, 4)], math.inf),
    ("one mark is no two", [mark(0, 10)], [mark(0, 5), mark(5, 10)], 1),
    ("not in the text", [mark(None, None)], [mark(None, None)], 0),
    ("in the text and not in it", [mark(0, 4)], [mark(None, None)], math.inf),
]


@pytest.mark.parametrize(("given", "says", "apart"), [case[1:] for case in MARKED], ids=[case[0] for case in MARKED])
def test_marks_agree_one_to_one_by_label_and_half_of_the_longer_span(given: Any, says: Any, apart: float):
    question = protocol(CASES["spans"]).question("spans")
    assert question.apart(given, says) == apart
    assert question.apart(says, given) == apart


def test_pairs_of_marks_are_as_many_as_there_can_be():
    """Whoever looks at the first partner alone would leave the second mark without one."""
    question = protocol(CASES["spans"]).question("spans")
    assert question.matched([mark(0, 8), mark(0, 4)], [mark(0, 5), mark(2, 9)]) == ((0, 1), (1, 0))


def test_marks_at_one_place_are_set_beside_each_other_whatever_they_say():
    question = protocol(CASES["spans"]).question("spans")
    ours = [mark(0, 4, "relation"), mark(10, 14), mark(20, 24)]
    theirs = [mark(10, 14, weight="half"), mark(0, 4), mark(30, 34)]
    assert question.counterparts(ours, theirs) == ((0, 1), (1, 0))
    assert question.matched(ours, theirs) == ((1, 0),)


def test_of_two_marks_at_one_place_each_finds_the_one_that_says_the_same():
    question = protocol(CASES["spans"]).question("spans")
    ours = [mark(0, 4, "relation"), mark(0, 4, weight="half"), mark(0, 4)]
    assert question.counterparts(ours, [mark(0, 4), mark(0, 4, weight="half"), mark(0, 4, "relation")]) == (
        (0, 2), (1, 1), (2, 0),
    )  # fmt: skip


@pytest.mark.parametrize(("question", "value", "other", "apart"), APART)
def test_answers_are_so_many_steps_apart(question: str, value: Any, other: Any, apart: float | None):
    assert protocol(CASES[question]).question(question).apart(value, other) == apart


def example(**answer: Any) -> Example:
    return Example.model_validate(
        {"id": "e", "candidates": [{"fields": {"output": "x"}}], "answers": [{"question": "quality", **answer}]}
    )


def verdict(given: Any, tolerance: float, **answer: Any) -> str:
    stage = protocol(SCALE, STEPPER).stages[0]
    answers = {"quality": {"A": Answer(value=given, by="rater")}}
    (found,) = compare(stage, example(**answer), answers, tolerance)
    return found.verdict.value


def test_an_accepted_value_is_as_good_and_the_tolerance_counts_from_the_nearest():
    assert [verdict(given, 1, value=5, accept=[3]) for given in (1, 2, 3, 4, 5)] == [
        "off", "within", "agrees", "within", "agrees",
    ]  # fmt: skip
    assert verdict(4, 0, value=5) == "off"


def test_no_answer_is_off():
    stage = protocol(SCALE).stages[0]
    assert [found.verdict.value for found in compare(stage, example(value=5), {}, 5)] == ["off"]


def compared(question: dict[str, Any], given: Any, says: Any) -> list[str]:
    stage = protocol(question).stages[0]
    worked = Example.model_validate(
        {
            "id": "e",
            "candidates": [{"fields": {"output": "x"}}],
            "answers": [{"question": question["id"], "value": says}],
        }
    )
    answers = {} if given is None else {question["id"]: {"A": Answer(value=given, by="rater")}}
    return [found.verdict.value for found in compare(stage, worked, answers, 1)]


@pytest.mark.parametrize("required", [True, False])
def test_an_untouched_tick_counts_nowhere_and_a_set_one_does(required: bool):
    tick = {**TICK, "required": required}
    assert compared(tick, [], []) == compared(tick, None, []) == []
    assert compared(tick, [], ["yes"]) == ["left"]
    assert compared(tick, ["yes"], []) == ["off"]
    assert compared(tick, ["yes"], ["yes"]) == ["agrees"]


def test_an_optional_question_without_an_answer_counts_nowhere():
    assert compared({**SCALE, "required": False}, None, 3) == ["left"]
    assert compared({**CASES["errors"], "required": False}, [], []) == []
    assert compared({**CASES["spans"], "required": False}, [], [mark(0, 1)]) == ["left"]
    assert compared(CASES["spans"], [], [mark(0, 1)]) == ["off"]
    assert compared(CASES["spans"], [], []) == ["agrees"]


def test_a_comment_is_never_compared():
    assert compared({**CASES["note"], "required": True}, None, "x") == compared(CASES["note"], "y", "x") == []


@pytest.mark.parametrize(
    ("on_fail", "follows"), [("flag", ["again", "flag"]), ("stop", ["again", "stop"]), ("again", ["again", "again"])]
)
def test_what_follows_a_round_that_fell_short(on_fail: str, follows: list[str]):
    asked = Calibration.model_validate({"on": True, "rounds": 2, "on_fail": on_fail})
    assert [asked.what_now(passed=False, rounds=n).value for n in (1, 2)] == follows
    assert asked.what_now(passed=True, rounds=2).value == "pass"


def test_settings_of_0_1_0_mean_what_they_meant():
    old = {"on": True, "tolerance": 1.0, "share": 0.7}
    flagged, again = (Calibration.model_validate({**old, "on_fail": on_fail}) for on_fail in ("flag", "again"))
    assert flagged.what_now(passed=False, rounds=1).value == "flag"
    assert again.what_now(passed=False, rounds=50).value == "again"


@pytest.mark.parametrize("name", shelf_ids())
def test_every_example_of_the_shelf_agrees_with_itself(name: str):
    found: Protocol = load_protocol(name).protocol
    verdicts = []
    for worked in found.examples:
        for number in stages_of(found, worked):
            answers: dict[str, Any] = {}
            for answer in worked.answers:
                answers.setdefault(answer.question, {})[answer.target] = Answer(value=answer.value, by="rater")
            verdicts += [c.verdict.value for c in compare(found.stages[number], worked, answers, 0)]
    assert len(verdicts) >= len(found.examples)
    assert set(verdicts) <= {"agrees"}
