"""Answers beside suggestions, and those to the same that were held out: what results measure suggestions by."""

from array import array

import numpy as np

from jurybox.analysis import SuggestedRatings
from jurybox.core import Answer, entry_counts, is_same
from jurybox.core.questions import QuestionBase, Value
from jurybox.store import Run, analysis_rows, suggestions
from jurybox.studies.rating import ON_THE_PAGE
from jurybox.studies.results.table.codes import TableCodes
from jurybox.studies.results.table.columns import MOST_SEGMENTS, key_of, longs
from jurybox.studies.results.table.passes import Pass, ShownUnit
from jurybox.studies.study import StudyView


class SuggestedColumn:
    """Row by row, as they were taken."""

    def __init__(self) -> None:
        self.row, self.item = array("i"), array("q")
        self.shown, self.same = array("b"), array("b")
        self.value = array("d")
        self.became = array("i")
        """Five numbers for each."""


class SuggestionLog:
    """Looks at each judgement of a study that is pre-filled; of others it knows nothing."""

    def __init__(self, run: Run, view: StudyView) -> None:
        self.stages = view.protocol.stages
        self.columns: dict[str, SuggestedColumn] = {}
        self.shown: set[int] = set()
        """The assignments in which something was suggested."""
        self._there: dict[tuple[str, int], Value] = {}
        if view.settings.prefill.on:
            for one in suggestions.of_study(run, view.id):
                if one.candidate is not None:
                    self._there.setdefault((one.question, one.candidate * MOST_SEGMENTS + one.segment), one.value)

    def see(self, entry: analysis_rows.JudgedRow, seen: ShownUnit, row: int) -> None:
        if not self._there:
            return
        if any(a.suggested is not None for cells in entry.answers.values() for a in cells.values()):
            self.shown.add(entry.assignment)
        for question in self.stages[entry.stage].ask:
            key = key_of(question, seen.candidates, seen.unit)
            for target, answer in entry.answers.get(question.id, {}).items():
                there = answer.suggested
                if there is None and entry.channel in ON_THE_PAGE and entry.assignment not in self.shown:
                    there = self._there.get((question.id, key(target)))
                if there is not None and answer.cannot is None and answer.by not in ("not_asked", "rule"):
                    self._add(question, answer, there, row, seen.item)

    def _add(self, question: QuestionBase, answer: Answer, there: Value, row: int, item: int) -> None:
        column = self.columns.setdefault(question.id, SuggestedColumn())
        number = None if answer.value is None else question.number(answer.value)
        column.row.append(row)
        column.item.append(item)
        column.shown.append(answer.suggested is not None)
        column.same.append(answer.value is not None and is_same(answer.value, there))
        column.value.append(float("nan") if number is None else number)
        column.became.extend((*entry_counts(answer), answer.at_once))

    def rows_beside(self, taken: Pass) -> list[int]:
        """The judgements of units in which something was suggested: in means, and not in agreement."""
        return (
            [row for row, assignment in enumerate(taken.assignment) if assignment in self.shown] if self.shown else []
        )

    def ratings(self, taken: Pass, codes: TableCodes) -> tuple[SuggestedRatings, ...]:
        seconds = np.array(taken.seconds)
        return tuple(
            SuggestedRatings(
                question,
                codes.item(longs(column.item)),
                codes.rater(taken, longs(column.row)),
                np.array(column.shown, bool),
                np.array(column.same, bool),
                np.array(column.value, float),
                seconds[longs(column.row)],
                np.array(column.became, int).reshape(-1, 5),
            )
            for question, column in self.columns.items()
        )
