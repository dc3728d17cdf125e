"""What can decide a study: the questions and scores by which systems are put in order, and how wide they are."""

from dataclasses import dataclass

from jurybox.core import Protocol, Score, Text
from jurybox.core.questions import QuestionBase

COMPARED = 0.5
"""How far a share of wins can lie from even."""


@dataclass(frozen=True, slots=True)
class Decider:
    """A question or score that puts systems in order."""

    id: str
    label: Text
    width: float | None
    """From the worst to the best that it can be; None where it has no bounds."""
    compares: bool = False
    """Whether it is a share of wins."""


def deciders(protocol: Protocol) -> list[Decider]:
    """Everything by which systems can be put in order: questions, then scores that are more than one answer."""
    labels = {score.sources()[0]: score.label for score in protocol.scores if score.rule == "value"}
    found = []
    for _, question in protocol.questions():
        measure = question.measure()
        if question.compares:
            found.append(Decider(question.id, question.prompt, COMPARED, compares=True))
        elif measure.has_number and question.about != "unit" and (measure.ranks or question.id in labels):
            found.append(Decider(question.id, labels.get(question.id) or question.prompt, _width(_of(question))))
    own = [score for score in protocol.scores if score.rule != "value"]
    return found + [
        Decider(score.id, score.label or {"en": score.id}, _width(_bounds(protocol, score))) for score in own
    ]


def decider_of(protocol: Protocol, wish: str | None = None) -> Decider | None:
    """The one that was wished for, or what is usual: the last score that sums others up, else the first question."""
    found = {one.id: one for one in deciders(protocol)}
    if wish in found:
        return found[wish]
    sums = [score.id for score in protocol.scores if score.rule in ("mean", "sum", "weighted")]
    return found[sums[-1]] if sums else next(iter(found.values()), None)


Bounds = tuple[float, float] | None


def _width(bounds: Bounds) -> float | None:
    return bounds[1] - bounds[0] if bounds is not None and bounds[1] > bounds[0] else None


def _of(question: QuestionBase) -> Bounds:
    measure = question.measure()
    if measure.lowest is None or measure.highest is None:
        return None
    return measure.lowest, measure.highest


def _bounds(protocol: Protocol, score: Score) -> Bounds:
    """The least and the most that a score can be; None where one of its parts has no bounds."""
    if score.rule in ("count", "marks", "edits"):
        return None
    scores = {one.id: one for one in protocol.scores}
    questions = {question.id: question for _, question in protocol.questions()}
    weights = score.of if isinstance(score.of, dict) else dict.fromkeys(score.sources(), 1.0)
    lowest = highest = 0.0
    for name, weight in weights.items():
        own = _of(questions[name]) if name in questions else _bounds(protocol, scores[name])
        if own is None:
            return None
        ends = (own[0] * weight, own[1] * weight)
        lowest, highest = lowest + min(ends), highest + max(ends)
    parts = len(weights) if score.rule == "mean" else 1
    return lowest / parts, highest / parts
