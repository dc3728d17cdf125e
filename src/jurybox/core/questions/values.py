"""What an answer to each question type holds once it is sound, as it is stored and sent."""

from typing import NotRequired, TypedDict


class TagAnswer(TypedDict):
    """One tag, perhaps with what was written beside it."""

    id: str
    text: NotRequired[str | None]


class MarkAnswer(TypedDict):
    """A labelled span of a text in code points. What the text leaves out is at one place, or has None for both."""

    start: int | None
    end: int | None
    label: str
    weight: NotRequired[str | None]
    count: NotRequired[int]
    field: NotRequired[str]
    """The text that it lies in, where that is not the question's own."""
    reason: NotRequired[str | None]


class BetterAnswer(TypedDict):
    """The candidate that is preferred, or `tie`, or `neither`: all of them are bad."""

    better: str


Order = list[list[str]]
"""Candidates in groups, the best first."""

Value = float | str | list[str] | Order | list[TagAnswer] | list[MarkAnswer] | BetterAnswer
"""Scale, slider, stepper: a number. Comment: a text. Choice: options. Then ranking, tags, marks and preference."""
