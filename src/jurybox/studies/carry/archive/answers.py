"""The judgements of an archive: each is about what its rater was given, and answers what its stage asks."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from jurybox.core import Answer, Answers, Stage, Standing, translate_targets
from jurybox.core.questions import About, Frame
from jurybox.store import Content, checks, items
from jurybox.studies.carry.archive.rows_in import GivenAssignment, Inward, Row, sound
from jurybox.studies.study import StudyView

STANDINGS = frozenset(Standing)
OF_CANDIDATE = ("candidate", "output")
CHANNEL = re.compile("[a-z][a-z0-9-]{0,19}")
HASH = re.compile("[0-9a-f]{64}")
KEPT_TEXTS = 2_000
"""The texts of so many units are kept; raters of a unit mostly come close together."""


class Judgements:
    """Checks judgements one after the other; `view` is the study as far as it is written."""

    def __init__(self, into: Inward, view: StudyView) -> None:
        self.into, self.view = into, view
        self.has_marks = [any(q.marked_field or q.edited_field for q in stage.ask) for stage in view.protocol.stages]
        self._content = lru_cache(KEPT_TEXTS)(self._read)

    def check(self, into: Inward, number: int, row: Row) -> None:
        row["id"] = into.same_or_new(row["id"])
        row["supersedes"] = None if row["supersedes"] is None else into.same_or_new(row["supersedes"])
        place = bisect_left(into.keys["assignment"], row["assignment_id"])
        given = into.given.of(place)
        example = given.example
        sound(
            self._person(row["membership_id"]) == self._person(given.member), "another rater was given what it is about"
        )
        sound(0 <= row["stage"] < len(self.view.protocol.stages), f"there is no stage {row['stage']}")
        sound(row["standing"] in STANDINGS, f"{row['standing']} is no standing")
        sound(row["protocol_hash"] == self.view.row.protocol_hash, "it answers another protocol")
        hashed = row["guideline_hash"]
        sound(hashed is None or HASH.fullmatch(hashed) is not None, "the guideline is known by its hash")
        sound(CHANNEL.fullmatch(row["channel"]) is not None, f"{row['channel']} is no channel")
        is_written, check = given.candidates[0] < 0, into.given.check_of(place)
        stage = self.view.stage(row["stage"])
        sound(isinstance(row["answers"], dict) and row["answers"].keys() <= {q.id for q in stage.ask}, "what is asked")
        answers = translate_targets(stage, _answers(row["answers"]), lambda target: self._target(target, is_written))
        row["answers"] = msgspec.to_builtins(answers)
        is_needed = self.has_marks[row["stage"]] or self.view.protocol.unit.has_documents
        content = self._content(given.item, tuple(given.candidates), example, check) if is_needed else None
        for what in self._faults(stage, answers, given, content):
            sound(False, what)

    def _person(self, member: int) -> int:
        return self.into.merged.get(member, member)

    def _target(self, target: Any, is_written: bool) -> str:
        sound(isinstance(target, str) and len(target) < 20, "a target is a candidate")
        return str(self.into.candidates([int(target)], is_written)[0])

    def _read(self, item: int, candidates: tuple[int, ...], example: int | None, check: int | None) -> Content:
        if example is not None:
            return self.view.examples[example]
        if check is not None:
            return checks.content(self.into.run, check)
        return items.content_of(self.into.run, item, list(candidates))

    def _faults(self, stage: Stage, answers: Answers, given: GivenAssignment, content: Content | None) -> Iterator[str]:
        for question in stage.ask:
            frame = self._frame(given, content, question.about)
            cells = answers.get(question.id, {})
            targets = frozenset(frame.targets(question.about))
            for target, answer in cells.items():
                if target not in targets:
                    yield f"{question.id}: there was no {target} to be judged"
                elif answer.value is not None:
                    value, seen = answer.value, question.frame_of(answer.value, frame)
                    yield from (f"{question.id}: {fault.code}" for fault in question.faults(value, target, seen))

    def _frame(self, given: GivenAssignment, content: Content | None, about: About) -> Frame:
        """What could be answered about, as it is stored: the number of a segment may be that of a candidate, too."""
        span = self.view.protocol.unit.span(given.window, 0 if content is None else len(content.segments))
        candidates = tuple(map(str, given.candidates))

        def text(field: str, target: str) -> str | None:
            if content is None:
                return None
            candidate, _, segment = target.partition(".") if about in OF_CANDIDATE else (candidates[0], "", target)
            number = int(segment) if segment.isdigit() else 0
            value = content.shown_at(int(candidate), number).get(field)
            return value if isinstance(value, str) else None

        return Frame.of_texts(candidates, span.targets, text)


def _answers(given: dict[str, object]) -> Answers:
    """The answers of a row; each has a value or says why there is none, and nothing more."""
    for question, cells in given.items():
        sound(isinstance(cells, dict) and all(map(_is_answer, cells.values())), f"{question}: that is no answer")
    return msgspec.convert(given, Answers)


UNASKED = Answer(by="not_asked")


def _is_answer(cell: object) -> bool:
    try:
        answer = msgspec.convert(cell, Answer)
    except msgspec.ValidationError:
        return False
    if answer.by == "removed":
        return bool(cell == {"by": "removed", "suggested": answer.suggested})
    is_whole = answer == UNASKED or (answer.value is None) != (answer.cannot is None)
    return msgspec.to_builtins(answer) == cell and is_whole
