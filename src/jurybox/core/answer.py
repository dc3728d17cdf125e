"""Answers: checked against the protocol, and brought to the form they are stored in.

On the wire   {question: {target: value | {cannot: reason} | {value, by: override, reason}}}
Stored        {question: {target: {value, by} | {value, by: override, reason} | {cannot, by}}}
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jurybox.core.errors import Fault
from jurybox.core.protocol import Protocol, Rule, Stage
from jurybox.core.questions import Frame, QuestionBase
from jurybox.core.text import same_text

Answers = dict[str, dict[str, Any]]
LONGEST_REASON = 2_000


@dataclass(frozen=True, slots=True)
class RuleMade:
    """An answer that a rule gives, with the rule that gives it."""

    question: str
    target: str
    value: Any
    because: Mapping[str, str]


def check_answers(
    stage: Stage, given: Any, frame: Frame, rule_made: tuple[RuleMade, ...] = (), partial: bool = False
) -> tuple[Answers, list[Fault]]:
    """The answers as they are stored, and every fault. `partial` lets required questions go unanswered."""
    if not isinstance(given, dict):
        return {}, [Fault("answer.not_answers", "answers", given)]
    faults: list[Fault] = []
    stored: Answers = {}
    questions = {q.id: q for q in stage.ask}
    made = {(r.question, r.target): r.value for r in rule_made}
    for name in given:
        if name not in questions:
            faults.append(Fault("answer.unknown_question", f"answers.{name}", name, list(questions)))
    for question in stage.ask:
        cells = given.get(question.id, {})
        if not isinstance(cells, dict):
            faults.append(Fault("answer.not_answers", f"answers.{question.id}", cells))
            continue
        kept, found = _check_question(question, cells, frame, made, partial)
        faults += found
        if kept:
            stored[question.id] = kept
    if not faults:
        faults += _sum_faults(stage, stored)
    return stored, faults


def _check_question(
    question: QuestionBase, cells: dict[str, Any], frame: Frame, made: Mapping[tuple[str, str], Any], partial: bool
) -> tuple[dict[str, Any], list[Fault]]:
    targets = frame.targets(question.about)
    where = f"answers.{question.id}"
    faults = [
        Fault("answer.unknown_target", f"{where}.{target}", target, list(targets))
        for target in cells
        if target not in targets
    ]
    kept: dict[str, Any] = {}
    for target in targets:
        place = f"{where}.{target}"
        if (question.id, target) in made:
            value = made[question.id, target]
            if target in cells and _plain(cells[target]) != value:
                faults.append(Fault("answer.made_by_rule", place, cells[target], value))
            kept[target] = {"value": value, "by": "rule"}
        elif cells.get(target) is None:
            if question.required and not partial:
                faults.append(Fault("answer.missing", place, params={"question": question.id}))
        else:
            cell, found = _check_cell(question, cells[target], target, frame, place)
            faults += found
            if cell is not None:
                kept[target] = cell
    return kept, faults


def _plain(cell: Any) -> Any:
    return cell.get("value", cell) if isinstance(cell, dict) else cell


def _check_cell(question: QuestionBase, cell: Any, target: str, frame: Frame, where: str) -> tuple[Any, list[Fault]]:
    if isinstance(cell, dict) and "cannot" in cell:
        return _check_cannot(cell, where)
    value, by, reason = cell, "rater", None
    if isinstance(cell, dict) and "by" in cell:
        value, by, reason = cell.get("value"), cell["by"], cell.get("reason")
        if by not in ("rater", "marks", "override") or set(cell) - {"value", "by", "reason"}:
            return None, [Fault("answer.unknown_by", where, by, ["rater", "marks", "override"])]
        if by == "override" and not _is_reason(reason):
            return None, [Fault("answer.override_without_reason", where, reason)]
        if by != "rater" and question.sum_of is None:
            return None, [Fault("answer.nothing_to_override", where, by)]
    faults = list(question.faults(value, target, frame))
    if not faults and (slip := question.slip(value)) is not None:
        faults.append(slip)
    if faults:
        return None, [_at(where, fault) for fault in faults]
    stored = {"value": value, "by": by}
    return ({**stored, "reason": reason} if by == "override" else stored), []


def _check_cannot(cell: dict[str, Any], where: str) -> tuple[Any, list[Fault]]:
    if set(cell) != {"cannot"} or not _is_reason(cell["cannot"]):
        return None, [Fault("answer.cannot_without_reason", where, cell)]
    return {"cannot": cell["cannot"], "by": "rater"}, []


def _is_reason(reason: Any) -> bool:
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
        for target, cell in stored.get(question.id, {}).items():
            marks = stored.get(source.id, {}).get(target, {}).get("value")
            total = source.total(marks, label) if marks else None
            if total is None or "value" not in cell or cell["by"] == "override":
                continue
            if not math.isclose(total, cell["value"], abs_tol=1e-9):
                yield Fault("answer.not_the_sum", f"answers.{question.id}.{target}", cell["value"], total)
            cell["by"] = "marks"


def rule_answers(protocol: Protocol, stage: Stage, targets: Mapping[str, Mapping[str, Any]]) -> tuple[RuleMade, ...]:
    """What the rules answer in this stage; `targets` gives each candidate's texts, the item's included."""
    asked = {q.id for q in stage.ask}
    return tuple(
        RuleMade(question, target, value, rule.because)
        for rule in protocol.rules
        for target, texts in targets.items()
        if _holds(rule, texts)
        for question, value in rule.answer.items()
        if question in asked
    )


def _holds(rule: Rule, texts: Mapping[str, Any]) -> bool:
    if rule.when.same_text:
        first, second = (texts.get(name) for name in rule.when.same_text)
        return isinstance(first, str) and isinstance(second, str) and same_text(first, second)
    return rule.when.empty is not None and not str(texts.get(rule.when.empty) or "").strip()


def translate_targets(stage: Stage, answers: Answers, translate: Callable[[str], str]) -> Answers:
    """Rename candidate targets everywhere they stand: letters become candidate ids, or back."""
    about = {q.id: q for q in stage.ask}
    renamed: Answers = {}
    for name, cells in answers.items():
        question = about[name]
        if question.about == "candidate":
            renamed[name] = {translate(target): cell for target, cell in cells.items()}
        elif question.compares:
            renamed[name] = {
                target: {**cell, "value": question.renamed(cell["value"], translate)} if "value" in cell else cell
                for target, cell in cells.items()
            }
        else:
            renamed[name] = cells
    return renamed


def flat_numbers(stage: Stage, answers: Answers) -> Iterator[tuple[str, str, float]]:
    """(question, target, number) for every answer of a stage that is one number."""
    for question in stage.ask:
        for target, cell in answers.get(question.id, {}).items():
            if "value" in cell:
                number = question.number(cell["value"])
                if number is not None:
                    yield question.id, target, number
