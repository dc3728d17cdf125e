"""Calibration: worked examples rated through the same door, with what the guideline says as the answer to each."""

from dataclasses import dataclass

from jurybox.core import (
    Assignment,
    AssignmentState,
    Compared,
    Example,
    ExampleAnswer,
    Judgement,
    Member,
    Standing,
    Verdict,
    compare,
    translate_targets,
)
from jurybox.store import Run, assignments, log, onboarding
from jurybox.studies.rating.assign import mark_shown
from jurybox.studies.rating.packet import TRIALS_OF_A_ROUND, letters_of, packet, saved_draft
from jurybox.studies.rating.wire import (
    ExpectedAnswer,
    Feedback,
    FeedbackAnswer,
    Packet,
    ShownFields,
    WorkedExample,
)
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

FIRST_POSITION = -2_000_000_000


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """How an attempt went."""

    agrees: int
    within: int
    of: int
    passed: bool


def wanted(view: StudyView, stages: tuple[int, ...]) -> dict[int, list[int]]:
    """The examples that a rater of these stages gets, each with the stages they do of it."""
    mine = {n: [s for s in of if not stages or s in stages] for n, of in view.trials.items()}
    return {n: of for n, of in mine.items() if of}


def begin(run: Run, view: StudyView, member: Member, server: TimeAndIds) -> None:
    """Give a rater all examples once more; nothing where some are still to be done."""
    trials = onboarding.given_examples(run, member.id)
    if any(trial.stage is not None for trial in trials):
        return
    round = max((trial.round for trial in trials), default=-1) + 1
    for k, (n, stages) in enumerate(wanted(view, member.stages).items()):
        order = list(view.examples[n].candidates)  # as written: the reasons speak of A and B
        a = _trial(example=n, candidates=order, uid=server.new_id(), stages=stages, stage=stages[0])
        a.membership, a.batch, a.shown = member.id, round, -1
        a.position = FIRST_POSITION + round * TRIALS_OF_A_ROUND + k
        assignments.add(run, a, study=view.id, epoch=0, now=server.now)


def next_packets(run: Run, view: StudyView, member: Member, ahead: int) -> list[Packet]:
    """The examples that are still to be rated, as packets; each says that it is one, and of how many."""
    found = assignments.open_examples(run, member.id)[: max(1, ahead)]
    mark_shown(run, found)
    of = len(wanted(view, member.stages))
    return [_trial_packet(run, view, a, of) for a in found]


def _trial_packet(run: Run, view: StudyView, a: Assignment, of: int) -> Packet:
    assert a.stage is not None
    assert a.example is not None
    made = packet(view, a, a.stage, view.examples[a.example])
    made["draft"], made["example"] = saved_draft(run, a), {"number": made["number"], "of": of}
    return made


def compared(view: StudyView, a: Assignment, entry: Judgement) -> list[Compared]:
    """A rater's answers to one stage of an example beside the guideline's."""
    assert a.example is not None
    stage = view.stage(entry.stage)
    back = {str(c): letter for letter, c in letters_of(a).items()}
    answers = translate_targets(stage, entry.answers, lambda c: back[c])
    example = view.protocol.examples[a.example]
    return list(compare(stage, example, answers, view.settings.calibration.tolerance))


def feedback(view: StudyView, a: Assignment, entry: Judgement) -> Feedback:
    """What a rater is told right after rating a stage of an example."""
    assert a.example is not None
    found, example = compared(view, a, entry), view.protocol.examples[a.example]
    return {
        "title": example.title,
        "note": example.note if entry.stage == a.stages[-1] else None,
        "answers": [
            FeedbackAnswer(
                question=one.question,
                target=one.target,
                given=one.given,
                value=one.value,
                accept=list(one.accept),
                verdict=one.verdict,
                why=one.why,
            )
            for one in found
        ],
    }


def outcome(run: Run, view: StudyView, member: int) -> AttemptOutcome | None:
    """How the last attempt went; None before it is finished."""
    trials = onboarding.given_examples(run, member)
    last = [trial for trial in trials if trial.round == trials[-1].round]
    if not last or any(trial.stage is not None for trial in last):
        return None
    found = [c for trial in last for c in _compared_of(run, view, trial)]
    agrees = sum(c.verdict == Verdict.AGREES for c in found)
    within = sum(c.verdict == Verdict.WITHIN for c in found)
    passed = agrees + within >= view.settings.calibration.share * len(found) - 1e-9
    return AttemptOutcome(agrees, within, len(found), passed)


def _compared_of(run: Run, view: StudyView, trial: onboarding.GivenExample) -> list[Compared]:
    """Stages that a rater could not judge have no answers, and are off."""
    found: list[Compared] = []
    shown = list(view.examples[trial.example].candidates)
    for stage in trial.stages:
        entry = log.latest(run, assignment=trial.id, stage=stage) or _nothing_said(trial, stage)
        found += compared(view, _trial(example=trial.example, candidates=shown, stages=trial.stages), entry)
    return found


def _nothing_said(trial: onboarding.GivenExample, stage: int) -> Judgement:
    return Judgement(
        id="",
        assignment=trial.id,
        stage=stage,
        answers={},
        cannot="",
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


def _trial(
    example: int, candidates: list[int], uid: str = "", stages: list[int] | None = None, stage: int | None = None
) -> Assignment:
    """The assignment of a worked example: it is no unit of the pool, and nobody else waits for it."""
    return Assignment(
        id=0,
        uid=uid,
        unit=0,
        item=0,
        membership=0,
        candidates=candidates,
        batch=0,
        position=0,
        purpose="calibration",
        repeat_of=None,
        due=0,
        stages=stages or [],
        stage=stage,
        shown=0,
        state=AssignmentState.PLANNED,
        lease_until=None,
        example=example,
    )


def worked_examples(run: Run, view: StudyView, member: Member) -> list[WorkedExample]:
    """The worked examples with score and reason, for the panel; until calibration is through, those rated so far."""
    answered = {trial.example: trial for trial in onboarding.given_examples(run, member.id) if trial.stage is None}
    return [
        _worked(view, view.protocol.examples[n], n, answered.get(n))
        for n in sorted(view.examples)
        if n in answered or (n not in view.trials and (member.ready or not view.trials))
    ]


def _worked(view: StudyView, example: Example, number: int, trial: onboarding.GivenExample | None) -> WorkedExample:
    """As a packet of all its stages would show it; pictures only where an assignment gives them an address."""
    candidates = list(view.examples[number].candidates)
    shown = _trial(example=number, candidates=candidates, uid=trial.uid if trial else "")
    stages = trial.stages if trial else list(range(len(view.protocol.stages)))
    packets = [packet(view, shown, stage, view.examples[number]) for stage in stages]

    def kept(fields: ShownFields) -> ShownFields:
        return {name: value for name, value in fields.items() if trial or isinstance(value, str)}

    last = packets[-1]
    return {
        "title": example.title,
        "note": example.note,
        "fields": {name: value for made in packets for name, value in kept(made["fields"]).items()},
        "langs": last["langs"],
        "segments": [{"number": part["number"], "fields": kept(part["fields"])} for part in last["segments"]],
        "candidates": [
            {"letter": c["letter"], "fields": kept(c["fields"]), "segments": [kept(part) for part in c["segments"]]}
            for c in last["candidates"]
        ],
        "answers": [_expected(answer) for answer in example.answers],
    }


def _expected(answer: ExampleAnswer) -> ExpectedAnswer:
    return {
        "question": answer.question,
        "target": answer.target,
        "value": answer.value,
        "accept": list(answer.accept),
        "why": answer.why,
    }
