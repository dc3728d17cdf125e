"""Marks: labelled spans of a shown text, with credit or severity and a count; they may overlap and nest."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, TypeGuard, cast

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.base import Addends, Frame, Measure, Named, QuestionBase, all_or_nothing, twice, unknown
from jurybox.core.questions.matching import one_to_one
from jurybox.core.questions.numbers import Number
from jurybox.core.questions.values import MarkAnswer, Value
from jurybox.core.text import Text

MOST_MARKS = 1_000
MOST_COUNT = 99


class Weight(Model):
    """What a mark is worth (full 1, half 0.5) or costs (minor 1, major 5)."""

    id: Name
    label: Text
    definition: Text | None = None
    value: Number


class MarkLabel(Model):
    """`weights` names the weights this label may carry; none named means all."""

    id: Name
    label: Text
    definition: Text | None = None
    examples: tuple[Text, ...] = ()
    weights: tuple[Name, ...] = ()
    ours: bool = False


class Marks(QuestionBase):
    type: Literal["marks"] = "marks"
    field: Name = "output"
    labels: Annotated[tuple[MarkLabel, ...], Field(min_length=1)]
    weights: tuple[Weight, ...] = ()
    counted: bool = False
    overlap: bool = True
    allow_missing: bool = False
    """Whether a mark may stand for something that is not in the text (start and end are then null)."""

    part_key: ClassVar[str] = "mark"

    def value_of(self, mark: MarkAnswer) -> float:
        """What one mark adds: its weight times its count."""
        worth = {weight.id: float(weight.value) for weight in self.weights}
        return worth.get(mark.get("weight") or "", 1.0) * float(mark.get("count", 1))

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault("answer.not_a_list", given=value, allowed=[{"start": 0, "end": 1, "label": "…"}])
            return
        if len(value) > MOST_MARKS:
            yield Fault("answer.too_many_marks", given=len(value), allowed=MOST_MARKS)
            return
        length = frame.text_length(self.field, target)
        spans: list[tuple[int, int]] = []
        for i, mark in enumerate(value):
            found = list(self._mark_faults(mark, length, f"[{i}]"))
            yield from found
            if not found and mark["start"] is not None:
                span = (mark["start"], mark["end"])
                if not self.overlap and any(s < span[1] and span[0] < e for s, e in spans):
                    yield Fault("answer.marks_overlap", f"[{i}]", list(span))
                spans.append(span)

    def _mark_faults(self, mark: object, length: int | None, where: str) -> Iterator[Fault]:
        keys = {"start", "end", "label", "weight", "count"}
        if not isinstance(mark, dict) or set(mark) - keys or not {"start", "end", "label"} <= set(mark):
            yield Fault("answer.not_a_mark", where, mark, sorted(keys))
            return
        label = next((x for x in self.labels if x.id == mark["label"]), None)
        if label is None:
            yield unknown("answer.unknown_label", mark["label"], [x.id for x in self.labels], where)
        yield from self._span_faults(mark["start"], mark["end"], length, where)
        yield from self._weight_faults(mark, label, where)

    def _span_faults(self, start: object, end: object, length: int | None, where: str) -> Iterator[Fault]:
        if start is None and end is None:
            if not self.allow_missing:
                yield Fault("answer.mark_without_text", where)
            return
        if not _is_whole(start) or not _is_whole(end) or length is None or not 0 <= start < end <= length:
            yield Fault("answer.outside_the_text", where, [start, end], [0, length])

    def _weight_faults(self, mark: Mapping[str, object], label: MarkLabel | None, where: str) -> Iterator[Fault]:
        allowed = list(label.weights) if label and label.weights else [weight.id for weight in self.weights]
        weight = mark.get("weight")
        if allowed and weight not in allowed:
            yield unknown("answer.unknown_weight", weight, allowed, where)
        elif not allowed and weight is not None:
            yield Fault("answer.mark_takes_no_weight", where, weight)
        count = mark.get("count", 1)
        top = MOST_COUNT if self.counted else 1
        if not _is_whole(count) or not 1 <= count <= top:
            yield Fault("answer.bad_count", where, count, [1, top])

    @property
    def none_is_an_answer(self) -> bool:
        return True

    @property
    def marked_field(self) -> str:
        return self.field

    def is_blank(self, value: Value) -> bool:
        """Who gives the scores directly has not looked for marks."""
        return not value and not self.required

    def addends(self) -> Addends:
        return Addends(tuple(label.id for label in self.labels), tuple(weight.value for weight in self.weights))

    def total(self, value: Value, label: str) -> float:
        return sum(self.value_of(mark) for mark in self.said(value) if mark["label"] == label)

    def measure(self) -> Measure:
        return Measure("marks", "nominal")

    def names(self) -> tuple[Named, ...]:
        return tuple(Named(label.id, label.label) for label in self.labels)

    def held(self, value: Value) -> list[str]:
        return [mark["label"] for mark in self.said(value)]

    def said(self, value: Value) -> list[MarkAnswer]:
        """A sound answer, mark by mark."""
        return cast(list[MarkAnswer], value)

    def number(self, value: Value) -> None:
        return None

    def apart(self, value: Value, other: Value) -> float:
        """How many marks would have to be added, taken away or changed; where none is the same, all is different."""
        most, same = max(len(self.said(value)), len(self.said(other))), len(self.matched(value, other))
        return most - same if same else all_or_nothing(most == 0)

    def matched(self, value: Value, other: Value) -> tuple[tuple[int, int], ...]:
        """The most pairs of marks with the same label that share at least half of the longer one."""
        return one_to_one([[m for m, b in enumerate(self.said(other)) if _is_same(a, b)] for a in self.said(value)])

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("labels[{}].id", [label.id for label in self.labels])
        yield from twice("weights[{}].id", [weight.id for weight in self.weights])


def _is_same(mark: MarkAnswer, other: MarkAnswer) -> bool:
    """What is missing in the text has no place: there the label says it all."""
    if mark["label"] != other["label"]:
        return False
    start, end, begin, stop = mark["start"], mark["end"], other["start"], other["end"]
    if start is None or end is None or begin is None or stop is None:
        return start == begin
    return 2 * (min(end, stop) - max(start, begin)) >= max(end - start, stop - begin)


def _is_whole(number: object) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool)
