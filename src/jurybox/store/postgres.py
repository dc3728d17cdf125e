"""PostgreSQL: the same jobs; what the server writes goes through a writer, see there. Needs the extra `postgres`."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, cast

from jurybox.core import Busy, Refused, StoreFull
from jurybox.store.memory import Caller
from jurybox.store.statement import Cursor, Row, Run

try:
    import psycopg
except ImportError as missing:  # pragma: no cover - the message is what matters
    raise Refused.of("store.no_postgres_driver") from missing

from jurybox.store.behind import Behind, WriteBehind
from jurybox.store.postgres_writer import PostgresWriter

T = TypeVar("T")
READERS = 4
TRIES = 8
CLASHES = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected, psycopg.errors.UniqueViolation)
"""Another transaction was quicker."""
AGAIN = (*CLASHES, psycopg.OperationalError)
"""Faults after which the job is tried again; the others mean that the connection was lost."""
LOOK_AGAIN_S = 0.2


def _run(cursor: psycopg.Cursor[Row]) -> Run:
    return Run(cast(Cursor, cursor), "postgresql")  # it has no `lastrowid`, which only SQLite's is asked for


class PostgresDatabase:
    dialect = "postgresql"

    def __init__(self, address: str) -> None:
        self.address = address
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: list[psycopg.Connection[Row]] = []
        self._readers = ThreadPoolExecutor(READERS, "jurybox-reader")
        self._writer: PostgresWriter | None = None
        self._patience_s = 0.0

    def _connection(self) -> psycopg.Connection[Row]:
        found: psycopg.Connection[Row] | None = getattr(self._local, "connection", None)
        if found is None or found.closed:
            found = self._local.connection = psycopg.connect(self.address)
            with self._lock:
                self._connections.append(found)
        return found

    def outlast(self, seconds: float) -> None:
        """From now on a database that is away is waited for. A server answers 503 instead: its raters ask again."""
        self._patience_s = seconds

    def write(self, job: Callable[[Run], T]) -> T:
        """Run a job and commit it; on a clash with another transaction run it again."""
        begun, attempt = time.monotonic(), 0
        while True:
            try:
                connection = self._connection()
                with connection.transaction(), connection.cursor() as cursor:
                    return job(_run(cursor))
            except psycopg.errors.DiskFull as error:
                raise StoreFull.of("store.full", given=str(error)) from error
            except psycopg.errors.NumericValueOutOfRange as error:
                raise Refused.of("store.number_too_large") from error
            except AGAIN as error:
                if isinstance(error, CLASHES) or time.monotonic() - begun > self._patience_s:
                    attempt += 1
                else:
                    time.sleep(LOOK_AGAIN_S)
                if attempt == TRIES:
                    raise Busy.of("store.busy", given=str(error)) from error

    def read(self, job: Callable[[Run], T]) -> T:
        def reading(run: Run) -> T:
            run._cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return job(run)

        return self.write(reading)

    async def read_async(self, job: Callable[[Run], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read, job)

    def write_async(
        self, job: Callable[[Run], T], later: bool = False, about: Caller | None = None
    ) -> "asyncio.Future[T]":
        if self._writer is None:
            self._writer = PostgresWriter(self.address, self.write)
        return self._writer.submit_async(job, later, about)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Run]:
        with psycopg.connect(self.address) as connection, connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _run(cursor)

    @contextlib.contextmanager
    def filling(self, memory_mb: int, timer: Callable[[], float]) -> Iterator[Behind]:
        """A way to write many rows. The server's own settings are for that, too."""
        with ThreadPoolExecutor(1, "jurybox-filling") as thread:
            behind = WriteBehind(self.write, thread, timer)
            try:
                yield behind
                behind.wait()
            finally:
                thread.submit(self._hang_up).result()

    def _hang_up(self) -> None:
        """Close this thread's connection."""
        found: psycopg.Connection[Row] | None = getattr(self._local, "connection", None)
        if found is not None:
            with self._lock:
                self._connections.remove(found)
            found.close()

    def erase(self, job: Callable[[Run], T]) -> T:
        """Run a job, then let the server use again, and so write over, where removed rows lay."""
        result = self.write(job)
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute("VACUUM")
        return result

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._readers.shutdown()
        for connection in self._connections:
            connection.close()
