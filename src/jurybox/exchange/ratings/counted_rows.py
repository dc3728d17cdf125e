"""The rows of a sheet that count, and what the questions in them come to."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from jurybox.analysis import Note, Pairs, QuestionRatings, TagRatings, TagRepeats
from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.orders import OrdersFound
from jurybox.stats import Flags, Floats, Ints, Level


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The rows that count, or are repeats; `unit` and `rater` are their codes."""

    sheet: CodedTable
    item: Ints
    unit: Ints
    rater: Ints
    is_repeat: Flags
    level: Level | None

    def ratings_in(self, part: Ints) -> int:
        """How many of some rows are no repeats."""
        return int((~self.is_repeat[part]).sum())

    def beside(self, part: Ints) -> tuple[Ints, Ints]:
        """Each repeat beside the first time. A repeat of what was never counted has nothing beside it."""
        again = self.is_repeat[part]
        both = combined(self.unit[part], self.rater[part])
        first = np.full(len(both), -1, np.int64)
        rated = np.flatnonzero(~again)[::-1]
        first[both.code[rated]] = rated
        before = first[both.code[again]]
        known = before >= 0
        return before[known], np.flatnonzero(again)[known]

    def mean(self, part: Ints, values: Floats) -> Floats:
        """Of each rater's ratings of a unit, in the order of their first."""
        both = combined(self.unit[part], self.rater[part])
        means = np.bincount(both.code, values) / np.bincount(both.code)
        found: Floats = means[both.code[np.sort(both.row)]]
        return found

    def rule_made_once(self, part: Ints, by_rule: Flags) -> Flags:
        """What a rule made of a unit is one answer, however many raters looked at it."""
        keep = ~by_rule[part]
        made = np.flatnonzero(~keep)
        _, first = np.unique(self.unit[part[made]], return_index=True)
        keep[made[first]] = True
        return keep


@dataclass(slots=True)
class QuestionsFound:
    """What the questions came to."""

    ratings: tuple[QuestionRatings, ...] = ()
    tags: tuple[TagRatings, ...] = ()
    repeats: tuple[Pairs, ...] = ()
    orders: tuple[OrdersFound, ...] = ()
    tag_repeats: tuple[TagRepeats, ...] = ()
    left_out: Counter[str] = field(default_factory=Counter)
    notes: tuple[Note, ...] = ()

    def note(self, code: Note) -> None:
        if code not in self.notes:
            self.notes += (code,)
