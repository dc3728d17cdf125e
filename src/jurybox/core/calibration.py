"""How a rater's answers to a worked example compare with what the guideline says."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from jurybox.core.answer import Answers
from jurybox.core.protocol import Example, ExampleAnswer, Protocol, Stage
from jurybox.core.questions import Value
from jurybox.core.text import Text


class Verdict(StrEnum):
    AGREES = "agrees"
    """As the guideline says, or as good."""
    WITHIN = "within"
    """Not the same, but within the study's tolerance."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Compared:
    """One answer beside what the guideline says."""

    question: str
    target: str
    given: Value | None
    value: Value
    accept: tuple[Value, ...]
    verdict: Verdict
    why: Text | None


def stages_of(protocol: Protocol, example: Example) -> list[int]:
    """The stages in which an example says something."""
    answered = {answer.question for answer in example.answers}
    return [n for n, stage in enumerate(protocol.stages) if any(q.id in answered for q in stage.ask)]


def compare(stage: Stage, example: Example, answers: Answers, tolerance: float) -> Iterator[Compared]:
    """Every answer of a stage that the guideline speaks of; `answers` as stored, by letter."""
    for expected in example.answers:
        question = stage.question(expected.question)
        if question is None:
            continue
        answer = answers.get(expected.question, {}).get(expected.target)
        given = None if answer is None else answer.value
        steps = [question.apart(given, value) for value in _accepted(expected)] if given is not None else [float("inf")]
        distances = [step for step in steps if step is not None]
        if distances:
            verdict = _verdict(min(distances), tolerance)
            yield Compared(
                expected.question, expected.target, given, expected.value, expected.accept, verdict, expected.why
            )


def _accepted(expected: ExampleAnswer) -> tuple[Value, ...]:
    return (expected.value, *expected.accept)


def _verdict(distance: float, tolerance: float) -> Verdict:
    if distance == 0:
        return Verdict.AGREES
    return Verdict.WITHIN if distance <= tolerance else Verdict.OFF
