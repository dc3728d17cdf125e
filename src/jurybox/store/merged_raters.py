"""Accounts of one person: what two of them hold, and how the work of one becomes the other's.

Judgements stay as they were sent. What moves is what they are about: the assignments. Of a unit that both were given
the one that does not count stays, or goes, with the account that is given up, under a purpose of its own.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Integer, bindparam, delete, func, select, text, update

from jurybox.store.columns import select_as
from jurybox.store.schema import assignment, draft, judgement, membership
from jurybox.store.statement import Run, Scalar, Select, Statement

P = bindparam
A, J, M = assignment.c, judgement.c, membership.c


class HeldUnit(NamedTuple):
    """A unit that an account was given, with what tells which of two counts."""

    id: int
    unit: int
    purpose: str
    repeat_of: int | None
    state: str
    stage: int | None
    position: int
    counted: int | None
    """The seq of the first judgement that counts."""
    judged: int | None
    """The seq of the first judgement of any standing."""
    saved_at: int | None
    """When something was last written down and not submitted."""


_FIRST = select(func.min(J.seq)).where(J.assignment_id == A.id)
_HELD = Select(
    HeldUnit,
    select_as(
        HeldUnit,
        assignment,
        counted=_FIRST.where(J.standing == "counted").scalar_subquery(),
        judged=_FIRST.scalar_subquery(),
        saved_at=select(func.max(draft.c.saved_at)).where(draft.c.assignment_id == A.id).scalar_subquery(),
    )
    .where(A.membership_id == P("member"), text("purpose IN ('rating', 'repeat')"))
    .order_by(A.position),
)
_HAS_DECIDED = Statement(select(A.id).where(A.membership_id == P("member"), text("purpose = 'adjudication'")).limit(1))
_JUDGEMENTS = Scalar(int, select(func.count()).where(J.study_id == P("study"), J.membership_id == P("member")))
_LAST = Scalar(int, select(func.coalesce(func.max(A.position), -1)).where(A.membership_id == P("member")))
_LAST_BATCH = Scalar(
    int, select(func.coalesce(func.max(A.batch), -1)).where(A.membership_id == P("member"), A.unit_id.is_not(None))
)
_GIVE_UP = Statement(
    update(assignment)
    .where(A.id == P("assignment"))
    .values(
        purpose="merged",
        membership_id=P("to_member"),
        position=P("to_position"),
        stage=text("NULL"),
        lease_until=text("NULL"),
        state=P("to_state"),
    )
)
_DROP_DRAFTS = Statement(delete(draft).where(draft.c.assignment_id == P("assignment")))
_DROP = Statement(delete(assignment).where(A.id == P("assignment")))
_SET_ASIDE = Statement(
    update(assignment)
    .where(A.id == P("assignment"))
    .values(purpose="repeat", membership_id=P("to_member"), position=P("to_position"), stage=text("NULL"))
)
_MAKE_ROOM = Statement(update(assignment).where(A.id == P("assignment")).values(purpose="moving"))
_MOVE = Statement(
    update(assignment)
    .where(A.id == P("assignment"))
    .values(
        membership_id=P("to_member"),
        position=P("to_position"),
        batch=A.batch + P("later_batch", type_=Integer),
        due=A.due + P("later", type_=Integer),
    )
)
_LATER = Statement(
    update(assignment)
    .where(A.membership_id == P("member"), text("repeat_of IS NOT NULL AND stage IS NOT NULL"))
    .values(due=A.due + P("later", type_=Integer))
)
_IS_EXAMPLE = text("example IS NOT NULL")
_SHIFT_EXAMPLES = Statement(
    update(assignment)
    .where(A.membership_id == P("member"), _IS_EXAMPLE)
    .values(membership_id=P("to_member"), position=A.position + P("by", type_=Integer))
)
_SHIFT_BACK = Statement(
    update(assignment)
    .where(A.membership_id == P("member"), _IS_EXAMPLE, A.position > P("above"))
    .values(position=A.position - P("by", type_=Integer))
)
_FINISHED = select(func.count()).where(A.membership_id == P("member"), text("purpose = 'rating' AND state = 'done'"))
_COUNT_DONE = Statement(update(membership).where(M.id == P("member")).values(done=_FINISHED.scalar_subquery()))
_MERGE = Statement(
    update(membership)
    .where((M.id == P("member")) | (M.merged_into == P("member")))
    .values(merged_into=P("into"), revoked_at=func.coalesce(M.revoked_at, P("now")), done=0)
)
_TAKE_ON = Statement(
    update(membership)
    .where(M.id == P("member"))
    .values(groups=P("new_groups"), stages=P("new_stages"), ready=P("new_ready"))
)
_STUDY_OF = Scalar(int, select(M.study_id).where(M.uid == P("uid")))
_HAS_EXAMPLES = Statement(select(A.id).where(A.membership_id == P("member"), _IS_EXAMPLE).limit(1))
_FAR = 500_000_000
"""Examples have positions from -1,000,000,000 on: so far up none stands."""


def held_by(run: Run, member: int) -> list[HeldUnit]:
    """The units that an account was given to rate, and those that came once more, in their order."""
    return _HELD.all(run, member=member)


def has_decided(run: Run, member: int) -> bool:
    return _HAS_DECIDED.finds(run, member=member)


def count_judgements(run: Run, *, study: int, member: int) -> int:
    """How many judgements an account has sent."""
    return _JUDGEMENTS.only(run, study=study, member=member)


def study_of(run: Run, uid: str) -> int | None:
    """The study that an account belongs to."""
    return _STUDY_OF.one(run, uid=uid)


def last_position(run: Run, member: int) -> int:
    return max(-1, _LAST.only(run, member=member))


def last_batch(run: Run, member: int) -> int:
    return _LAST_BATCH.only(run, member=member)


def give_up(run: Run, held: HeldUnit, *, to: int, position: int) -> None:
    """Of a unit that both accounts have: this rating counts no more."""
    state = held.state if held.state in ("done", "cannot") else "lapsed"
    _GIVE_UP.do(run, assignment=held.id, to_member=to, to_position=position, to_state=state)


def set_aside(run: Run, held: HeldUnit) -> None:
    """The repeat of what was given up: dropped where nobody has answered it, else it makes room for the other one."""
    if held.judged is None:
        _DROP_DRAFTS.do(run, assignment=held.id)
        _DROP.do(run, assignment=held.id)
    else:
        _MAKE_ROOM.do(run, assignment=held.id)


def keep_aside(run: Run, held: HeldUnit, *, to: int, position: int) -> None:
    """A repeat that was answered stays a repeat, with the account that was given up."""
    if held.judged is not None:
        _SET_ASIDE.do(run, assignment=held.id, to_member=to, to_position=position)


def move(run: Run, held: Iterable[HeldUnit], *, to: int, first: int, later_batch: int, later: int) -> None:
    """Give units to the account that remains: from position `first` on, repeats `later` finished ratings later."""
    for one in held:
        number = one.position
        if number >= 0:
            number, first = first, first + 1
        _MOVE.do(run, assignment=one.id, to_member=to, to_position=number, later_batch=later_batch, later=later)


def put_off_repeats(run: Run, member: int, later: int) -> None:
    """Repeats that are still to come wait for so many finished ratings more."""
    _LATER.do(run, member=member, later=later)


def exchange_examples(run: Run, one: int, other: int) -> None:
    """Each account has the worked examples that the other went through."""
    if not _HAS_EXAMPLES.finds(run, member=other):
        return
    _SHIFT_EXAMPLES.do(run, member=one, to_member=other, by=_FAR)
    # What came from the first account stands far up now, and stays where the rest leaves from.
    _EXCHANGE.do(run, member=other, to_member=one, above=-_FAR)
    _SHIFT_BACK.do(run, member=other, above=-_FAR, by=_FAR)


_EXCHANGE = Statement(
    update(assignment)
    .where(A.membership_id == P("member"), _IS_EXAMPLE, A.position <= P("above"))
    .values(membership_id=P("to_member"))
)


def merge(run: Run, *, member: int, into: int, now: int) -> None:
    """From now on an account, and those merged into it before, stand for another one."""
    _MERGE.do(run, member=member, into=into, now=now)
    _COUNT_DONE.do(run, member=into)


def take_on(run: Run, *, member: int, groups: str, stages: str, ready: int) -> None:
    """What the account that remains may rate, as JSON, and how far it is before the first task."""
    _TAKE_ON.do(run, member=member, new_groups=groups, new_stages=stages, new_ready=ready)
