"""Assignments: units given to raters, and worked examples, with their leases and their next stage."""

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnClause,
    ColumnElement,
    bindparam,
    delete,
    exists,
    func,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy import Select as SaSelect

from jurybox.core import Assignment
from jurybox.store.columns import insert_into, maker, select_as, values_of
from jurybox.store.schema import assignment, draft, item, judgement, membership
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement, Value, Values, memory_of

P = bindparam
A = assignment.c
_to_json, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class ToJudge(NamedTuple):
    """An assignment that is about to be judged."""

    assignment: Assignment | None
    maybe_known: bool
    """Whether a judgement of that id may be there already."""


class GivenUnit(NamedTuple):
    """That a unit was given to a rater, to be rated."""

    rater: str
    unit: int
    item: int


def _or_zero(id: int | None) -> int:
    return id or 0


as_assignment = maker(
    Assignment, candidates=_from_json, stages=_from_json, unit=_or_zero, item=_or_zero, window=_or_zero
)


def _to_judge(maybe_known: int, *columns: Value) -> ToJudge:
    return ToJudge(as_assignment(*columns), bool(maybe_known))


_values = values_of(Assignment)
RATING: ColumnClause[str] = literal_column("'rating'")
LAPSED: ColumnClause[str] = literal_column("'lapsed'")
_OTHER = assignment.alias()
_MINE = A.membership_id == P("member")
_IS_OPEN = text("stage IS NOT NULL")
_ASSIGNMENT = select_as(Assignment, assignment, has_draft=exists().where(draft.c.assignment_id == A.id))
_BY_ID = Select(as_assignment, _ASSIGNMENT.where(A.id == P("id")))
_OF_PERSON = _MINE | A.membership_id.in_(select(membership.c.id).where(membership.c.merged_into == P("member")))
"""Also what stayed with an account that was merged into the rater's: what still comes for it is kept."""
_BY_UID = Select(as_assignment, _ASSIGNMENT.where(A.uid == P("uid"), _OF_PERSON))
_TO_JUDGE = Select(
    _to_judge,
    select(exists().where(judgement.c.id == P("judgement")), *_ASSIGNMENT.selected_columns)
    .where(A.uid == P("uid"), _OF_PERSON)
    .with_for_update(of=assignment),
)
"""Holds the assignment still: its lease must not run out in another transaction while a judgement is taken."""
_IS_KNOWN = Statement(select(literal_column("1")).where(judgement.c.id == P("judgement")))
_OPEN = Select(
    as_assignment,
    _ASSIGNMENT.where(_MINE, _IS_OPEN, A.due <= P("done"), A.state != LAPSED).order_by(A.position).limit(P("most")),
)
_HELD = Select(
    as_assignment,
    _ASSIGNMENT.where(_MINE, _IS_OPEN, text("state IN ('leased', 'planned')"), A.purpose == RATING).with_for_update(
        of=assignment
    ),
)
_LAPSED = Select(
    as_assignment,
    _ASSIGNMENT.where(_MINE, _IS_OPEN, A.state == LAPSED).order_by(A.position.desc()).limit(P("most")),
)
_EXPIRED = Select(
    as_assignment,
    _ASSIGNMENT.where(text("state = 'leased'"), A.lease_until < P("now"))
    .order_by(A.lease_until)
    .limit(P("most"))
    .with_for_update(skip_locked=True),
)
_ALL = Select(
    as_assignment,
    _ASSIGNMENT.where(_MINE, text("example IS NULL AND purpose <> 'adjudication'")).order_by(A.position),
)
_OPEN_EXAMPLES = Select(
    as_assignment, _ASSIGNMENT.where(_MINE, _IS_OPEN, text("example IS NOT NULL")).order_by(A.position)
)
_OF_UNIT = Select(as_assignment, _ASSIGNMENT.where(_MINE, A.unit_id == P("unit"), A.purpose == P("of_purpose")))
_LET_GO = Select(
    as_assignment, _ASSIGNMENT.where(A.study_id == P("study"), A.state == literal_column("'withdrawn'")).order_by(A.id)
)
_RATINGS_OF_ITEM = Select(
    as_assignment, _ASSIGNMENT.where(_MINE, A.item_id == P("item"), A.purpose == RATING).order_by(A.position)
)
_REPEATS = Select(as_assignment, _ASSIGNMENT.where(_MINE, A.repeat_of == P("first")))
_RATED_ONCE = Select(
    as_assignment,
    _ASSIGNMENT.join(item, item.c.id == A.item_id)
    .where(_MINE, A.purpose == RATING, A.state == literal_column("'done'"), item.c.withdrawn_at.is_(None))
    .where(~exists().where(_OTHER.c.membership_id == A.membership_id, _OTHER.c.repeat_of == A.id))
    .order_by(A.position.desc())
    .limit(P("most")),
)
_HOLDER = membership.alias("holder")
_OWNER = Scalar(
    str,
    select(membership.c.uid)
    .join(_HOLDER, membership.c.id == func.coalesce(_HOLDER.c.merged_into, _HOLDER.c.id))
    .join(assignment, A.membership_id == _HOLDER.c.id)
    .where(A.uid == P("uid"), text("assignment.example IS NULL")),
)
_GIVEN = Select(
    GivenUnit,
    select_as(GivenUnit, assignment, rater=membership.c.uid)
    .join(membership, membership.c.id == A.membership_id)
    .where(A.study_id == P("study"), A.purpose == RATING),
)
_ADD = NewRow(insert_into(assignment, without=("passed",)), keeps=True)
_DROP = Statement(delete(assignment).where(A.id == P("assignment")))
_SET_STATE = Statement(
    update(assignment)
    .where(A.id == P("assignment"))
    .values(state=P("new_state"), stage=P("new_stage"), lease_until=P("until")),
    keeps=True,
)
_SET_SHOWN = Statement(
    update(assignment).where(A.id == P("assignment"), A.shown < P("now_shown")).values(shown=P("now_shown")),
    keeps=True,
)
_SET_DUE = Statement(update(assignment).where(_MINE, A.repeat_of == P("first")).values(due=P("new_due")))
_RENEW_LEASES = Statement(
    update(assignment).where(_MINE, A.state == literal_column("'leased'")).values(lease_until=P("until")), keeps=True
)
_SERVED = ("uid", "position", "batch", "cursor", "epoch")
_BRING_FORWARD = Statement(
    update(assignment).where(A.id == P("assignment")).values({name: P(f"new_{name}") for name in _SERVED})
)


def by_id(run: Run, id: int) -> Assignment | None:
    return _BY_ID.one(run, id=id)


def by_uid(run: Run, uid: str, *, member: int) -> Assignment | None:
    """A rater's own assignment."""
    return _BY_UID.one(run, uid=uid, member=member)


def to_judge(run: Run, uid: str, *, member: int, judgement: str) -> ToJudge:
    """A rater's own assignment, held still, for a judgement of that id."""
    memory = memory_of(run)
    known = memory.known(member) if memory is not None else None
    a = known.open.get(uid) if known is not None and known.open is not None else None
    if a is not None:
        return ToJudge(a, _is_known(run, judgement))
    found = _TO_JUDGE.one(run, uid=uid, member=member, judgement=judgement)
    if known is not None and found is not None and found.assignment is not None:
        known.states[uid] = found.assignment.state
    return found or ToJudge(assignment=None, maybe_known=True)


def _is_known(run: Run, judgement: str) -> bool:
    """Whether there is a judgement of that id; who asks is about to add one."""
    memory = memory_of(run)
    assert memory is not None
    if judgement in memory.not_judged:
        memory.not_judged.remove(judgement)
        return False
    return _IS_KNOWN.finds(run, judgement=judgement)


def of_uids(uids: ColumnElement[str]) -> SaSelect[Any]:
    """Several assignments, held still, in one order for everybody."""
    return _ASSIGNMENT.where(A.uid == uids).order_by(A.id).with_for_update(of=assignment)


def open_of(run: Run, *, member: int, done: int, most: int) -> list[Assignment]:
    """What a rater who has finished so many ratings has open, in their order."""
    return _OPEN.all(run, member=member, done=done, most=most)


def held_by(run: Run, member: int) -> list[Assignment]:
    """The open ratings that hold slots for a rater, held still."""
    return _HELD.all(run, member=member)


def lapsed_of(run: Run, *, member: int, most: int) -> list[Assignment]:
    """The last ones whose leases ran out on a rater, in their order."""
    return _LAPSED.all(run, member=member, most=most)[::-1]


def expired(run: Run, *, now: int, most: int) -> list[Assignment]:
    """Anybody's whose leases have run out, held still; those that others hold are passed over."""
    return _EXPIRED.all(run, now=now, most=most)


def all_of(run: Run, member: int) -> list[Assignment]:
    """Everything that a rater was given, but for the worked examples, which come before the first task."""
    return _ALL.all(run, member=member)


def open_examples(run: Run, member: int) -> list[Assignment]:
    """The worked examples that a rater has still to rate."""
    return _OPEN_EXAMPLES.all(run, member=member)


def of_unit(run: Run, *, member: int, unit: int, purpose: str) -> Assignment | None:
    """A rater's assignment of a unit."""
    return _OF_UNIT.one(run, member=member, unit=unit, of_purpose=purpose)


def ratings_of_item(run: Run, *, member: int, item: int) -> list[Assignment]:
    """What a rater was given of an item to rate, repeats aside."""
    return _RATINGS_OF_ITEM.all(run, member=member, item=item)


def let_go(run: Run, study: int) -> list[Assignment]:
    """Those that raters had open when their items were withdrawn."""
    return _LET_GO.all(run, study=study)


def repeats_of(run: Run, a: Assignment) -> list[Assignment]:
    """The assignments in which a unit comes to its rater once more."""
    return _REPEATS.all(run, member=a.membership, first=a.id)


def rated_once(run: Run, *, member: int, most: int) -> list[Assignment]:
    """The last ratings that a rater has finished and that do not come again, the newest first."""
    return _RATED_ONCE.all(run, member=member, most=most)


def owner_of(run: Run, uid: str) -> str | None:
    """The membership of who was given an assignment; worked examples aside."""
    return _OWNER.one(run, uid=uid)


def given_units(run: Run, study: int) -> list[GivenUnit]:
    return _GIVEN.all(run, study=study)


def add(run: Run, a: Assignment, *, study: int, epoch: int, now: int, cursor: int = -1) -> None:
    """Write a new assignment, which gets its key."""
    a.id = _ADD.add(run, _row_of(a, study=study, epoch=epoch, now=now, cursor=cursor))
    if (memory := memory_of(run)) is not None:
        memory.given(a, cursor, epoch)


def give(run: Run, a: Assignment, *, study: int, epoch: int, now: int, cursor: int) -> None:
    """Write a new assignment whose key nobody asks for: from here on it goes by its uid."""
    if run._dialect == "sqlite":  # which knows the key at once
        add(run, a, study=study, epoch=epoch, now=now, cursor=cursor)
    else:
        _ADD.send_values(run, _row_of(a, study=study, epoch=epoch, now=now, cursor=cursor))


def _row_of(a: Assignment, *, study: int, epoch: int, now: int, cursor: int) -> Values:
    row = _values(a)
    row["unit"], row["item"], row["window"] = a.unit or None, a.item or None, a.window or None
    row["candidates"], row["stages"] = _to_json(a.candidates).decode(), _to_json(a.stages).decode()
    row["study"], row["cursor"], row["epoch"], row["created_at"] = study, cursor, epoch, now
    return row


def drop(run: Run, a: Assignment) -> None:
    """Take away what was planned and never shown."""
    _DROP.do(run, assignment=a.id)


def set_state(run: Run, a: Assignment) -> None:
    """Write the state of an assignment, its next stage, and until when it is leased."""
    _SET_STATE.send(run, assignment=a.id, new_state=a.state, new_stage=a.stage, until=a.lease_until)
    if (memory := memory_of(run)) is not None:
        memory.changed(a)


def set_shown(run: Run, a: Assignment) -> None:
    """Write the highest stage that was sent of an assignment."""
    _SET_SHOWN.send(run, assignment=a.id, now_shown=a.shown)
    if (memory := memory_of(run)) is not None:
        memory.shown(a)


def set_due(run: Run, first: Assignment, due: int) -> None:
    """Write after how many ratings the repeat of an assignment comes."""
    _SET_DUE.send(run, member=first.membership, first=first.id, new_due=due)


def renew_leases(run: Run, *, member: int, until: int) -> None:
    _RENEW_LEASES.send(run, member=member, until=until)
    if (memory := memory_of(run)) is not None:
        memory.renewed(member, until)


def bring_forward(run: Run, a: Assignment, *, cursor: int, epoch: int | None) -> None:
    """Write the id, number and batch that a repeat gets when it is served."""
    new = dict(zip(_SERVED, (a.uid, a.position, a.batch, cursor, epoch), strict=True))
    _BRING_FORWARD.send(run, assignment=a.id, **{f"new_{name}": value for name, value in new.items()})
