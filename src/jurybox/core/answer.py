"""Answers: checked against the protocol, and brought to the form they are stored in.

On the wire   {question: {target: value | {cannot: reason} | {value, by: override, reason}}}
Stored        {question: {target: {value, by} | {value, by: override, reason} | {cannot, by} | {by: not_asked}}}

What was pre-filled is said and stored with what was there: `suggestions.py`.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeGuard, cast

import msgspec
from msgspec.structs import replace

from jurybox.core.conditions import is_asked
from jurybox.core.errors import Fault
from jurybox.core.protocol import Protocol, Rule, Stage
from jurybox.core.questions import Frame, QuestionBase, about_of
from jurybox.core.text import same_text

if TYPE_CHECKING:
    from jurybox.core.questions import Value
else:
    Value = object  # msgspec takes the JSON as it is: it can't tell several kinds of lists apart

LONGEST_REASON = 2_000
MOST_FAULTS = 100
"""Of one cell, or one kind: nobody makes more by hand, and each costs those who wait."""
MadeBy = Literal["rater", "rule", "marks", "override", "not_asked", "kept", "changed", "removed", "added"]
"""`not_asked`: a condition of the protocol did not hold, so there is no value and none is missing. The last four are
of a stage with suggestions: what the rater did with the one that was there, or that there was none."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was said to one question about one target: a value, or why there is none. The order is that of the bytes."""

    value: Value | None = None
    """None only where it could not be judged, was not asked, or a suggestion was removed and nothing said instead."""
    cannot: str | None = None
    by: MadeBy
    reason: str | None = None
    """Why a number stands against the sum of its marks."""
    suggested: Value | None = None
    """What was there to be kept, changed or removed."""
    from_suggested: list[int | None] | None = None
    """Of marks: the place of the suggested one that each came from; None where the rater added it."""
    removed: list[int] | None = None
    """Of marks: the places of the suggested ones that were taken away."""
    at_once: int = 0
    """How many suggestions were kept by one act, "Keep all"."""


Answers = dict[str, dict[str, Answer]]
"""By question and target."""


@dataclass(frozen=True, slots=True)
class RuleMade:
    """An answer that a rule gives, with the rule that gives it."""

    question: str
    target: str
    value: Value
    because: Mapping[str, str]


def check_answers(
    stage: Stage, given: object, frame: Frame, rule_made: tuple[RuleMade, ...] = (), partial: bool = False
) -> tuple[Answers, list[Fault]]:
    """The answers as they are stored, and every fault. `partial` lets required questions go unanswered."""
    if not isinstance(given, dict):
        return {}, [Fault("answer.not_answers", "answers", given)]
    faults: list[Fault] = []
    stored: Answers = {}
    broken: set[str] = set()
    questions = {q.id: q for q in stage.ask}
    made = {(r.question, r.target): r.value for r in rule_made}
    for name in islice((name for name in given if name not in questions), MOST_FAULTS):
        faults.append(Fault("answer.unknown_question", f"answers.{name}", name, list(questions)))
    for question in stage.ask:
        cells = given.get(question.id, {})
        if not isinstance(cells, dict):
            faults.append(Fault("answer.not_answers", f"answers.{question.id}", cells))
            continue
        asked = _asked(stage, question, frame, stored, broken, partial)
        kept, found = _check_question(question, cells, frame, made, asked)
        broken |= {question.id} if found else set()
        faults += found
        if kept:
            stored[question.id] = kept
    if not faults:
        faults += _sum_faults(stage, stored)
    return stored, faults


@dataclass(frozen=True, slots=True)
class AskedTargets:
    """The targets of which a question is not asked, and whether it may go unanswered of the others."""

    unasked: frozenset[str]
    is_partial: bool


def _asked(
    stage: Stage, question: QuestionBase, frame: Frame, stored: Answers, broken: set[str], partial: bool
) -> AskedTargets:
    """What depends on an answer with a fault is not looked at until that is mended."""
    if question.only_if is None:
        return AskedTargets(frozenset(), partial)
    if question.only_if.question in broken:
        return AskedTargets(frozenset(), True)
    asked = {target: is_asked(stage, question, target, stored) for target in frame.targets(question.about)}
    unknown = partial  # where some answers are looked at alone, nothing is known of what they hang on
    return AskedTargets(frozenset(t for t, so in asked.items() if so is False or (so is None and not unknown)), partial)


def _check_question(
    question: QuestionBase,
    cells: Mapping[str, object],
    frame: Frame,
    made: Mapping[tuple[str, str], Value],
    asked: "AskedTargets",
) -> tuple[dict[str, Answer], list[Fault]]:
    targets = dict.fromkeys(frame.targets(question.about))
    where = f"answers.{question.id}"
    faults = [
        Fault("answer.unknown_target", f"{where}.{target}", target, list(targets))
        for target in islice((target for target in cells if target not in targets), MOST_FAULTS)
    ]
    kept: dict[str, Answer] = {}
    for target in targets:
        place = f"{where}.{target}"
        if (question.id, target) in made:
            value = made[question.id, target]
            if target in cells and _plain(cells[target]) != value:
                faults.append(Fault("answer.made_by_rule", place, cells[target], value))
            kept[target] = Answer(value=value, by="rule")
        elif target in asked.unasked:
            if not _says_nothing(cells.get(target)):
                faults.append(Fault("answer.not_asked", place, cells[target], params={"question": question.id}))
            kept |= {} if asked.is_partial else {target: Answer(by="not_asked")}
        elif cells.get(target) is None:
            if question.required and not asked.is_partial:
                faults.append(Fault("answer.missing", place, params={"question": question.id}))
        else:
            cell, found = _check_cell(question, cells[target], target, frame, place)
            faults += found
            if cell is not None:
                kept[target] = cell
    return kept, faults


def _says_nothing(cell: object) -> bool:
    """Nothing, or that its target cannot be judged: what may stand where nothing was asked."""
    return cell is None or cell == [] or (isinstance(cell, dict) and "cannot" in cell)


def _plain(cell: object) -> object:
    return cell.get("value", cell) if isinstance(cell, dict) else cell


def _check_cell(
    question: QuestionBase, cell: object, target: str, frame: Frame, where: str
) -> tuple[Answer | None, list[Fault]]:
    value, by, reason = cell, "rater", None
    faults: list[Fault] = []
    if isinstance(cell, dict):
        if "cannot" in cell:
            return _check_cannot(cell, where)
        if "by" in cell:
            value, by, reason = cell.get("value"), cell["by"], cell.get("reason")
            faults += _by_faults(question, cell, where)
    faults += [_at(where, fault) for fault in islice(question.faults(value, target, frame), MOST_FAULTS)]
    if faults:
        return None, faults
    sound = cast(Value, value)  # `faults` found none
    if slip := question.slip(sound):
        return None, [_at(where, slip)]
    sound = question.stored(sound, target, frame)
    return Answer(value=sound, by=cast(MadeBy, by), reason=reason if by == "override" else None), []


def _by_faults(question: QuestionBase, cell: Mapping[str, object], where: str) -> Iterator[Fault]:
    by = cell["by"]
    if by not in ("rater", "marks", "override") or set(cell) - {"value", "by", "reason"}:
        yield Fault("answer.unknown_by", where, by, ["rater", "marks", "override"])
    elif by == "override" and not _is_reason(cell.get("reason")):
        yield Fault("answer.override_without_reason", where, cell.get("reason"))
    elif by != "rater" and question.sum_of is None:
        yield Fault("answer.nothing_to_override", where, by)


def _check_cannot(cell: Mapping[str, object], where: str) -> tuple[Answer | None, list[Fault]]:
    reason = cell["cannot"]
    if set(cell) != {"cannot"} or not _is_reason(reason):
        return None, [Fault("answer.cannot_without_reason", where, cell)]
    return Answer(cannot=reason, by="rater"), []


def _is_reason(reason: object) -> TypeGuard[str]:
    return isinstance(reason, str) and 0 < len(reason.strip()) and len(reason) <= LONGEST_REASON


def _at(where: str, fault: Fault) -> Fault:
    return Fault(fault.code, where + fault.where, fault.given, fault.allowed, fault.params)


def _sum_faults(stage: Stage, stored: Answers) -> Iterator[Fault]:
    """A number that adds up from marks must be their sum, unless it was overwritten with a reason."""
    for question in stage.ask:
        if question.sum_of is None:
            continue
        source, label = stage.question(question.sum_of.question), question.sum_of.label
        if source is None:
            continue
        for target, answer in stored.get(question.id, {}).items():
            marks = stored.get(source.id, {}).get(target)
            total = source.total(marks.value, label) if marks and marks.value else None
            number = None if answer.value is None else question.number(answer.value)
            if total is None or number is None or answer.by == "override":
                continue
            if not math.isclose(total, number, abs_tol=1e-9):
                yield Fault("answer.not_the_sum", f"answers.{question.id}.{target}", answer.value, total)
            stored[question.id][target] = Answer(value=answer.value, by="marks")


def rule_answers(protocol: Protocol, stage: Stage, targets: Mapping[str, Mapping[str, object]]) -> tuple[RuleMade, ...]:
    """What the rules answer in this stage; `targets` gives the texts of each, the item's included."""
    asked = {q.id: q.about for q in stage.ask}
    return tuple(
        RuleMade(question, target, value, rule.because)
        for rule in protocol.rules
        for target, texts in targets.items()
        if _holds(rule, texts)
        for question, value in rule.answer.items()
        if asked.get(question) == about_of(target)
    )


def _holds(rule: Rule, texts: Mapping[str, object]) -> bool:
    if rule.when.same_text:
        first, second = (texts.get(name) for name in rule.when.same_text)
        return isinstance(first, str) and isinstance(second, str) and same_text(first, second)
    return rule.when.empty is not None and not str(texts.get(rule.when.empty) or "").strip()


def renamed_target(target: str, translate: Callable[[str], str]) -> str:
    """A target with another name for its candidate.

    >>> renamed_target("A.3", {"A": "17"}.__getitem__), renamed_target("A", {"A": "17"}.__getitem__)
    ('17.3', '17')
    """
    candidate, dot, segment = target.partition(".")
    return translate(candidate) + dot + segment


def target_as_shown(about: str, target: str, letters: Mapping[str, str]) -> str:
    """A stored target with the letter of its candidate; a segment has the number that it has everywhere.

    >>> target_as_shown("output", "17.3", {"17": "A"}), target_as_shown("segment", "17", {"17": "A"})
    ('A.3', '17')
    """
    if about not in ("candidate", "output"):
        return target
    return renamed_target(target, lambda candidate: letters.get(candidate, candidate))


def translate_targets(stage: Stage, answers: Answers, translate: Callable[[str], str]) -> Answers:
    """Rename candidate targets everywhere they stand: letters become candidate ids, or back."""
    about = {q.id: q for q in stage.ask}
    renamed: Answers = {}
    for name, cells in answers.items():
        question = about[name]
        if question.about in ("candidate", "output"):
            renamed[name] = {renamed_target(target, translate): cell for target, cell in cells.items()}
        elif question.compares:
            renamed[name] = {
                target: said if said.value is None else replace(said, value=question.renamed(said.value, translate))
                for target, said in cells.items()
            }
        else:
            renamed[name] = cells
    return renamed


def flat_numbers(stage: Stage, answers: Answers) -> Iterator[tuple[str, str, float]]:
    """(question, target, number) for every answer of a stage that is one number."""
    for question in stage.ask:
        for target, answer in answers.get(question.id, {}).items():
            if answer.value is not None:
                number = question.number(answer.value)
                if number is not None:
                    yield question.id, target, number
