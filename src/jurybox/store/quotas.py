"""How much one rater has sent to a study, beside first judgements: so that none of them can fill a disk."""

from sqlalchemy import bindparam, func, select

from jurybox.store.schema import assignment, consent, draft, enquiry, judgement, questionnaire, tally
from jurybox.store.statement import Run, Scalar

P = bindparam
_OF_STAGE = Scalar(
    int,
    select(func.count()).where(judgement.c.assignment_id == P("assignment"), judgement.c.stage == P("stage")),
)
_JUDGEMENTS = Scalar(
    int, select(func.coalesce(func.sum(tally.c.judgements), 0)).where(tally.c.membership_id == P("member"))
)
_DRAFTS = Scalar(
    int,
    select(func.count())
    .select_from(draft.join(assignment, assignment.c.id == draft.c.assignment_id))
    .where(assignment.c.membership_id == P("member")),
)
_CONSENTS, _QUESTIONNAIRES, _ENQUIRIES = (
    Scalar(int, select(func.count()).where(kind.c.membership_id == P("member")))
    for kind in (consent, questionnaire, enquiry)
)


def judgements_of_stage(run: Run, *, assignment: int, stage: int) -> int:
    """Of whatever standing."""
    return _OF_STAGE.only(run, assignment=assignment, stage=stage)


def judgements_of(run: Run, member: int) -> int:
    return int(_JUDGEMENTS.only(run, member=member))


def drafts_of(run: Run, member: int) -> int:
    return _DRAFTS.only(run, member=member)


def consents_of(run: Run, member: int) -> int:
    return _CONSENTS.only(run, member=member)


def questionnaires_of(run: Run, member: int) -> int:
    return _QUESTIONNAIRES.only(run, member=member)


def enquiries_of(run: Run, member: int) -> int:
    return _ENQUIRIES.only(run, member=member)
