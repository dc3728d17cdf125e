"""The worked examples with score and reason, for the panel beside the tasks."""

from collections.abc import Mapping, Set

from jurybox.core import Example, ExampleAnswer, Member, target_as_shown
from jurybox.store import Run, onboarding
from jurybox.studies.rating.calibration import by_letter, last_round, lettered, letters_shown, shown_value, trial_of
from jurybox.studies.rating.calibration_result import trial_number
from jurybox.studies.rating.packet import packet
from jurybox.studies.rating.wire import ExpectedAnswer, ShownFields, WorkedExample
from jurybox.studies.study import StudyView


def examples_for(run: Run, view: StudyView, member: Member) -> list[WorkedExample]:
    """All of them, or until calibration is through those that were rated in the round that is being done."""
    given = onboarding.given_examples(run, member.id)
    open_round = any(trial.stage is not None for trial in given)
    rated = {t.example: t for t in (last_round(given) if open_round else given) if t.stage is None}
    is_free = member.is_through or not view.trials
    free = view.examples.keys() - view.telling_examples(run) if is_free else set()
    return worked(view, rated, free)


def worked(view: StudyView, rated: Mapping[int, onboarding.GivenExample], free: Set[int]) -> list[WorkedExample]:
    """Those that were rated, as they were shown, and those that anybody may read."""
    shown = sorted(free | rated.keys())
    return [_worked(view, view.protocol.examples[n], n, rated.get(n)) for n in shown]


def all_examples(view: StudyView) -> list[WorkedExample]:
    """All of them, as somebody sees them who rated none."""
    return [_worked(view, view.protocol.examples[n], n, None) for n in sorted(view.examples)]


def _worked(view: StudyView, example: Example, number: int, trial: onboarding.GivenExample | None) -> WorkedExample:
    """As a packet of all its stages would show it; pictures only where an assignment gives them an address."""
    candidates = trial.candidates if trial else list(view.examples[number].candidates)
    stages = trial.stages if trial else list(range(len(view.protocol.stages)))
    shown = trial_of(number, candidates, stages, uid=trial.uid if trial else "")
    packets = [packet(view, shown, stage, view.examples[number]) for stage in stages]
    letters = letters_shown(candidates)

    def kept(fields: ShownFields) -> ShownFields:
        return {name: value for name, value in fields.items() if trial or isinstance(value, str)}

    last = packets[-1]
    return {
        "number": trial_number(trial.position) if trial else None,
        "title": lettered(example.title, letters),
        "note": lettered(example.note, letters),
        "fields": {name: value for made in packets for name, value in kept(made["fields"]).items()},
        "langs": last["langs"],
        "segments": [{"number": part["number"], "fields": kept(part["fields"])} for part in last["segments"]],
        "candidates": [
            {"letter": c["letter"], "fields": kept(c["fields"]), "segments": [kept(part) for part in c["segments"]]}
            for c in last["candidates"]
        ],
        "answers": _in_order(view, example, letters),
    }


def _in_order(view: StudyView, example: Example, letters: Mapping[str, str]) -> list[ExpectedAnswer]:
    """What the guideline says, in the order in which the candidates stand."""
    told = [_expected(view, answer, letters) for answer in example.answers]
    return sorted(told, key=lambda answer: by_letter(answer["target"]))


def _expected(view: StudyView, answer: ExampleAnswer, letters: Mapping[str, str]) -> ExpectedAnswer:
    return {
        "question": answer.question,
        "target": target_as_shown(view.protocol.question(answer.question).about, answer.target, letters),
        "value": shown_value(view, answer.question, answer.value, letters),
        "accept": [shown_value(view, answer.question, value, letters) for value in answer.accept],
        "why": lettered(answer.why, letters),
    }
