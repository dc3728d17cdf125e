"""A check: a unit whose right answer is known, or whose text was made worse; whether it was passed, and how sure."""

import math
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import cast

from jurybox.core.answer import Answer, Answers
from jurybox.core.calibration import Verdict, compare
from jurybox.core.model import Model, Name
from jurybox.core.protocol import ExampleAnswer, Protocol, Score
from jurybox.core.questions import ComparisonQuestion, Measure, QuestionBase
from jurybox.core.unit import LETTERS

"""Kinds of questions by which an output that was made worse can be told."""


class CheckKind(StrEnum):
    GOLD = "gold"
    """The organiser knows the answer."""
    ATTENTION = "attention"
    """The text itself says what to answer."""
    DEGRADED = "degraded"
    """A real output that was made worse by a rule."""


class Worse(Model):
    """That one candidate was made worse: it must score so much at the most (at the least, where less is better).

    Beside the output that it was made from it need only be worse than that.
    """

    question: Name
    letter: str = "A"
    than: str | None = None
    most: float | None = None
    least: float | None = None
    lower_is_better: bool = False


class CheckSays(Model):
    """What a rater should say of a check, by the letters that it is written in."""

    answers: tuple[ExampleAnswer, ...] = ()
    worse: Worse | None = None


def passes(protocol: Protocol, says: CheckSays, said: Mapping[int, Answers], tolerance: float) -> bool | None:
    """Whether answers, by stage, are what they should be, all of them; None where nothing was said of it."""
    found = [*_compared(protocol, says, said, tolerance), *_tells(protocol, says.worse, said)]
    return all(found) if found else None


def _compared(protocol: Protocol, says: CheckSays, said: Mapping[int, Answers], tolerance: float) -> Iterator[bool]:
    for number, answers in said.items():
        for one in compare(protocol.stages[number], says, answers, tolerance):
            if one.verdict != Verdict.LEFT:
                yield one.verdict != Verdict.OFF


def _tells(protocol: Protocol, worse: Worse | None, said: Mapping[int, Answers]) -> Iterator[bool]:
    if worse is None:
        return
    question = protocol.question(worse.question)
    answers = next((of_stage[worse.question] for of_stage in said.values() if worse.question in of_stage), None)
    if answers is None:
        return
    if isinstance(question, ComparisonQuestion):
        yield from _is_ranked_below(question, worse, answers)
        return
    number = _mean(question, answers, worse.letter)
    if number is None:
        return
    if worse.than is not None:
        other = _mean(question, answers, worse.than)
        if other is not None:
            yield number > other if worse.lower_is_better else number < other
    else:
        yield (worse.most is None or number <= worse.most) and (worse.least is None or number >= worse.least)


def _is_ranked_below(question: ComparisonQuestion, worse: Worse, answers: Mapping[str, Answer]) -> Iterator[bool]:
    for answer in answers.values():
        if answer.value is None or worse.than is None:
            continue
        groups = question.groups(answer.value, [*LETTERS])
        place = {letter: n for n, group in enumerate(groups) for letter in group}
        yield place.get(worse.than, 0) < place.get(worse.letter, 0)


def _mean(question: QuestionBase, answers: Mapping[str, Answer], letter: str) -> float | None:
    """What a rater said of one candidate, over its segments where there are any."""
    own = [a for target, a in answers.items() if _is_about(target, letter)]
    found = [n for a in own if a.value is not None and (n := _number(question, a)) is not None]
    return sum(found) / len(found) if found else None


def _is_about(target: str, letter: str) -> bool:
    """
    >>> _is_about("A", "A"), _is_about("A.2", "A"), _is_about("2", "A"), _is_about("B", "A")
    (True, True, True, False)
    """
    first = target.partition(".")[0]
    return first == letter or (letter == "A" and first not in LETTERS)


def _number(question: QuestionBase, answer: Answer) -> float | None:
    if question.measure().is_marks:
        return float(len(cast(list[object], answer.value)))
    return question.number(cast(float, answer.value))


def telling_questions(protocol: Protocol) -> list[QuestionBase]:
    """The questions by which an output that was made worse can be told, the one that decides first."""
    alone = protocol.unit.candidates == 1
    asked = [
        question
        for _, question in protocol.questions()
        if _can_rank(question.measure()) and not (alone and question.compares)
    ]
    decides = [score.of for score in protocol.scores if isinstance(score.of, str)]
    order = {id: n for n, id in enumerate(decides)}
    return sorted(asked, key=lambda question: (not question.required, order.get(question.id, len(order))))


def _can_rank(measure: Measure) -> bool:
    return measure.is_number or measure.is_comparison or measure.is_marks


def worse_by(protocol: Protocol, question: QuestionBase, most: float | None, least: float | None) -> Worse | None:
    """What an output that stands alone must score; the lower half of a question's range where nothing is said."""
    lower = any(score.better == "lower" for score in protocol.scores if _is_of(score, question.id))
    measure = question.measure()
    if most is None and least is None:
        if measure.is_marks:
            least = 1
        elif measure.is_comparison:
            pass
        elif measure.lowest is None or measure.highest is None:
            return None
        else:
            middle = (measure.lowest + measure.highest) / 2
            most, least = (None, middle) if lower else (middle, None)
    return Worse(question=question.id, most=most, least=least, lower_is_better=lower)


def _is_of(score: Score, question: str) -> bool:
    return question in score.sources()


def is_surely_below(passed: int, of: int, wanted: float, certainty: float) -> bool:
    """Whether so few passed that their true share is below what is wanted, however often one looks.

    The likelihood of every lower share together, against the wanted one, is a fair bet against who is good enough:
    it grows to 1 / (1 - certainty) for no more than 1 - certainty of them, in all checks that ever come (Ville 1939).

    >>> [is_surely_below(0, n, 0.7, 0.95) for n in (3, 4)], is_surely_below(12, 20, 0.7, 0.95)
    ([False, True], False)
    """
    if wanted >= 1:
        return passed < of
    return of > 0 and _evidence(passed, of, wanted) >= -math.log(1 - certainty)


def _evidence(passed: int, of: int, wanted: float) -> float:
    """The logarithm of the bet: a uniform mixture of all lower shares against the wanted share."""
    up, down = math.log(wanted), math.log1p(-wanted)
    terms = [_log_choose(of + 1, k) + k * up + (of + 1 - k) * down for k in range(passed + 1, of + 2)]
    top = max(terms)
    tail = top + math.log(math.fsum(math.exp(term - top) for term in terms))
    return tail - up - math.log(of + 1) - _log_choose(of, passed) - passed * up - (of - passed) * down


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


NORMAL_95 = 1.959963984540054
"""The quantile of the usual interval."""


def share_interval(passed: int, of: int) -> tuple[float, float] | None:
    """Wilson's interval of 95% for a share; None where there is nothing to take a share of.

    >>> [round(end, 3) for end in share_interval(5, 10)]
    [0.237, 0.763]
    """
    if not of:
        return None
    share, z2 = passed / of, NORMAL_95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = NORMAL_95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)
