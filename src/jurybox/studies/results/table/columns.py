"""Stored answers into columns of numbers, one judgement after the other: no object is kept per rating."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from jurybox.analysis import Asked
from jurybox.core.questions import Choice, Marks, Preference, QuestionBase, Ranking, Stepper, Tags

MOST_SEGMENTS = 1024
"""A unit's key is candidate * MOST_SEGMENTS + segment; of what belongs to an item as a whole the same, negative."""
Systems = Callable[[int], Sequence[int]]
Key = Callable[[str], int]


def key_of(question: QuestionBase, candidates: Sequence[int], item: int) -> Key:
    """From the target of an answer to the key of the unit that it is about."""
    if question.about == "candidate":
        return lambda target: int(target) * MOST_SEGMENTS
    base = candidates[0] * MOST_SEGMENTS if len(candidates) == 1 else -item * MOST_SEGMENTS
    if question.about == "unit":
        return lambda target: base
    return lambda target: base + int(target) if base > 0 else base - int(target)


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
    """Numbers, ticks and categories. What a rule made is one answer, however many raters looked at it."""

    def __init__(self, asked: Asked, question: QuestionBase, half_is_zero: bool = False) -> None:
        super().__init__(asked, question)
        self.value = array("d")
        self.ruled: dict[int, tuple[int, float]] = {}
        self.halves = 0
        self.half_is_zero = half_is_zero and isinstance(question, Stepper) and question.step == 0.5
        self.codes = {name: float(n) for n, name in enumerate(asked.names)}

    def number(self, value: Any) -> float:
        if isinstance(value, list):
            return self.codes[value[0]] if self.asked.kind == "category" else float(len(value))
        return float(value)

    def add(self, row: int, key: int, value: Any, by: str) -> None:
        if value == [] and self.asked.kind == "category":
            self.left_out["not_answered"] += 1  # the protocol lets raters choose none
            return
        number = self.number(value)
        if by == "rule":
            self.ruled.setdefault(key, (row, number))
            return
        if self.half_is_zero and number == 0.5 and by != "marks":
            number = 0.0
            self.halves += 1
        self.row.append(row)
        self.key.append(key)
        self.value.append(number)


class TagColumn(QuestionColumn):
    """Sets of tags, sets of options, or marks: one rating each, and what it holds."""

    def __init__(self, asked: Asked, question: QuestionBase) -> None:
        super().__init__(asked, question)
        self.codes = {name: n for n, name in enumerate(asked.names)}
        self.of, self.tag = array("i"), array("i")
        self.start, self.end, self.weight = array("i"), array("i"), array("d")

    def add(self, row: int, key: int, value: Any, by: str) -> None:
        if by == "rule":
            self.left_out["rule_made"] += 1
            return
        question = self.question
        if isinstance(question, Marks) and not value and not question.required:
            return  # who gives the scores directly has not looked for marks
        n = len(self.row)
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
    if isinstance(question, Tags | Marks) or (isinstance(question, Choice) and asked.kind == "tags"):
        return TagColumn(asked, question)
    return NumberColumn(asked, question, half_is_zero)
