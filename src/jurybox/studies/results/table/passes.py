"""One pass over units: the judgements that were taken, and the columns of their answers."""

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from jurybox.core import Protocol
from jurybox.core.questions import Marks
from jurybox.studies.results.table.columns import (
    AnyColumn,
    ComparisonColumn,
    NumberColumn,
    Systems,
    TagColumn,
    column_for,
    key_of,
)
from jurybox.studies.results.table.questions import asked_of

NOT_KNOWN = float("nan")
Kind = TypeVar("Kind", NumberColumn, TagColumn, ComparisonColumn)


class Pass:
    """The first pass of all raters, or their repeats."""

    def __init__(
        self, protocol: Protocol, lang: str, systems: Systems, gone: Callable[[int], bool], half_is_zero: bool = False
    ) -> None:
        self.systems, self.gone, self.segments = systems, gone, protocol.unit.segments
        self.assignment, self.rater = array("q"), array("i")
        self.at, self.seconds = array("d"), array("d")
        self.left_out: Counter[str] = Counter()
        self.columns: list[list[AnyColumn]] = [
            [
                column_for(asked, question, half_is_zero)
                for question in stage.ask
                if (asked := asked_of(protocol, stage.id, question, lang)) is not None
            ]
            for stage in protocol.stages
        ]

    def take(
        self, stage: int, answers: dict[str, Any], about: tuple[int, Sequence[int]], who: tuple[int, int],
        times: tuple[int | None, int, int | None],
    ) -> None:  # fmt: skip
        """Take one judgement: `about` its item and candidates, `who` its assignment and rater, `times` of it."""
        row = len(self.rater)
        item, candidates = about
        self.assignment.append(who[0])
        self.rater.append(who[1])
        answered, received, elapsed = times
        self.at.append((received if answered is None else answered) / 1e6)
        self.seconds.append(NOT_KNOWN if elapsed is None else elapsed / 1e3)
        for column in self.columns[stage]:
            question = column.question
            cells = answers.get(question.id, {})
            if isinstance(column, ComparisonColumn):
                column.take(row, cells, candidates, item, self.systems)
            elif cells:
                column.take(row, cells, key_of(question, candidates, item), self.gone)
            if len(cells) < len(candidates) or question.about != "candidate":
                self._count_missing(column, candidates, len(cells))

    def _count_missing(self, column: AnyColumn, candidates: Sequence[int], answered: int) -> None:
        missing = self.targets(column, candidates) - answered
        if missing > 0 and not isinstance(column.question, Marks):
            column.left_out["not_answered"] += missing

    def targets(self, column: AnyColumn, candidates: Sequence[int]) -> int:
        """How many answers a question asks for; a candidate that was withdrawn need not be answered."""
        about = column.question.about
        if about == "candidate":
            return sum(not self.gone(c) for c in candidates) or len(candidates)
        return self.segments if about == "segment" else 1

    def ratings_in(self, stage: int, answers: dict[str, Any]) -> int:
        """How many ratings a judgement holds that is left out as a whole."""
        return sum(len(answers.get(column.question.id, {})) for column in self.columns[stage])

    def ratings_asked(self, stage: int, candidates: Sequence[int]) -> int:
        """How many ratings a judgement would hold whose rater could not judge the unit."""
        return sum(
            self.targets(column, candidates)
            for column in self.columns[stage]
            if not isinstance(column.question, Marks) or column.question.required
        )

    def of_kind(self, kind: type[Kind]) -> list[Kind]:
        """All columns of one kind, in the order of the protocol."""
        return [column for stage in self.columns for column in stage if isinstance(column, kind)]

    def all_left_out(self) -> Counter[str]:
        total = Counter(self.left_out)
        for columns in self.columns:
            for column in columns:
                total += column.left_out
        return total


@dataclass(slots=True)
class JudgedExample:
    """A worked example as one rater judged it."""

    rater: int
    round: int
    example: int
    stage: int
    candidates: Sequence[int]
    answers: dict[str, Any]


@dataclass(slots=True)
class TakenLog:
    """All that was read from the log."""

    first: Pass
    again: Pass
    trials: list[JudgedExample] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    last_seq: int = 0
    began: int | None = None
    ended: int | None = None
