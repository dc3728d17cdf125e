"""Scores one judgement at a time, as the guide of protocols says them: what the scorer is compared with."""

from collections.abc import Mapping
from typing import Any

from jurybox.core.answer import Answers
from jurybox.core.protocol import Protocol, Score
from jurybox.core.questions import Marks, Tags


def scores_of(protocol: Protocol, answers: Answers, target: str) -> dict[str, float | None]:
    """Every score of one target; None where an answer it needs is missing.

    `answers` holds the stored answers of all stages, keyed by question.
    """
    found: dict[str, float | None] = {}
    for score in protocol.scores:
        found[score.id] = _score(protocol, score, answers, target, found)
    return found


def about_of(protocol: Protocol) -> dict[str, str]:
    """What each score is about: segments or candidates where one of its sources is, else the unit."""
    found: dict[str, str] = {question.id: question.about for _, question in protocol.questions()}
    for score in protocol.scores:
        parts = {found[name] for name in score.sources()} - {"unit"}
        found[score.id] = parts.pop() if parts else "unit"
    return {score.id: found[score.id] for score in protocol.scores}


def _score(
    protocol: Protocol, score: Score, answers: Answers, target: str, earlier: Mapping[str, float | None]
) -> float | None:
    if score.rule in ("count", "marks"):
        return _counted(protocol, score, answers, target)
    values = [number_of(protocol, name, answers, target, earlier) for name in score.sources()]
    present = [value for value in values if value is not None]
    if len(present) < len(values):
        return None
    if score.rule == "weighted" and isinstance(score.of, dict):
        return sum(weight * value for weight, value in zip(score.of.values(), present, strict=True))
    total = sum(present)
    return total / len(present) if score.rule == "mean" else total


def _value(protocol: Protocol, answers: Answers, name: str, target: str) -> Any:
    """What was said of the target, or of the unit that it belongs to."""
    question, cells = protocol.question(name), answers.get(name, {})
    said = cells.get("unit" if question.about == "unit" else target)
    if said is None:
        return None
    if isinstance(question, Marks) and not question.required and said.value == [] and said.by != "rule":
        return None  # who gives the scores directly has not looked for marks
    return said.value


def number_of(
    protocol: Protocol, name: str, answers: Answers, target: str, earlier: Mapping[str, float | None]
) -> float | None:
    """What a name stands for: a score that stands earlier, else the answer to a question."""
    if name in earlier:
        return earlier[name]
    value = _value(protocol, answers, name, target)
    return None if value is None else protocol.question(name).number(value)


def _counted(protocol: Protocol, score: Score, answers: Answers, target: str) -> float | None:
    name = score.sources()[0]
    question, value = protocol.question(name), _value(protocol, answers, name, target)
    if value is None:
        return None
    if isinstance(question, Tags):
        wanted = {t.id for c in question.categories if score.category in (None, c.id) for t in c.tags if t.counts}
        return float(sum(entry["id"] in wanted and score.tag in (None, entry["id"]) for entry in value))
    if isinstance(question, Marks):
        marks = [mark for mark in value if score.mark in (None, mark["label"])]
        return sum((question.value_of(m) for m in marks), 0.0) if score.rule == "marks" else float(len(marks))
    return float(sum(score.option in (None, option) for option in value))
