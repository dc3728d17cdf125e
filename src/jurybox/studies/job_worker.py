"""The worker process: does what waits, job after job, says that it is alive, and keeps within its limits."""

import logging
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from jurybox.core import Fault
from jurybox.exchange.files import clear_passing
from jurybox.store import JobRow, Run, jobs, study_work
from jurybox.studies.at_a_time import SILENT_US, beating
from jurybox.studies.fault_words import kept_fault
from jurybox.studies.jobs import IMPORT_JOB, OPEN_JOB, drop_files, run_next_job
from jurybox.studies.workbench import Workbench

LONGEST_AWAY_S = 45.0
"""A job goes on after a restart of the database. It is less than the minute after which others take it for dead."""
log = logging.getLogger("jurybox.jobs")


@dataclass(frozen=True, slots=True)
class WorkLimits:
    """What one worker process may need."""

    memory_mb: int = 6144
    minutes: int = 360
    """For one job."""


def work(bench: Workbench, worker: str, limits: WorkLimits) -> None:
    """Do all that waits, then end."""
    limit_memory(limits.memory_mb)
    bench.database.outlast(LONGEST_AWAY_S)
    clear_half_written(bench)
    in_hand = _JobInHand()
    with beating(lambda: _beat(bench, worker, limits.minutes, in_hand)):
        while run_next_job(bench, worker):
            pass


def limit_memory(megabytes: int) -> None:
    """More than this the process gets from nobody: a file that asks for more ends its job, and not the machine."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def silent_jobs(bench: Workbench) -> dict[int, int | None]:
    """Jobs whose worker has not been heard of for a while, with when it was heard of last.

    Where the clock has just jumped ahead that is every job: whoever lives says so before they are looked at again.
    """
    return bench.database.read(lambda run: jobs.silent(run, alive_since=bench.now() - SILENT_US))


def clear_cut_off(bench: Workbench, silent: Mapping[int, int | None]) -> None:
    """Jobs that are as silent as they were have failed; what they imported was never visible."""
    now, faults = bench.now(), [kept_fault(Fault("job.cut_off"))]
    _drop(
        bench,
        bench.database.write(lambda run: _let_go(run, jobs.fail_silent(run, heard=silent, faults=faults, now=now))),
    )


def fail_jobs_of(bench: Workbench, worker: str, fault: Fault) -> None:
    """A worker has died or gives up: what it was doing has failed, and says why."""
    now, faults = bench.now(), [kept_fault(fault)]
    failed = bench.database.write(lambda run: _let_go(run, jobs.fail_of(run, worker=worker, faults=faults, now=now)))
    _drop(bench, failed)


def _let_go(run: Run, failed: list[JobRow]) -> list[JobRow]:
    """Nobody has their studies in hand any more, so that they can be filled or opened again at once."""
    for job in failed:
        if job.kind in (IMPORT_JOB, OPEN_JOB):
            study_work.drop(run, str(job.args["study"]))
    return failed


def has_waiting_jobs(bench: Workbench) -> bool:
    return bench.database.read(jobs.is_any_waiting)


def _drop(bench: Workbench, failed: list[JobRow]) -> None:
    for job in failed:
        log.error("job %s (%s) was cut off", job.uid, job.kind)
        drop_files(job)
    if failed:
        clear_half_written(bench)


def clear_half_written(bench: Workbench) -> None:
    """What was being written when its process was killed."""
    for folder in (bench.media.folder, *(bench.folder / "archives").glob("*"), *(bench.folder / "reports").glob("*")):
        clear_passing(folder)


@dataclass(slots=True)
class _JobInHand:
    """The job that is being done, by when it was started, and since when by a timer that never jumps."""

    started_at: int | None = None
    begun: float = 0.0


def _beat(bench: Workbench, worker: str, minutes: int, in_hand: _JobInHand) -> None:
    started_at = bench.database.write(lambda run: jobs.beat(run, worker=worker, now=bench.now()))
    if started_at != in_hand.started_at:
        in_hand.started_at, in_hand.begun = started_at, bench.world.timer()
    if started_at is not None and bench.world.timer() - in_hand.begun > minutes * 60:
        fail_jobs_of(bench, worker, Fault("job.too_long", given=minutes))
        os._exit(1)  # whatever holds the other thread may have no end
