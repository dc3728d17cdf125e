"""What is disputed: two answers of raters further apart than a threshold, question by question."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from jurybox.core import Answers
from jurybox.core.questions import Kind, QuestionBase, Value

Measured = Literal["levels", "steps", "range", "overlap", "any"]
"""What a threshold counts: levels of a scale, steps, a share of the range, the overlap of two sets, nothing."""
USUAL: Mapping[Measured, float] = {"levels": 2, "steps": 2, "range": 0.25, "overlap": 0.5, "any": 0}
NEARLY = 1e-9


class Threshold(NamedTuple):
    """From where answers to a question are disputed."""

    measured: Measured
    value: float
    most: float
    """The largest distance that there can be, to put questions side by side."""


class DisputedCell(NamedTuple):
    """A question about one target whose answers are too far apart; `size` is 1 where they could not be further."""

    question: str
    target: str
    size: float


def threshold_of(question: QuestionBase, asked: float | None = None) -> Threshold | None:
    """The threshold of a question, the usual one where none is asked for; None where answers can't be compared."""
    return THRESHOLDS[question.measure().kind](question, asked)


def _never(question: QuestionBase, asked: float | None) -> None:
    """Texts are not compared."""


def _any_difference(question: QuestionBase, asked: float | None) -> Threshold:
    return Threshold("any", 0, 1)


def _too_little_in_common(question: QuestionBase, asked: float | None) -> Threshold:
    return Threshold("overlap", USUAL["overlap"] if asked is None else asked, 1)


def _numbers_apart(question: QuestionBase, asked: float | None) -> Threshold:
    measure = question.measure()
    if measure.level == "interval":
        if measure.lowest is None or measure.highest is None:
            return Threshold("steps", USUAL["steps"] if asked is None else asked, 10)
        return Threshold("range", USUAL["range"] if asked is None else asked, 1)
    most = max(1, len(measure.labels) - 1) if measure.level == "ordinal" else 1
    return Threshold("levels", min(most, USUAL["levels"] if asked is None else asked), most)


THRESHOLDS: Mapping[Kind, Callable[[QuestionBase, float | None], Threshold | None]] = {
    "number": _numbers_apart,
    "category": _too_little_in_common,
    "tags": _too_little_in_common,
    "marks": _too_little_in_common,
    "comparison": _any_difference,
    "text": _never,
    "edit": _too_little_in_common,
}


def distance(question: QuestionBase, threshold: Threshold, one: Value, other: Value) -> float:
    """How far two answers are apart, in what the threshold counts; of sets, one less their overlap.

    The overlap is that of Jaccard: what both hold by what either holds, and all where both are empty. Of two edits of a
    text it is the share of the longer one that need not be changed to make the other.
    """
    if threshold.measured == "any":
        return 1.0 if question.apart(one, other) else 0.0
    if threshold.measured == "overlap":
        return 1 - _overlap(question, one, other)
    a, b = question.number(one), question.number(other)
    if a is None or b is None:
        return 0.0
    if threshold.measured == "range":
        measure = question.measure()
        assert measure.lowest is not None
        assert measure.highest is not None
        return abs(a - b) / ((measure.highest - measure.lowest) or 1)
    apart = question.apart(one, other) or 0.0
    return threshold.most if apart > threshold.most and threshold.measured == "levels" else apart


def _overlap(question: QuestionBase, one: Value, other: Value) -> float:
    if question.edited_field is not None:
        return 1 - (question.apart(one, other) or 0.0)
    ours, theirs, same = IN_COMMON.get(question.measure().kind, _names_in_common)(question, one, other)
    either = ours + theirs - same
    return same / either if either else 1.0


def _names_in_common(question: QuestionBase, one: Value, other: Value) -> tuple[int, int, int]:
    ours, theirs = set(question.held(one)), set(question.held(other))
    return len(ours), len(theirs), len(ours & theirs)


def _marks_in_common(question: QuestionBase, one: Value, other: Value) -> tuple[int, int, int]:
    return len(question.held(one)), len(question.held(other)), len(question.matched(one, other))


IN_COMMON: Mapping[Kind, Callable[[QuestionBase, Value, Value], tuple[int, int, int]]] = {"marks": _marks_in_common}
"""How much two answers hold, and how much of it both; where no other rule stands, by names."""


def is_over(threshold: Threshold, far: float) -> bool:
    """Whether so large a distance is a dispute."""
    if threshold.measured == "overlap":
        return far > 1 - threshold.value + NEARLY
    return far > 0 and far >= threshold.value - NEARLY


def disputed_cells(
    questions: Iterable[QuestionBase], said: Sequence[Answers], thresholds: Mapping[str, float]
) -> list[DisputedCell]:
    """The questions and targets about which raters are too far apart; who gave no answer is not compared."""
    found = []
    for question in questions:
        threshold = threshold_of(question, thresholds.get(question.id))
        if threshold is None:
            continue
        cells: dict[str, list[Value]] = {}
        for answers in said:
            for target, answer in answers.get(question.id, {}).items():
                if answer.value is not None:
                    cells.setdefault(target, []).append(answer.value)
        for target, values in cells.items():
            far = _largest(question, threshold, values)
            if is_over(threshold, far):
                found.append(DisputedCell(question.id, target, min(1.0, far / threshold.most)))
    return found


def _largest(question: QuestionBase, threshold: Threshold, values: list[Value]) -> float:
    if all(value == values[0] for value in values):
        return 0.0
    if question.measure().is_number:
        ends = min(values, key=question.number), max(values, key=question.number)  # type: ignore[arg-type]
        return distance(question, threshold, *ends)
    return max(distance(question, threshold, one, other) for one, other in combinations(values, 2))
