"""The writer of PostgreSQL: all waiting jobs in one transaction, as on SQLite; each on its own where that fails.

Other processes write at the same time, so a transaction may clash with theirs. Then it is rolled back, and its jobs
are run again one by one on threads of their own, where a job waits for others' locks and is tried again until it goes
through.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import psycopg

from jurybox.core import JuryboxError
from jurybox.store.foresight import look_ahead
from jurybox.store.memory import Memory
from jurybox.store.postgres_cursor import PipelineCursor
from jurybox.store.statement import Row, Run, memory_of
from jurybox.store.writer import GroupWriter, Job, WaitingJob, deliver_where_they_wait

SINGLE_THREADS = 8
PATIENCE = "250ms"
"""How long many jobs wait together for a lock that others hold; each on its own waits for as long as it takes."""


class PostgresWriter(GroupWriter):
    def __init__(self, address: str, write_alone: Callable[[Job], Any]) -> None:
        self._address, self._write_alone = address, write_alone
        self._memory = Memory()
        self._connection: psycopg.Connection[Row] | None = None
        self._cursor: PipelineCursor | None = None
        self._singles = ThreadPoolExecutor(SINGLE_THREADS, "jurybox-single")
        super().__init__()

    def commit(self, tasks: list[WaitingJob]) -> None:
        try:
            self._commit_together(tasks)
        except Exception:
            self._one_by_one(tasks)
        else:
            deliver_where_they_wait(tasks)

    def _commit_together(self, tasks: list[WaitingJob]) -> None:
        cursor = self._cursor or self._connect()
        try:
            self._memory.forget()
            cursor.begin()
            run = Run(cast(Any, cursor), "postgresql", self._memory)
            askers = [task.about for task in tasks if task.about is not None]
            if askers:
                cursor.go_by_index()
            look_ahead(run, askers)
            for task in tasks:
                _run_before_commit(run, cursor, task)
            cursor.commit()
        except psycopg.Error:
            self.end()
            raise
        except Exception:
            self._roll_back(cursor)
            raise

    def _connect(self) -> PipelineCursor:
        self._connection = psycopg.connect(self._address, client_encoding="utf8", autocommit=True)
        self._connection.execute(f"SET lock_timeout = '{PATIENCE}'")
        self._cursor = PipelineCursor(self._connection)
        return self._cursor

    def _roll_back(self, cursor: PipelineCursor) -> None:
        try:
            cursor.roll_back()
        except psycopg.Error:
            self.end()

    def end(self) -> None:
        """The connection is of no use any more."""
        if self._connection is not None:
            self._connection.pgconn.finish()
        self._connection = self._cursor = None

    def _one_by_one(self, tasks: list[WaitingJob]) -> None:
        self.beside(len(tasks))
        for task in tasks:
            task.result = task.error = None
            self._singles.submit(self._alone, task)

    def _alone(self, task: WaitingJob) -> None:
        try:
            task.result = self._write_alone(task.job)
        except BaseException as error:
            task.error = error
        self.beside(-1)
        deliver_where_they_wait([task])

    def close(self) -> None:
        super().close()
        self._singles.shutdown()


def _run_before_commit(run: Run, cursor: PipelineCursor, task: WaitingJob) -> None:
    """A refusal that came before the job wrote anything concerns that job alone and costs no rollback."""
    cursor.has_written = False
    memory = memory_of(run)
    assert memory is not None
    memory.begin()
    try:
        task.result = task.job(run)
    except JuryboxError as error:
        if cursor.has_written:
            raise
        task.error = error
        memory.begin()
    else:
        memory.end()
