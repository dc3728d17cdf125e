"""Assignments for judgements that were made elsewhere: found, or written without a lease."""

import json

from sqlalchemy import bindparam, select

from jurybox.core import Assignment
from jurybox.store import pool
from jurybox.store.schema import assignment
from jurybox.store.statement import Run, Statement

P = bindparam
A = assignment.c
OF_UNIT = Statement(
    select(*pool._COLUMNS)
    .where(A.membership_id == P("member"), A.unit_id == P("unit"), A.purpose == P("of_purpose"))
)  # fmt: skip


def held(run: Run, member: int, unit: int, purpose: str) -> Assignment | None:
    """A rater's assignment of a unit."""
    row = run.one(OF_UNIT, member=member, unit=unit, of_purpose=purpose)
    return pool.as_assignment(row) if row else None


def show(run: Run, a: Assignment, stage: int) -> None:
    """What was judged elsewhere was shown there."""
    if a.shown < stage:
        run.do(pool.SET_SHOWN, assignment=a.id, now_shown=stage)
        a.shown = stage


def add(run: Run, study: int, epoch: int, a: Assignment, now: int) -> None:
    """Write a new assignment after all that its rater has; it gets its key, its place and its batch."""
    last = run.one(pool.LAST_OF_MEMBER, member=a.membership)
    a.position, a.batch = (last[0] + 1, last[1]) if last and last[0] >= 0 else (0, 0)
    a.id = run.insert(
        pool.INSERT, uid=a.uid, study=study, unit=a.unit, item=a.item, member=a.membership,
        candidates=json.dumps(a.candidates), batch=a.batch, position=a.position, cursor=-1, epoch=epoch,
        purpose=a.purpose, repeat_of=a.repeat_of, due=a.due, stages=json.dumps(a.stages), stage=a.stage, shown=a.shown,
        state=a.state, lease_until=a.lease_until, now=now,
    )  # fmt: skip
