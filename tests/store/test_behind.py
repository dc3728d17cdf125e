"""Chunks that are written behind what prepares the next one: durable in their order, and a fault stops the rest."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from jurybox.store import Chunks, bulk
from jurybox.store.database import SqliteDatabase
from jurybox.store.statement import Run
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql


def note(numbers: Sequence[int]) -> Callable[[Run], None]:
    def write(run: Run) -> None:
        for number in numbers:
            if number < 0:
                raise ZeroDivisionError
            run._cursor.execute(f"INSERT INTO audit (who, what, data, at) VALUES ('w', 'x', '{{}}', {number})")

    return write


def written(bench: Workbench) -> list[int]:
    return [at for (at,) in sql(bench, "SELECT at FROM audit ORDER BY id")]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "LARGEST_CHUNK", 30)


def test_chunks_come_in_their_order_and_are_told_when_they_are_durable(bench: Workbench) -> None:
    told: list[tuple[int, int]] = []
    chunks = Chunks(bench.database, bench.world.timer, lambda done: told.append((done, len(written(bench)))))
    chunks.write(iter(range(700)), note)
    assert written(bench) == list(range(700))
    assert len(told) > 5
    assert all(done <= there for done, there in told)
    assert told[-1] == (700, 700)


def test_a_chunk_that_fails_stops_the_rest_and_leaves_nothing_of_itself(bench: Workbench) -> None:
    rows = [*range(400), -1, *range(401, 600)]
    with pytest.raises(ZeroDivisionError):
        Chunks(bench.database, bench.world.timer).write(rows, note)
    before = written(bench)
    assert before == list(range(len(before)))
    assert 200 <= len(before) < 401
    Chunks(bench.database, bench.world.timer).write([7], note)
    assert written(bench) == [*before, 7]


def test_what_was_given_before_making_the_next_chunk_failed_is_written(bench: Workbench) -> None:
    def job_of(numbers: Sequence[int]) -> Any:
        if 399 in numbers:
            raise ZeroDivisionError
        return note(numbers)

    with pytest.raises(ZeroDivisionError):
        Chunks(bench.database, bench.world.timer).write(range(600), job_of)
    before = written(bench)
    assert 200 <= len(before) < 400
    assert before == list(range(len(before)))
    Chunks(bench.database, bench.world.timer).write([7], note)
    assert written(bench) == [*before, 7]


def test_a_commit_that_fails_is_told_and_leaves_no_transaction_open(new_bench: NewBench) -> None:
    bench = new_bench("sqlite")
    assert isinstance(bench.database, SqliteDatabase)

    def late(run: Run) -> None:
        run._cursor.execute("PRAGMA defer_foreign_keys=on")
        run._cursor.execute("INSERT INTO slot VALUES (99, 0, 1, 1, 'g', 0, 1, 1, 0)")

    with pytest.raises(sqlite3.IntegrityError):
        Chunks(bench.database, bench.world.timer).write([1], lambda numbers: late)
    assert not bench.database._own_writer().in_transaction
    assert sql(bench, "SELECT * FROM slot") == []
    Chunks(bench.database, bench.world.timer).write([7], note)
    assert written(bench) == [7]


def test_what_this_connection_remembered_of_the_pool_is_forgotten(new_bench: NewBench) -> None:
    database = new_bench("sqlite").database
    assert isinstance(database, SqliteDatabase)
    database._own_writer()
    database._local.memory.not_judged.add("an id")
    Chunks(database, lambda: 0.0).write([7], note)
    assert not database._local.memory.not_judged
