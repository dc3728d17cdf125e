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


class EditAnswer(TypedDict):
    """A text as the rater would have it. The server counts how far it is from the one that was shown."""

    text: str
    unchanged: NotRequired[bool]
    """Said by the rater: there is nothing to change."""
    characters: NotRequired[int]
    words: NotRequired[int]
    of_characters: NotRequired[int]
    of_words: NotRequired[int]


Order = list[list[str]]
"""Candidates in groups, the best first."""

Value = float | str | list[str] | Order | list[TagAnswer] | list[MarkAnswer] | BetterAnswer | EditAnswer
"""Scale, slider, stepper: a number. Comment: a text. Choice: options. Then ranking, tags, marks, preference, edit."""
