"""Three servers on one PostgreSQL: one is killed, the database too, both come back, and a job runs on meanwhile."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from benchmarks.material import open_bench, write_table
from jurybox.studies import add_job, jobs, show_job
from jurybox.studies.lifecycle import create
from jurybox.studies.lifecycle.protocols import find_protocol
from jurybox.studies.workbench import Workbench
from tests.faults.crowd import Crowd
from tests.faults.killed_postgres import Postgres, killed_postgres
from tests.faults.looking import check_folder
from tests.faults.serving import Server, server_of_study

SERVERS, RATERS = 3, 64
LONGEST_JOB_S = 120
THINKING_S = 0.2
"""So that there is something left to rate when the last server is back."""


def import_of(bench: Workbench, table: Path) -> str:
    """An import into a second study, as the server asks the worker for one."""
    create.create_study(bench, find_protocol("translation"), create.StudyDraft("more", "More", {}, "test"))
    args = {"study": "more", "who": "test", "tables": [str(table)]}
    return bench.database.write(lambda run: add_job(bench, run, jobs.IMPORT_JOB, args))


class WorkerOfServer:
    """The worker as a server starts it: anew where it ended before its work was done, as without a database it does."""

    def __init__(self, folder: Path, database: str) -> None:
        self.told = {**os.environ, "JURYBOX_DATABASE": database, "JURYBOX_WORKER": "worker-of-the-test"}
        self.command = [sys.executable, "-m", "jurybox.cli.main", "worker", "--data", str(folder)]
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self.command, env=self.told)

    def finish(self) -> int:
        """Wait until it has done its work; its status."""
        if self.process.wait(LONGEST_JOB_S) == 2:  # it did not come as far as to take a job
            self.process = self._start()
        return self.process.wait(LONGEST_JOB_S)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LONGEST_JOB_S)


@contextmanager
def working_on(folder: Path, database: str) -> Iterator[WorkerOfServer]:
    worker = WorkerOfServer(folder, database)
    try:
        yield worker
    finally:
        worker.end()


async def work_through(servers: list[Server], postgres: Postgres, crowd: Crowd, rounds: int, between: int) -> None:
    """Each round: a server is killed, the database is killed and started, the server comes back."""
    async with crowd.working():
        for number in range(rounds):
            killed = servers[number % len(servers)]
            await crowd.until_acknowledged(between)
            killed.kill()
            await crowd.until_acknowledged(between)
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
            await crowd.until_acknowledged(between)
            await asyncio.to_thread(killed.start)
        await crowd.until_acknowledged(between)


def play(folder: Path, *, rounds: int, between: int, rows: int) -> None:
    units = 1_000 * (rounds + 1)
    with killed_postgres() as postgres, ExitStack() as stack:
        where = postgres.address
        first, tokens = stack.enter_context(server_of_study(folder, units, RATERS, where))
        servers = [first, *(Server(folder, where) for _ in range(SERVERS - 1))]
        for server in servers[1:]:
            server.start()
            stack.callback(server.end)
        bench = open_bench(folder, where)
        stack.callback(bench.close)
        job = import_of(bench, write_table(folder / "more.csv", rows))
        crowd = Crowd(servers[0].port, tokens, [server.port for server in servers[1:]], THINKING_S)
        with working_on(folder, where) as worker:
            asyncio.run(work_through(servers, postgres, crowd, rounds, between))
            assert worker.finish() == 0
        asyncio.run(crowd.deliver_rest())
        for server in servers:
            server.end()
        shown = bench.database.read(lambda run: show_job(run, job))
        stored = check_folder(folder, crowd.acknowledged, where, studies=2)
        assert (shown["state"], shown["errors"]) == ("done", [])
        assert stored == set(crowd.acknowledged)
        assert set(crowd.statuses) <= {200, 201, 503}
        print(f"{len(stored)} judgements, {rounds} servers and databases killed, answers {dict(crowd.statuses)}")


@pytest.mark.soak
@pytest.mark.postgres
def test_nothing_is_lost_when_one_of_three_servers_and_the_database_are_killed(tmp_path: Path) -> None:
    play(tmp_path, rounds=1, between=50, rows=2_000)


@pytest.mark.soak
@pytest.mark.postgres
def test_nothing_is_lost_when_servers_and_the_database_are_killed_again_and_again(tmp_path: Path) -> None:
    play(tmp_path, rounds=8, between=200, rows=50_000)
