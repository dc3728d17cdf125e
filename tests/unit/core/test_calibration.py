"""How far an answer is from what the guideline says, for every type of question."""

import math
from typing import Any

import pytest

from jurybox.core.answer import Answer
from jurybox.core.calibration import compare, stages_of
from jurybox.core.protocol import Example, Protocol
from jurybox.protocols import load_protocol, shelf_ids
from tests.fixtures.small import CASES, SCALE, STEPPER, protocol

APART = [
    ("quality", 2, 4, 2), ("percent", 1, 2.5, 3), ("steps", 0, 1.5, 3), ("kinds", ["one", "two"], ["two", "one"], 0),
    ("kinds", ["one"], [], math.inf), ("errors", [{"id": "wrong"}], [{"id": "wrong", "text": "x"}], 0),
    ("errors", [], [{"id": "typo"}], math.inf), ("better", {"better": "A"}, {"better": "tie"}, math.inf),
    ("order", [["A"], ["B"]], [["A"], ["B"]], 0), ("note", "x", "y", None), ("spans", [], [{"start": 0}], None),
]  # fmt: skip


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
