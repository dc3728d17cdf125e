"""Long edits are counted before their judgement is written: nobody else waits for it while the log is held."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import cast

from jurybox.core import JudgementDraft
from jurybox.core.questions import Frame, QuestionBase, Value
from jurybox.store import Run, assignments
from jurybox.studies.rating.link import Link, admit, read_for
from jurybox.studies.rating.packet import content_for, frame_of
from jurybox.studies.workbench import Workbench

LONG_EDIT = 1_000
"""Characters; what is shorter is counted in a millisecond or two."""


async def count_ahead(bench: Workbench, link: Link, draft: JudgementDraft) -> None:
    """Count the long edits of a judgement on a thread of their own; whoever takes it finds them counted.

    What is wrong with the judgement is for whoever takes it to say.
    """
    if any(_long_edits(cells) for cells in draft.answers.values()):
        for count in await read_for(bench, link, _countings, draft):
            await asyncio.to_thread(count)


def _long_edits(cells: object) -> dict[str, Value]:
    """By target, what looks like an edited text that takes long to count."""
    found: dict[str, Value] = {}
    for target, cell in cells.items() if isinstance(cells, Mapping) else ():
        said = cell.get("value", cell) if isinstance(cell, Mapping) else None
        text = said.get("text") if isinstance(said, Mapping) else None
        if isinstance(text, str) and len(text) > LONG_EDIT:
            found[target] = cast(Value, said)
    return found


def _countings(bench: Workbench, run: Run, link: Link, draft: JudgementDraft) -> list[Callable[[], object]]:
    """What is to be counted, with the texts that were shown."""
    visit = admit(bench, run, link)
    view, a = visit.view, assignments.by_uid(run, draft.assignment, member=visit.member.id)
    number = view.protocol.stage_number(draft.stage)
    if a is None or number is None or number not in a.stages:
        return []
    edits = [question for question in view.stage(number).ask if question.edited_field is not None]
    if not edits:
        return []
    frame = frame_of(view, a, content_for(run, view, a))
    return [count for question in edits for count in _of(question, draft.answers.get(question.id), frame)]


def _of(question: QuestionBase, cells: object, frame: Frame) -> Iterator[Callable[[], object]]:
    known = frame.targets(question.about)
    for target, value in _long_edits(cells).items():
        if target in known and not any(question.faults(value, target, frame)):
            yield partial(question.stored, value, target, frame)
