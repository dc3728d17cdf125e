"""Marks: labelled spans of a shown text, with credit or severity and a count; they may overlap and nest."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, TypeGuard, cast

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.base import Addends, Measure, Named, QuestionBase, all_or_nothing, twice, unknown
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.marks_apart import is_alike, is_same, paired
from jurybox.core.questions.matching import one_to_one
from jurybox.core.questions.numbers import Number
from jurybox.core.questions.values import MarkAnswer, Value
from jurybox.core.text import Text

MOST_MARKS = 1_000
MOST_COUNT = 99
LONGEST_REASON = 2_000
REQUIRED_KEYS = {"start", "end", "label"}
KEYS = REQUIRED_KEYS | {"weight", "count", "field", "reason"}
NOWHERE = ("answer.not_a_mark", "answer.not_to_be_marked", "answer.outside_the_text", "answer.mark_without_text")
"""Faults of a mark of which nothing is known of where it lies."""


class Weight(Model):
    """What a mark is worth (full 1, half 0.5) or costs (minor 1, major 5)."""

    id: Name
    label: Text
    definition: Text | None = None
    value: Number


class MarkLabel(Model):
    """`weights` names the weights this label may carry; none named means all. With `labels` it is their category."""

    id: Name
    label: Text
    definition: Text | None = None
    examples: tuple[Text, ...] = ()
    weights: tuple[Name, ...] = ()
    labels: tuple["MarkLabel", ...] = ()
    ours: bool = False


Preset = Annotated[dict[Name, Annotated[dict[Name, Number], Field(min_length=1)]], Field(min_length=1)]
"""Label or category -> weight -> what it is worth there."""


class Marks(QuestionBase):
    type: Literal["marks"] = "marks"
    field: Name = "output"
    also: tuple[Name, ...] = ()
    """Other texts that can be marked as well: a mark in one of them names its field."""
    labels: Annotated[tuple[MarkLabel, ...], Field(min_length=1)]
    weights: tuple[Weight, ...] = ()
    counted: bool = False
    overlap: bool = True
    allow_missing: bool = False
    """Whether a mark may stand for something that is not in the text: at a place (start is end), or anywhere (null)."""
    reasons: Literal["none", "optional", "required"] = "none"
    """Whether each mark has a reason in the rater's words."""
    none: Text | None = None
    """What the button is called that says that there is nothing to mark."""

    presets: Annotated[dict[Name, Preset], Field(min_length=1)] | None = None
    """By name: what weights are worth on some labels, or on all labels of a category, where a score asks for it."""

    part_key: ClassVar[str] = "mark"

    def value_of(self, mark: MarkAnswer, preset: str = "") -> float:
        """What one mark adds: its weight times its count."""
        weight = mark.get("weight") or ""
        worth = {one.id: float(one.value) for one in self.weights}.get(weight, 1.0)
        if preset:
            other = (self.presets or {})[preset]
            of_category = other.get(self._category_of(mark["label"]), {}).get(weight, worth)
            worth = float(other.get(mark["label"], {}).get(weight, of_category))
        return worth * float(mark.get("count", 1))

    def _category_of(self, label: str) -> str:
        return next((top.id for top in self.labels if any(one.id == label for one in top.labels)), "")

    def all_labels(self) -> dict[str, MarkLabel]:
        """What a mark can be labelled with, by id: labels without a category, and those of the categories."""
        return {one.id: one for label in self.labels for one in (label.labels or (label,))}

    def weights_of(self, label: str) -> list[str]:
        """The weights that a label may carry: its own, else those of its category, else all."""
        for top in self.labels:
            for one in top.labels or (top,):
                if one.id == label and (own := one.weights or top.weights):
                    return list(own)
        return [weight.id for weight in self.weights]

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault("answer.not_a_list", given=value, allowed=[{"start": 0, "end": 1, "label": "…"}])
            return
        if len(value) > MOST_MARKS:
            yield Fault("answer.too_many_marks", given=len(value), allowed=MOST_MARKS)
            return
        lengths = {field: frame.text_length(field, target) for field in self.marked_fields}
        spans: list[tuple[str, int, int]] = []
        for i, mark in enumerate(value):
            found = list(self._mark_faults(mark, lengths, f"[{i}]"))
            yield from found
            if not any(fault.code in NOWHERE for fault in found) and mark["start"] is not None:
                field, start, end = self.field_of(mark), mark["start"], mark["end"]
                if not self.overlap and any(f == field and s < end and start < e for f, s, e in spans):
                    yield Fault("answer.marks_overlap", f"[{i}]", [start, end])
                spans.append((field, start, end))

    def _mark_faults(self, mark: object, lengths: Mapping[str, int | None], where: str) -> Iterator[Fault]:
        if not isinstance(mark, dict) or set(mark) - KEYS or not set(mark) >= REQUIRED_KEYS:
            yield Fault("answer.not_a_mark", where, mark, sorted(KEYS))
            return
        labels = self.all_labels()
        label = mark["label"] if isinstance(mark["label"], str) and mark["label"] in labels else None
        if label is None:
            yield unknown("answer.unknown_label", mark["label"], list(labels), where)
        field = mark.get("field", self.field)
        if field in self.marked_fields:
            yield from self._span_faults(mark["start"], mark["end"], lengths[field], where)
        else:
            yield unknown("answer.not_to_be_marked", field, list(self.marked_fields), where)
        yield from self._weight_faults(mark, label, where)
        yield from self._reason_faults(mark.get("reason"), where)

    def _span_faults(self, start: object, end: object, length: int | None, where: str) -> Iterator[Fault]:
        if start is None and end is None:
            if not self.allow_missing:
                yield Fault("answer.mark_without_text", where)
            return
        is_inside = _is_whole(start) and _is_whole(end) and length is not None and 0 <= start <= end <= length
        if not is_inside or (start == end and not self.allow_missing):
            yield Fault("answer.outside_the_text", where, [start, end], [0, length])

    def _weight_faults(self, mark: Mapping[str, object], label: str | None, where: str) -> Iterator[Fault]:
        allowed = [weight.id for weight in self.weights] if label is None else self.weights_of(label)
        weight = mark.get("weight")
        if allowed and weight is None:
            yield Fault("answer.mark_without_weight", where, allowed=allowed)
        elif allowed and weight not in allowed:
            yield unknown("answer.unknown_weight", weight, allowed, where)
        elif not allowed and weight is not None:
            yield Fault("answer.mark_takes_no_weight", where, weight)
        count = mark.get("count", 1)
        top = MOST_COUNT if self.counted else 1
        if not _is_whole(count) or not 1 <= count <= top:
            yield Fault("answer.bad_count", where, count, [1, top])

    def _reason_faults(self, reason: object, where: str) -> Iterator[Fault]:
        if reason is not None and self.reasons == "none":
            yield Fault("answer.mark_takes_no_reason", where, reason)
        elif reason is not None and not isinstance(reason, str):
            yield Fault("answer.not_a_text", where, reason)
        elif isinstance(reason, str) and len(reason) > LONGEST_REASON:
            yield Fault("answer.text_too_long", where, len(reason), LONGEST_REASON)
        elif self.reasons == "required" and not (isinstance(reason, str) and reason.strip()):
            yield Fault("answer.mark_without_reason", where)

    @property
    def none_is_an_answer(self) -> bool:
        return True

    @property
    def marked_field(self) -> str:
        return self.field

    @property
    def marked_fields(self) -> tuple[str, ...]:
        return (self.field, *self.also)

    def field_of(self, mark: Mapping[str, object]) -> str:
        """The text that a sound mark lies in."""
        return str(mark.get("field", self.field))

    def is_blank(self, value: Value) -> bool:
        """Who gives the scores directly has not looked for marks; who can say that there are none has."""
        return not value and not self.required and self.none is None

    def addends(self) -> Addends:
        return Addends(
            tuple(self.all_labels()), tuple(weight.value for weight in self.weights), tuple(self.presets or ())
        )

    def total(self, value: Value, label: str) -> float:
        return sum(self.value_of(mark) for mark in self.said(value) if mark["label"] == label)

    def measure(self) -> Measure:
        return Measure("marks", "nominal")

    def weight_names(self) -> tuple[Named, ...]:
        return tuple(Named(one.id, one.label) for one in self.weights)

    def names(self) -> tuple[Named, ...]:
        return tuple(
            Named(one.id, one.label, top.id if top.labels else "")
            for top in self.labels
            for one in (top.labels or (top,))
        )

    def category_labels(self) -> dict[str, Text]:
        return {top.id: top.label for top in self.labels if top.labels}

    def held(self, value: Value) -> list[str]:
        return [mark["label"] for mark in self.said(value)]

    def said(self, value: Value) -> list[MarkAnswer]:
        """A sound answer, mark by mark."""
        return cast(list[MarkAnswer], value)

    def number(self, value: Value) -> None:
        return None

    def apart(self, value: Value, other: Value) -> float:
        """How many marks would have to be added, taken away or changed; where none has place and label in common, all
        is different."""
        ours, theirs = self._placed(value), self._placed(other)
        same = len(one_to_one([[n for n, b in enumerate(theirs) if is_same(a, b)] for a in ours]))
        most = max(len(ours), len(theirs))
        return most - same if same or self.matched(value, other) else all_or_nothing(most == 0)

    def matched(self, value: Value, other: Value) -> tuple[tuple[int, int], ...]:
        """The most pairs of marks with the same label that share at least half of the longer one."""
        ours, theirs = self._placed(value), self._placed(other)
        return one_to_one([[n for n, b in enumerate(theirs) if is_alike(a, b)] for a in ours])

    def counterparts(self, value: Value, other: Value) -> tuple[tuple[int, int], ...]:
        return paired(self._placed(value), self._placed(other))

    def _placed(self, value: Value) -> list[MarkAnswer]:
        """Every mark with the field that it lies in."""
        return [{**mark, "field": self.field_of(mark)} for mark in self.said(value)]

    def duplicates(self) -> Iterator[tuple[str, str]]:
        paths = [(f"labels[{n}].id", top.id) for n, top in enumerate(self.labels)]
        paths += [
            (f"labels[{n}].labels[{m}].id", one.id)
            for n, top in enumerate(self.labels)
            for m, one in enumerate(top.labels)
        ]
        seen: set[str] = set()
        for path, id in paths:
            if id in seen:
                yield path, id
            seen.add(id)
        yield from twice("weights[{}].id", [weight.id for weight in self.weights])
        yield from twice("also[{}]", self.also)


def _is_whole(number: object) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool)
