"""Writing many rows: ids reserved in blocks, commits in chunks short enough that nobody waits for long."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from jurybox.store.database import Database
from jurybox.store.statement import ManyRows, Row, Run

T = TypeVar("T")
LONGEST_CHUNK_S = 0.05
LARGEST_CHUNK = 5_000
RESERVE_LOCK = 7_406_021


def reserve_ids(run: Run, table: str, count: int) -> int:
    """The first of `count` ids that nobody else gets. Only for tables whose rows are always written this way."""
    if run._dialect == "sqlite":
        run._cursor.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")
        first: int = run._cursor.fetchone()[0]
        return first
    run._cursor.execute("SELECT pg_advisory_xact_lock(%s)", (RESERVE_LOCK,))
    run._cursor.execute(f"SELECT nextval(pg_get_serial_sequence('{table}', 'id'))")
    first = run._cursor.fetchone()[0]
    run._cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), %s)", (first + count - 1,))
    return first


def add_numbered(run: Run, statement: ManyRows, rows: Sequence[Row]) -> int:
    """Insert rows whose first column is their id, which they are given here; the first of the ids."""
    first = reserve_ids(run, statement.table.name, len(rows))
    statement.insert(run, [(id, *row) for id, row in enumerate(rows, first)])
    return first


def _as_they_are(things: Any) -> Any:
    return things


def write_in_chunks(
    database: Database,
    things: Sequence[T],
    write: Callable[[Run, Any], None],
    timer: Callable[[], float],
    progress: Callable[[int], None] = lambda done: None,
    prepare: Callable[[Sequence[T]], Any] = _as_they_are,
) -> None:
    """Commit the things in chunks of under 50 ms each, whatever the machine's speed.

    What needs no database is for `prepare`: it is done before the transaction, while others may write.
    """
    size, start = 200, 0
    while start < len(things):
        chunk = things[start : start + size]
        prepared = prepare(chunk)
        begun = timer()
        database.write(lambda run, prepared=prepared: write(run, prepared))  # type: ignore[misc]
        took = max(timer() - begun, 1e-4)
        start += len(chunk)
        size = max(20, min(LARGEST_CHUNK, int(size * min(4.0, 0.8 * LONGEST_CHUNK_S / took))))
        progress(start)
