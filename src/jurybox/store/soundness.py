"""Whether a database is whole, and whether what follows from the log says what the log says."""

import sqlite3
from typing import Any

from sqlalchemy import bindparam, func, select

from jurybox.store.schema import judgement, membership, number, slot, tally
from jurybox.store.statement import Run, Tuples

P = bindparam
_MINE = select(membership.c.id).where(membership.c.study_id == P("study"))
_FOLLOWS = [
    Tuples[tuple[Any, ...]](statement)
    for statement in (
        select(tally.c.membership_id, tally.c.stage, tally.c.standing, tally.c.judgements)
        .where(tally.c.membership_id.in_(_MINE))
        .order_by(tally.c.membership_id, tally.c.stage, tally.c.standing),
        select(membership.c.id, membership.c.done, membership.c.ready)
        .where(membership.c.study_id == P("study"))
        .order_by(membership.c.id),
        select(
            func.count(),
            func.sum(slot.c.open_slots),
            func.sum(slot.c.cannot),
            func.sum(slot.c.open_slots * (slot.c.unit_id % 1_000)),
        ).where(slot.c.study_id == P("study")),
        select(func.count(), func.sum(number.c.value))
        .select_from(number.join(judgement, judgement.c.seq == number.c.seq))
        .where(judgement.c.study_id == P("study")),
    )
]


def what_follows(run: Run, study: int) -> list[list[tuple[Any, ...]]]:
    """What the projections of a study say, shortened: equal where they are."""
    return [part.all(run, study=study) for part in _FOLLOWS]


def damage(run: Run) -> list[str]:
    """What SQLite finds wrong with its file, in its own words; PostgreSQL looks after itself."""
    if run._dialect != "sqlite":
        return []
    cursor = run._cursor
    try:
        found = [str(row[0]) for row in cursor.execute("PRAGMA integrity_check(10)").fetchall()]
        lost = cursor.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:  # too far gone to be looked through
        return [str(error)]
    return [line for line in found if line != "ok"] + [f"{row[0]}: row {row[1]} names one of {row[2]}" for row in lost]


def engine(run: Run) -> str:
    """The database and its version."""
    asked = "SELECT 'SQLite ' || sqlite_version()" if run._dialect == "sqlite" else "SELECT version()"
    ((found,),) = run._cursor.execute(asked).fetchall()
    return str(found)
