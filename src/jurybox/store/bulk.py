"""Writing many rows: ids reserved in blocks, commits in chunks short enough that nobody waits for long."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from jurybox.store.database import Database
from jurybox.store.statement import ManyRows, Row, Run, number

T = TypeVar("T")
LONGEST_CHUNK_S = 0.05
LARGEST_CHUNK = 5_000
RESERVE_LOCK = 7_406_021


def reserve_ids(run: Run, table: str, count: int) -> int:
    """The first of `count` ids that nobody else gets. Only for tables whose rows are always written this way."""
    if run._dialect == "sqlite":
        return number(run, f"SELECT coalesce(max(id), 0) + 1 FROM {table}")
    run._cursor.execute("SELECT pg_advisory_xact_lock(%s)", (RESERVE_LOCK,))
    first = number(run, f"SELECT nextval(pg_get_serial_sequence('{table}', 'id'))")
    run._cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), %s)", (first + count - 1,))
    return first


def add_numbered(run: Run, statement: ManyRows, rows: Sequence[Row]) -> int:
    """Insert rows whose first column is their id, which they are given here; the first of the ids."""
    first = reserve_ids(run, statement.table.name, len(rows))
    statement.insert(run, [(id, *row) for id, row in enumerate(rows, first)])
    return first


def _silent(done: int) -> None:
    """Nobody waits to hear how far it is."""


class Chunks(NamedTuple):
    """How many things are written: in chunks of under 50 ms each, whatever the machine's speed."""

    database: Database
    timer: Callable[[], float]
    progress: Callable[[int], None] = _silent
    memory_mb: int = 96
    """For pages of indexes: so much is worth it where rows come in no order."""

    def write(self, things: Iterable[T], job_of: Callable[[Sequence[T]], Callable[[Run], None]]) -> None:
        """Commit the things chunk by chunk, each as it is asked for: they may be made meanwhile.

        What needs no database `job_of` does before it gives the job: before the transaction, while others may write,
        and while the chunk before it is still on its way to the disk, so it may not look for what that one wrote.
        """
        size, done = 200, 0
        chunk: list[T] = []
        coming = iter(things)
        with self.database.filling(self.memory_mb, self.timer) as behind:
            while following := list(islice(coming, size)):
                job = job_of(following)
                size, done = self._after(chunk, size, done, behind.wait())
                behind.write(job)
                chunk = following
            self._after(chunk, size, done, behind.wait())

    def _after(self, chunk: Sequence[object], size: int, done: int, took: float) -> tuple[int, int]:
        """How large the next chunk may be after one that took so long, and how many things are written."""
        if not chunk:
            return size, done
        self.progress(done + len(chunk))
        grown = int(len(chunk) * min(4.0, 0.8 * LONGEST_CHUNK_S / max(took, 1e-4)))
        return max(20, min(LARGEST_CHUNK, grown)), done + len(chunk)
