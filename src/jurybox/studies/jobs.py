"""Heavy work (imports, opening, findings) as jobs: asked for by the web process, done by one worker process."""

import logging
import shutil
from pathlib import Path
from typing import Any

from jurybox.core import Conflict, Fault, Import, JuryboxError, NotFound
from jurybox.exchange.items import read_reading
from jurybox.store import JobRow, Run, jobs
from jurybox.studies import results
from jurybox.studies.lifecycle import import_items, open_study
from jurybox.studies.workbench import Workbench
from jurybox.texts import hint_of, message_of

TELL_EVERY_S = 0.25
log = logging.getLogger("jurybox.jobs")


def add_job(bench: Workbench, run: Run, kind: str, args: dict[str, Any]) -> str:
    uid = bench.new_id()
    jobs.add(run, uid=uid, kind=kind, args=args, now=bench.now())
    return uid


def show_job(run: Run, uid: str) -> dict[str, Any]:
    """How far a job is; when it failed, every fault."""
    found = jobs.by_uid(run, uid)
    if found is None:
        raise NotFound.of("job.unknown", given=uid)
    return {
        "id": found.uid, "kind": found.kind, "state": found.state, "done": found.done, "total": found.total,
        "result": found.result, "errors": found.faults or [],
    }  # fmt: skip


def cancel_job(run: Run, uid: str) -> None:
    if not jobs.cancel(run, uid):
        raise NotFound.of("job.unknown", given=uid)


def clear_cut_off(bench: Workbench) -> None:
    """Jobs that were running when a worker died have failed; what they imported was never visible."""
    faults = [_body(Fault("job.cut_off"))]
    bench.database.write(lambda run: jobs.fail_running(run, faults=faults, now=bench.now()))


def run_next_job(bench: Workbench) -> bool:
    """Do one waiting job; False when there is none."""
    found = bench.database.write(lambda run: jobs.take_next(run, bench.now()))
    if found is None:
        return False
    try:
        result, faults, state = _do(bench, found), None, "done"
    except JuryboxError as error:
        result, faults, state = None, [_body(fault) for fault in error.faults], "failed"
    except Exception:  # whoever waits for this job must hear of it, and the jobs after it are still to be done
        log.exception("job %s failed", found.uid)
        result, faults, state = None, [_body(Fault("server.unexpected"))], "failed"
    finally:
        if folder := found.args.get("folder"):
            shutil.rmtree(folder, ignore_errors=True)
    bench.database.write(
        lambda run: jobs.finish(run, job=found.id, state=state, result=result, faults=faults, now=bench.now())
    )
    return True


def _body(fault: Fault) -> dict[str, Any]:
    return {
        "code": fault.code, "message": message_of(fault), "where": fault.where or None, "hint": hint_of(fault),
        "file": fault.file, "line": fault.line,
    }  # fmt: skip


def _do(bench: Workbench, job: JobRow) -> dict[str, Any]:
    tell = _Teller(bench, job.id)
    args = job.args
    if job.kind == "import":
        people = Path(args["people"]) if args.get("people") else None
        media = Path(args["media"]) if args.get("media") else None
        tables, reading = [Path(t) for t in args["tables"]], read_reading(args.get("reading") or {})
        batch = import_items(bench, args["study"], tables, media, people, tell, args["who"], reading)
        counts = {"items": len(batch.items), "outputs": len(batch.outputs), "left_out": list(batch.left_out)}
        notes = {"repeated": list(batch.repeated), "notes": [_body(note) for note in batch.notes]}
        return counts | {name: value for name, value in notes.items() if value} | _mapping(batch)
    if job.kind == results.FINDINGS_JOB:
        kept = results.compute(bench, args["study"], results.read_wish(args["wish"]))
        return {"judgements": kept.judgements, "last_seq": kept.last_seq}
    if job.kind == results.BUNDLE_JOB:
        path = results.make_bundle(bench, args["study"], results.read_wish(args["wish"]), args["lang"])
        return {"bytes": path.stat().st_size}
    row = open_study(bench, args["study"], args["who"], tell)
    return {"state": row.state, "units": row.places}


def _mapping(batch: Import) -> dict[str, Any]:
    return {"read_as": [dict(layout) for layout in batch.read_as]} if batch.read_as else {}


class _Teller:
    """Writes progress a few times a second, and stops the job when someone asked for it."""

    def __init__(self, bench: Workbench, job: int) -> None:
        self.bench, self.job, self.last = bench, job, 0.0

    def __call__(self, done: int, total: int) -> None:
        moment = self.bench.world.timer()
        if moment - self.last < TELL_EVERY_S:
            return
        self.last = moment
        cancel = self.bench.database.write(lambda run: jobs.tell_progress(run, job=self.job, done=done, total=total))
        if cancel:
            raise Conflict.of("job.cancelled")
