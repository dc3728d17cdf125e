"""One pass over units: the judgements that were taken, and the columns of their answers."""

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from jurybox.analysis import About, Judged, Longs, Targets
from jurybox.core import Answers, Protocol
from jurybox.stats import Flags
from jurybox.studies.results.table.columns import (
    COLUMNS,
    MOST_SEGMENTS,
    AnyColumn,
    CategoryColumn,
    EditColumn,
    NumberColumn,
    SetColumn,
    TagColumn,
    TickColumn,
    key_of,
    longs,
    unit_key,
    window_key,
)
from jurybox.studies.results.table.comparison_column import ComparisonColumn, Systems
from jurybox.studies.results.table.questions import asked_of

if TYPE_CHECKING:
    from jurybox.studies.results.table.suggested import SuggestionLog

NOT_KNOWN = float("nan")
Kind = TypeVar("Kind", NumberColumn, EditColumn, TickColumn, CategoryColumn, SetColumn, TagColumn, ComparisonColumn)


class ShownUnit(NamedTuple):
    """What a judgement is about: candidates of an item, in the order that they were shown."""

    unit: int
    item: int
    candidates: Sequence[int]
    window: int = 0
    segments: range = range(0)
    """The numbers of those that are rated."""


class Pass:
    """The first pass of all raters, or their repeats."""

    def __init__(
        self, protocol: Protocol, lang: str, systems: Systems, gone: Callable[[int], bool], half_is_zero: bool = False
    ) -> None:
        self.systems, self.gone = systems, gone
        self.assignment, self.stage, self.rater = array("q"), array("i"), array("i")
        self.is_scored = any(score.rule in ("mean", "sum", "weighted") for score in protocol.scores)
        self.unit_row, self.unit_key = array("i"), array("q")
        self.candidate_row, self.candidate_key = array("i"), array("q")
        self.first_segment, self.segments = array("h"), array("h")
        """By judgement: the first segment that is rated, and how many there are."""
        self.at, self.seconds = array("d"), array("d")
        self.imported = array("b")
        """Which of the judgements were made elsewhere, before."""
        self.later: list[int] = []
        """Rows that count in means and not in agreement."""
        self.left_out: Counter[str] = Counter()
        self.columns: list[list[AnyColumn]] = [
            [
                make(asked_of(protocol, stage.id, question, lang), question, self.imported if half_is_zero else None)
                for question in stage.ask
                if (make := COLUMNS[type(question)]) is not None
            ]
            for stage in protocol.stages
        ]

    def take(
        self,
        stage: int,
        answers: Answers,
        seen: ShownUnit,
        who: tuple[int, int],
        times: tuple[int | None, int, int | None],
    ) -> None:
        """Take one judgement: `seen` what it is about, `who` its assignment and rater, `times` of it."""
        row = len(self.rater)
        candidates = seen.candidates
        self.assignment.append(who[0])
        self.stage.append(stage)
        self.rater.append(who[1])
        answered, received, elapsed = times
        self.at.append((received if answered is None else answered) / 1e6)
        self.seconds.append(NOT_KNOWN if elapsed is None else elapsed / 1e3)
        if self.is_scored:
            self._note_targets(row, seen)
        for column in self.columns[stage]:
            question = column.question
            cells = answers.get(question.id, {})
            if isinstance(column, ComparisonColumn):
                column.take(row, cells, candidates, seen.item, self.systems)
            elif cells:
                column.take(row, cells, key_of(question, candidates, seen.unit, seen.window), self.gone)
            if len(cells) < len(candidates) or question.about != "candidate":
                self._count_missing(column, seen, len(cells))

    def _note_targets(self, row: int, seen: ShownUnit) -> None:
        """What the judgement could be about; of what only withdrawn systems made nothing is scored."""
        candidates, part = seen.candidates, window_key(seen.window)
        shown = [candidate * MOST_SEGMENTS + part for candidate in candidates if not self.gone(candidate)]
        self.candidate_row.extend([row] * len(shown))
        self.candidate_key.extend(shown)
        self.first_segment.append(seen.segments.start)
        self.segments.append(len(seen.segments))
        if shown or len(candidates) > 1:
            self.unit_row.append(row)
            self.unit_key.append(unit_key(candidates, seen.unit, seen.window))

    def are_later(self, rows: Longs) -> Flags | None:
        """Which of some rows count in means only; None where none of all does."""
        return np.isin(rows, self.later) if self.later else None

    def judged(self) -> Judged:
        """The judgements as the scorer takes them."""
        units = Targets(longs(self.unit_row), longs(self.unit_key))
        candidates = Targets(longs(self.candidate_row), longs(self.candidate_key))
        targets: dict[About, Targets] = {
            "unit": units,
            "segment": self._by_segment(units),
            "candidate": candidates,
            "output": self._by_segment(candidates),
        }
        return Judged(longs(self.assignment), longs(self.stage), targets)

    def _by_segment(self, whole: Targets) -> Targets:
        """Each target once for every segment of it that is rated."""
        first, many = (longs(of) for of in (self.first_segment, self.segments))
        times = many[whole.row]
        row = np.repeat(whole.row, times)
        number = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times) + first[row]
        base = np.repeat(np.sign(whole.key) * (np.abs(whole.key) // MOST_SEGMENTS * MOST_SEGMENTS), times)
        return Targets(row, np.where(base > 0, base + number, base - number))

    def _count_missing(self, column: AnyColumn, seen: ShownUnit, answered: int) -> None:
        missing = self.targets(column, seen) - answered
        if missing > 0 and column.counts_missing:
            column.left_out["not_answered"] += missing

    def targets(self, column: AnyColumn, seen: ShownUnit) -> int:
        """How many answers a question asks for; a candidate that was withdrawn need not be answered."""
        about = column.question.about
        standing = sum(not self.gone(c) for c in seen.candidates) or len(seen.candidates)
        if about in ("candidate", "unit"):
            return standing if about == "candidate" else 1
        return len(seen.segments) * (standing if about == "output" else 1)

    def ratings_in(self, stage: int, answers: Answers) -> int:
        """How many ratings a judgement holds that is left out as a whole."""
        return sum(len(answers.get(column.question.id, {})) for column in self.columns[stage])

    def ratings_asked(self, stage: int, seen: ShownUnit) -> int:
        """How many ratings a judgement would hold whose rater could not judge the unit."""
        return sum(self.targets(column, seen) for column in self.columns[stage] if not column.question.is_blank([]))

    def staged(self, kind: type[Kind]) -> list[tuple[int, Kind]]:
        """All columns of one kind with the number of their stage, in the order of the protocol."""
        return [(n, column) for n, stage in enumerate(self.columns) for column in stage if isinstance(column, kind)]

    def of_kind(self, kind: type[Kind]) -> list[Kind]:
        """All columns of one kind, in the order of the protocol."""
        return [column for _, column in self.staged(kind)]

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
    answers: Answers


def stage_key(unit: int, stage: int) -> int:
    """One number for a stage of a unit."""
    return unit * MOST_SEGMENTS + stage


@dataclass(slots=True)
class TakenLog:
    """All that was read from the log."""

    first: Pass
    again: Pass
    trials: list[JudgedExample] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    judged: dict[int, int] = field(default_factory=dict)
    """By `stage_key`: how many judgements of a unit's stage count."""
    unable: dict[int, int] = field(default_factory=dict)
    """And how many raters could not judge it."""
    suggested: "SuggestionLog | None" = None
    """What was answered beside suggestions, and what was held out."""
    last_seq: int = 0
    began: int | None = None
    ended: int | None = None
