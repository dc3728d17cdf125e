"""A test drive: the whole way of a rater, from consent to the last unit. The page keeps it; nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from jurybox.core import Answers, Assignment, Conflict, Judgement, JudgementDraft, NotFound, Ready
from jurybox.store import Content, onboarding
from jurybox.studies.previews.trial import NOBODY, Trial
from jurybox.studies.rating import (
    AFTER,
    BeforeTasks,
    JudgementReceipt,
    NextUnits,
    Packet,
    RatedExample,
    RatersStudy,
    RoundOutcome,
    Step,
    Trials,
    WorkedExamples,
    asked_calibration,
    asked_of_rater,
    check_begin,
    check_consent,
    check_questionnaire,
    checked_answers,
    counted,
    feedback,
    length_of_round,
    outcome_of,
    packet_of,
    round_of,
    said_of_example,
    steps_of,
    trial_number,
    worked,
)

EXAMPLE = "example-"
"""What the assignment of a worked example begins with; its round and its number there follow."""
MOST_ROUNDS = 100


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was done so far, as the page of a test drive keeps it and sends it along."""

    consent: bool | None = None
    answers: dict[str, str] | None = None
    """To the questionnaire."""
    rounds: int = 0
    """How many rounds of worked examples were begun."""
    judgements: tuple[JudgementDraft, ...] = ()
    """Of worked examples, in the order in which they were made."""


@dataclass(frozen=True, slots=True)
class Drive(Trial):
    past: Past = field(default_factory=Past)
    trials: Trials = field(default_factory=dict)
    """The worked examples of the calibration; none where the study has none."""
    free: frozenset[int] = frozenset()
    """The worked examples that who is through may read."""

    def study(self) -> RatersStudy:
        _, ready = self._stand()
        return self.study_of(ready)

    def next(self) -> NextUnits:
        step, ready = self._stand()
        tasks = Trial.next(self)
        if step is None:
            review = self.view.settings.calibration.review_code if ready == Ready.FLAGGED else None
            return {**tasks, "completion_code": review or tasks.get("completion_code")}
        found = self._open_examples() if step == "calibration" else []
        told: NextUnits = {"membership": NOBODY, "units": found, "progress": tasks["progress"], "state": "before"}
        return {**told, "state": "rate"} if found else told

    def before(self) -> BeforeTasks:
        step, ready = self._stand()
        past, calibration = self.past, None
        if self.trials:
            length = length_of_round(self.view, self.trials)
            calibration = asked_calibration(self.view, length, past.rounds > 0, self._outcome())
        return {
            "steps": steps_of(self.view, bool(self.trials)),
            "step": step,
            "flagged": ready == Ready.FLAGGED,
            **asked_of_rater(self.view, past.consent, past.answers or {}, calibration),
        }

    def consent(self, lang: str, hash: str) -> None:
        """Refuses what a study would refuse; so do the others. The page remembers what was said."""
        check_consent(self.view, lang, hash)

    def questionnaire(self, answers: Mapping[str, object]) -> None:
        check_questionnaire(self.view, answers)

    def calibrate(self) -> None:
        check_begin(self.view, *self._stand())

    def examples(self) -> WorkedExamples:
        """Those that were rated, as they were shown; the others once somebody is through."""
        step, _ = self._stand()
        rated = {a.example: _given(a) for a in self._last_round() if a.example is not None and a.stage is None}
        return {"examples": worked(self.view, rated, self.free if step is None else frozenset())}

    def judge(self, draft: JudgementDraft) -> JudgementReceipt:
        """A worked example is answered with what the guideline says."""
        if not draft.assignment.startswith(EXAMPLE):
            return Trial.judge(self, draft)
        a, stage, content = self.shown(draft.assignment, draft.stage)
        entry = said_of_example(stage, checked_answers(self.view, a, stage, draft, content))
        return {"id": draft.id, "standing": "counted", "state": "open", "feedback": feedback(self.view, a, entry)}

    def shown(self, assignment: str, stage: str) -> tuple[Assignment, int, Content]:
        if not assignment.startswith(EXAMPLE):
            return Trial.shown(self, assignment, stage)
        number = self.view.protocol.stage_number(stage)
        round = assignment.removeprefix(EXAMPLE).partition("-")[0]
        for a in self._rounds(int(round) + 1)[-1] if round.isdecimal() and len(round) < 3 else []:
            if a.uid == assignment and number in a.stages and a.example is not None:
                return a, number, self.view.examples[a.example]
        raise NotFound.of("judgement.unknown_assignment", "assignment", assignment)

    # --- where the rater stands

    def _stand(self) -> tuple[Step | None, Ready]:
        """The first step that is still to be done, or none with how the rater came through."""
        went = self._outcome()
        ready = Ready.NOT_YET if went is None else AFTER[went.now]
        is_done: dict[Step, bool] = {
            "consent": self.past.consent is True,
            "questionnaire": self.past.answers is not None,
            "calibration": ready in (Ready.DONE, Ready.FLAGGED),
        }
        for step in steps_of(self.view, bool(self.trials)):
            if not is_done[step]:
                return step, Ready.STOPPED if ready == Ready.STOPPED else Ready.NOT_YET
        return None, ready if self.trials else Ready.DONE

    def _rounds(self, most: int) -> list[list[Assignment]]:
        """The examples of each round as they are drawn, every time the same."""
        before: dict[int, list[int]] = {}
        found: list[list[Assignment]] = []
        for number in range(min(most, MOST_ROUNDS) if self.trials else 0):
            found.append(round_of(self.view, NOBODY, self.trials, number, before))
            for a in found[-1]:
                a.uid = f"{EXAMPLE}{number}-{trial_number(a.position)}"
            before |= {a.example: a.candidates for a in found[-1] if a.example is not None}
        return found or [[]]

    def _last_round(self) -> list[Assignment]:
        """Each with the stage that is to be rated now; none where all are."""
        last = self._rounds(self.past.rounds)[-1]
        for a in last:
            said = self._said(a)
            a.stage = next((n for n in a.stages if n not in said), None)
            if any(one.cannot is not None for one in said.values()):
                a.stage = None
        return last

    def _said(self, a: Assignment) -> dict[int, JudgementDraft]:
        mine = [draft for draft in self.past.judgements if draft.assignment == a.uid]
        numbers = {self.view.stage(n).id: n for n in a.stages}
        if unknown := next((draft.stage for draft in mine if draft.stage not in numbers), None):
            raise Conflict.of("judgement.unknown_stage", "stage", unknown, list(numbers))
        return {numbers[draft.stage]: draft for draft in mine}

    def _open_examples(self) -> list[Packet]:
        """The example that is to be rated now: the next one comes when this one was answered."""
        last = self._last_round()
        a = next((a for a in last if a.stage is not None), None)
        if a is None or a.stage is None or a.example is None:
            return []
        made = packet_of(self.view, a, a.stage, self.view.examples[a.example])
        made["example"] = {"number": made["number"], "of": len(last)}
        return [made]

    def _outcome(self) -> RoundOutcome | None:
        """How the last round went; None before it is finished."""
        last = self._last_round()
        if not last or any(a.stage is not None for a in last):
            return None
        return outcome_of(self.view, [self._rated(a) for a in last], self.past.rounds)

    def _rated(self, a: Assignment) -> RatedExample:
        assert a.example is not None
        content = self.view.examples[a.example]
        entries: list[Judgement] = []
        for number, draft in self._said(a).items():
            answers: Answers = checked_answers(self.view, a, number, draft, content)
            entries.append(said_of_example(number, answers))
        return RatedExample(trial_number(a.position), counted(self.view, a.example, a.stages, entries))


def _given(a: Assignment) -> onboarding.GivenExample:
    assert a.example is not None
    return onboarding.GivenExample(0, a.uid, a.batch, a.position, a.example, a.candidates, a.stages, a.stage)
