"""The pool: slots, leases, cursors and assignments."""

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnClause, bindparam, delete, exists, func, insert, literal_column, select, text, update

from jurybox.core import Assignment, Member
from jurybox.store.schema import assignment, draft, item, judgement, membership, returned, slot, unit
from jurybox.store.statement import NewRow, Run, Statement

P = bindparam
_from_json = msgspec.json.Decoder().decode
EXAMPLES_AT = -1_000_000_000
"""Worked examples have positions up to this one, below those of everything that is rated."""
A = assignment.c
_RATING: ColumnClause[str] = literal_column("'rating'")
_LAPSED: ColumnClause[str] = literal_column("'lapsed'")
_OTHER = assignment.alias()
_HAS_IT = exists().where(
    A.membership_id == P("member"), A.unit_id == slot.c.unit_id, A.purpose == literal_column("'rating'")
)
_HAS_SEEN = exists().where(A.membership_id == P("member"), A.item_id == slot.c.item_id, A.shown >= P("reveals"))
_FREE = (slot.c.study_id == P("study"), slot.c.stage == P("stage"), text("open_slots > 0"), ~_HAS_IT)
_TAKEN = (slot.c.unit_id, slot.c.item_id, slot.c.grp, slot.c.place, unit.c.candidates)
_WITH_UNIT = slot.join(unit, unit.c.id == slot.c.unit_id)

_COLUMNS = (
    A.id, A.uid, A.unit_id, A.item_id, A.membership_id, A.candidates, A.batch, A.position, A.purpose, A.repeat_of,
    A.due, A.stages, A.stage, A.shown, A.state, A.lease_until, exists().where(draft.c.assignment_id == A.id), A.example,
)  # fmt: skip
BY_UID = Statement(select(*_COLUMNS).where(A.uid == P("uid"), A.membership_id == P("member")))
TO_JUDGE = Statement(
    select(*_COLUMNS, exists().where(judgement.c.id == P("judgement")))
    .where(A.uid == P("uid"), A.membership_id == P("member")).with_for_update(of=assignment)
)  # fmt: skip
"""Holds the assignment still: its lease must not run out in another transaction while a judgement is taken."""
OPEN_OF_MEMBER = Statement(
    select(*_COLUMNS)
    .where(A.membership_id == P("member"), text("stage IS NOT NULL"), A.due <= P("done"), A.state != _LAPSED)
    .order_by(A.position).limit(P("most"))
)  # fmt: skip
HELD_BY_MEMBER = Statement(
    select(*_COLUMNS).where(
        A.membership_id == P("member"), text("stage IS NOT NULL"), A.state != _LAPSED, A.purpose == _RATING
    ).with_for_update(of=assignment)
)  # fmt: skip
LAPSED_OF_MEMBER = Statement(
    select(*_COLUMNS).where(A.membership_id == P("member"), text("stage IS NOT NULL"), A.state == _LAPSED)
    .order_by(A.position.desc()).limit(P("most"))
)  # fmt: skip
ALL_OF_MEMBER = Statement(
    select(*_COLUMNS).where(A.membership_id == P("member"), text("example IS NULL")).order_by(A.position)
)
"""Everything but the worked examples, which come before the first task."""
LAST_OF_MEMBER = Statement(
    select(A.position, A.batch, A.cursor, A.epoch).where(A.membership_id == P("member"))
    .order_by(A.position.desc()).limit(literal_column("1"))
)  # fmt: skip
_OPEN = (
    select(_OTHER.c.position)
    .where(_OTHER.c.membership_id == P("member"), _OTHER.c.stage.is_not(None))
    .order_by(_OTHER.c.position).limit(literal_column("1"))
)  # fmt: skip
"""Ordered only so that SQLite takes the index of open assignments instead of going through all of the rater's."""
GLANCE = Statement(
    select(
        A.position, A.batch, A.cursor, A.epoch,
        _OPEN.where(_OTHER.c.state != _LAPSED, _OTHER.c.due <= P("done")).scalar_subquery().is_not(None),
        _OPEN.where(_OTHER.c.state == _LAPSED).scalar_subquery().is_not(None),
        exists().where(_OTHER.c.state == literal_column("'leased'"), _OTHER.c.lease_until < P("now")),
        exists().where(returned.c.study_id == P("study"), returned.c.stage == P("stage")),
    ).where(A.membership_id == P("member")).order_by(A.position.desc()).limit(literal_column("1"))
)  # fmt: skip
IN_BATCH = Statement(
    select(func.count(), func.max(A.shown)).where(
        A.membership_id == P("member"), A.batch == P("batch"), A.purpose == literal_column("'rating'"),
        A.state != literal_column("'lapsed'"),
    )
)  # fmt: skip
HELD_BY_OTHERS = {
    grouped: Statement(
        select(literal_column("1")).join(unit, unit.c.id == A.unit_id).where(
            text("assignment.state = 'leased'"), A.study_id == P("study"), A.membership_id != P("member"),
            ~exists().where(_OTHER.c.membership_id == P("member"), _OTHER.c.unit_id == A.unit_id),
            *((unit.c.grp == P("grp"),) if grouped else ()),
        ).limit(literal_column("1"))
    )
    for grouped in (False, True)
}  # fmt: skip
_BEYOND = {
    (grouped, hiding): select(*_TAKEN).select_from(_WITH_UNIT).where(
        *_FREE, slot.c.place > P("cursor"),
        *((slot.c.grp == P("grp"),) if grouped else ()), *((~_HAS_SEEN,) if hiding else ()),
    ).order_by(slot.c.place).limit(P("most"))
    for grouped in (False, True) for hiding in (False, True)
}  # fmt: skip
FREE = {key: Statement(found.with_for_update(of=slot, skip_locked=True)) for key, found in _BEYOND.items()}
FREE_OR_HELD = {key: Statement(found) for key, found in _BEYOND.items()}
"""As FREE, but units that another transaction is looking at are not passed over."""
FREE_IN_BATCH = Statement(
    select(*_TAKEN).select_from(_WITH_UNIT).where(
        *_FREE, ~_HAS_SEEN,
        slot.c.item_id.in_(select(A.item_id).where(A.membership_id == P("member"), A.batch == P("batch"))),
    ).order_by(slot.c.place).limit(P("most")).with_for_update(of=slot, skip_locked=True)
)  # fmt: skip
_RETURNED = _WITH_UNIT.join(returned, (slot.c.unit_id == returned.c.unit_id) & (slot.c.stage == returned.c.stage))
FREE_RETURNED = {
    grouped: Statement(
        select(*_TAKEN, returned.c.id).select_from(_RETURNED).where(
            returned.c.study_id == P("study"), returned.c.stage == P("stage"), ~_HAS_IT, ~_HAS_SEEN,
            *((returned.c.grp == P("grp"),) if grouped else ()),
        ).order_by(returned.c.id).limit(P("most"))
    )
    for grouped in (False, True)
}  # fmt: skip
FORGET_RETURNED = Statement(delete(returned).where(returned.c.id == P("id")))
ADD_RETURNED = Statement(
    insert(returned).values(study_id=P("study"), stage=P("stage"), grp=P("grp"), unit_id=P("unit"))
)
SLOTS_OF_UNIT = Statement(
    select(slot.c.stage, slot.c.quorum, slot.c.open_slots, slot.c.cannot)
    .where(slot.c.unit_id == P("unit"))
    .order_by(slot.c.stage)
)
TAKE_SLOT = Statement(
    update(slot)
    .where(slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"), slot.c.open_slots > literal_column("0"))
    .values(open_slots=slot.c.open_slots - literal_column("1"))
)  # fmt: skip
GIVE_SLOT_BACK = Statement(
    update(slot).where(slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"), slot.c.quorum > literal_column("0"))
    .values(open_slots=slot.c.open_slots + literal_column("1")).returning(slot.c.study_id, slot.c.grp)
)  # fmt: skip
COUNT_CANNOT = Statement(
    update(slot).where(slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"))
    .values(cannot=slot.c.cannot + P("by")).returning(slot.c.cannot, slot.c.quorum)
)  # fmt: skip
INSERT = NewRow(
    insert(assignment).values(
        uid=P("uid"), study_id=P("study"), unit_id=P("unit"), item_id=P("item"), membership_id=P("member"),
        candidates=P("candidates"), batch=P("batch"), position=P("position"), cursor=P("cursor"), epoch=P("epoch"),
        purpose=P("purpose"), repeat_of=P("repeat_of"), due=P("due"), stages=P("stages"), stage=P("stage"),
        shown=P("shown"), state=P("state"), lease_until=P("lease_until"), created_at=P("now"),
    ),
    assignment.c.id,
)  # fmt: skip
ADD_TRIAL = Statement(
    insert(assignment).values(
        uid=P("uid"), study_id=P("study"), membership_id=P("member"),
        candidates=P("candidates"), batch=P("round"), position=P("position"), cursor=-1, epoch=0,
        purpose="calibration", due=0, stages=P("stages"), stage=P("stage"), shown=-1, state="planned",
        created_at=P("now"), example=P("example"),
    )
)  # fmt: skip
OPEN_TRIALS = Statement(
    select(*_COLUMNS)
    .where(A.membership_id == P("member"), text("stage IS NOT NULL"), text("example IS NOT NULL"))
    .order_by(A.position)
)  # fmt: skip
RENEW_LEASES = Statement(
    update(assignment)
    .where(A.membership_id == P("member"), A.state == literal_column("'leased'"))
    .values(lease_until=P("until"))
)
EXPIRED = Statement(
    select(*_COLUMNS).where(text("state = 'leased'"), A.lease_until < P("now")).order_by(A.lease_until).limit(P("most"))
    .with_for_update(skip_locked=True)
)  # fmt: skip
SET_STATE = Statement(
    update(assignment).where(A.id == P("assignment"))
    .values(state=P("new_state"), stage=P("new_stage"), lease_until=P("until"))
)  # fmt: skip
SET_SHOWN = Statement(
    update(assignment).where(A.id == P("assignment"), A.shown < P("now_shown")).values(shown=P("now_shown"))
)
REPEAT_OF = Statement(select(*_COLUMNS).where(A.membership_id == P("member"), A.repeat_of == P("first")))
SEEN_SINCE = Statement(
    select(literal_column("1"))
    .where(A.membership_id == P("member"), A.item_id == P("item"), A.shown >= P("reveals"))
    .limit(literal_column("1"))
)
RATED_ONCE = Statement(
    select(*_COLUMNS).join(item, item.c.id == A.item_id).where(
        A.membership_id == P("member"), A.purpose == _RATING, A.state == literal_column("'done'"),
        item.c.withdrawn_at.is_(None),
        ~exists().where(_OTHER.c.membership_id == A.membership_id, _OTHER.c.repeat_of == A.id),
    ).order_by(A.position.desc()).limit(P("most"))
)  # fmt: skip
FREE_UNITS = Statement(
    select(*_TAKEN[:3], unit.c.candidates, slot.c.stage, slot.c.quorum, slot.c.open_slots).select_from(_WITH_UNIT)
    .where(slot.c.study_id == P("study"), (slot.c.open_slots > 0) | (slot.c.quorum == 0))
    .order_by(slot.c.place, slot.c.stage)
)  # fmt: skip
HELD = Statement(
    select(membership.c.uid, A.unit_id, A.item_id).join(membership, membership.c.id == A.membership_id)
    .where(A.study_id == P("study"), A.purpose == _RATING)
)  # fmt: skip
STAGES_BEGUN = Statement(
    select(func.coalesce(func.sum(A.stage), 0))
    .where(A.membership_id == P("member"), text("stage IS NOT NULL"), A.purpose == _RATING)
)  # fmt: skip
COUNT_RATINGS = Statement(
    select(func.count()).where(
        A.membership_id == P("member"), A.purpose == _RATING, text("state IN ('leased', 'planned', 'done')")
    )
)
SET_DUE = Statement(
    update(assignment).where(A.membership_id == P("member"), A.repeat_of == P("first")).values(due=P("new_due"))
)
_REPEATS = (A.membership_id == P("member"), text("repeat_of IS NOT NULL"))
COUNT_REPEATS = Statement(select(func.count()).where(*_REPEATS))
FINISHED_REPEATS = Statement(select(func.count()).where(*_REPEATS, text("stage IS NULL")))
BRING_FORWARD = Statement(
    update(assignment).where(A.id == P("assignment")).values(
        uid=P("new_uid"), position=P("new_position"), batch=P("new_batch"), cursor=P("new_cursor"), epoch=P("new_epoch")
    )
)  # fmt: skip


@dataclass(slots=True)
class Glance:
    """Where a rater stands, and which of the things are there that mostly are not: one statement instead of five."""

    position: int = -1
    batch: int = 0
    cursor: int = -1
    epoch: int | None = None
    begun: bool = True
    """Whether the rater has something open."""
    lapsed: bool = True
    """Whether leases of the rater have run out."""
    expired: bool = True
    """Whether leases of anybody are to be released."""
    returned: bool = True
    """Whether units came back to the pool."""


def glance(run: Run, member: Member, stage: int, now: int) -> Glance:
    """A rater without any assignment, worked examples aside, is told to look everywhere."""
    row = run.one(GLANCE, member=member.id, done=member.done, study=member.study, stage=stage, now=now)
    return Glance(*row) if row and row[0] > EXAMPLES_AT else Glance()


def as_assignment(row: tuple[Any, ...]) -> Assignment:
    values: list[Any] = list(row)
    values[5], values[11] = _from_json(row[5]), _from_json(row[11])
    if row[2] is None:
        values[2] = values[3] = 0
    return Assignment(*values)


def assignment_by_uid(run: Run, uid: str, member: int) -> Assignment | None:
    row = run.one(BY_UID, uid=uid, member=member)
    return as_assignment(row) if row else None


def assignment_to_judge(run: Run, uid: str, member: int, judgement: str) -> tuple[Assignment | None, bool]:
    """An assignment, and whether a judgement of that id may be there already."""
    row = run.one(TO_JUDGE, uid=uid, member=member, judgement=judgement)
    return (as_assignment(row[:-1]), bool(row[-1])) if row else (None, True)


def open_assignments(run: Run, member: int, done: int, most: int) -> list[Assignment]:
    return [as_assignment(row) for row in run.all(OPEN_OF_MEMBER, member=member, done=done, most=most)]


def give_slot_back(run: Run, unit: int, stage: int) -> None:
    """Open a slot again, and put the unit where the next rater looks first."""
    row = run.one(GIVE_SLOT_BACK, unit=unit, at_stage=stage)
    if row:
        run.do(ADD_RETURNED, study=row[0], stage=stage, grp=row[1], unit=unit)


def take_slot(run: Run, unit: int, stage: int) -> bool:
    return run.do(TAKE_SLOT, unit=unit, at_stage=stage) > 0


def quorums_of(run: Run, unit: int) -> dict[int, int]:
    """How many raters each stage of a unit needs."""
    return {stage: quorum for stage, quorum, _, _ in run.all(SLOTS_OF_UNIT, unit=unit)}
