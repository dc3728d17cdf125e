"""How long raters worked: by what their pages measured, and by when the server heard of them."""

from typing import NamedTuple

from sqlalchemy import BigInteger, bindparam, case, cast, func, select, union_all
from sqlalchemy import Select as SelectOf

from jurybox.store.columns import maker, select_as
from jurybox.store.people import KEPT_ID
from jurybox.store.schema import assignment, consent, draft, judgement, membership, questionnaire
from jurybox.store.statement import Run, Select

P = bindparam
A, J, M = assignment.c, judgement.c, membership.c


class Activity(NamedTuple):
    """What a rater has done, and how long their page was open for it."""

    membership: int
    judgements: int
    elapsed_ms: int
    """As the page measured it, while it was seen."""
    active_ms: int
    """The same, of each judgement at most so much: nobody looks at one task for longer without a pause."""
    last_at: int


class Contact(NamedTuple):
    """When the server heard of a rater, and how long that lasted without the pauses between."""

    membership: int
    first_at: int
    last_at: int
    contact_us: int


_ELAPSED = func.coalesce(J.elapsed_ms, 0)
_ACTIVITY = Select(
    maker(Activity, elapsed_ms=int, active_ms=int),
    select_as(
        Activity,
        membership=KEPT_ID,
        judgements=func.count(),
        elapsed_ms=func.sum(_ELAPSED),
        active_ms=func.sum(case((_ELAPSED > P("idle_ms"), P("idle_ms")), else_=_ELAPSED)),
        last_at=func.max(J.received_at),
    )
    .select_from(judgement.join(membership, M.id == J.membership_id))
    .where(J.study_id == P("study"))
    .group_by(KEPT_ID),
)
_MEMBERS = select(M.id).where(M.study_id == P("study"))


def _contacts(with_leases: bool) -> "SelectOf[tuple[int, int, int, int]]":
    """The lists of a fixed study were made when it opened, not when their rater came."""
    heard = [
        select(J.membership_id.label("who"), J.received_at.label("at")).where(J.study_id == P("study")),
        select(consent.c.membership_id, consent.c.at).where(consent.c.membership_id.in_(_MEMBERS)),
        select(questionnaire.c.membership_id, questionnaire.c.at).where(questionnaire.c.membership_id.in_(_MEMBERS)),
        select(A.membership_id, draft.c.saved_at)
        .join(assignment, A.id == draft.c.assignment_id)
        .where(A.study_id == P("study")),
    ]
    if with_leases:
        heard.append(select(A.membership_id, A.created_at).where(A.study_id == P("study")))
    found = union_all(*heard).subquery()
    moments = (
        select(KEPT_ID.label("who"), found.c.at).select_from(found.join(membership, M.id == found.c.who)).subquery()
    )
    before = func.lag(moments.c.at).over(partition_by=moments.c.who, order_by=moments.c.at)
    steps = select(moments.c.who, moments.c.at, (moments.c.at - before).label("gap")).subquery()
    worked = func.coalesce(func.sum(case((steps.c.gap <= P("idle"), steps.c.gap), else_=0)), 0)
    return select(steps.c.who, func.min(steps.c.at), func.max(steps.c.at), cast(worked, BigInteger)).group_by(
        steps.c.who
    )


_contact = maker(Contact, contact_us=int)
_OF_POOL, _OF_LISTS = Select(_contact, _contacts(True)), Select(_contact, _contacts(False))


def activity(run: Run, study: int, *, idle_ms: int) -> dict[int, Activity]:
    """By membership; who has sent nothing is not there."""
    return {found.membership: found for found in _ACTIVITY.all(run, study=study, idle_ms=idle_ms)}


def contacts(run: Run, study: int, *, idle_us: int, has_lists: bool) -> dict[int, Contact]:
    """By membership: the time between two contacts counts unless it is longer than a pause."""
    statement = _OF_LISTS if has_lists else _OF_POOL
    return {found.membership: found for found in statement.all(run, study=study, idle=idle_us)}
