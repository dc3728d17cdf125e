"""What one workbook holds, before it is a file: the guideline, the columns, the rows of one stage for one rater."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from jurybox.core import Stage
from jurybox.core.questions import QuestionBase, Value
from jurybox.exchange.workbooks.columns import AnswerColumn, Speaker, rule_for
from jurybox.exchange.workbooks.examples import BookExample

LONGEST_CELL = 32_767
"""UTF-16 units that a cell holds."""
MOST_ROWS = 1_000_000
"""Rows of tasks that a sheet has room for."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of texts or pictures."""

    name: str
    heading: str
    is_picture: bool = False


@dataclass(frozen=True, slots=True)
class Ruled:
    """An answer that a rule of the protocol makes, and why."""

    value: Value
    because: str


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One row: what is shown of one candidate or segment, or of the whole unit, and what is asked about it."""

    assignment: str
    target: str
    number: int
    """Of the task in this workbook."""
    part: str
    """What the row is about, as the rater reads it; empty where a task has one row only."""
    abouts: frozenset[str]
    """unit, segment, candidate: which questions are asked in this row."""
    texts: Mapping[str, str]
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Names of stored files."""
    ruled: Mapping[str, Ruled] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BookIdentity:
    """What a workbook is, for reading it back. Nothing in it tells a rater anything."""

    study: str
    rater: str
    """The id of a membership."""
    stage: str
    protocol: str
    guideline: str
    lang: str
    units: int

    def pairs(self, format: int) -> list[tuple[str, str]]:
        return [("format", str(format)), *((name, str(getattr(self, name))) for name in self.__slots__)]


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that goes into one file."""

    title: str
    about: BookIdentity
    speaker: Speaker
    prose: str
    stage: Stage
    fields: Sequence[ShownColumn]
    rows: Sequence[TaskRow]
    made_at: datetime
    examples: Sequence[BookExample] = ()

    @property
    def questions(self) -> list[QuestionBase]:
        """Those that a sheet can carry."""
        return [q for q in self.stage.ask if rule_for(q) is not None]

    def answer_columns(self) -> list[tuple[QuestionBase, AnswerColumn]]:
        return [(q, column) for q in self.questions for column in _columns(q, self.speaker)]


def _columns(question: QuestionBase, speaker: Speaker) -> Iterable[AnswerColumn]:
    rule = rule_for(question)
    return rule.columns(question, speaker) if rule else ()


def too_long(text: str) -> bool:
    """Whether a text does not fit into a cell.

    >>> too_long("a" * 32_767), too_long("💃" * 16_384)
    (False, True)
    """
    return len(text) > LONGEST_CELL // 2 and len(text.encode("utf-16-le", "surrogatepass")) // 2 > LONGEST_CELL
