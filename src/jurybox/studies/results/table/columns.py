"""Stored answers into columns of numbers, one judgement after the other: no object is kept per rating."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from jurybox.analysis import BY_RULE, Asked, Longs, NumberAnswers, SetAnswers
from jurybox.core.questions import Choice, Marks, Preference, QuestionBase, Ranking, Stepper, Tags

MOST_SEGMENTS = 1024
"""A unit's key is candidate * MOST_SEGMENTS + segment; of what belongs to an item as a whole the same, negative."""
Systems = Callable[[int], Sequence[int]]
Key = Callable[[str], int]


def unit_key(candidates: Sequence[int], item: int) -> int:
    """The key of a unit: of its one candidate, or of its item where it has several."""
    return candidates[0] * MOST_SEGMENTS if len(candidates) == 1 else -item * MOST_SEGMENTS


def key_of(question: QuestionBase, candidates: Sequence[int], item: int) -> Key:
    """From the target of an answer to the key of the unit that it is about."""
    if question.about == "candidate":
        return lambda target: int(target) * MOST_SEGMENTS
    base = unit_key(candidates, item)
    if question.about == "unit":
        return lambda target: base
    return lambda target: base + int(target) if base > 0 else base - int(target)


def longs(values: Sequence[int]) -> Longs:
    return np.array(values, np.int64)


class QuestionColumn:
    """The answers to one question; `row` is the place of the judgement among those that were taken."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        self.asked, self.question = asked, question
        self.row, self.key = array("i"), array("q")
        self.left_out: Counter[str] = Counter()

    def take(self, row: int, cells: Mapping[str, Any], key: Key, gone: Callable[[int], bool]) -> None:
        for target, cell in cells.items():
            place = key(target)
            if place > 0 and gone(place // MOST_SEGMENTS):
                self.left_out["system_withdrawn"] += 1
            elif "cannot" in cell:
                self.left_out["cannot"] += 1
            else:
                self.add(row, place, cell["value"], cell["by"])

    def add(self, row: int, key: int, value: Any, by: str) -> None:
        raise NotImplementedError


class NumberColumn(QuestionColumn):
    """Numbers. What a rule made is one answer, however many raters looked at it."""

    def __init__(self, asked: Asked, question: QuestionBase, half_is_zero: bool = False) -> None:
        super().__init__(asked, question)
        self.value = array("d")
        self.ruled: dict[int, float] = {}
        self.halves = 0
        self.half_is_zero = half_is_zero and isinstance(question, Stepper) and question.step == 0.5

    def number(self, value: Any) -> float:
        return float(value)

    def add(self, row: int, key: int, value: Any, by: str) -> None:
        number = self.number(value)
        if by == "rule":
            self.ruled.setdefault(key, number)
            return
        if self.half_is_zero and number == 0.5 and by != "marks":
            number = 0.0
            self.halves += 1
        self.row.append(row)
        self.key.append(key)
        self.value.append(number)

    def numbers(self, stage: int) -> NumberAnswers:
        """As the scorer takes them: what rules made stands at the end."""
        made = longs(sorted(self.ruled))
        value = [self.ruled[key] for key in made.tolist()]
        return NumberAnswers(
            self.question.about, frozenset((stage,)),
            np.concatenate([longs(self.row), np.full(len(made), BY_RULE)]), np.concatenate([longs(self.key), made]),
            np.concatenate([np.array(self.value, np.float64), np.array(value, np.float64)]),
        )  # fmt: skip


class ChoiceColumn(NumberColumn):
    """Ticks as noughts and ones, or one of several options as a category."""

    def __init__(self, asked: Asked, question: Choice) -> None:
        super().__init__(asked, question)
        self.names = tuple(option.id for option in question.options)
        self.codes = {name: float(n) for n, name in enumerate(self.names)}
        self.none_row, self.none_key = array("i"), array("q")
        """Answers that choose none of several: no category, but a number of options."""

    def number(self, value: Any) -> float:
        return self.codes[value[0]] if self.asked.kind == "category" else float(len(value))

    def add(self, row: int, key: int, value: Any, by: str) -> None:
        if value or self.asked.kind != "category":
            super().add(row, key, value, by)
            return
        self.left_out["not_answered"] += 1  # the protocol lets raters choose none
        self.none_row.append(BY_RULE if by == "rule" else row)
        self.none_key.append(key)

    def sets(self, stage: int) -> SetAnswers:
        """As the scorer takes them, to count the chosen options."""
        one = self.numbers(stage)
        is_category = self.asked.kind == "category"
        of = np.arange(len(one.row)) if is_category else np.flatnonzero(one.value)
        name = one.value.astype(np.int64) if is_category else np.zeros(len(of), np.int64)
        row, key = (np.concatenate([one.row, longs(self.none_row)]), np.concatenate([one.key, longs(self.none_key)]))
        return SetAnswers(one.about, one.stages, row, key, of, name, self.names)


class TagColumn(QuestionColumn):
    """Sets of tags, sets of options, or marks: one rating each, and what it holds."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        super().__init__(asked, question)
        self.codes = {name: n for n, name in enumerate(asked.names)}
        self.of, self.tag = array("i"), array("i")
        self.start, self.end, self.weight = array("i"), array("i"), array("d")
        self.ruled: dict[int, Any] = {}
        """What rules made: counted in scores, and in no rate."""

    def add(self, row: int, key: int, value: Any, by: str) -> None:
        if by == "rule":
            self.left_out["rule_made"] += 1
            self.ruled.setdefault(key, value)
        elif value or not isinstance(self.question, Marks) or self.question.required:
            self._append(row, key, value)  # otherwise who gives the scores directly has not looked for marks

    def _append(self, row: int, key: int, value: Any) -> None:
        question, n = self.question, len(self.row)
        self.row.append(row)
        self.key.append(key)
        for entry in value:
            code = self.codes.get(entry if isinstance(entry, str) else entry.get("id") or entry.get("label"))
            if code is None:
                continue  # a tag that counts in no rate
            self.of.append(n)
            self.tag.append(code)
            if isinstance(question, Marks):
                self.start.append(entry["start"] or 0)
                self.end.append(entry["end"] or 0)
                self.weight.append(question.value_of(entry))

    def sets(self, stage: int) -> SetAnswers:
        """As the scorer takes them."""
        made = TagColumn(self.asked, self.question)
        for key, value in self.ruled.items():
            made._append(BY_RULE, key, value)

        def both(name: str) -> Longs:
            return np.concatenate([longs(getattr(self, name)), longs(getattr(made, name))])

        of = np.concatenate([longs(self.of), longs(made.of) + len(self.row)])
        worth = np.array([*self.weight, *made.weight], np.float64) if self.weight or made.weight else None
        return SetAnswers(
            self.question.about, frozenset((stage,)), both("row"), both("key"), of, both("tag"), self.asked.names,
            self.asked.categories, worth,
        )  # fmt: skip


class ComparisonColumn:
    """Preferences and rankings in pairs of systems; the one that was shown first stands first."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        self.asked, self.question = asked, question
        self.row, self.item = array("i"), array("q")
        self.first, self.second, self.outcome = array("i"), array("i"), array("b")
        self.left_out: Counter[str] = Counter()

    def take(self, row: int, cells: Mapping[str, Any], candidates: Sequence[int], item: int, systems: Systems) -> None:
        cell = cells.get("unit", {})
        if "cannot" in cell or cell.get("by") == "rule":
            self.left_out["cannot" if "cannot" in cell else "rule_made"] += 1
        elif cell:
            place = self._places(cell["value"], candidates)
            for one, other in combinations(candidates, 2):
                if (outcome := place(one, other)) is not None:
                    self._pair(row, item, systems(one), systems(other), outcome)
            for one in candidates:
                for first, second in combinations(systems(one), 2):
                    self._append(row, item, first, second, 0)

    def _places(self, value: Any, candidates: Sequence[int]) -> Callable[[int, int], int | None]:
        """Of two candidates: 1, 0 or -1, or None where the rater did not compare them."""
        if isinstance(self.question, Preference):
            better = value["better"]
            if better == "tie":
                return lambda one, other: 0
            return lambda one, other: {str(one): 1, str(other): -1}.get(better)
        groups = {int(c): n for n, group in enumerate(value) for c in group}
        is_open = isinstance(self.question, Ranking) and self.question.mode == "best-worst"

        def compare(one: int, other: int) -> int | None:
            apart = groups[other] - groups[one]
            if not apart and is_open:
                return None  # between best and worst nothing was said
            return (apart > 0) - (apart < 0)

        return compare

    def _pair(self, row: int, item: int, one: Sequence[int], other: Sequence[int], outcome: int) -> None:
        if not one or not other:
            self.left_out["system_withdrawn"] += 1
        for first in one:
            for second in other:
                self._append(row, item, first, second, outcome)

    def _append(self, row: int, item: int, first: int, second: int, outcome: int) -> None:
        self.row.append(row)
        self.item.append(item)
        self.first.append(first)
        self.second.append(second)
        self.outcome.append(outcome)


AnyColumn = NumberColumn | TagColumn | ComparisonColumn


def column_for(asked: Asked, question: QuestionBase, half_is_zero: bool) -> AnyColumn:
    if isinstance(question, Preference | Ranking):
        return ComparisonColumn(asked, question)
    if isinstance(question, Choice) and asked.kind != "tags":
        return ChoiceColumn(asked, question)
    if isinstance(question, Tags | Marks | Choice):
        return TagColumn(asked, question)
    return NumberColumn(asked, question, half_is_zero)
