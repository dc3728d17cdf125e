"""Jobs belong to a worker: what a dead one was doing has failed and says why; what a living one does is left alone."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from jurybox.core import Fault
from jurybox.store import jobs as job_rows
from jurybox.store import study_work
from jurybox.studies import add_job, job_worker, jobs, lifecycle, run_next_job, show_job
from jurybox.studies.workbench import Workbench, view_of
from jurybox.web.worker import Worker
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import lines, loaded, new_study

DIES = """
import os, sys, time
from pathlib import Path
from jurybox.store import jobs
from jurybox.studies import World, open_workbench
world = World(lambda: time.time_ns() // 1000, time.monotonic, os.urandom)
bench = open_workbench(Path(sys.argv[1]), world, os.environ["JURYBOX_DATABASE"])
bench.database.write(lambda run: jobs.take_next(run, bench.now(), os.environ["JURYBOX_WORKER"]))
os.kill(os.getpid(), 9)
"""


def new_job(bench: Workbench, folder: Path | None = None, study: str = "none") -> str:
    args = {"study": study, **({"folder": str(folder)} if folder else {})}
    return bench.database.write(lambda run: add_job(bench, run, jobs.OPEN_JOB, args))


def taken_by(bench: Workbench, worker: str, folder: Path | None = None, study: str = "none") -> str:
    uid = new_job(bench, folder, study)
    assert bench.database.write(lambda run: job_rows.take_next(run, bench.now(), worker))
    return uid


def state_of(bench: Workbench, uid: str) -> tuple[str, list[str]]:
    shown = bench.database.read(lambda run: show_job(run, uid))
    return shown["state"], [str(fault["code"]) for fault in shown["errors"]]


def test_a_job_of_a_living_worker_is_not_failed_by_another_server(bench: Workbench) -> None:
    uid = taken_by(bench, "one")
    job_worker.clear_cut_off(bench, job_worker.silent_jobs(bench))
    job_worker.fail_jobs_of(bench, "another", Fault("job.cut_off"))
    assert state_of(bench, uid) == ("running", [])


def test_a_job_whose_worker_is_silent_for_a_minute_has_failed(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    uploaded = tmp_path / "uploaded"
    uploaded.mkdir()
    silent, alive = taken_by(bench, "one", uploaded), taken_by(bench, "two")
    monkeypatch.setattr(job_worker, "SILENT_US", -1)  # as if the minute were over
    bench.database.write(lambda run: job_rows.beat(run, worker="two", now=bench.now() + 10**9))
    job_worker.clear_cut_off(bench, job_worker.silent_jobs(bench))
    assert state_of(bench, silent) == ("failed", ["job.cut_off"])
    assert state_of(bench, alive) == ("running", [])
    assert not uploaded.exists()


def test_a_job_is_not_failed_because_the_clock_jumped_ahead(bench: Workbench) -> None:
    alive, dead = taken_by(bench, "one"), taken_by(bench, "two")
    clock_of(bench).forward(minutes=600)
    silent = job_worker.silent_jobs(bench)
    assert len(silent) == 2
    bench.database.write(lambda run: job_rows.beat(run, worker="one", now=bench.now()))
    job_worker.clear_cut_off(bench, silent)
    assert state_of(bench, alive) == ("running", [])
    assert state_of(bench, dead) == ("failed", ["job.cut_off"])


def test_a_worker_that_is_killed_fails_its_job_at_once_and_in_words(bench: Workbench) -> None:
    uid, later = new_job(bench), new_job(bench)

    async def run_it() -> None:
        worker = Worker(bench)
        worker.command = [sys.executable, "-c", DIES, str(bench.folder)]
        await worker.wake()
        assert worker.running is not None
        await worker.running

    asyncio.run(run_it())
    assert state_of(bench, uid) == ("failed", ["job.died"])
    assert state_of(bench, later) == ("waiting", [])
    assert job_worker.has_waiting_jobs(bench)


def test_a_study_whose_worker_died_can_be_filled_again_at_once(bench: Workbench) -> None:
    new_study(bench, lines(2, "a"), loaded())
    study = view_of(bench, "study").id
    taken_by(bench, "one", study="study")
    bench.database.write(lambda run: study_work.hold(run, study=study, worker="x", now=bench.now(), alive_since=0))
    job_worker.fail_jobs_of(bench, "one", Fault("job.died"))
    assert lifecycle.open_study(bench, "study").state == "open"


def test_a_job_that_takes_too_long_fails(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    uid = taken_by(bench, "one")
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    in_hand = job_worker._JobInHand()
    clock_of(bench).forward(minutes=600)
    job_worker._beat(bench, "one", 360, in_hand)
    assert state_of(bench, uid) == ("running", []), "the clock jumped, the job did not take long"
    job_worker._beat(bench, "one", -1, in_hand)
    assert state_of(bench, uid) == ("failed", ["job.too_long"])
    assert ended == [1]


def test_a_job_that_needs_too_much_memory_fails_in_words(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> jobs.JobResult:
        raise MemoryError

    monkeypatch.setattr(jobs, "_do", greedy)
    uid = new_job(bench)
    run_next_job(bench, "one")
    assert state_of(bench, uid) == ("failed", ["job.out_of_memory"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_memory_of_a_worker_is_limited() -> None:
    script = "from jurybox.studies import job_worker; job_worker.limit_memory(900); bytearray(2 << 30)"

    async def run_it() -> tuple[int | None, bytes]:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stderr=asyncio.subprocess.PIPE)
        return process.returncode, (await process.communicate())[1]

    assert b"MemoryError" in asyncio.run(run_it())[1]
