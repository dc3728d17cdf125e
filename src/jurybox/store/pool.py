"""The pool: slots, leases, cursors and assignments."""

from typing import Any

import msgspec
from sqlalchemy import ColumnClause, bindparam, delete, exists, func, insert, literal_column, select, text, update

from jurybox.core.assignment import Assignment
from jurybox.store.schema import assignment, returned, slot, unit
from jurybox.store.statement import Run, Statement

P = bindparam
_from_json = msgspec.json.Decoder().decode
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
    A.due, A.stages, A.stage, A.shown, A.state, A.lease_until,
)  # fmt: skip
BY_UID = Statement(select(*_COLUMNS).where(A.uid == P("uid"), A.membership_id == P("member")))
BY_ID = Statement(select(*_COLUMNS).where(A.id == P("id")))
OPEN_OF_MEMBER = Statement(
    select(*_COLUMNS)
    .where(A.membership_id == P("member"), text("stage IS NOT NULL"), A.due <= P("done"), A.state != _LAPSED)
    .order_by(A.position).limit(P("most"))
)  # fmt: skip
LAPSED_OF_MEMBER = Statement(
    select(*_COLUMNS).where(A.membership_id == P("member"), text("stage IS NOT NULL"), A.state == _LAPSED)
    .order_by(A.position.desc()).limit(P("most"))
)  # fmt: skip
ALL_OF_MEMBER = Statement(select(*_COLUMNS).where(A.membership_id == P("member")).order_by(A.position))
LAST_OF_MEMBER = Statement(
    select(A.position, A.batch, A.cursor, A.epoch).where(A.membership_id == P("member"))
    .order_by(A.position.desc()).limit(literal_column("1"))
)  # fmt: skip
IN_BATCH = Statement(
    select(func.count(), func.max(A.shown)).where(
        A.membership_id == P("member"), A.batch == P("batch"), A.purpose == literal_column("'rating'"),
        A.state != literal_column("'lapsed'"),
    )
)  # fmt: skip
HELD_BY_OTHERS = Statement(
    select(literal_column("1")).where(
        text("assignment.state = 'leased'"), A.study_id == P("study"), A.membership_id != P("member"),
        ~exists().where(_OTHER.c.membership_id == P("member"), _OTHER.c.unit_id == A.unit_id),
    ).limit(literal_column("1"))
)  # fmt: skip
FREE = {
    (grouped, hiding): Statement(
        select(*_TAKEN).select_from(_WITH_UNIT).where(
            *_FREE, slot.c.place > P("cursor"),
            *((slot.c.grp == P("grp"),) if grouped else ()), *((~_HAS_SEEN,) if hiding else ()),
        ).order_by(slot.c.place).limit(P("most")).with_for_update(of=slot, skip_locked=True)
    )
    for grouped in (False, True) for hiding in (False, True)
}  # fmt: skip
FREE_IN_BATCH = Statement(
    select(*_TAKEN).select_from(_WITH_UNIT).where(
        *_FREE, ~_HAS_SEEN,
        slot.c.item_id.in_(select(A.item_id).where(A.membership_id == P("member"), A.batch == P("batch"))),
    ).order_by(slot.c.place).limit(P("most")).with_for_update(of=slot, skip_locked=True)
)  # fmt: skip
FREE_RETURNED = Statement(
    select(*_TAKEN, returned.c.id)
    .select_from(_WITH_UNIT.join(returned, (slot.c.unit_id == returned.c.unit_id) & (slot.c.stage == returned.c.stage)))
    .where(returned.c.study_id == P("study"), returned.c.stage == P("stage"), ~_HAS_IT, ~_HAS_SEEN)
    .order_by(returned.c.id).limit(P("most"))
)  # fmt: skip
ANY_RETURNED = Statement(
    select(literal_column("1"))
    .where(returned.c.study_id == P("study"), returned.c.stage == P("stage"))
    .limit(literal_column("1"))
)
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
INSERT = Statement(
    insert(assignment).values(
        uid=P("uid"), study_id=P("study"), unit_id=P("unit"), item_id=P("item"), membership_id=P("member"),
        candidates=P("candidates"), batch=P("batch"), position=P("position"), cursor=P("cursor"), epoch=P("epoch"),
        purpose=P("purpose"), repeat_of=P("repeat_of"), due=P("due"), stages=P("stages"), stage=P("stage"),
        shown=P("shown"), state=P("state"), lease_until=P("lease_until"), created_at=P("now"),
    ).returning(assignment.c.id)
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
UNIT_CANDIDATES = Statement(select(unit.c.candidates).where(unit.c.id == P("unit")))
REPEAT_OF = Statement(select(*_COLUMNS).where(A.repeat_of == P("first")))
SEEN_SINCE = Statement(
    select(literal_column("1"))
    .where(A.membership_id == P("member"), A.item_id == P("item"), A.shown >= P("reveals"))
    .limit(literal_column("1"))
)
RATED_LATELY = Statement(
    select(A.id, A.unit_id)
    .where(A.membership_id == P("member"), A.purpose == _RATING, A.state == literal_column("'done'"))
    .order_by(A.position.desc()).limit(P("most"))
)  # fmt: skip


def as_assignment(row: tuple[Any, ...]) -> Assignment:
    values: list[Any] = list(row)
    values[5], values[11] = _from_json(row[5]), _from_json(row[11])
    return Assignment(*values)


def assignment_by_uid(run: Run, uid: str, member: int) -> Assignment | None:
    row = run.one(BY_UID, uid=uid, member=member)
    return as_assignment(row) if row else None


def assignment_by_id(run: Run, id: int) -> Assignment | None:
    row = run.one(BY_ID, id=id)
    return as_assignment(row) if row else None


def open_assignments(run: Run, member: int, done: int, most: int) -> list[Assignment]:
    return [as_assignment(row) for row in run.all(OPEN_OF_MEMBER, member=member, done=done, most=most)]


def give_slot_back(run: Run, unit: int, stage: int) -> None:
    """Open a slot again, and put the unit where the next rater looks first."""
    row = run.one(GIVE_SLOT_BACK, unit=unit, at_stage=stage)
    if row:
        run.do(ADD_RETURNED, study=row[0], stage=stage, grp=row[1], unit=unit)


def take_slot(run: Run, unit: int, stage: int) -> bool:
    return run.do(TAKE_SLOT, unit=unit, at_stage=stage) > 0
