"""Heavy work as rows: waiting, running, done, failed; a worker process takes them one by one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, select, text, update

from jurybox.core import JsonData, JsonObject, JsonValue
from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.schema import job
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples

P = bindparam


@dataclass(frozen=True, slots=True)
class JobRow:
    id: int
    uid: str
    kind: str
    args: JsonObject
    state: str
    done: int
    total: int
    cancel: bool
    result: JsonValue
    faults: JsonValue


class LastJob(NamedTuple):
    """What became of the last job that was asked to do a thing."""

    uid: str
    state: str
    created_at: int


class TimedJob(NamedTuple):
    """A job that a study is the first argument of, with its times."""

    kind: str
    state: str
    done: int
    total: int
    faults: JsonValue
    created_at: int
    started_at: int | None
    finished_at: int | None


def _text(value: JsonData) -> str | None:
    return None if value is None else json.dumps(value)


def _read(text: str | None) -> JsonValue:
    return json.loads(text) if text else None


_job = maker(JobRow, args=_read, cancel=bool, result=_read, faults=_read)
_JOB = select_as(JobRow, job)
_LATER = ("result", "faults", "started_at", "finished_at", "owner", "heartbeat_at")
_ADD = Statement(insert_into(job, state="waiting", done=0, total=0, cancel=0, without=_LATER))
_BY_UID = Select(_job, _JOB.where(job.c.uid == P("uid")))
_NEXT = Select(_job, _JOB.where(job.c.state == "waiting").order_by(job.c.id).limit(1).with_for_update(skip_locked=True))
_LAST = Select(
    LastJob,
    select_as(LastJob, job).where(job.c.kind == P("kind"), job.c.args == P("args")).order_by(job.c.id.desc()).limit(1),
)
_OF_STUDY = select_as(TimedJob, job).where(job.c.args.startswith(P("about"))).order_by(job.c.id.desc())
_UNFINISHED = Select(maker(TimedJob, faults=_read), _OF_STUDY.where(text("state IN ('waiting', 'running')")))
_LAST_FINISHED = Select(
    maker(TimedJob, faults=_read),
    _OF_STUDY.where(job.c.kind == P("kind"), text("state IN ('done', 'failed')")).limit(1),
)
_START = Statement(
    update(job)
    .where(job.c.id == P("job"))
    .values(state="running", started_at=P("now"), owner=P("worker"), heartbeat_at=P("now"))
)
_BEAT = Scalar(
    int,
    update(job)
    .where(job.c.state == "running", job.c.owner == P("worker"))
    .values(heartbeat_at=P("now"))
    .returning(job.c.started_at),
)
_PROGRESS = Scalar(
    bool, update(job).where(job.c.id == P("job")).values(done=P("so_far"), total=P("in_all")).returning(job.c.cancel)
)
_FINISH = Statement(
    update(job)
    .where(job.c.id == P("job"))
    .values(state=P("outcome"), result=P("outcome_result"), faults=P("outcome_faults"), finished_at=P("now"))
)
_FAIL = update(job).where(job.c.state == "running").values(state="failed", faults=P("why"), finished_at=P("now"))
_FAIL_OF = Select(_job, _FAIL.where(job.c.owner == P("worker")).returning(*_JOB.selected_columns))
_SILENT = Tuples[tuple[int, int | None]](
    select(job.c.id, job.c.heartbeat_at).where(
        job.c.state == "running", (job.c.heartbeat_at < P("alive_since")) | job.c.heartbeat_at.is_(None)
    )
)
_FAIL_SILENT = Select(
    _job,
    _FAIL.where(job.c.id == P("job"), func.coalesce(job.c.heartbeat_at, 0) == P("heard")).returning(
        *_JOB.selected_columns
    ),
)
_HAS_WAITING = Scalar(int, select(job.c.id).where(job.c.state == "waiting").limit(1))
_OLDEST = Scalar(int, select(func.min(job.c.created_at)).where(job.c.state == "waiting"))
_WAITING = Scalar(int, select(func.count()).where(job.c.state == "waiting"))
_CANCEL = Statement(update(job).where(job.c.uid == P("job_uid")).values(cancel=1))
_FORGET = Statement(delete(job).where(job.c.kind == P("kind"), job.c.finished_at < P("before")))


def add(run: Run, *, uid: str, kind: str, args: Mapping[str, JsonData], now: int) -> None:
    """Leave a job for the worker."""
    _ADD.do(run, uid=uid, kind=kind, args=_text(args), created_at=now)


def by_uid(run: Run, uid: str) -> JobRow | None:
    return _BY_UID.one(run, uid=uid)


def last(run: Run, *, kind: str, args: Mapping[str, JsonData]) -> LastJob | None:
    """The last job that was asked to do exactly this."""
    return _LAST.one(run, kind=kind, args=_text(args))


def unfinished(run: Run, study: str) -> list[TimedJob]:
    """What waits or is being done for a study, the newest first."""
    return _UNFINISHED.all(run, about=_about(study))


def last_finished(run: Run, study: str, kind: str) -> TimedJob | None:
    """The last job of a kind that came to an end for a study, good or bad."""
    return _LAST_FINISHED.one(run, about=_about(study), kind=kind)


def _about(study: str) -> str:
    """How the arguments of a job begin whose first one is this study; a key has nothing to escape in it."""
    return (_text({"study": study}) or "").rstrip("}")


def take_next(run: Run, now: int, worker: str) -> JobRow | None:
    """The next waiting job, now running and owned by this worker."""
    found = _NEXT.one(run)
    if found is not None:
        _START.do(run, job=found.id, now=now, worker=worker)
    return found


def beat(run: Run, *, worker: str, now: int) -> int | None:
    """Say that a worker is alive; since when it has been doing its job, if it has one."""
    return _BEAT.one(run, worker=worker, now=now)


def is_any_waiting(run: Run) -> bool:
    return _HAS_WAITING.one(run) is not None


def tell_progress(run: Run, *, job: int, done: int, total: int) -> bool:
    """Write how far a job is; whether somebody asked that it be cancelled."""
    return bool(_PROGRESS.one(run, job=job, so_far=done, in_all=total))


def finish(run: Run, *, job: int, state: str, result: JsonData, faults: JsonData, now: int) -> None:
    _FINISH.do(run, job=job, outcome=state, outcome_result=_text(result), outcome_faults=_text(faults), now=now)


def fail_of(run: Run, *, worker: str, faults: JsonData, now: int) -> list[JobRow]:
    """The jobs that a worker was doing when it died have failed; which they are."""
    return _FAIL_OF.all(run, worker=worker, why=_text(faults), now=now)


def silent(run: Run, *, alive_since: int) -> dict[int, int | None]:
    """The running jobs whose worker has not been heard of since then, with when it was heard of last."""
    return dict(_SILENT.all(run, alive_since=alive_since))


def fail_silent(run: Run, *, heard: Mapping[int, int | None], faults: JsonData, now: int) -> list[JobRow]:
    """Those of these jobs whose worker has said nothing more have failed; which they are."""
    why = _text(faults)
    found = (_FAIL_SILENT.one(run, job=id, heard=at or 0, why=why, now=now) for id, at in heard.items())
    return [row for row in found if row is not None]


def oldest_waiting(run: Run) -> int | None:
    """Since when the oldest job waits."""
    return _OLDEST.one(run)


def count_waiting(run: Run) -> int:
    return _WAITING.only(run)


def cancel(run: Run, uid: str) -> bool:
    """Ask that a job be cancelled; whether there is one."""
    return _CANCEL.do(run, job_uid=uid) > 0


def forget(run: Run, *, kind: str, before: int) -> None:
    """Drop the finished jobs of a kind that are older."""
    _FORGET.do(run, kind=kind, before=before)
