"""How a round of worked examples went: question by question, what is to be read again, and what happens now."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from jurybox.core import Answers, Compared, Judgement, Standing, Verdict, WhatNow
from jurybox.store import Run, log, onboarding
from jurybox.studies.rating.calibration import compared, last_round
from jurybox.studies.rating.packet import TRIALS_OF_A_ROUND
from jurybox.studies.rating.wire import CalibrationResult, ExampleResult, QuestionResult
from jurybox.studies.study import StudyView


@dataclass(frozen=True, slots=True)
class RatedExample:
    """A worked example of a round, with every answer that counts."""

    number: int
    answers: list[Compared]


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """How a round went."""

    round: int
    examples: list[RatedExample]
    agrees: int
    within: int
    of: int
    passed: bool
    now: WhatNow


def outcome(run: Run, view: StudyView, member: int) -> RoundOutcome | None:
    """How the last round went; None before it is finished."""
    given = onboarding.given_examples(run, member)
    last = last_round(given)
    if not last or any(trial.stage is not None for trial in last):
        return None
    examples = [RatedExample(trial_number(trial.position), _counted(run, view, trial)) for trial in last]
    return outcome_of(view, examples, last[0].round + 1)


def outcome_of(view: StudyView, examples: list[RatedExample], rounds: int) -> RoundOutcome:
    """How a round went, the last of so many."""
    verdicts = Counter(answer.verdict for example in examples for answer in example.answers)
    agrees, within, of = verdicts[Verdict.AGREES], verdicts[Verdict.WITHIN], verdicts.total()
    wanted = view.settings.calibration
    passed = agrees + within >= wanted.share * of - 1e-9
    return RoundOutcome(rounds, examples, agrees, within, of, passed, wanted.what_now(passed, rounds))


def trial_number(position: int) -> int:
    """Which one of its round an example is, from 1."""
    return position % TRIALS_OF_A_ROUND + 1


def _counted(run: Run, view: StudyView, trial: onboarding.GivenExample) -> list[Compared]:
    said = [log.latest(run, assignment=trial.id, stage=n) for n in trial.stages]
    return counted(view, trial.example, trial.stages, [entry for entry in said if entry is not None])


def counted(view: StudyView, example: int, stages: Iterable[int], said: Iterable[Judgement]) -> list[Compared]:
    """Every answer to an example that counts; stages that a rater could not judge have no answers, and are off."""
    entries = {entry.stage: entry for entry in said}
    found = [one for n in stages for one in compared(view, example, entries.get(n) or said_of_example(n, {}))]
    return [one for one in found if one.verdict != Verdict.LEFT]


def said_of_example(stage: int, answers: Answers) -> Judgement:
    """Answers that are looked at and stand in no log."""
    return Judgement(
        id="",
        assignment=0,
        stage=stage,
        answers=answers,
        cannot=None if answers else "",
        comment=None,
        supersedes=None,
        standing=Standing.COUNTED,
        protocol_hash="",
        guideline_hash=None,
        channel="",
        answered_at=None,
        received_at=0,
        elapsed_ms=None,
    )


def told(view: StudyView, went: RoundOutcome) -> CalibrationResult:
    """What a rater is told of a round."""
    answers = [answer for example in went.examples for answer in example.answers]
    asked = [question.id for _, question in view.protocol.questions()]
    return {
        "agrees": went.agrees,
        "within": went.within,
        "of": went.of,
        "passed": went.passed,
        "now": went.now,
        "round": went.round,
        "questions": [
            _question(view, id, [one for one in answers if one.question == id])
            for id in asked
            if any(one.question == id for one in answers)
        ],
        "examples": [
            ExampleResult(number=example.number, off=off)
            for example in went.examples
            if (off := sum(one.verdict == Verdict.OFF for one in example.answers))
        ],
        "completion_code": view.settings.calibration.completion_code if went.now == WhatNow.STOP else None,
    }


def _question(view: StudyView, id: str, answers: list[Compared]) -> QuestionResult:
    verdicts = Counter(one.verdict for one in answers)
    return {
        "question": id,
        "agrees": verdicts[Verdict.AGREES],
        "within": verdicts[Verdict.WITHIN],
        "off": verdicts[Verdict.OFF],
        "near": near_enough(view, id),
        "again": _to_read(view, id, (one for one in answers if one.verdict == Verdict.OFF)),
    }


def near_enough(view: StudyView, id: str) -> tuple[float, float] | None:
    """How far from the guideline's a number still counts: as its example says, or by the study's steps."""
    measure = view.protocol.question(id).measure()
    if not measure.is_number or measure.level != "interval":
        return None
    says = [answer for n in view.trials for answer in view.protocol.examples[n].answers if answer.question == id]
    near = [max(answer.within or 0, view.settings.calibration.tolerance * measure.step) for answer in says]
    return (min(near), max(near)) if any(near) else None


def _to_read(view: StudyView, id: str, missed: Iterable[Compared]) -> list[str | float]:
    """What the guideline named where the rater did not, each once."""
    question = view.protocol.question(id)
    named: dict[str | float, None] = {}
    for one in missed:
        number = question.number(one.closest) if question.measure().labels else None
        named |= dict.fromkeys(question.held(one.closest) if number is None else [number])
    return list(named)
