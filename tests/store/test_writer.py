"""One thread writes for all: many jobs in one commit, and a bad one harms no other."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any

import pytest
from sqlalchemy import bindparam, insert

from jurybox.core.errors import Busy, Refused, StoreFull
from jurybox.store.database import PRAGMAS, SqliteDatabase
from jurybox.store.schema import audit as records
from jurybox.store.statement import Run, Statement
from jurybox.store.writer import LONGEST_QUEUE
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql


def audit(run: Run, what: str) -> str:
    run._cursor.execute(f"INSERT INTO audit (who, what, data, at) VALUES ('test', '{what}', '{{}}', 1)")
    return what


def run_together(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


@pytest.fixture
def sqlite(new_bench: NewBench) -> Workbench:
    return new_bench("sqlite")


def test_a_job_that_fails_after_writing_leaves_the_others_whole(bench: Workbench) -> None:
    def fails(run: Run) -> None:
        audit(run, "never")
        raise ZeroDivisionError

    def refuses(run: Run) -> None:
        raise Refused.of("store.busy")

    async def many() -> list[Any]:
        jobs: list[Any] = [partial(audit, what=f"job {n}") for n in range(20)]
        jobs[7:7] = [fails, refuses]
        return await asyncio.gather(*(bench.database.write_async(job) for job in jobs), return_exceptions=True)

    results = run_together(many())
    assert [type(r) for r in results if isinstance(r, Exception)] == [ZeroDivisionError, Refused]
    written = {row[0] for row in sql(bench, "SELECT what FROM audit")}
    assert written == {f"job {n}" for n in range(20)} == {r for r in results if isinstance(r, str)}


def test_a_queue_that_is_full_says_so_at_once(sqlite: Workbench) -> None:
    gate = threading.Event()

    async def crowd() -> list[Any]:
        begun = threading.Event()

        def first(run: Run) -> None:
            begun.set()
            gate.wait(10)

        waiting: list[Any] = [sqlite.database.write_async(first)]
        await asyncio.to_thread(begun.wait)
        waiting += [sqlite.database.write_async(partial(audit, what=str(n))) for n in range(LONGEST_QUEUE)]
        with pytest.raises(Busy):
            sqlite.database.write_async(partial(audit, what="one too many"))
        gate.set()
        return await asyncio.gather(*waiting)

    assert len(run_together(crowd())) == LONGEST_QUEUE + 1


def test_the_connection_is_durable_and_checks_references(sqlite: Workbench) -> None:
    assert isinstance(sqlite.database, SqliteDatabase)
    connection = sqlite.database.connect()
    asked = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in (
        "journal_mode", "synchronous", "recursive_triggers", "foreign_keys", "fullfsync", "checkpoint_fullfsync",
    )}  # fmt: skip
    connection.close()
    assert asked == {
        "journal_mode": "wal", "synchronous": 2, "recursive_triggers": 1, "foreign_keys": 1, "fullfsync": 1,
        "checkpoint_fullfsync": 1,
    }  # fmt: skip


def test_a_full_database_is_said_in_words_and_keeps_what_it_has(
    sqlite: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = sqlite.database
    assert isinstance(database, SqliteDatabase)
    real = database.connect

    def small() -> sqlite3.Connection:
        connection = real()
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages + 2}")
        return connection

    monkeypatch.setattr(database, "connect", small)
    kept: list[str] = []

    def fill() -> None:
        for n in range(2_000):
            kept.append(database.write(partial(audit, what=f"{n} " + "x" * 200)))

    with pytest.raises(StoreFull):
        fill()
    assert len(kept) > 3
    found = database.read(lambda run: (run._cursor.execute("SELECT what FROM audit"), run._cursor.fetchall())[1])
    assert [row[0] for row in found] == kept


def test_while_another_process_writes_for_too_long_everybody_is_told_at_once(
    sqlite: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "busy_timeout", "300")
    database = sqlite.database
    assert isinstance(database, SqliteDatabase)
    other = database.connect()
    other.execute("BEGIN IMMEDIATE")

    async def crowd() -> tuple[list[Any], float]:
        begun = time.perf_counter()
        jobs = [database.write_async(lambda run, n=n: audit(run, str(n))) for n in range(12)]  # type: ignore[misc]
        return await asyncio.gather(*jobs, return_exceptions=True), time.perf_counter() - begun

    results, took = run_together(crowd())
    other.execute("ROLLBACK")
    other.close()
    assert [type(result) for result in results] == [Busy] * 12
    assert took < 3, "they wait together and not one after the other"
    assert run_together(crowd())[0] == [str(n) for n in range(12)]


def test_a_number_that_is_too_large_is_refused_in_words_and_harms_no_other(bench: Workbench) -> None:
    """Found by sending what the API allowed: a traceback, and 500."""
    record = Statement(insert(records).values(who="test", data="{}", what="x", at=bindparam("now")))
    with pytest.raises(Refused) as refused:
        bench.database.write(lambda run: record.do(run, now=2**70))
    assert refused.value.faults[0].code == "store.number_too_large"

    async def together() -> list[object]:
        jobs = [lambda run, now=now: record.do(run, now=now) for now in (1, 2**70, 2)]
        return await asyncio.gather(*map(bench.database.write_async, jobs), return_exceptions=True)

    first, second, third = run_together(together())
    assert isinstance(second, Refused)
    assert not isinstance(first, Exception)
    assert not isinstance(third, Exception)
    assert sql(bench, "SELECT at FROM audit WHERE what = 'x' ORDER BY at") == [(1,), (2,)]
