"""The pool: free units, found from a rater's place in it."""

from typing import NamedTuple

from sqlalchemy import Select as SaSelect
from sqlalchemy import bindparam, delete, exists, literal_column, select, text

from jurybox.store.columns import select_as
from jurybox.store.free_units import FreeUnit as FreeUnit
from jurybox.store.free_units import UnitWithSlots
from jurybox.store.schema import assignment, returned, slot, unit
from jurybox.store.slots import IS_THEIRS as IS_THEIRS
from jurybox.store.statement import Run, Select, Statement, Value

P = bindparam
A = assignment.c
NOTHING_SEEN = 32_767
"""A stage that no protocol has."""


class Search(NamedTuple):
    """For whom a unit is looked for, and for which of its stages."""

    study: int
    stage: int
    member: int
    groups: tuple[str, ...]
    """None means all."""
    reveals: int | None
    """The stage that shows what this one hides: who was sent it can't have the unit any more."""
    checks: bool = False
    """Whether the study has checks, which may have been made from its items."""


_OTHER = assignment.alias()
_HAS_IT = exists().where(A.membership_id == P("member"), A.unit_id == slot.c.unit_id, IS_THEIRS)
_HAS_SEEN = exists().where(A.membership_id == P("member"), A.item_id == slot.c.item_id, A.shown >= P("reveals"))
_HAS_CHECK_OF = exists().where(
    A.membership_id == P("member"), A.item_id == slot.c.item_id, text("assignment.check_item IS NOT NULL")
)
"""Who was given a check that was made from an item never rates the item itself."""
_FREE = (slot.c.study_id == P("study"), slot.c.stage == P("stage"), text("open_slots > 0"), ~_HAS_IT)
_WITH_UNIT = slot.join(unit, unit.c.id == slot.c.unit_id)
_FREE_UNIT = (
    select_as(FreeUnit, slot, unit, listed=unit.c.candidates, returned=literal_column("0"))
    .select_from(_WITH_UNIT)
    .where(*_FREE)
    .order_by(slot.c.place)
    .limit(P("most"))
)
_FURTHER = _FREE_UNIT.where(slot.c.place > P("cursor"))
_IN_GROUP = _FURTHER.where(slot.c.grp == P("grp"))
_SEEN = {
    (grouped, hiding): found.where(~_HAS_SEEN) if hiding else found
    for grouped, found in ((False, _FURTHER), (True, _IN_GROUP))
    for hiding in (False, True)
}
_BEYOND = {
    (*key, checks): found.where(~_HAS_CHECK_OF) if checks else found
    for key, found in _SEEN.items()
    for checks in (False, True)
}
_UNHELD = {key: Select(FreeUnit, found.with_for_update(of=slot, skip_locked=True)) for key, found in _BEYOND.items()}
_HELD_TOO = {key: Select(FreeUnit, found) for key, found in _BEYOND.items()}


def _with_slots(*columns: Value) -> UnitWithSlots:
    return UnitWithSlots(FreeUnit(*columns[:-1]), columns[-1])  # type: ignore[arg-type]  # what the tables promise


_STRETCH = Select(
    _with_slots,
    select_as(FreeUnit, slot, unit, listed=unit.c.candidates, returned=literal_column("0"))
    .add_columns(slot.c.open_slots)
    .select_from(_WITH_UNIT)
    .where(slot.c.study_id == P("study"), slot.c.stage == P("stage"), text("open_slots > 0"))
    .where(slot.c.place > P("cursor"))
    .order_by(slot.c.place)
    .limit(P("most"))
    .with_for_update(of=slot, skip_locked=True),
)
"""For whomever they are: who has a unit already is found when they take it."""
_ITEMS_OF_BATCH = select(A.item_id).where(
    A.membership_id == P("member"), A.batch == P("batch"), text("assignment.check_item IS NULL")
)
_IN_BATCH = Select(
    FreeUnit,
    _FREE_UNIT.where(~_HAS_SEEN, ~_HAS_CHECK_OF, unit.c.item_id.in_(_ITEMS_OF_BATCH)).with_for_update(
        of=slot, skip_locked=True
    ),
)
_CAME_BACK = (
    select_as(FreeUnit, slot, unit, listed=unit.c.candidates, returned=returned.c.id)
    .select_from(_WITH_UNIT.join(returned, (slot.c.unit_id == returned.c.unit_id) & (slot.c.stage == returned.c.stage)))
    .where(returned.c.study_id == P("study"), returned.c.stage == P("stage"), ~_HAS_IT, ~_HAS_SEEN, ~_HAS_CHECK_OF)
    .order_by(returned.c.id)
    .limit(P("most"))
)
_RETURNED = {
    False: Select(FreeUnit, _CAME_BACK),
    True: Select(FreeUnit, _CAME_BACK.where(returned.c.grp == P("grp"))),
}
_FORGET_RETURNED = Statement(delete(returned).where(returned.c.id == P("id")))
_HELD: SaSelect[tuple[int]] = (
    select(literal_column("1"))
    .join(unit, unit.c.id == A.unit_id)
    .where(
        text("assignment.state = 'leased'"),
        A.study_id == P("study"),
        A.membership_id != P("member"),
        ~exists().where(_OTHER.c.membership_id == P("member"), _OTHER.c.unit_id == A.unit_id),
    )
    .limit(literal_column("1"))
)
_HELD_BY_OTHERS = Statement(_HELD)
_HELD_IN_GROUP = Statement(_HELD.where(unit.c.grp == P("grp")))


def _in_groups(run: Run, statement: Select[FreeUnit], groups: tuple[str, ...], **search: int) -> list[FreeUnit]:
    """What a search finds in the rater's groups."""
    if not groups:
        return statement.all(run, **search)
    return [found for group in groups for found in statement.all(run, grp=group, **search)]


def _asked(search: Search, most: int) -> dict[str, int]:
    """The parameters of a search for so many units, wherever they are looked for."""
    reveals = NOTHING_SEEN if search.reveals is None else search.reveals
    return {"study": search.study, "stage": search.stage, "member": search.member, "reveals": reveals, "most": most}


def free_beyond(run: Run, search: Search, *, place: int, most: int, held_too: bool = False) -> list[FreeUnit]:
    """Free units beyond a place, in the order of the pool.

    On PostgreSQL those that another transaction is looking at are passed over, unless `held_too`.
    """
    study, stage, member, groups, reveals, checks = search
    statement = (_HELD_TOO if held_too else _UNHELD)[bool(groups), reveals is not None, checks]
    seen = {} if reveals is None else {"reveals": reveals}
    found = _in_groups(run, statement, groups, study=study, stage=stage, member=member, cursor=place, most=most, **seen)
    return found if len(groups) < 2 else sorted(found, key=lambda free: free.place)[:most]


def stretch(run: Run, search: Search, *, after: int, most: int) -> list[UnitWithSlots]:
    """Free units beyond a place for anybody, each with its free slots; on PostgreSQL held still."""
    return _STRETCH.all(run, study=search.study, stage=search.stage, cursor=after, most=most)


def free_in_batch(run: Run, search: Search, *, batch: int, most: int) -> list[FreeUnit]:
    """Free units of the items that are in a rater's batch."""
    found = _IN_BATCH.all(run, batch=batch, **_asked(search, most))
    return [free for free in found if not search.groups or free.group in search.groups]


def returned_units(run: Run, search: Search, *, most: int) -> list[FreeUnit]:
    """Units that came back to the pool, each once, the one that has waited longest first."""
    found = _in_groups(run, _RETURNED[bool(search.groups)], search.groups, **_asked(search, most))
    return list({free.unit: free for free in found}.values())


def forget_returned(run: Run, free: FreeUnit) -> None:
    _FORGET_RETURNED.do(run, id=free.returned)


def is_held_by_others(run: Run, *, study: int, member: int, groups: tuple[str, ...]) -> bool:
    """Whether somebody holds a unit that could still come back and be this rater's."""
    if not groups:
        return _HELD_BY_OTHERS.finds(run, study=study, member=member)
    return any(_HELD_IN_GROUP.finds(run, study=study, member=member, grp=group) for group in groups)
