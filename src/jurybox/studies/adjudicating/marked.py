"""Marks of an answer in the text that they are made in, for who decides and who is told."""

from itertools import pairwise
from typing import TypedDict, cast

from jurybox.core import in_language
from jurybox.core.questions import MarkAnswer, QuestionBase, Value
from jurybox.store import Content


class MarkedPart(TypedDict):
    """A part of a text with the labels that it was marked with; without a text where something is missing there."""

    text: str
    marks: list[str]


def text_of(question: QuestionBase, content: Content, candidates: list[int], target: str) -> str | None:
    """The text that a question marks in, by its target as it is stored; None where it marks nothing."""
    field = question.marked_field
    if field is None or not candidates:
        return None
    if question.about == "segment":
        chosen, segment = candidates[0], int(target)
    elif question.about == "unit":
        chosen, segment = candidates[0], 0
    else:
        candidate, _, number = target.partition(".")
        chosen, segment = int(candidate), int(number or 0)
    found = content.shown_at(chosen, segment).get(field)
    return found if isinstance(found, str) else None


def in_text(question: QuestionBase, value: Value | None, text: str | None, lang: str) -> list[MarkedPart]:
    """The whole text cut wherever a mark begins or ends; nothing where the question is not about marks."""
    if text is None or not isinstance(value, list):
        return []
    named = {one.id: in_language(one.label, [lang]) for one in question.names()}
    spans: list[tuple[int, int, str]] = []
    missing: list[MarkedPart] = []
    for mark in cast(list[MarkAnswer], value):
        weight = mark.get("weight")
        label = named.get(mark["label"], mark["label"]) + (f" ({weight})" if weight else "")
        start, end = mark["start"], mark["end"]
        if start is None or end is None:
            missing.append({"text": "", "marks": [label]})
        else:
            spans.append((start, end, label))
    cuts = sorted({0, len(text), *(min(place, len(text)) for start, end, _ in spans for place in (start, end))})
    parts: list[MarkedPart] = [
        {"text": text[a:b], "marks": [label for start, end, label in spans if start < b and end > a]}
        for a, b in pairwise(cuts)
    ]
    return [*parts, *missing]
