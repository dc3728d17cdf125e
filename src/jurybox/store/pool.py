"""The pool: free units, found from a rater's place in it."""

from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, exists, literal_column, select, text

from jurybox.store.assignments import RATING
from jurybox.store.schema import assignment, returned, slot, unit
from jurybox.store.statement import Run, Select, Statement, fields_of

P = bindparam
A = assignment.c
_from_json = msgspec.json.Decoder(list[int]).decode
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


class FreeUnit(NamedTuple):
    """A unit with a free slot of the stage that was asked for."""

    unit: int
    item: int
    group: str
    place: int
    listed: str
    """Its candidates as they lie in the store: most units are only counted."""
    returned: int = 0
    """Its entry among the units that came back."""

    @property
    def candidates(self) -> list[int]:
        return _from_json(self.listed)


_OTHER = assignment.alias()
_HAS_IT = exists().where(A.membership_id == P("member"), A.unit_id == slot.c.unit_id, A.purpose == RATING)
_HAS_SEEN = exists().where(A.membership_id == P("member"), A.item_id == slot.c.item_id, A.shown >= P("reveals"))
_FREE = (slot.c.study_id == P("study"), slot.c.stage == P("stage"), text("open_slots > 0"), ~_HAS_IT)
_UNIT = {
    "unit": slot.c.unit_id, "item": slot.c.item_id, "group": slot.c.grp, "place": slot.c.place,
    "listed": unit.c.candidates,
}  # fmt: skip
_WITH_UNIT = slot.join(unit, unit.c.id == slot.c.unit_id)
_FREE_UNIT = select(*fields_of(FreeUnit, **_UNIT)).select_from(_WITH_UNIT)
_BEYOND = {
    (grouped, hiding): _FREE_UNIT.where(
        *_FREE, slot.c.place > P("cursor"),
        *((slot.c.grp == P("grp"),) if grouped else ()), *((~_HAS_SEEN,) if hiding else ()),
    ).order_by(slot.c.place).limit(P("most"))
    for grouped in (False, True) for hiding in (False, True)
}  # fmt: skip
_UNHELD = {key: Select(FreeUnit, found.with_for_update(of=slot, skip_locked=True)) for key, found in _BEYOND.items()}
_HELD_TOO = {key: Select(FreeUnit, found) for key, found in _BEYOND.items()}
_IN_BATCH = Select(
    FreeUnit,
    _FREE_UNIT.where(
        *_FREE, ~_HAS_SEEN,
        slot.c.item_id.in_(select(A.item_id).where(A.membership_id == P("member"), A.batch == P("batch"))),
    ).order_by(slot.c.place).limit(P("most")).with_for_update(of=slot, skip_locked=True),
)  # fmt: skip
_RETURNED = {
    grouped: Select(
        FreeUnit,
        select(*fields_of(FreeUnit, **_UNIT, returned=returned.c.id)).select_from(
            _WITH_UNIT.join(returned, (slot.c.unit_id == returned.c.unit_id) & (slot.c.stage == returned.c.stage))
        ).where(
            returned.c.study_id == P("study"), returned.c.stage == P("stage"), ~_HAS_IT, ~_HAS_SEEN,
            *((returned.c.grp == P("grp"),) if grouped else ()),
        ).order_by(returned.c.id).limit(P("most")),
    )
    for grouped in (False, True)
}  # fmt: skip
_FORGET_RETURNED = Statement(delete(returned).where(returned.c.id == P("id")))
_HELD_BY_OTHERS = {
    grouped: Statement(
        select(literal_column("1")).join(unit, unit.c.id == A.unit_id).where(
            text("assignment.state = 'leased'"), A.study_id == P("study"), A.membership_id != P("member"),
            ~exists().where(_OTHER.c.membership_id == P("member"), _OTHER.c.unit_id == A.unit_id),
            *((unit.c.grp == P("grp"),) if grouped else ()),
        ).limit(literal_column("1"))
    )
    for grouped in (False, True)
}  # fmt: skip


def _in_groups(run: Run, statement: Select[FreeUnit], groups: tuple[str, ...], **search: int) -> list[FreeUnit]:
    """What a search finds in the rater's groups."""
    if not groups:
        return statement.all(run, **search)
    return [found for group in groups for found in statement.all(run, grp=group, **search)]


def _seen(reveals: int | None) -> int:
    return NOTHING_SEEN if reveals is None else reveals


def free_beyond(run: Run, search: Search, *, place: int, most: int, held_too: bool = False) -> list[FreeUnit]:
    """Free units beyond a place, in the order of the pool.

    On PostgreSQL those that another transaction is looking at are passed over, unless `held_too`.
    """
    study, stage, member, groups, reveals = search
    statement = (_HELD_TOO if held_too else _UNHELD)[bool(groups), reveals is not None]
    seen = {} if reveals is None else {"reveals": reveals}
    found = _in_groups(run, statement, groups, study=study, stage=stage, member=member, cursor=place, most=most, **seen)
    return found if len(groups) < 2 else sorted(found, key=lambda free: free.place)[:most]


def free_in_batch(run: Run, search: Search, *, batch: int, most: int) -> list[FreeUnit]:
    """Free units of the items that are in a rater's batch."""
    found = _IN_BATCH.all(
        run, study=search.study, stage=search.stage, member=search.member, reveals=_seen(search.reveals), batch=batch,
        most=most,
    )  # fmt: skip
    return [free for free in found if not search.groups or free.group in search.groups]


def returned_units(run: Run, search: Search, *, most: int) -> list[FreeUnit]:
    """Units that came back to the pool, each once, the one that has waited longest first."""
    found = _in_groups(
        run, _RETURNED[bool(search.groups)], search.groups, study=search.study, stage=search.stage,
        member=search.member, reveals=_seen(search.reveals), most=most,
    )  # fmt: skip
    return list({free.unit: free for free in found}.values())


def forget_returned(run: Run, free: FreeUnit) -> None:
    _FORGET_RETURNED.do(run, id=free.returned)


def is_held_by_others(run: Run, *, study: int, member: int, groups: tuple[str, ...]) -> bool:
    """Whether somebody holds a unit that could still come back and be this rater's."""
    if not groups:
        return _HELD_BY_OTHERS[False].value(run, study=study, member=member) is not None
    return any(_HELD_BY_OTHERS[True].value(run, study=study, member=member, grp=group) for group in groups)
