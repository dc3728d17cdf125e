"""Judgements that go back to their raters: what came while it could not count, as drafts with these answers."""

from typing import cast

from msgspec import to_builtins
from msgspec.structs import replace

from jurybox.core import Answer, Assignment, Judgement, Standing, translate_targets
from jurybox.store import Run, assignments, drafts, items, log
from jurybox.studies.rating.judge import FINISHED, is_final
from jurybox.studies.rating.packet import letters_of
from jurybox.studies.rating.wire import CannotGiven, GivenAnswers, RemovedGiven, ValueGiven
from jurybox.studies.study import StudyView


def give_back(run: Run, view: StudyView, standing: Standing, now: int) -> int:
    """Make drafts of what has this standing and nothing has replaced since; how many there are.

    Not of what is withdrawn still, nor of stages that are final.
    """
    newest = {(e.assignment, e.stage): e for e in log.of_standing(run, view.id, standing)}
    return sum(_give_back(run, view, entry, now) for entry in newest.values())


def _give_back(run: Run, view: StudyView, entry: Judgement, now: int) -> bool:
    a = assignments.by_id(run, entry.assignment)
    assert a is not None
    stands = log.latest(run, assignment=a.id, stage=entry.stage)
    if stands is not None and (stands.seq or 0) > (entry.seq or 0):
        return False
    if items.is_withdrawn(run, a.item) or view.withdrawn.issuperset(a.candidates):
        return False
    if a.stage != entry.stage and is_final(run, view, a, entry.stage):
        return False
    begun = drafts.saved_at(run, a, stage=entry.stage)
    if begun is not None and begun > entry.received_at:  # the rater went on, and that is newer
        return False
    body = {"answers": given_answers(view, a, entry), "comment": entry.comment, "cannot": entry.cannot}
    drafts.save(run, a, stage=entry.stage, body=body, now=now)
    return True


def given_answers(view: StudyView, a: Assignment, entry: Judgement) -> GivenAnswers:
    """The answers of a judgement as its rater could send them again."""
    back = {str(c): letter for letter, c in letters_of(a).items()}
    answers = translate_targets(view.stage(entry.stage), entry.answers, lambda c: back[c])
    return {
        name: {target: _as_sent(answer) for target, answer in of_question.items() if answer.by != "not_asked"}
        for name, of_question in answers.items()
    }


def _as_sent(answer: Answer) -> ValueGiven | CannotGiven | RemovedGiven:
    """Without what was suggested: that comes with the packet."""
    if answer.cannot is not None:
        return {"cannot": answer.cannot}
    if answer.by == "removed":
        return {"by": "removed"}
    account = [] if answer.from_suggested is not None and answer.removed is None else answer.removed
    return cast(ValueGiven, to_builtins(replace(answer, suggested=None, removed=account)))


def last_stage(run: Run, a: Assignment) -> int | None:
    """The last stage of a unit that its rater has judged."""
    return next((n for n in sorted(a.stages, reverse=True) if log.latest(run, assignment=a.id, stage=n)), None)


def send_back(run: Run, view: StudyView, a: Assignment, stage: int, now: int) -> bool:
    """Ask a rater to look again at a stage of a finished unit, as a draft with their answers; the last comes by itself.

    Slots and counts stay as they are, since the answer that stands goes on standing until a correction supersedes it.
    False where nothing can be corrected: the unit is not finished, its stage is final, or it is withdrawn.
    """
    if a.state not in FINISHED or a.stage is not None:
        return False
    if items.is_withdrawn(run, a.item) or view.withdrawn.issuperset(a.candidates):
        return False
    entry = log.latest(run, assignment=a.id, stage=stage)
    if entry is None or entry.standing != Standing.COUNTED or is_final(run, view, a, stage):
        return False
    if stage == last_stage(run, a):
        a.stage = stage
        assignments.set_state(run, a)
    body = {"answers": given_answers(view, a, entry), "comment": entry.comment, "cannot": entry.cannot}
    drafts.save(run, a, stage=stage, body=body, now=now)
    return True
