"""How a rater's answers to a worked example compare with what the guideline says."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol as Structure

from jurybox.core.answer import Answers
from jurybox.core.protocol import Example, ExampleAnswer, Protocol, Stage
from jurybox.core.questions import QuestionBase, Value
from jurybox.core.text import Text


class Verdict(StrEnum):
    AGREES = "agrees"
    """As the guideline says, or as good."""
    WITHIN = "within"
    """Not the same, but within the study's tolerance."""
    OFF = "off"
    LEFT = "left"
    """Nothing was said where nothing need be: shown beside what the guideline says, and counted nowhere."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One answer beside what the guideline says."""

    question: str
    target: str
    given: Value | None
    value: Value
    accept: tuple[Value, ...]
    closest: Value
    """What the answer comes nearest to, of all that the guideline accepts."""
    pairs: tuple[tuple[int, int], ...]
    """Of marks: which of the rater's is at the place of which of the closest, whatever either says of it."""
    verdict: Verdict
    why: Text | None


class SaysAnswers(Structure):
    """Whatever says how its questions should be answered: a worked example, a check."""

    @property
    def answers(self) -> tuple[ExampleAnswer, ...]: ...


def stages_of(protocol: Protocol, example: Example) -> list[int]:
    """The stages in which an example says something."""
    answered = {answer.question for answer in example.answers}
    return [n for n, stage in enumerate(protocol.stages) if any(q.id in answered for q in stage.ask)]


def compare(stage: Stage, example: SaysAnswers, answers: Answers, tolerance: float) -> Iterator[Compared]:
    """Every answer of a stage that the guideline speaks of; `answers` by the letters that the example is written in."""
    for expected in example.answers:
        question = stage.question(expected.question)
        if question is None or question.apart(expected.value, expected.value) is None:
            continue
        answer = answers.get(expected.question, {}).get(expected.target)
        if answer is not None and answer.by == "not_asked":
            continue
        given = None if answer is None else answer.value
        if question.is_left(given) and all(question.is_left(value) for value in _accepted(expected)):
            continue
        yield _compared(question, expected, given, tolerance)


def _compared(question: QuestionBase, expected: ExampleAnswer, given: Value | None, tolerance: float) -> Compared:
    steps = [_steps(question, given, value) for value in _accepted(expected)]
    if given is not None and is_within(question, expected, given):
        steps[0] = 0
    nearest = steps.index(min(steps))
    closest = _accepted(expected)[nearest]
    return Compared(
        expected.question,
        expected.target,
        given,
        expected.value,
        expected.accept,
        closest,
        () if given is None else question.counterparts(given, closest),
        Verdict.LEFT if question.is_left(given) else _verdict(steps[nearest], tolerance),
        expected.why,
    )


def is_within(question: QuestionBase, expected: ExampleAnswer, given: Value) -> bool:
    """Whether a number lies so near to the guideline's that it is as good."""
    number, wanted = question.number(given), question.number(expected.value)
    if expected.within is None or number is None or wanted is None:
        return False
    return abs(number - wanted) <= expected.within


def _accepted(expected: ExampleAnswer) -> tuple[Value, ...]:
    return (expected.value, *expected.accept)


def _steps(question: QuestionBase, given: Value | None, value: Value) -> float:
    apart = None if given is None else question.apart(given, value)
    return math.inf if apart is None else apart


def _verdict(distance: float, tolerance: float) -> Verdict:
    if distance == 0:
        return Verdict.AGREES
    return Verdict.WITHIN if distance <= tolerance else Verdict.OFF
