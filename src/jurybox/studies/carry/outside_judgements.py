"""Judgements that were made before the study was here: an assignment for each unit that was rated, and the same door.

Files of ratings, of Label Studio and old workbooks are taken in this way.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from jurybox.core import (
    Assignment,
    AssignmentState,
    JudgementDraft,
    Member,
    Protocol,
    Refused,
    Stage,
    canonical_bytes,
    hash_bytes,
)
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, assignments, people, progress
from jurybox.studies import rating
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds


class Members(dict[str, Member]):
    """The raters of a transaction, by their ids: each is locked once."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def __missing__(self, uid: str) -> Member:
        found = people.member_to_write(self._run, uid)
        assert found is not None
        self[uid] = found
        return found


def unheld(
    unit: int,
    item: int,
    candidates: Sequence[int],
    stages: Sequence[int],
    repeat_of: int | None = None,
    window: int = 0,
) -> Assignment:
    """An assignment that is not written yet, and of which nothing counts as shown before it is taken.

    It holds no slot: its judgement takes one if one is free, as any that comes late; a repeat needs none.
    """
    state, purpose = (AssignmentState.LAPSED, "rating") if repeat_of is None else (AssignmentState.PLANNED, "repeat")
    return Assignment(
        id=0,
        uid="",
        unit=unit,
        item=item,
        membership=0,
        candidates=list(candidates),
        batch=0,
        position=0,
        purpose=purpose,
        repeat_of=repeat_of,
        due=0,
        stages=list(stages),
        stage=stages[0],
        shown=-1,
        state=state,
        lease_until=None,
        window=window,
    )


def assign(run: Run, view: StudyView, member: Member, a: Assignment, server: TimeAndIds) -> None:
    """Write an assignment for a rater, after all that they have."""
    a.uid, a.membership = server.new_id(), member.id
    last = progress.last_given(run, member.id)
    a.position, a.batch = (last.position + 1, last.batch) if last else (0, 0)
    assignments.add(run, a, study=view.id, epoch=view.row.epoch, now=server.now)


def take(
    run: Run, visit: rating.Visit, a: Assignment, draft: JudgementDraft, server: TimeAndIds, channel: str
) -> rating.Receipt:
    """Take what was said of one stage: what was judged elsewhere was shown there."""
    view, member = visit.view, visit.member
    stage = view.protocol.stage_number(draft.stage) or 0
    if a.shown < stage:
        a.shown = stage
        assignments.set_shown(run, a)
    receipt = rating.take_judgement(run, view, member, draft, server, channel)
    member.done += receipt.finished
    return receipt


HALF = "half_is_zero"
"""In the event of an import: how many halves were taken as zeros, as the organiser said."""


def check_halves(protocol: Protocol) -> None:
    """Refused where no question counts in halves of which one may have stood for zero."""
    if not any(question.measure().half_may_be_zero for _, question in protocol.questions()):
        raise Refused.of("imported.no_half_to_be_zero", given=protocol.name)


def is_old_zero(question: QuestionBase, value: object) -> bool:
    """Whether a tool that had no zero may have meant one: 1.5 is not 1, only 0.5 was 0."""
    return value == 0.5 and question.measure().half_may_be_zero


def add_unticked(stage: Stage, answers: dict[str, dict[str, Any]], candidates: Sequence[str]) -> None:
    """A tick that earlier ratings say nothing of was not made: it is the one question whose silence is an answer."""
    for question in stage.ask:
        if question.required and question.none_is_an_answer and question.measure().is_number:
            targets = candidates if question.about == "candidate" else ("unit",) if question.about == "unit" else ()
            for target in targets:
                answers.setdefault(question.id, {}).setdefault(target, [])


def same_id(kind: str, content: list[Any]) -> str:
    """An id that follows from what is judged, what is said, and what it stands in place of."""
    return str(UUID(bytes=bytes.fromhex(hash_bytes(kind, canonical_bytes(content)))[:16], version=5))
