"""Assignments for judgements that were made elsewhere: found, or made without a lease."""

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select

from jurybox.store import pool
from jurybox.store.schema import assignment
from jurybox.store.statement import Run, Statement

P = bindparam
A = assignment.c
OF_UNIT = Statement(
    select(A.id, A.uid, A.candidates, A.stages, A.shown)
    .where(A.membership_id == P("member"), A.unit_id == P("unit"), A.purpose == P("of_purpose"))
)  # fmt: skip


class Held(NamedTuple):
    """A rater's assignment of a unit."""

    id: int
    uid: str
    candidates: list[int]
    stages: list[int]
    shown: int


def held(run: Run, member: int, unit: int, purpose: str) -> Held | None:
    row = run.one(OF_UNIT, member=member, unit=unit, of_purpose=purpose)
    return Held(row[0], row[1], json.loads(row[2]), json.loads(row[3]), row[4]) if row else None


def show(run: Run, found: Held, stage: int) -> None:
    """What was judged elsewhere was shown there."""
    run.do(pool.SET_SHOWN, assignment=found.id, now_shown=stage)


def add(
    run: Run, study: int, member: int, unit: tuple[int, int], candidates: Sequence[int], stages: Sequence[int],
    repeat_of: int | None, now: int, new_id: Callable[[], str],
) -> Held:  # fmt: skip
    """A new assignment. It holds no slot: its judgement takes one if there is one, as any that comes late."""
    last = run.one(pool.LAST_OF_MEMBER, member=member)
    uid = new_id()
    id = run.insert(
        pool.INSERT, uid=uid, study=study, unit=unit[0], item=unit[1], member=member,
        candidates=json.dumps(list(candidates)), batch=0, position=max(-1, last[0]) + 1 if last else 0, cursor=-1,
        epoch=0, purpose="rating" if repeat_of is None else "repeat", repeat_of=repeat_of, due=0,
        stages=json.dumps(list(stages)), stage=stages[0], shown=stages[0],
        state="lapsed" if repeat_of is None else "planned", lease_until=None, now=now,
    )  # fmt: skip
    return Held(id, uid, list(candidates), list(stages), stages[0])
