"""Opening a database by its address, and the two ways to use it: read, and write through the writer."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, TypeVar

from jurybox.core import Refused
from jurybox.store.behind import Behind, CommitBehind
from jurybox.store.memory import Caller, Memory
from jurybox.store.statement import Run
from jurybox.store.writer import SqliteWriter, WaitingJob, commit_together, in_words, roll_back

T = TypeVar("T")
READERS = 4
WRITERS = 8
BUSY_MS = 10_000

PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": "full",
    "fullfsync": "on",
    "checkpoint_fullfsync": "on",
    "recursive_triggers": "on",
    "foreign_keys": "on",
    "busy_timeout": str(BUSY_MS),
    "cache_size": "-8192",
    "temp_store": "memory",
}


class Database(Protocol):
    """A store that can be read from any thread and written through a queue."""

    dialect: str
    address: str

    def read(self, job: Callable[[Run], T]) -> T: ...
    def write(self, job: Callable[[Run], T]) -> T: ...
    async def read_async(self, job: Callable[[Run], T]) -> T: ...
    def write_async(
        self, job: Callable[[Run], T], later: bool = False, about: Caller | None = None
    ) -> "asyncio.Future[T]": ...
    def snapshot(self) -> "contextlib.AbstractContextManager[Run]": ...
    def erase(self, job: Callable[[Run], T]) -> T: ...
    def filling(self, memory_mb: int, timer: Callable[[], float]) -> "contextlib.AbstractContextManager[Behind]": ...
    def outlast(self, seconds: float) -> None: ...
    def close(self) -> None: ...


LOG_PAGES = 8_000


def _set(connection: sqlite3.Connection, pragmas: Iterable[tuple[str, str]]) -> None:
    for name, value in pragmas:
        connection.execute(f"PRAGMA {name}={value}")


def open_database(address: str) -> "Database":
    """A database from `sqlite:///path`, a plain path, or `postgresql://…`."""
    if address.startswith(("postgresql://", "postgres://")):
        from jurybox.store.postgres import PostgresDatabase

        return PostgresDatabase(address)
    if "://" in address and not address.startswith("sqlite:///"):
        raise Refused.of(
            "store.unknown_address", given=address.split("://")[0], allowed=["sqlite:///…", "postgresql://…"]
        )
    return SqliteDatabase(Path(address.removeprefix("sqlite:///")))


class SqliteDatabase:
    dialect = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = f"sqlite:///{path}"
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._readers: ThreadPoolExecutor | None = None
        self._writer: SqliteWriter | None = None
        self._lock = threading.Lock()

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, cached_statements=256)
        try:
            _set(connection, PRAGMAS.items())
        except sqlite3.Error as error:  # the shared memory beside the log may find no room
            connection.close()
            raise in_words(error) from error
        return connection

    def _reader(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = self.connect()
            found.execute("PRAGMA query_only=on")
            with self._lock:
                self._connections.append(found)
        return found

    def read(self, job: Callable[[Run], T]) -> T:
        """Run a reading job on one consistent state, in this thread."""
        connection = self._reader()
        connection.execute("BEGIN")
        try:
            return job(Run(connection.cursor(), "sqlite"))
        except sqlite3.OperationalError as error:
            raise in_words(error) from error
        finally:
            roll_back(connection)

    def _own_writer(self) -> sqlite3.Connection:
        writer: sqlite3.Connection | None = getattr(self._local, "writer", None)
        if writer is None:
            writer = self._local.writer = self.connect()
            self._local.memory = Memory()
            with self._lock:
                self._connections.append(writer)
        return writer

    def write(self, job: Callable[[Run], T]) -> T:
        """Run a writing job in this thread and commit it: the command line's way, beside a running server."""
        task = WaitingJob(job, None, None)
        connection = self._own_writer()
        commit_together(connection, [task], self._local.memory)
        if task.error is not None:
            raise task.error
        result: T = task.result
        return result

    @contextlib.contextmanager
    def filling(self, memory_mb: int, timer: Callable[[], float]) -> Iterator[Behind]:
        """A way to write many rows: indexes stay in memory, as far as that goes, and pages that are written again and
        again go from the log to the file once. Each commit is as durable as ever."""
        writer = self._own_writer()
        wanted = {"cache_size": str(-1024 * memory_mb), "wal_autocheckpoint": str(LOG_PAGES)}
        before = [(name, writer.execute(f"PRAGMA {name}").fetchone()[0]) for name in wanted]
        _set(writer, wanted.items())
        try:
            with ThreadPoolExecutor(1, "jurybox-commit") as thread:
                behind = CommitBehind(writer, thread, timer)
                try:
                    yield behind
                    behind.wait()
                finally:
                    behind.give_up()
        finally:
            self._local.memory.forget()  # it saw nothing of this
            _set(writer, before)
            writer.execute("PRAGMA shrink_memory")

    def outlast(self, seconds: float) -> None:
        """A file is never away."""

    async def read_async(self, job: Callable[[Run], T]) -> T:
        with self._lock:
            if self._readers is None:
                self._readers = ThreadPoolExecutor(READERS, "jurybox-reader")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read, job)

    def write_async(
        self, job: Callable[[Run], T], later: bool = False, about: Caller | None = None
    ) -> "asyncio.Future[T]":
        """Queue a job on the writer thread; the server's way."""
        if self._writer is None:
            self._writer = SqliteWriter(self.connect)
        return self._writer.submit_async(job, later, about)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Run]:
        """A Run that sees one state for as long as it lasts, on a connection of its own."""
        connection = self.connect()
        connection.execute("BEGIN")
        try:
            yield Run(connection.cursor(), "sqlite")
        finally:
            roll_back(connection)
            connection.close()

    def erase(self, job: Callable[[Run], T]) -> T:
        """Run a job after which nothing of what it removed is left in the files, nor in what was free before."""
        connection = self.connect()
        try:
            connection.execute("PRAGMA secure_delete=on")
            task = WaitingJob(job, None, None)
            commit_together(connection, [task])
            if task.error is not None:
                raise task.error
            for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                connection.execute(statement).fetchall()
            result: T = task.result
            return result
        finally:
            connection.close()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._readers is not None:
            self._readers.shutdown()
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local = threading.local()


__all__ = ["Database", "SqliteDatabase", "open_database"]
