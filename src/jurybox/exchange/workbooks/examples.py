"""Worked examples as lines of the guideline sheet: what the stage shows of each, what the guideline says, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jurybox.core.questions import QuestionBase
from jurybox.exchange.workbooks.columns import Speaker, rule_for
from jurybox.exchange.workbooks.guideline import GuidelineLine, in_pieces

ARROW = "→ "


@dataclass(frozen=True, slots=True)
class SaidOfExample:
    """What the guideline says in answer to a question."""

    question: QuestionBase
    value: Any
    why: str


@dataclass(frozen=True, slots=True)
class ExamplePart:
    """One candidate or segment of an example, or the whole of it."""

    name: str
    """The letter or number; empty where there is one candidate, and nothing else."""
    texts: Mapping[str, str]
    """By their headings."""
    answers: Sequence[SaidOfExample]


@dataclass(frozen=True, slots=True)
class BookExample:
    title: str
    texts: Mapping[str, str]
    """What is shown of the whole."""
    pictures: Sequence[str]
    parts: Sequence[ExamplePart]
    note: str


def example_lines(examples: Sequence[BookExample], speaker: Speaker) -> Iterator[GuidelineLine]:
    """All examples, one below the other; nothing where there are none."""
    if examples:
        yield GuidelineLine("text", "")
        yield GuidelineLine("heading", speaker.words("workbook.examples"))
    for example in examples:
        yield GuidelineLine("text", "")
        for line in _lines(example, speaker):
            yield from in_pieces(line)


def _lines(example: BookExample, speaker: Speaker) -> Iterator[GuidelineLine]:
    if example.title:
        yield GuidelineLine("strong", example.title)
    yield from (GuidelineLine("picture", "", picture) for picture in example.pictures)
    yield from _texts("", example.texts)
    asked = {said.question.id for part in example.parts for said in part.answers}
    for part in example.parts:
        yield from _texts(f"{part.name}  " if part.name else "", part.texts)
        for said in part.answers:
            yield GuidelineLine("text", _answer(said, len(asked) > 1, speaker))
    if example.note:
        yield GuidelineLine("text", example.note)


def _texts(before: str, texts: Mapping[str, str]) -> Iterator[GuidelineLine]:
    for heading, text in texts.items():
        yield GuidelineLine("text", f"{before}{heading}: {text}")


def _answer(said: SaidOfExample, one_of_several: bool, speaker: Speaker) -> str:
    rule = rule_for(said.question)
    value = rule.in_words(said.question, said.value, speaker) if rule else ""
    asked = f"{speaker.say(said.question.prompt)} " if one_of_several else ""
    return f"{ARROW}{asked}{value}" + (f". {said.why}" if said.why else "")
