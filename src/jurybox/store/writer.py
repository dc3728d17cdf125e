"""The writer: ONE thread that commits all waiting jobs as one transaction, so one fsync serves many raters.

A job is a function of a Run. If one raises after it has written, the whole transaction is rolled back and the jobs are
run again one by one, so a bad job never takes a good one down. A job must therefore touch nothing but the store.
For PostgreSQL see `postgres_writer.py`.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from jurybox.core import Busy, JuryboxError, StoreFull
from jurybox.store.memory import Caller, Memory
from jurybox.store.statement import Run, memory_of

Job = Callable[[Run], Any]
LONGEST_QUEUE = 1_000
LARGEST_BATCH = 64


class WaitingJob:
    """A job and whoever waits for it: an asyncio future with its loop, or a thread's future."""

    __slots__ = ("about", "error", "future", "job", "loop", "result")

    def __init__(
        self, job: Job, future: Any, loop: asyncio.AbstractEventLoop | None, about: Caller | None = None
    ) -> None:
        self.job, self.future, self.loop, self.about = job, future, loop, about
        self.result: Any = None
        self.error: BaseException | None = None


def deliver(tasks: list[WaitingJob]) -> None:
    """Hand results to those who wait; called in the thread where they wait."""
    for task in tasks:
        if task.future.cancelled() or task.future.done():
            continue
        if task.error is None:
            task.future.set_result(task.result)
        else:
            task.future.set_exception(task.error)


class GroupWriter:
    """Queues of jobs, and ONE thread that hands all that wait to `commit`."""

    def __init__(self) -> None:
        self._urgent: deque[WaitingJob] = deque()
        self._later: deque[WaitingJob] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._beside = 0
        self._thread = threading.Thread(target=self._work, name="jurybox-writer", daemon=True)
        self._thread.start()

    def commit(self, tasks: list[WaitingJob]) -> None:
        """Run them all, keep what they wrote, and see to it that each gets its answer."""
        raise NotImplementedError

    def end(self) -> None:
        """A thread has done its last."""

    def beside(self, more: int) -> None:
        """So many jobs more, or fewer, wait elsewhere than in the queues."""
        with self._wake:
            self._beside += more

    def submit(self, job: Job, later: bool = False) -> Future[Any]:
        """Queue a job from any thread. `later` jobs (drafts) wait until nothing else does."""
        future: Future[Any] = Future()
        self._put(WaitingJob(job, future, None), later)
        return future

    def submit_async(self, job: Job, later: bool = False, about: Caller | None = None) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._put(WaitingJob(job, future, loop, about), later)
        return future

    def _put(self, task: WaitingJob, later: bool) -> None:
        queue = self._later if later else self._urgent
        with self._wake:
            waiting = len(queue) + self._beside
            if waiting >= LONGEST_QUEUE or self._stopping:
                raise Busy.of("store.busy", given=waiting, allowed=LONGEST_QUEUE)
            queue.append(task)
            self._wake.notify()

    def close(self) -> None:
        """Finish what is queued, then stop."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()

    def _work(self) -> None:
        while tasks := self._next_batch():
            self.commit(tasks)
        self.end()

    def _next_batch(self) -> list[WaitingJob]:
        with self._wake:
            while not (self._urgent or self._later or self._stopping):
                self._wake.wait()
            queue = self._urgent or self._later
            return [queue.popleft() for _ in range(min(len(queue), LARGEST_BATCH))]


class SqliteWriter(GroupWriter):
    """All jobs on one connection."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connection = connect()  # here and not in the thread, where nobody would hear that it failed
        self._memory = Memory()
        super().__init__()

    def commit(self, tasks: list[WaitingJob]) -> None:
        commit_together(self._connection, tasks, self._memory)
        deliver_where_they_wait(tasks)

    def end(self) -> None:
        self._connection.close()


def deliver_where_they_wait(tasks: list[WaitingJob]) -> None:
    """One wake-up per loop and transaction instead of one per job."""
    by_loop: dict[asyncio.AbstractEventLoop, list[WaitingJob]] = {}
    for task in tasks:
        if task.loop is None:
            deliver([task])
        else:
            by_loop.setdefault(task.loop, []).append(task)
    for loop, waiting in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(deliver, waiting)


def commit_together(connection: sqlite3.Connection, tasks: list[WaitingJob], memory: Memory | None = None) -> None:
    """Run all tasks in one transaction; fall back to one transaction each."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:  # another process writes, and would not let any of them in
        for task in tasks:
            task.result, task.error = None, in_words(error)
        return
    try:
        cursor = connection.cursor()
        if memory is not None:
            _forget_if_others_wrote(cursor, memory)
        run = Run(cursor, "sqlite", memory)
        for task in tasks:
            _run_before_commit(connection, run, task)
        connection.execute("COMMIT")
    except Exception as error:
        roll_back(connection)
        if memory is not None:
            memory.forget()
        if len(tasks) == 1:
            tasks[0].result, tasks[0].error = None, in_words(error)
            return
        for task in tasks:
            task.result = task.error = None
            commit_together(connection, [task], memory)


def _forget_if_others_wrote(cursor: sqlite3.Cursor, memory: Memory) -> None:
    """The number changes with every commit of another connection; nobody else can commit any more now."""
    (version,) = cursor.execute("PRAGMA data_version").fetchone()
    if version != memory.data_version:
        memory.forget()
        memory.data_version = version


def _run_before_commit(connection: sqlite3.Connection, run: Run, task: WaitingJob) -> None:
    """A refusal that came before the job wrote anything concerns that job alone and costs no rollback."""
    before, memory = connection.total_changes, memory_of(run)
    if memory is not None:
        memory.begin()
    try:
        task.result = task.job(run)
    except JuryboxError as error:
        if connection.total_changes != before:
            raise
        task.error = error
        if memory is not None:
            memory.begin()
        return
    if memory is not None:
        memory.end()


def roll_back(connection: sqlite3.Connection) -> None:
    """Unless SQLite has done so itself, as it does where the disk is full."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def in_words(error: Exception) -> Exception:
    """A full disk becomes StoreFull, a locked database Busy; everything else stays what it is."""
    if isinstance(error, sqlite3.OperationalError):
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
            return StoreFull.of("store.full", given=str(error))
        if name in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            return Busy.of("store.busy")
    return error
