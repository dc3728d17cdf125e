"""How long raters worked: by what their pages measured, and by when the server heard of them.

Both come from the tallies, which are written with every judgement; see `working_time`. What is not in the log of
judgements stands at the edges: what a rater agreed to and said before the first one, and what they have open now.
"""

from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import bindparam, func, select, text, union_all

from jurybox.store.columns import maker, select_as
from jurybox.store.people import KEPT_ID
from jurybox.store.schema import assignment, consent, draft, membership, questionnaire, tally
from jurybox.store.statement import Run, Scalar, Select, Tuples
from jurybox.store.working_time import PAUSE_US

P = bindparam
A, M, T = assignment.c, membership.c, tally.c


class Activity(NamedTuple):
    """What a rater has done, and how long their page was open for it."""

    membership: int
    judgements: int
    elapsed_ms: int
    """As the page measured it, while it was seen."""
    active_ms: int
    """The same, of each judgement at most five minutes: nobody looks at one task for longer without a pause."""
    last_at: int


class _Worked(NamedTuple):
    """From a rater's first contact to the last judgement, and how much of it was work."""

    membership: int
    contact_us: int
    first_at: int
    last_at: int


_MEMBERS = select(M.id).where(M.study_id == P("study"))
_TALLIES = tally.join(membership, M.id == T.membership_id)
_OF_STUDY = M.study_id == P("study")
_ACTIVITY = Select(
    maker(Activity, judgements=int, elapsed_ms=int, active_ms=int),
    select_as(
        Activity,
        membership=KEPT_ID,
        judgements=func.sum(T.judgements),
        elapsed_ms=func.sum(T.elapsed_ms),
        active_ms=func.sum(T.active_ms),
        last_at=func.max(T.last_at),
    )
    .select_from(_TALLIES)
    .where(_OF_STUDY)
    .group_by(KEPT_ID),
)


def _worked(with_leases: bool) -> Select[_Worked]:
    """The lists of a fixed study were made when it opened, not when their rater came."""
    spent, first = (T.contact_us, T.begun_at) if with_leases else (T.answered_us, T.first_at)
    return Select(
        maker(_Worked, contact_us=int),
        select_as(
            _Worked,
            membership=KEPT_ID,
            contact_us=func.sum(spent),
            first_at=func.min(first),
            last_at=func.max(T.last_at),
        )
        .select_from(_TALLIES)
        .where(_OF_STUDY)
        .group_by(KEPT_ID),
    )


_OF_POOL, _OF_LISTS = _worked(True), _worked(False)
_HEARD = Tuples[tuple[int, int]](
    union_all(
        select(consent.c.membership_id, consent.c.at).where(consent.c.membership_id.in_(_MEMBERS)),
        select(questionnaire.c.membership_id, questionnaire.c.at).where(questionnaire.c.membership_id.in_(_MEMBERS)),
    )
)
_DRAFT_OF = select(A.membership_id).where(A.id == draft.c.assignment_id, A.study_id == P("study")).scalar_subquery()
_DRAFTS = Tuples[tuple[int | None, int]](select(_DRAFT_OF, draft.c.saved_at))
"""From the drafts, of which there are few: joined, SQLite would go through all assignments."""
_IDS = Scalar(int, _MEMBERS)
_GIVEN = Scalar(
    int, select(A.created_at).where(A.membership_id == P("member"), text("stage IS NOT NULL")).order_by(A.position)
)
"""Ordered only so that SQLite takes the index of open assignments."""


def activity(run: Run, study: int) -> dict[int, Activity]:
    """By membership; who has sent nothing is not there."""
    return {found.membership: found for found in _ACTIVITY.all(run, study=study)}


def contact_times(run: Run, study: int, *, has_lists: bool) -> dict[int, int]:
    """By membership, in microseconds: the time between two contacts counts unless it is longer than a pause."""
    found = {entry.membership: entry for entry in (_OF_LISTS if has_lists else _OF_POOL).all(run, study=study)}
    beside: dict[int, list[int]] = {
        member: [] if has_lists else _GIVEN.all(run, member=member) for member in _IDS.all(run, study=study)
    }
    for member, at in (*_HEARD.all(run, study=study), *_DRAFTS.all(run, study=study)):
        if member is not None:
            beside[member].append(at)
    return {member: _time_of(found.get(member), others) for member, others in beside.items()}


def _time_of(worked: _Worked | None, beside: list[int]) -> int:
    if worked is None:
        return _without_pauses(beside)
    before = [at for at in beside if at < worked.first_at]
    after = [at for at in beside if at > worked.last_at]
    return worked.contact_us + _without_pauses([*before, worked.first_at]) + _without_pauses([worked.last_at, *after])


def _without_pauses(moments: list[int]) -> int:
    steps = (later - earlier for earlier, later in pairwise(sorted(moments)))
    return sum(step for step in steps if step <= PAUSE_US)
