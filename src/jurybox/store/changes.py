"""Closing and opening slots when a study changes."""

import json
from collections.abc import Callable

from sqlalchemy import ColumnElement, Integer, bindparam, case, literal_column, select, text, update

from jurybox.store.bulk import write_in_chunks
from jurybox.store.database import Database
from jurybox.store.imports import NEXT_PLACE, UNITS
from jurybox.store.schema import assignment, item, slot
from jurybox.store.statement import Run, Statement

P = bindparam
STRETCH = 200
"""How many places are changed together at first; chunks grow from there."""
CLOSE_SLOTS_OF_ITEM = Statement(update(slot).where(slot.c.item_id == P("item")).values(open_slots=0))
CLOSE_SLOTS_OF_UNIT = Statement(update(slot).where(slot.c.unit_id == P("unit")).values(open_slots=0))
_WITHDRAWN = {"state": "withdrawn", "stage": literal_column("NULL"), "lease_until": literal_column("NULL")}
END_OF_ITEM = Statement(
    update(assignment).where(assignment.c.item_id == P("item"), text("stage IS NOT NULL")).values(_WITHDRAWN)
)
END_OF_UNIT = Statement(
    update(assignment).where(assignment.c.unit_id == P("unit"), text("stage IS NOT NULL")).values(_WITHDRAWN)
)


def _lost(quorum: ColumnElement[int]) -> ColumnElement[int]:
    """How many slots are gone for good because more raters than the quorum could not judge the unit."""
    return case((slot.c.cannot > quorum, slot.c.cannot - quorum), else_=0)


_TO = P("new_quorum", type_=Integer)
MORE_SLOTS = Statement(
    update(slot).where(
        slot.c.study_id == P("study"), slot.c.stage == P("at_stage"), slot.c.grp == P("in_group"),
        slot.c.place >= P("from_place"), slot.c.place < P("to_place"), slot.c.quorum > 0, slot.c.quorum < _TO,
        slot.c.item_id.not_in(select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None))),
    ).values(quorum=_TO, open_slots=slot.c.open_slots + _TO - slot.c.quorum + _lost(slot.c.quorum) - _lost(_TO))
)  # fmt: skip


def close_item(run: Run, item_id: int) -> None:
    run.do(CLOSE_SLOTS_OF_ITEM, item=item_id)
    run.do(END_OF_ITEM, item=item_id)


def close_empty_units(run: Run, study: int, withdrawn: frozenset[int]) -> None:
    """Close the units of which every candidate is withdrawn."""
    for id, _, _, candidates in run.all(UNITS, study=study) if withdrawn else ():
        if withdrawn.issuperset(json.loads(candidates)):
            run.do(CLOSE_SLOTS_OF_UNIT, unit=id)
            run.do(END_OF_UNIT, unit=id)


def add_slots(database: Database, study: int, stage: int, group: str, quorum: int, timer: Callable[[], float]) -> None:
    """Open slots up to a quorum for one stage and group, in chunks over the places; again is harmless."""
    places = database.read(lambda run: int(run.value(NEXT_PLACE, study=study)))
    stretches = [(start, start + STRETCH) for start in range(0, places, STRETCH)]

    def write(run: Run, chunk: "list[tuple[int, int]]") -> None:
        run.do(
            MORE_SLOTS, study=study, at_stage=stage, in_group=group, new_quorum=quorum,
            from_place=chunk[0][0], to_place=chunk[-1][1],
        )  # fmt: skip

    write_in_chunks(database, stretches, write, timer)
