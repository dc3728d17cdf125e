"""What a rater said twice of the same thing: refused with both lines, unless the asker chose which one counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from jurybox.analysis import Asked, Note
from jurybox.exchange.ratings.codes import any_twice, combined
from jurybox.exchange.ratings.columns import CodedColumn, CodedTable
from jurybox.exchange.ratings.faults import LISTED_PER_KIND, RatingFaults
from jurybox.stats import Flags, Ints

OF_DUPLICATES: Mapping[str, Note] = {
    "first": "duplicates_first",
    "last": "duplicates_last",
    "mean": "duplicates_mean",
}
"""What a reader is told where a rater rated a unit more than once."""


@dataclass(slots=True)
class Duplicates:
    """`unit` and `rater` are the codes of each row; two rows of both are one rating too many."""

    sheet: CodedTable
    unit: Ints
    rater: Ints
    faults: RatingFaults
    left_out: int = 0
    notes: dict[Note, None] = field(default_factory=dict)

    def once(self, asked: Asked, part: Ints) -> Ints:
        """The rows to keep of some."""
        if not any_twice(self.unit[part], self.rater[part]):
            return part
        both = combined(self.unit[part], self.rater[part])
        wish = self.sheet.reading.duplicates
        twice = np.ones(len(part), bool)
        twice[both.row] = False
        if wish == "refuse" or (wish == "mean" and not asked.is_number):
            self._tell(asked, part, twice, both.row[both.code])
            return part
        self.left_out += int(twice.sum())
        self.notes[OF_DUPLICATES[wish]] = None
        if wish != "last":
            return part[~twice]
        last = np.zeros(len(both), np.int64)
        last[both.code] = np.arange(len(part))
        return part[np.sort(last)]

    def _tell(self, asked: Asked, part: Ints, twice: Flags, first: Ints) -> None:
        rows = np.flatnonzero(twice)
        item, rater = self.sheet.need("item"), self.sheet.need("rater")
        code = "ratings.duplicate" if self.sheet.has_raters else "ratings.duplicate_unnamed"
        code = code if self.sheet.reading.duplicates == "refuse" else "ratings.no_mean"
        for row in rows[:LISTED_PER_KIND]:
            at, before = int(part[row]), int(part[first[row]])
            file, line = self.sheet.place(before)
            self.faults.add(
                code,
                self.sheet.place(at),
                _cell(item, at),
                question=asked.id,
                rater=_cell(rater, at),
                system=self._systems(at),
                first=f"{file}:{line}",
            )
        self.faults.more(code, max(0, len(rows) - LISTED_PER_KIND))

    def _systems(self, row: int) -> str:
        columns = [column for role in ("system", "model_a", "model_b") if (column := self.sheet.of(role)) is not None]
        return ", ".join(_cell(column, row) for column in columns) or "-"


def _cell(column: CodedColumn, row: int) -> str:
    name: str = column.names[column.code[row]]
    return name
