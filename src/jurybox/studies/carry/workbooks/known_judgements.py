"""What a judgement of a workbook is called, and how it stands beside one that is there already."""

from typing import Any

from jurybox.core import Answers, Fault, Judgement, rfc3339
from jurybox.exchange.workbooks import Filled
from jurybox.studies.carry.outside_judgements import same_id

CHANNEL = "xlsx"


def draft_id(
    assignment: str,
    stage: str,
    answers: dict[str, Any],
    cannot: str | None,
    comment: str | None,
    previous: Judgement | None,
) -> str:
    """The same for the same content."""
    return same_id("workbook", [assignment, stage, answers, cannot, comment, previous.id if previous else None])


def is_same(previous: Judgement, answers: Answers, cannot: str | None, comment: str | None) -> bool:
    """Whether a judgement says nothing new."""
    return (previous.answers, previous.cannot, previous.comment) == (answers, cannot, comment or None)


def newer(filled: Filled, line: int, previous: Judgement) -> Fault:
    """The fault of a row whose assignment has been judged otherwise since the workbook was written."""
    at = (rfc3339(previous.received_at) or "")[:16].replace("T", " ")
    return filled.fault("workbook.newer_judgement", line, channel=previous.channel, at=at)
