"""Heavy work as rows: waiting, running, done, failed; a worker process takes them one by one."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from jurybox.store.schema import job
from jurybox.store.statement import Run, Statement

P = bindparam
_COLUMNS = (
    job.c.id,
    job.c.uid,
    job.c.kind,
    job.c.args,
    job.c.state,
    job.c.done,
    job.c.total,
    job.c.cancel,
    job.c.result,
    job.c.faults,
)
ADD = Statement(
    insert(job).values(
        uid=P("uid"), kind=P("kind"), args=P("args"), state="waiting", done=0, total=0, cancel=0, created_at=P("now")
    )
)
BY_UID = Statement(select(*_COLUMNS).where(job.c.uid == P("uid")))
NEXT = Statement(
    select(*_COLUMNS).where(job.c.state == "waiting").order_by(job.c.id).limit(1).with_for_update(skip_locked=True)
)
START = Statement(update(job).where(job.c.id == P("job")).values(state="running", started_at=P("now")))
PROGRESS = Statement(
    update(job).where(job.c.id == P("job")).values(done=P("so_far"), total=P("in_all")).returning(job.c.cancel)
)
FINISH = Statement(
    update(job)
    .where(job.c.id == P("job"))
    .values(state=P("outcome"), result=P("outcome_result"), faults=P("outcome_faults"), finished_at=P("now"))
)
CUT_OFF = Statement(
    update(job).where(job.c.state == "running").values(state="failed", faults=P("why"), finished_at=P("now"))
)
CANCEL = Statement(update(job).where(job.c.uid == P("job_uid")).values(cancel=1))


@dataclass(frozen=True, slots=True)
class JobRow:
    id: int
    uid: str
    kind: str
    args: dict[str, Any]
    state: str
    done: int
    total: int
    cancel: bool
    result: Any
    faults: Any


def _job(row: tuple[Any, ...] | None) -> JobRow | None:
    if row is None:
        return None
    id, uid, kind, args, state, done, total, cancel, result, faults = row
    return JobRow(
        id, uid, kind, json.loads(args), state, done, total, bool(cancel),
        json.loads(result) if result else None, json.loads(faults) if faults else None,
    )  # fmt: skip


def job_by_uid(run: Run, uid: str) -> JobRow | None:
    return _job(run.one(BY_UID, uid=uid))


def take_next(run: Run, now: int) -> JobRow | None:
    """The next waiting job, now running."""
    found = _job(run.one(NEXT))
    if found is not None:
        run.do(START, job=found.id, now=now)
    return found
