"""One rating, in the shape that every format is read into and written from: what one rater said of one thing.

Exactly one of `value`, `labels`, `marks` and `order` is set, or none of them where the answer is a text or is missing.
A rating without a question only says that an output exists.
"""

import json
from typing import Literal

import msgspec

from jurybox.exchange.files import BETWEEN

Offset = int | None
_encode = msgspec.json.Encoder().encode


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A labelled span in half-open code points. What the text lacks is at one place, or has None and None."""

    start: Offset
    end: Offset
    label: str
    weight: str | None = None
    count: int = 1
    field: str = "output"
    """The text that it lies in: the output or the source, or another that the question names."""
    reason: str | None = None

    @property
    def is_missing(self) -> bool:
        """Whether it stands for what the text lacks."""
        return self.start == self.end


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    item: str
    system: str = ""
    rater: str = ""
    question: str = ""
    value: int | float | None = None
    labels: tuple[str, ...] | None = None
    """Tags or options that were chosen; empty where a rater chose none."""
    marks: tuple[Mark, ...] | None = None
    order: tuple[tuple[str, ...], ...] | None = None
    """Systems, the best first; those of one group are equally good."""
    text: str | None = None
    """What was written: an answer in words, the reason of "cannot judge", or what a tag opened."""
    study: str = ""
    protocol: str = ""
    group: str = ""
    document: str = ""
    stage: str = ""
    target: str = ""
    """The number of a segment, or c and a number for a candidate of ours; empty where nothing more is known."""
    by: str = "rater"
    purpose: str = "rating"
    standing: str = "counted"
    pilot: bool = False
    seq: int | None = None
    judgement: str = ""
    supersedes: str = ""
    answered_at: str = ""
    """RFC 3339."""
    received_at: str = ""
    elapsed_ms: int | None = None
    channel: str = ""
    comment: str = ""
    suggested: str = ""
    """What was there to be corrected, JSON."""
    suggestion: str = ""
    """What became of it, JSON."""
    allowed: str = ""
    """What could be answered, as the column of our export says it."""
    source: str | None = None
    output: str | None = None
    drawn: str = ""
    """Of a pair that was drawn as a study went: `even` or `chosen`; `none` of what else such a study holds."""

    @property
    def cell(self) -> int | float | str | None:
        """What the column `value` of a long table holds."""
        if self.value is not None:
            return self.value
        if self.marks is not None:
            return _encode(self.marks).decode()
        if self.order is not None:
            return json.dumps(self.order, ensure_ascii=False)
        return BETWEEN.join(self.labels) if self.labels is not None else None

    @property
    def number(self) -> int | float | None:
        return self.value

    @property
    def about(self) -> str:
        """What the column `target` holds."""
        return self.target or "unit"

    @property
    def segment(self) -> str:
        return self.target if self.target.isdecimal() else ""

    @property
    def kind(self) -> "Kind":
        if self.value is not None:
            return "number"
        if self.marks is not None:
            return "marks"
        if self.order is not None:
            return "order"
        if self.by == "cannot":
            return "cannot"
        if self.labels is not None:
            return "labels" if len(self.labels) != 1 else "label"
        return "text" if self.text is not None else "nothing"


Kind = Literal["number", "label", "labels", "marks", "order", "text", "cannot", "nothing"]
KINDS: dict[Kind, str] = {
    "number": "numbers",
    "label": "single choices",
    "labels": "sets of tags or options",
    "marks": "marked spans",
    "order": "preferences and rankings",
    "text": "texts",
    "cannot": "answers that say why there is none",
    "nothing": "outputs that nobody rated",
}
"""How they are called in words."""

DEFAULTS = dict(zip(Rating.__struct_fields__[1:], Rating.__struct_defaults__, strict=True))
VALUES = ("value", "labels", "marks", "order")
"""The fields of which the kind decides which one is set."""


def same(ratings: "list[Rating]") -> list[Rating]:
    """Sorted by all they hold: two lists of the same ratings are equal."""
    return sorted(ratings, key=lambda one: msgspec.json.encode(one))
