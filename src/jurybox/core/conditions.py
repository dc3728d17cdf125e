"""Conditions: whether a question is asked at all, by what was said to an earlier one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jurybox.core.questions import Condition, QuestionBase

if TYPE_CHECKING:
    from jurybox.core.answer import Answer
    from jurybox.core.protocol import Stage
    from jurybox.core.questions import Value

UNIT = "unit"


def holds(condition: Condition, source: QuestionBase, value: "Value | None") -> bool:
    """Whether a sound answer to the earlier question has the later one asked; without an answer it is not."""
    if value is None or value == []:
        return False
    number = source.number(value)
    if condition.least is not None or condition.most is not None:
        low, high = condition.least, condition.most
        return number is not None and (low is None or number >= low) and (high is None or number <= high)
    if not condition.any_of:
        return True
    return bool(set(condition.any_of) & {*source.named_in(value), *([] if number is None else [number])})


def source_of(stage: "Stage", question: QuestionBase, target: str) -> tuple[QuestionBase, str] | None:
    """The earlier question that a condition names, and the target whose answer counts."""
    if question.only_if is None:
        return None
    source = stage.question(question.only_if.question)
    return None if source is None else (source, UNIT if source.about == UNIT else target)


def is_asked(
    stage: "Stage", question: QuestionBase, target: str, stored: Mapping[str, Mapping[str, "Answer"]]
) -> bool | None:
    """Whether a question is asked about a target, by the answers before it; None where nothing stands there."""
    found = source_of(stage, question, target)
    if found is None or question.only_if is None:
        return True
    source, where = found
    answer = stored.get(source.id, {}).get(where)
    return None if answer is None else holds(question.only_if, source, answer.value)
