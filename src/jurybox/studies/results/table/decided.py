"""Decisions in place of disputed answers, cell by cell; the log keeps both."""

from jurybox.core import Answers
from jurybox.store import Run, decisions
from jurybox.studies.study import StudyView

MadeDecisions = dict[tuple[int, int], Answers]
"""By unit and stage: what was decided."""


def made_decisions(run: Run, view: StudyView) -> MadeDecisions:
    """What stands decided now: of two decisions about the same thing the later one."""
    found: MadeDecisions = {}
    for decision in decisions.of_study(run, view.id):
        place = found.setdefault((decision.unit, decision.stage), {})
        for question, cells in decision.answers.items():
            place.setdefault(question, {}).update(cells)
    return found


def decided_answers(said: Answers, decision: Answers | None) -> Answers:
    """A rater's answers with the decision in place of what is decided."""
    if decision is None:
        return said
    return {
        question: {**said.get(question, {}), **decision.get(question, {})}
        for question in dict.fromkeys([*said, *decision])
    }
