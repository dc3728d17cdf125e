"""Stored answers into columns of numbers, one judgement after the other: no object is kept per rating."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, cast, get_args

import numpy as np

from jurybox.analysis import BY_RULE, Asked, Longs, NumberAnswers, SetAnswers
from jurybox.core import Answer, MadeBy
from jurybox.core.questions import (
    Choice,
    Comment,
    ComparisonQuestion,
    Counted,
    Edit,
    EditAnswer,
    Marks,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    Tags,
    Value,
    for_every_type,
)
from jurybox.stats import Floats
from jurybox.studies.results.table.comparison_column import ComparisonColumn

MOST_SEGMENTS = 2048
"""A unit's key is candidate * MOST_SEGMENTS + segment; of several candidates seen together the same of their unit,
negative."""
FIRST_WINDOW = 1024
"""In place of a segment, what is said of a window as a whole has this and its number."""
Key = Callable[[str], int]


def window_key(window: int) -> int:
    """What the key of something said of a whole unit adds: nothing where the unit is a whole item."""
    return FIRST_WINDOW + window if window else 0


def unit_key(candidates: Sequence[int], unit: int, window: int = 0) -> int:
    """The key of a unit: of its one candidate, or its own where it has several."""
    return candidates[0] * MOST_SEGMENTS + window_key(window) if len(candidates) == 1 else -unit * MOST_SEGMENTS


def key_of(question: QuestionBase, candidates: Sequence[int], unit: int, window: int = 0) -> Key:
    """From the target of an answer to the key of the unit that it is about."""
    if question.about == "candidate":
        part = window_key(window)
        return lambda target: int(target) * MOST_SEGMENTS + part
    if question.about == "output":
        return output_key
    base = unit_key(candidates, unit, window)
    if question.about == "unit":
        return lambda target: base
    base -= window_key(window) if base > 0 else 0
    return lambda target: base + int(target) if base > 0 else base - int(target)


def output_key(target: str) -> int:
    """
    >>> output_key("17.3") == 17 * MOST_SEGMENTS + 3
    True
    """
    candidate, _, segment = target.partition(".")
    return int(candidate) * MOST_SEGMENTS + int(segment)


def longs(values: Sequence[int]) -> Longs:
    return np.array(values, np.int64)


class QuestionColumn:
    """The answers to one question; `row` is the place of the judgement among those that were taken."""

    counts_missing = True
    """Whether what was not answered is left out, and counted so."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        self.asked, self.question = asked, question
        self.row, self.key = array("i"), array("q")
        self.left_out: Counter[str] = Counter()

    def take(self, row: int, cells: Mapping[str, Answer], key: Key, gone: Callable[[int], bool]) -> None:
        for target, answer in cells.items():
            place = key(target)
            if place > 0 and gone(place // MOST_SEGMENTS):
                self.left_out["system_withdrawn"] += 1
            elif answer.by == "removed":
                pass  # it need not be answered, and was not
            elif answer.value is None:
                self.left_out["not_asked" if answer.by == "not_asked" else "cannot"] += 1
            else:
                self.add(row, place, answer.value, answer.by)

    def add(self, row: int, key: int, value: Value, by: MadeBy) -> None:
        raise NotImplementedError


class NumberColumn(QuestionColumn):
    """Numbers. What a rule made is one answer, however many raters looked at it."""

    halves = 0
    """How many halves were taken for zeros."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        super().__init__(asked, question)
        self.value = array("d")
        self.ruled: dict[int, float] = {}
        self.number = cast(Callable[[Value], float], question.number)  # only of questions whose answers are numbers

    def add(self, row: int, key: int, value: Value, by: MadeBy) -> None:
        number = self.number(value)
        if by == "rule":
            self.ruled.setdefault(key, number)
            return
        self.row.append(row)
        self.key.append(key)
        self.value.append(number)

    def numbers(self, stage: int) -> NumberAnswers:
        """As the scorer takes them: what rules made stands at the end."""
        made = longs(sorted(self.ruled))
        value = [self.ruled[key] for key in made.tolist()]
        return NumberAnswers(
            self.question.about,
            frozenset((stage,)),
            np.concatenate([longs(self.row), np.full(len(made), BY_RULE)]),
            np.concatenate([longs(self.key), made]),
            np.concatenate([np.array(self.value, np.float64), np.array(value, np.float64)]),
        )


class HalvesColumn(NumberColumn):
    """Counts of which a half that was imported, and did not add up from marks, is read as a zero.

    Older tools had no zero. Who counts a half here means a half.
    """

    def __init__(self, asked: Asked, question: QuestionBase, imported: Sequence[int]) -> None:
        super().__init__(asked, question)
        self.imported = imported
        """By judgement; grows with the log."""

    def add(self, row: int, key: int, value: Value, by: MadeBy) -> None:
        if value == 0.5 and by not in ("rule", "marks") and self.imported[row]:
            value = 0
            self.halves += 1
        super().add(row, key, value, by)


class TickColumn(NumberColumn):
    """Ticks as noughts and ones."""

    def sets(self, stage: int) -> SetAnswers:
        """As the scorer takes them, to count the chosen options."""
        one = self.numbers(stage)
        of = np.flatnonzero(one.value)
        names = tuple(option.id for option in self.question.names())
        return SetAnswers(one.about, one.stages, one.row, one.key, of, np.zeros(len(of), np.int64), names)


class EditColumn(NumberColumn):
    """Edits by their rate of words, and what else of them scores can count."""

    def __init__(self, asked: Asked, question: Edit) -> None:
        super().__init__(asked, question)
        self._count = question.counted
        self.counts: dict[Counted, array[float]] = {what: array("d") for what in get_args(Counted)}
        self.texts: list[str] = []

    def add(self, row: int, key: int, value: Value, by: MadeBy) -> None:
        super().add(row, key, value, by)
        for what, counts in self.counts.items():
            counts.append(self._count(value, what) or 0.0)
        self.texts.append(cast(EditAnswer, value)["text"])

    def counted(self, stage: int, what: Counted) -> NumberAnswers:
        """As the scorer takes them, in place of the rate of words."""
        value = np.array(self.counts[what], np.float64)
        return NumberAnswers(self.question.about, frozenset((stage,)), longs(self.row), longs(self.key), value)


NONE_CHOSEN = -1.0


class CategoryColumn(NumberColumn):
    """One of several options, by its place among them."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        super().__init__(asked, question)
        self.codes = {name: float(n) for n, name in enumerate(asked.names)}
        self.number = self._place
        self.none_row, self.none_key = array("i"), array("q")
        """Answers that choose none of several: no category, but a number of options."""

    def _place(self, value: Value) -> float:
        """Of a worked example also that none was chosen."""
        return next((self.codes[name] for name in self.question.held(value)), NONE_CHOSEN)

    def add(self, row: int, key: int, value: Value, by: MadeBy) -> None:
        if value:
            super().add(row, key, value, by)
            return
        self.left_out["not_answered"] += 1  # the protocol lets raters choose none
        self.none_row.append(BY_RULE if by == "rule" else row)
        self.none_key.append(key)

    def sets(self, stage: int) -> SetAnswers:
        """As the scorer takes them, to count the chosen options."""
        one = self.numbers(stage)
        row, key = (np.concatenate([one.row, longs(self.none_row)]), np.concatenate([one.key, longs(self.none_key)]))
        of, name = np.arange(len(one.row)), one.value.astype(np.int64)
        return SetAnswers(one.about, one.stages, row, key, of, name, self.asked.names)


class SetColumn(QuestionColumn):
    """Sets of tags, sets of options, or marks: one rating each, and what it holds."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        super().__init__(asked, question)
        self.codes = {name: n for n, name in enumerate(asked.names)}
        self.of, self.tag = array("i"), array("i")
        self.ruled: dict[int, Value] = {}
        """What rules made: counted in scores, and in no rate."""

    def add(self, row: int, key: int, value: Value, by: MadeBy) -> None:
        if by == "rule":
            self.left_out["rule_made"] += 1
            self.ruled.setdefault(key, value)
        elif value or not self.question.is_blank(value):
            self._append(row, key, value)

    def _append(self, row: int, key: int, value: Value) -> None:
        n = len(self.row)
        self.row.append(row)
        self.key.append(key)
        for name in self.question.held(value):
            if (code := self.codes.get(name)) is not None:  # otherwise a tag that counts in no rate
                self.of.append(n)
                self.tag.append(code)

    def _worth(self, made: Self) -> Floats | None:
        """What each entry is worth, those that rules made at the end; None where they are only counted."""
        return None

    def _presets(self, made: Self) -> dict[str, Floats]:
        """The same by preset."""
        return {}

    def sets(self, stage: int) -> SetAnswers:
        """As the scorer takes them."""
        made = type(self)(self.asked, self.question)
        for key, value in self.ruled.items():
            made._append(BY_RULE, key, value)

        def both(name: str) -> Longs:
            return np.concatenate([longs(getattr(self, name)), longs(getattr(made, name))])

        of = np.concatenate([longs(self.of), longs(made.of) + len(self.row)])
        return SetAnswers(
            self.question.about,
            frozenset((stage,)),
            both("row"),
            both("key"),
            of,
            both("tag"),
            self.asked.names,
            self.asked.categories,
            self._worth(made),
            self._presets(made),
        )


class TagColumn(SetColumn):
    """Sets that can be the same: of tags, or of options."""


class MarkColumn(SetColumn):
    """Marks: where they are, and what they are worth."""

    counts_missing = False
    """Where nothing was marked, nothing is missing."""

    def __init__(self, asked: Asked, question: Marks) -> None:
        super().__init__(asked, question)
        self.fields, self.said, self.value_of = question.marked_fields, question.said, question.value_of
        self.start, self.end, self.weight = array("i"), array("i"), array("d")
        self.text = array("i")
        """Which of the fields each mark lies in."""
        self.presets = {name: array("d") for name in question.presets or ()}
        self._places = {field: place for place, field in enumerate(self.fields)}
        self._field_of = question.field_of

    def _append(self, row: int, key: int, value: Value) -> None:
        super()._append(row, key, value)
        for mark in self.said(value):
            self.start.append(mark["start"] or 0)
            self.end.append(mark["end"] or 0)
            self.weight.append(self.value_of(mark))
            for name, worth in self.presets.items():
                worth.append(self.value_of(mark, name))
            self.text.append(self._places.get(self._field_of(mark), 0))

    def _worth(self, made: Self) -> Floats:
        return np.array([*self.weight, *made.weight], np.float64)

    def _presets(self, made: Self) -> dict[str, Floats]:
        return {name: np.array([*own, *made.presets[name]], np.float64) for name, own in self.presets.items()}


AnyColumn = NumberColumn | SetColumn | ComparisonColumn
Imported = Sequence[int] | None
Maker = Callable[[Asked, Any, Imported], AnyColumn]
"""Takes the question, and which judgements were imported where halves of these are to be read as zeros."""


def _number(asked: Asked, question: QuestionBase, imported: Imported) -> NumberColumn:
    return NumberColumn(asked, question)


def _steps(asked: Asked, question: Stepper, imported: Imported) -> NumberColumn:
    if imported is None or question.step != 0.5:
        return NumberColumn(asked, question)
    return HalvesColumn(asked, question, imported)


def _tags(asked: Asked, question: Tags, imported: Imported) -> SetColumn:
    return TagColumn(asked, question)


def _marks(asked: Asked, question: Marks, imported: Imported) -> SetColumn:
    return MarkColumn(asked, question)


def _comparison(asked: Asked, question: ComparisonQuestion, imported: Imported) -> ComparisonColumn:
    return ComparisonColumn(asked, question)


def _choice(asked: Asked, question: Choice, imported: Imported) -> AnyColumn:
    if question.is_tick:
        return TickColumn(asked, question)
    return CategoryColumn(asked, question) if question.most == 1 else TagColumn(asked, question)


def _edit(asked: Asked, question: Edit, imported: Imported) -> EditColumn:
    return EditColumn(asked, question)


COLUMNS: dict[type[QuestionBase], Maker | None] = for_every_type(
    {
        Scale: _number,
        Slider: _number,
        Stepper: _steps,
        Tags: _tags,
        Marks: _marks,
        Preference: _comparison,
        Ranking: _comparison,
        Choice: _choice,
        Comment: None,
        Edit: _edit,
    }
)
"""None: nothing is computed from a text."""
