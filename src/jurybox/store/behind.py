"""Writing chunk after chunk, each of which goes to the disk while what the next one needs is made."""

import sqlite3
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from jurybox.store.statement import Run
from jurybox.store.writer import in_words, roll_back

Job = Callable[[Run], object]


class Behind(Protocol):
    def write(self, job: Job) -> None:
        """Begin to write. It is durable, or failed, when `wait` comes back, which the next `write` calls too."""

    def wait(self) -> float:
        """Until what was begun is durable; how many seconds it took, 0.0 where nothing was begun."""


class CommitBehind:
    """SQLite: a job runs in the thread that gives it, for it would wait for the interpreter's lock again and again
    in another one; its COMMIT, which needs the lock no more, runs in a thread beside it."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor, timer: Callable[[], float]) -> None:
        self._connection, self._thread, self._timer = connection, thread, timer
        self._coming: Future[float] | None = None
        self._took = 0.0

    def write(self, job: Job) -> None:
        self.wait()
        begun = self._timer()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            job(Run(self._connection.cursor(), "sqlite"))
        except BaseException as error:
            roll_back(self._connection)
            if isinstance(error, sqlite3.Error):
                raise in_words(error) from error
            raise
        self._took = self._timer() - begun
        self._coming = self._thread.submit(self._commit)

    def wait(self) -> float:
        coming, self._coming = self._coming, None
        if coming is None:
            return 0.0
        try:
            return self._took + coming.result()
        except sqlite3.Error as error:
            roll_back(self._connection)
            raise in_words(error) from error

    def give_up(self) -> None:
        """What is on its way arrives or not; no transaction stays open."""
        if self._coming is not None:
            futures.wait([self._coming])
        roll_back(self._connection)

    def _commit(self) -> float:
        begun = self._timer()
        self._connection.execute("COMMIT")
        return self._timer() - begun


class WriteBehind:
    """PostgreSQL: the whole job runs in a thread beside the one that gives it, which mostly waits for the database."""

    def __init__(self, write: Callable[[Job], object], thread: ThreadPoolExecutor, timer: Callable[[], float]) -> None:
        self._write, self._thread, self._timer = write, thread, timer
        self._coming: Future[float] | None = None

    def write(self, job: Job) -> None:
        self.wait()
        self._coming = self._thread.submit(self._timed, job)

    def wait(self) -> float:
        coming, self._coming = self._coming, None
        return 0.0 if coming is None else coming.result()

    def _timed(self, job: Job) -> float:
        begun = self._timer()
        self._write(job)
        return self._timer() - begun
