"""Preferences and rankings as one column: pairs of systems, and which of the two was better."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from jurybox.analysis import Asked
from jurybox.core import Answer
from jurybox.core.questions import ComparisonQuestion, Value

Systems = Callable[[int], Sequence[int]]
Outcome = tuple[int, bool]
"""1, 0 or -1 for the first, and whether both are bad."""


class ComparisonColumn:
    """Preferences and rankings in pairs of systems; the one that was shown first stands first."""

    counts_missing = True

    def __init__(self, asked: Asked, question: ComparisonQuestion) -> None:
        self.asked, self.question = asked, question
        self.row, self.item = array("i"), array("q")
        self.first, self.second, self.outcome = array("i"), array("i"), array("b")
        self.both_bad = array("b")
        self.left_out: Counter[str] = Counter()
        self.by_position = True
        """Whether two stood side by side in every judgement: a list has no first and second."""

    def take(
        self, row: int, cells: Mapping[str, Answer], candidates: Sequence[int], item: int, systems: Systems
    ) -> None:
        answer = cells.get("unit")
        if answer is None:
            return
        if answer.value is None:
            self.left_out["not_asked" if answer.by == "not_asked" else "cannot"] += 1
        elif answer.by == "rule":
            self.left_out["rule_made"] += 1
        else:
            self.by_position &= len(candidates) == 2
            place = self._places(answer.value, candidates)
            is_bad = self.question.is_both_bad(answer.value)
            for one, other in combinations(candidates, 2):
                if (outcome := place(one, other)) is not None:
                    self._pair(row, item, systems(one), systems(other), (outcome, is_bad))
            for one in candidates:
                for first, second in combinations(systems(one), 2):
                    self._append(row, item, first, second, (0, is_bad))

    def _places(self, value: Value, candidates: Sequence[int]) -> Callable[[int, int], int | None]:
        """Of two candidates: 1, 0 or -1, or None where the rater did not compare them."""
        groups = self.question.groups(value, [str(candidate) for candidate in candidates])
        place = {int(candidate): n for n, group in enumerate(groups) for candidate in group}
        is_open = self.question.leaves_open(value)

        def compare(one: int, other: int) -> int | None:
            if one not in place or other not in place:
                return None
            apart = place[other] - place[one]
            return None if is_open and not apart else (apart > 0) - (apart < 0)

        return compare

    def _pair(self, row: int, item: int, one: Sequence[int], other: Sequence[int], outcome: Outcome) -> None:
        if not one or not other:
            self.left_out["system_withdrawn"] += 1
        for first in one:
            for second in other:
                self._append(row, item, first, second, outcome)

    def _append(self, row: int, item: int, first: int, second: int, outcome: Outcome) -> None:
        self.row.append(row)
        self.item.append(item)
        self.first.append(first)
        self.second.append(second)
        self.outcome.append(outcome[0])
        self.both_bad.append(outcome[1])
