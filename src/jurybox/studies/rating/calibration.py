"""Calibration: worked examples rated through the same door, with what the guideline says as the answer to each."""

from collections.abc import Mapping

from jurybox.core import (
    LETTERS,
    Assignment,
    AssignmentState,
    Compared,
    Judgement,
    Member,
    Text,
    compare,
    in_letters,
    keeps_its_order,
    target_as_shown,
    translate_targets,
)
from jurybox.core.questions import Value, parts_of
from jurybox.design import candidate_order, draw
from jurybox.store import Run, assignments, onboarding
from jurybox.studies.example_fit import fitting
from jurybox.studies.rating.assign import mark_shown
from jurybox.studies.rating.packet import TRIALS_OF_A_ROUND, frame_of, packet, saved_draft, written_letter
from jurybox.studies.rating.wire import Feedback, FeedbackAnswer, Packet
from jurybox.studies.study import StudyView
from jurybox.studies.texts_languages import rated_pairs
from jurybox.studies.workbench import TimeAndIds

FIRST_POSITION = -2_000_000_000
Trials = dict[int, list[int]]
"""Worked examples by their place in the protocol, each with the stages that are done of it."""


def wanted(run: Run, view: StudyView, stages: tuple[int, ...]) -> Trials:
    """The examples that a rater of these stages may get, each with the stages they do of it."""
    if not view.trials:
        return {}
    mine = {n: [s for s in of if not stages or s in stages] for n, of in view.trials.items()}
    return {n: of for n, of in mine.items() if of and n not in view.telling_examples(run)}


def wanted_of(run: Run, view: StudyView, member: Member) -> Trials:
    """The examples that a rater may get: those that fit the languages they rate, as far as these are said.

    Else those for readers of their language, where there are any; where an organiser chose examples, no language is
    taken for granted.
    """
    found = wanted(run, view, member.stages)
    pairs = rated_pairs(view.settings, member.groups or view.groups(run))
    if fit := fitting(view.protocol, found, pairs):
        return fit
    return _for_readers(view, found, member.language)


def usually_wanted(run: Run, view: StudyView) -> Trials:
    """The examples that a rater may get of whom nothing is known yet."""
    found = wanted(run, view, ())
    pairs = rated_pairs(view.settings, view.groups(run))
    return fitting(view.protocol, found, pairs) or _for_readers(view, found, None)


def _for_readers(view: StudyView, found: Trials, spoken: str | None) -> Trials:
    usual = view.protocol.languages[0] if view.settings.calibration.chosen is None else None
    language = spoken or usual
    own = {n: of for n, of in found.items() if language and view.protocol.examples[n].lang in (None, language)}
    return own or found


def in_a_round(run: Run, view: StudyView, member: Member) -> int:
    """How many examples a round has."""
    return length_of_round(view, wanted_of(run, view, member))


def length_of_round(view: StudyView, trials: Trials) -> int:
    return min(len(trials), view.settings.calibration.examples or TRIALS_OF_A_ROUND)


def begin(run: Run, view: StudyView, member: Member, server: TimeAndIds) -> None:
    """Give a rater a round of examples; nothing where some are still to be done."""
    given = onboarding.given_examples(run, member.id)
    if any(trial.stage is not None for trial in given):
        return
    round = max((trial.round for trial in given), default=-1) + 1
    before = {trial.example: trial.candidates for trial in given}
    for a in round_of(view, member.uid, wanted_of(run, view, member), round, before):
        a.uid, a.membership = server.new_id(), member.id
        assignments.add(run, a, study=view.id, epoch=0, now=server.now)


def round_of(
    view: StudyView, whose: str, trials: Trials, round: int, before: Mapping[int, list[int]]
) -> list[Assignment]:
    """The examples of a round for one rater, none in the order of candidates in which it was shown before."""
    found = []
    for k, n in enumerate(_drawn(view, whose, trials, round)):
        a = trial_of(n, _order(view, whose, n, round, before.get(n, [])), trials[n], stage=trials[n][0])
        a.batch, a.shown, a.position = round, -1, FIRST_POSITION + round * TRIALS_OF_A_ROUND + k
        found.append(a)
    return found


def _drawn(view: StudyView, whose: str, trials: Trials, round: int) -> list[int]:
    """The examples of a round, drawn anew, of every stage about as many.

    Those of an earlier stage come first: what a later one shows may be what the earlier one hides.
    """

    drawn = sorted(trials, key=lambda n: draw(view.row.seed, whose, "example", round, n))
    turn = {n: sum(trials[m] == trials[n] for m in drawn[:k]) for k, n in enumerate(drawn)}
    chosen = sorted(drawn, key=turn.__getitem__)[: view.settings.calibration.examples]
    return sorted((n for n in drawn if n in chosen), key=lambda n: trials[n][0])


def _order(view: StudyView, whose: str, example: int, round: int, before: list[int]) -> list[int]:
    """The candidates of an example as they are shown, never twice running in one order."""
    written = list(view.examples[example].candidates)
    if keeps_its_order(view.protocol.examples[example]):
        return written
    return candidate_order(written, view.row.seed, whose, example, f"calibration {round}", avoid=before)


def next_packets(run: Run, view: StudyView, member: Member, ahead: int) -> list[Packet]:
    """The examples that are still to be rated, as packets; each says that it is one, and of how many."""
    found = assignments.open_examples(run, member.id)[: max(1, ahead)]
    mark_shown(run, found)
    of = len(last_round(onboarding.given_examples(run, member.id))) if found else 0
    return [_trial_packet(run, view, a, of) for a in found]


def _trial_packet(run: Run, view: StudyView, a: Assignment, of: int) -> Packet:
    assert a.stage is not None
    assert a.example is not None
    made = packet(view, a, a.stage, view.examples[a.example])
    made["draft"], made["example"] = saved_draft(run, a), {"number": made["number"], "of": of}
    return made


def last_round(given: list[onboarding.GivenExample]) -> list[onboarding.GivenExample]:
    """The examples of the newest round."""
    return [trial for trial in given if trial.round == given[-1].round]


def letters_shown(candidates: list[int]) -> dict[str, str]:
    """The letters that an example is written in, each with the letter that a rater sees."""
    return {written_letter(c): LETTERS[k] for k, c in enumerate(candidates)}


def compared(view: StudyView, example: int, entry: Judgement) -> list[Compared]:
    """A rater's answers to one stage of an example beside the guideline's, by the letters of the protocol."""
    stage = view.stage(entry.stage)
    answers = translate_targets(stage, entry.answers, written_letter)
    return list(compare(stage, view.protocol.examples[example], answers, view.settings.calibration.tolerance))


def feedback(view: StudyView, a: Assignment, entry: Judgement) -> Feedback:
    """What a rater is told right after rating a stage of an example, by the letters that they see."""
    assert a.example is not None
    example, letters = view.protocol.examples[a.example], letters_shown(a.candidates)
    answers = [_told(view, one, letters) for one in compared(view, a.example, entry)]
    return {
        "title": lettered(example.title, letters),
        "note": lettered(example.note, letters) if entry.stage == a.stages[-1] else None,
        "answers": sorted(answers, key=lambda one: by_letter(one["target"])),
    }


def by_letter(target: str) -> tuple[int, str]:
    """Sorts what is said of candidates as they stand on the page, segment by segment, and leaves all else as it is."""
    letter, segment = parts_of(target)
    return (segment, letter) if letter else (0, "")


def _told(view: StudyView, one: Compared, letters: Mapping[str, str]) -> FeedbackAnswer:
    return {
        "question": one.question,
        "target": target_as_shown(view.protocol.question(one.question).about, one.target, letters),
        "given": None if one.given is None else shown_value(view, one.question, one.given, letters),
        "value": shown_value(view, one.question, one.value, letters),
        "accept": [shown_value(view, one.question, value, letters) for value in one.accept],
        "closest": shown_value(view, one.question, one.closest, letters),
        "pairs": list(one.pairs),
        "verdict": one.verdict,
        "why": lettered(one.why, letters),
    }


def lettered(text: Text | None, letters: Mapping[str, str]) -> Text | None:
    return None if text is None else in_letters(text, letters)


def shown_value(view: StudyView, question: str, value: Value, letters: Mapping[str, str]) -> Value:
    """An answer that names candidates, by the letters that a rater sees."""
    return view.protocol.question(question).renamed(value, lambda letter: letters[letter])


def as_the_guideline_says(view: StudyView, a: Assignment, stage: int) -> dict[str, dict[str, Value]]:
    """The answers to a stage of an example that agree in everything, as a rater's page would send them."""
    assert a.example is not None
    letters, frame = letters_shown(a.candidates), frame_of(view, a, view.examples[a.example])
    found: dict[str, dict[str, Value]] = {
        question.id: {target: [] for target in frame.targets(question.about)}
        for question in view.stage(stage).ask
        if question.required and question.none_is_an_answer
    }
    for answer in view.protocol.examples[a.example].answers:
        if view.stage(stage).question(answer.question):
            value = shown_value(view, answer.question, answer.value, letters)
            about = view.protocol.question(answer.question).about
            found.setdefault(answer.question, {})[target_as_shown(about, answer.target, letters)] = value
    return found


def trial_of(
    example: int, candidates: list[int], stages: list[int], uid: str = "", stage: int | None = None
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
        stages=stages,
        stage=stage,
        shown=0,
        state=AssignmentState.PLANNED,
        lease_until=None,
        example=example,
    )


usual_examples = usually_wanted
"""Its name outside of this room, where `usually_wanted` says too little."""
