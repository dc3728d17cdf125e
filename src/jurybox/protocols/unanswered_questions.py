"""Worked examples that say nothing about a question: no fault, and easily forgotten when a question is added."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from jurybox.core import Fault, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.protocols.sketch import Sketch


class Unanswered(NamedTuple):
    """A question that some worked examples of its stage leave out."""

    question: QuestionBase
    examples: tuple[str, ...]
    of: int
    """Examples of that stage in all."""


def unanswered(protocol: Protocol, only: Collection[str] | None = None) -> Iterator[Unanswered]:
    """Where one, some or all examples lack an answer that every rater must give; `only` some of the examples count."""
    examples = [one for one in protocol.examples if only is None or one.id in only]
    for stage in protocol.stages:
        asked = {question.id for question in stage.ask}
        said = {one.id: {answer.question for answer in one.answers} for one in examples}
        here = [id for id, questions in said.items() if asked & questions]
        for question in stage.ask:
            lacking = tuple(id for id in here if question.id not in said[id])
            if lacking and question.required and question.only_if is None and not question.is_by_hand:
                yield Unanswered(question, lacking, len(here))


def silent_faults(protocol: Protocol) -> list[Fault]:
    """The same in the shape of faults, without places."""
    return [_told(one) for one in unanswered(protocol)]


def silent_in(sketch: Sketch) -> list[Fault]:
    """The same, at the line of the question."""
    asked = sketch.asked()
    found = [(asked[one.question.id].loc, _told(one)) for one in unanswered(sketch.protocol)]
    return [sketch.fault(told.code, loc, told.given, told.allowed, **told.params) for loc, told in found]


def _told(one: Unanswered) -> Fault:
    params = {"n": len(one.examples), "of": one.of}
    return Fault("protocol.silent_examples", "", one.question.id, list(one.examples), params)
