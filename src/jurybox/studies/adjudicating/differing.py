"""What a line of the queue says of a dispute: who says what of which question, and between which ends a scale runs."""

from typing import Literal, TypedDict

from jurybox.core import Protocol, in_language
from jurybox.core.questions import QuestionBase
from jurybox.store import Run
from jurybox.studies.adjudicating.options import said_in_words
from jurybox.studies.adjudicating.show import SaidHere, find_dispute, said_of_cell
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_in

MOST = 3
"""So many answers that differ are told in a line; the others are counted."""


class Differing(TypedDict):
    """One question about one thing, and what each rater says of it, under the letters of the unit."""

    question: str
    prompt: str
    about: str
    said: list[SaidHere]


class ToldScale(TypedDict):
    """The ends of a scale in words; what has no upper end says none."""

    low: str
    high: str
    best: Literal["low", "high"]


def differing(run: Run, view: StudyView, unit: int, stage: str, lang: str) -> tuple[list[Differing], int]:
    """What is told of a dispute, and how many answers differ beside these."""
    dispute = find_dispute(run, view, unit, stage)
    told: list[Differing] = []
    for id, target in dispute.cells[:MOST]:
        question = dispute.question(id)
        told.append(
            {
                "question": id,
                "prompt": in_language(question.prompt, [lang]),
                "about": "" if question.about == "unit" else dispute.about(id, target),
                "said": said_of_cell(dispute, question, target, lang),
            }
        )
    return told, max(0, len(dispute.cells) - MOST)


def told_scales(bench: Workbench, study: str, lang: str = "en") -> dict[str, ToldScale]:
    """By question, of all whose answers are numbers: the ends of its scale, and which of them is the good one."""

    protocol = bench.database.read(lambda run: view_in(bench, run, study).protocol)
    return {
        question.id: _scale(protocol, question, lang)
        for _, question in protocol.questions()
        if question.measure().is_number and question.measure().ranks
    }


def _scale(protocol: Protocol, question: QuestionBase, lang: str) -> ToldScale:
    measure = question.measure()
    low, high = ("" if end is None else said_in_words(question, end, lang) for end in (measure.lowest, measure.highest))
    return {"low": low, "high": high, "best": "low" if protocol.lower_is_better(question) else "high"}
