"""How much one rater may send to a study. Generous: nobody who rates meets a limit, and nobody can fill a disk.

A first judgement is never refused. What is above a quota is a conflict, which the page keeps among what was refused;
drafts stay on the device.
"""

import msgspec

from jurybox.core import Answers, Conflict, Member
from jurybox.store import Run, quotas

MOST_OF_STAGE = 100
"""Answers to one stage of one task, the first included."""
MOST_CHANGES, CHANGES_PER_TASK = 1_000, 20
"""Judgements of one rater in a study that has stages to correct: so many, and more for each finished task."""
LARGEST_CHANGE = 1_000_000
LARGEST_DRAFT = 1_000_000
"""In bytes: a document of 1,000 segments by several systems, with marks, is half of it."""
MOST_DRAFTS = 200
MOST_ENQUIRIES = 1_000
MOST_STATEMENTS = 100
"""Times that consent is given or taken back, or the questionnaire answered otherwise than before."""

_encode = msgspec.json.Encoder().encode


def check_change(run: Run, member: Member, *, assignment: int, stage: int, answers: Answers) -> None:
    """Refuse one more answer to a stage that has one, where there are too many or it is too large."""
    of_stage = quotas.judgements_of_stage(run, assignment=assignment, stage=stage)
    if not of_stage:
        return
    _refuse(of_stage, MOST_OF_STAGE)
    _refuse(quotas.judgements_of(run, member.id), MOST_CHANGES + CHANGES_PER_TASK * member.done)
    _refuse_large(len(_encode(answers)), LARGEST_CHANGE)


def check_decision(run: Run, *, assignment: int, stage: int) -> None:
    _refuse(quotas.judgements_of_stage(run, assignment=assignment, stage=stage), MOST_OF_STAGE)


def check_draft(run: Run, member: int, *, is_new: bool, body: object) -> None:
    _refuse_large(len(_encode(body)), LARGEST_DRAFT)
    if is_new:
        _refuse(quotas.drafts_of(run, member), MOST_DRAFTS)


def check_enquiry(run: Run, member: int) -> None:
    _refuse(quotas.enquiries_of(run, member), MOST_ENQUIRIES)


def check_consent(run: Run, member: int) -> None:
    _refuse(quotas.consents_of(run, member), MOST_STATEMENTS)


def check_questionnaire(run: Run, member: int) -> None:
    _refuse(quotas.questionnaires_of(run, member), MOST_STATEMENTS)


def _refuse(sent: int, most: int) -> None:
    if sent >= most:
        raise Conflict.of("quota.reached", given=sent, allowed=most)


def _refuse_large(size: int, most: int) -> None:
    if size > most:
        raise Conflict.of("request.too_large", given=size, allowed=most)
