"""What a sheet can carry of a protocol. What it can't is said, question by question."""

from collections.abc import Iterator

from jurybox.core import TEXT_TYPES, Fault
from jurybox.core.questions import QUESTION_TYPES
from jurybox.exchange.workbooks import RULES, rule_for
from jurybox.studies.study import StudyView

SHOWN = (*TEXT_TYPES, "image")
"""Types of fields that a cell can show: texts as they are stored, whatever their form."""


def carry_faults(view: StudyView) -> Iterator[Fault]:
    """Why this study can't be rated in a sheet; none where it can."""
    allowed = sorted(name for name, question_type in QUESTION_TYPES.items() if RULES[question_type] is not None)
    for number, stage in enumerate(view.protocol.stages):
        for name in view.shows[number]:
            kind = view.protocol.fields[name].type
            if kind not in SHOWN:
                yield Fault("workbook.field_not_carried", f"{stage.id}.{name}", name, list(SHOWN), {"type": kind})
        for question in stage.ask:
            if question.required and rule_for(question) is None:
                where = f"{stage.id}.{question.id}"
                yield Fault("workbook.question_not_carried", where, question.id, allowed, {"type": question.type})


def left_out(view: StudyView) -> list[str]:
    """Questions that need no answer and that a sheet can't carry: they are not asked there."""
    return [q.id for _, q in view.protocol.questions() if rule_for(q) is None]
