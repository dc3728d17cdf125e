"""Annotations as judgements that can be taken: who, when, how long, and the answers to each stage."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import msgspec

from jurybox.core import (
    LETTERS,
    Fault,
    Protocol,
    Refused,
    RuleMade,
    Stage,
    check_answers,
    plain_text,
    rule_answers,
)
from jurybox.core.questions import Frame, QuestionBase, parts_of
from jurybox.exchange.files import Faults, Place, short
from jurybox.exchange.label_studio.controls import COMMENT, READERS, Controls, Unclear, stem_of
from jurybox.exchange.label_studio.rules import AnswerPart
from jurybox.exchange.label_studio.said import (
    RawAnswers,
    SoundAnswers,
    UnitSaid,
    account_of,
    from_min,
    in_code_points,
    milliseconds,
    moment,
)
from jurybox.exchange.label_studio.tasks import Annotation, Result, Task
from jurybox.exchange.label_studio.units import TaskParts

BY_HAND = (None, "manual")
"""Origins of what a person made; what began as a prediction is left out and counted, also where it was moved."""


class GivenAnnotation(msgspec.Struct):
    """What one annotation says of one unit."""

    place: Place
    key: str
    systems: tuple[str, ...]
    task: int | str | None
    is_repeat: bool
    account: str
    stages: dict[str, SoundAnswers]
    """By stage; candidates under the letters of their order in the task."""
    comment: str | None
    created: str
    answered_at: str | None
    elapsed_ms: int | None


@dataclass(slots=True)
class LeftOutCounts:
    """Everything that was not taken, and why."""

    annotations: int = 0
    cancelled: int = 0
    empty: int = 0
    """Annotations without any answer."""
    incomplete: list[str] = field(default_factory=list)
    """Where annotations stood that lack a required answer, where the organiser chose to leave them out."""
    not_manual: int = 0
    """Results that nobody made by hand."""
    by_rule: int = 0
    """RawAnswers that the protocol's rules give."""
    not_carried: Counter[str] = field(default_factory=Counter)
    """Results of controls that no question takes, by type or name."""
    flat: set[str] = field(default_factory=set)
    """Names in JSON-MIN that are controls: they say something, if only at times."""
    accounts: dict[str, str] = field(default_factory=dict)
    """What to call each account, unless the organiser says otherwise."""


class AnnotationReader:
    """Reads the annotations of tasks; every fault is collected with the place of its task."""

    def __init__(
        self, protocol: Protocol, controls: Controls, faults: Faults, leave_out_incomplete: bool = False
    ) -> None:
        self.counts = LeftOutCounts()
        self._protocol, self._controls, self._faults = protocol, controls, faults
        self._leave_out = leave_out_incomplete
        self._alone = protocol.unit.candidates == 1
        if protocol.unit.window is not None or (protocol.unit.segments and not self._alone):
            raise Refused.of("label_studio.many_outputs", given=protocol.name)
        self._stages = {q.id: stage for stage, q in protocol.questions()}
        self._questions = {q.id: q for _, q in protocol.questions()}
        self._from_one: bool | None = None

    def learn(self, tasks: list[Task], entries: int) -> None:
        """Whether numbers in names of controls begin with 0, as a Repeater's, or with 1."""
        names = {r.from_name for task in tasks for a in task.said() for r in a.result or () if r.type in READERS}
        names |= {name for task in tasks if task.is_min for name in task.data}
        numbers = {number for name in names if (number := stem_of(name)[1]) is not None}
        self._from_one = bool(numbers) and 0 not in numbers and entries in numbers

    def read(self, task: Task, made: TaskParts, used: frozenset[str] = frozenset()) -> Iterator[GivenAnnotation]:
        """The judgements of a task; `used` are the data that are shown, which in JSON-MIN stand beside the answers."""
        for annotation in task.said():
            self.counts.annotations += 1
            if annotation.was_cancelled or annotation.skipped:
                self.counts.cancelled += 1
                continue
            results = list(from_min(task, used)) if task.is_min else list(self._by_hand(annotation))
            sorted_out = self._sort(task, made, results)
            if sorted_out is not None:
                yield from self._given(task, made, annotation, sorted_out)

    def _by_hand(self, annotation: Annotation) -> Iterator[Result]:
        for result in annotation.result or ():
            if result.origin in BY_HAND:
                yield result
            else:
                self.counts.not_manual += 1

    def _sort(self, task: Task, made: TaskParts, results: list[Result]) -> list[UnitSaid] | None:
        """The answers by unit; None where one of them is unclear."""
        units = [UnitSaid() for _ in range(len(made) if self._alone else 1)]
        sound = True
        for result in results:
            stem, number = self._numbered(result)
            kind = self._kind(task, result, stem)
            if self._controls.is_left_out(stem) or kind not in READERS:
                self.counts.not_carried[result.type or stem] += 1
                continue
            try:
                for part in self._controls.parts(stem, kind, result.value):
                    self._put(made, units, part, number, stem)
                    if task.is_min:
                        self.counts.flat.add(result.from_name)
            except Unclear as unclear:
                if task.is_min and unclear.code != "label_studio.two_answers":
                    self.counts.not_carried[result.from_name] += 1
                    continue
                given = short(unclear.given) if isinstance(unclear.given, str) else unclear.given
                self._faults.add(unclear.code, task.place, given, unclear.allowed, name=stem)
                sound = False
        return units if sound else None

    def _kind(self, task: Task, result: Result, stem: str) -> str:
        """In JSON-MIN a label and a text look alike: a text is what no question has for a label."""
        kind = result.type.lower()
        if not task.is_min or kind != "choices" or not isinstance(result.value, str):
            return kind
        try:
            self._controls.choose(stem, result.value)
        except Unclear:
            return "textarea" if self._controls.is_for_text(stem) else kind
        return kind

    def _numbered(self, result: Result) -> tuple[str, int | None]:
        """The control and which entry it is about: by its own name, or by what it points to.

        Where the organiser named one control with its number, it goes by that name.
        """
        pointed_at = stem_of(_first(result.to_name))[1]
        if plain_name := next((n for n in self._questions if n == result.from_name), None):
            return plain_name, self._entry(pointed_at)
        stem, number = stem_of(result.from_name)
        name = result.from_name if self._controls.is_said(result.from_name) else stem
        return name, self._entry(pointed_at if number is None else number)

    def _entry(self, number: int | None) -> int | None:
        return number - 1 if number and self._from_one else number

    def _put(self, made: TaskParts, units: list[UnitSaid], part: AnswerPart, number: int | None, stem: str) -> None:
        several = len(units) > 1
        for unit in units if number is None or not several else units[number : number + 1]:
            if part.question == COMMENT:
                unit.comments.append(str(part.value))
                continue
            question = self._questions[part.question]
            target = self._target(question, 0 if several else number or 0)
            value = part.value
            if question.marked_field is not None and isinstance(value, list):
                text = self._text(made, question.marked_field, units.index(unit) if several else 0, target)
                value = [in_code_points(mark, text) for mark in value if isinstance(mark, dict)]
            if question.edited_field is not None and isinstance(value, dict):
                shown = self._text(made, question.edited_field, units.index(unit) if several else 0, target)
                if shown is not None and plain_text(str(value["text"])).strip() == plain_text(shown).strip():
                    value = {"text": shown, "unchanged": True}  # it was written there: the field is empty at first
            unit.add(question.id, target, value, part.adds, stem)

    def _target(self, question: QuestionBase, number: int) -> str:
        if question.about == "unit":
            return "unit"
        if question.about == "output":
            return f"{LETTERS[0]}.{number + 1}"
        return str(number + 1) if question.about == "segment" else LETTERS[number : number + 1]

    def _text(self, made: TaskParts, name: str, unit: int, target: str) -> str | None:
        """A shown text that can be marked."""
        segment = parts_of(target)[1]
        if segment:
            number = segment - 1
            return {**made.segments[number], **made.outputs[0][1][number], **made.outputs[0][0]}.get(name)
        candidate = unit if self._alone else max(0, LETTERS.find(target))
        return made.texts(candidate).get(name) if candidate < len(made) else None

    def _given(
        self, task: Task, made: TaskParts, annotation: Annotation, units: list[UnitSaid]
    ) -> Iterator[GivenAnnotation]:
        account, called = account_of(annotation.completed_by)
        created = moment(annotation.created_at) or ""
        for number, unit in enumerate(units):
            if not unit.answers:
                self.counts.empty += 1
                continue
            stages = self._staged(task, made, number, unit)
            if stages is None:
                continue
            self.counts.accounts.setdefault(account, called)
            yield GivenAnnotation(
                place=task.place,
                key=made.key,
                systems=made.systems[number : number + 1] if self._alone else made.systems,
                task=made.task,
                is_repeat=made.is_repeat,
                account=account,
                stages=stages,
                comment="\n".join(unit.comments) or None,
                created=created,
                answered_at=moment(annotation.updated_at) or created or None,
                elapsed_ms=milliseconds(annotation.lead_time),
            )

    def _staged(self, task: Task, made: TaskParts, number: int, unit: UnitSaid) -> dict[str, SoundAnswers] | None:
        """The answers by stage, checked; None where something is wrong or missing."""
        letters = LETTERS[: 1 if self._alone else len(made)]
        segments = tuple(str(n + 1) for n in range(len(made.segments)))
        frame = Frame.of_texts(tuple(letters), segments, lambda name, target: self._text(made, name, number, target))
        staged: dict[str, SoundAnswers] = {}
        wrong: list[Fault] = []
        for stage in self._protocol.stages:
            answers = {q.id: dict(unit.answers[q.id]) for q in stage.ask if q.id in unit.answers}
            if not answers:
                continue
            made_by_rule = self._ruled(made, number, stage, answers)
            _fill_blanks(stage, answers, frame, made_by_rule)
            wrong += check_answers(stage, answers, frame, made_by_rule)[1]
            staged[stage.id] = cast("SoundAnswers", answers)  # otherwise they go no further
        if self._leave_out and wrong and all(fault.code == "answer.missing" for fault in wrong):
            self.counts.incomplete.append(f"{task.place[0]}:{task.place[1]}")
            return None
        for fault in wrong:
            self._faults.put(Fault(fault.code, fault.where, fault.given, fault.allowed, fault.params, *task.place))
        return None if wrong else staged

    def _ruled(self, made: TaskParts, number: int, stage: Stage, answers: RawAnswers) -> tuple[RuleMade, ...]:
        """What rules answer is theirs: a rater's own answer to it is left out and counted."""
        if not self._protocol.rules:
            return ()
        shown = {"A": made.texts(number)} if self._alone else {LETTERS[n]: made.texts(n) for n in range(len(made))}
        ruled = rule_answers(self._protocol, stage, shown)
        for rule in ruled:
            if answers.get(rule.question, {}).pop(rule.target, rule.value) != rule.value:
                self.counts.by_rule += 1
        return ruled


def _fill_blanks(stage: Stage, answers: RawAnswers, frame: Frame, ruled: tuple[RuleMade, ...]) -> None:
    """Label Studio says nothing of a control that was left alone; where none is an answer, that is what it means."""
    by_rule = {(rule.question, rule.target) for rule in ruled}
    for question in stage.ask:
        if question.none_is_an_answer and question.required:
            cells = answers.setdefault(question.id, {})
            for target in frame.targets(question.about):
                if (question.id, target) not in by_rule:
                    cells.setdefault(target, [])


def _first(names: str | list[str]) -> str:
    return names if isinstance(names, str) else names[0] if names else ""
