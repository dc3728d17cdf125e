"""What raters wrote: answers to questions for a text, and the comment that every unit can have. Listed, no rating."""

from collections import Counter
from typing import NamedTuple

from jurybox.analysis import GivenComment
from jurybox.core import Answers, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, analysis_rows
from jurybox.studies.results.table.codes import rater_label
from jurybox.studies.results.table.columns import COLUMNS, FIRST_WINDOW, MOST_SEGMENTS, key_of
from jurybox.studies.results.table.material import Material
from jurybox.studies.results.table.passes import ShownUnit

MOST_COMMENTS = 200
"""Of each question so many are kept; all are counted."""


class _Written(NamedTuple):
    question: str | None
    item: int
    key: int
    """Of the unit, candidate or segment."""
    rater: int
    text: str


class CommentLog:
    """The first comments of each question, in the order of the log, and how many there are."""

    def __init__(self, protocol: Protocol) -> None:
        self.asked: list[list[QuestionBase]] = [
            [question for question in stage.ask if COLUMNS[type(question)] is None] for stage in protocol.stages
        ]
        self.written: list[_Written] = []
        self.number: Counter[str | None] = Counter()

    def take(self, stage: int, answers: Answers, seen: ShownUnit, rater: int, of_unit: str | None) -> None:
        """Take the texts of one judgement; `of_unit` is the comment that every unit can have."""
        for question in self.asked[stage]:
            key = key_of(question, seen.candidates, seen.unit, seen.window)
            for target, answer in answers.get(question.id, {}).items():
                self._add(question.id, seen.item, key(target), rater, answer.value)
        if of_unit:
            self._add(None, seen.item, 0, rater, of_unit)

    def _add(self, question: str | None, item: int, key: int, rater: int, text: object) -> None:
        if not isinstance(text, str) or not text.strip():
            return
        self.number[question] += 1
        if self.number[question] <= MOST_COMMENTS:
            self.written.append(_Written(question, item, key, rater, text.strip()))

    def named(self, run: Run, study: int, material: Material) -> tuple[GivenComment, ...]:
        """With the names of items, systems and raters, question by question."""
        wanted = {one.item for one in self.written}
        names = {item.id: item.key for item in analysis_rows.items(run, study) if item.id in wanted} if wanted else {}
        order = list(self.number)
        return tuple(
            GivenComment(
                one.question,
                names[one.item],
                _about(one.key),
                _systems(one.key, material),
                rater_label(one.rater),
                one.text,
            )
            for one in sorted(self.written, key=lambda one: order.index(one.question))
        )


def _about(key: int) -> int | None:
    """The number of the segment, where it is about one."""
    segment = abs(key) % MOST_SEGMENTS
    return segment if 0 < segment < FIRST_WINDOW else None


def _systems(key: int, material: Material) -> tuple[str, ...]:
    """Whose output it is about, where it is about one."""
    return tuple(material.systems[code] for code in material.made(key // MOST_SEGMENTS)) if key > 0 else ()
