"""All waiting jobs in one transaction of PostgreSQL: a fault or a lock of one keeps no other from being written."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest
from sqlalchemy import bindparam, insert, text

from jurybox.core import JuryboxError, Refused
from jurybox.store.schema import audit
from jurybox.store.statement import Run, Scalar, Statement, Tuples
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql

P = bindparam
pytestmark = pytest.mark.postgres
ADD = Statement(insert(audit).values(who=P("who"), what=P("what"), data="{}", at=P("at")))
COUNT = Scalar(int, text("SELECT count(*) FROM audit WHERE who = :who"))
RATIO = Tuples[tuple[int, float, str, None]](text("SELECT 7 % 4, 0.5::float8, '100 %', NULL WHERE :who LIKE 'a%'"))
END_ALL = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> {}"
)


@pytest.fixture
def bench(new_bench: NewBench) -> Workbench:
    return new_bench("postgresql")


@pytest.fixture
def other(bench: Workbench) -> Iterator["psycopg.Connection[Any]"]:
    """Another process on the same database."""
    with psycopg.connect(bench.database.address) as connection:
        yield connection


def add(run: Run, what: str, who: str = "ada") -> str:
    ADD.send(run, who=who, what=what, at=1)
    return what


def written(bench: Workbench) -> list[str]:
    return sorted(what for (what,) in sql(bench, "SELECT what FROM audit"))


def together(bench: Workbench, *jobs: Callable[[Run], Any]) -> list[Any]:
    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(bench.database.write_async(job) for job in jobs), return_exceptions=True)

    return asyncio.run(all_of_them())


def test_what_nobody_waited_for_is_there_for_what_is_asked_next(bench: Workbench) -> None:
    def add_and_count(run: Run) -> int:
        for number in range(300):
            add(run, f"entry {number}")
        return COUNT.only(run, who="ada")

    assert together(bench, add_and_count, lambda run: RATIO.all(run, who="ada")) == [300, [(3, 0.5, "100 %", None)]]
    assert len(written(bench)) == 300


def test_a_fault_of_what_nobody_waited_for_is_told_to_its_job_alone(bench: Workbench) -> None:
    def too_long_a_number(run: Run) -> None:
        ADD.send(run, who="ada", what="never", at=2**70)

    def a_null_character(run: Run) -> None:
        add(run, "nul\0l")

    found = together(bench, partial(add, what="one"), too_long_a_number, a_null_character, partial(add, what="two"))
    assert (found[0], found[3]) == ("one", "two")
    assert isinstance(found[1], Refused)
    assert isinstance(found[2], psycopg.DataError)
    assert written(bench) == ["one", "two"]


def test_a_refusal_after_something_was_written_leaves_nothing_of_it(bench: Workbench) -> None:
    def refuses(run: Run) -> None:
        add(run, "never")
        raise Refused.of("store.busy")

    found = together(bench, partial(add, what="one"), refuses, partial(add, what="two"))
    assert isinstance(found[1], JuryboxError)
    assert written(bench) == ["one", "two"]


def test_who_waits_for_a_lock_of_another_process_holds_up_nobody(
    bench: Workbench, other: "psycopg.Connection[Any]"
) -> None:
    bench.database.write(lambda run: add(run, "first"))
    other.execute("LOCK TABLE draft IN ACCESS EXCLUSIVE MODE")

    def waits(run: Run) -> str:
        Statement(text("DELETE FROM draft WHERE stage = :stage")).do(run, stage=1)
        return add(run, "waited")

    async def both() -> list[str]:
        waiting = bench.database.write_async(waits)
        quick = await bench.database.write_async(partial(add, what="quick"))
        assert not waiting.done()
        await asyncio.to_thread(other.commit)
        return [quick, await waiting]

    assert asyncio.run(both()) == ["quick", "waited"]
    assert written(bench) == ["first", "quick", "waited"]


def test_connections_that_were_cut_are_made_again(bench: Workbench, other: "psycopg.Connection[Any]") -> None:
    async def before_and_after() -> list[str]:
        first = await bench.database.write_async(partial(add, what="before"))
        await asyncio.to_thread(other.execute, END_ALL.format(other.info.backend_pid))
        return [first, await bench.database.write_async(partial(add, what="after"))]

    assert asyncio.run(before_and_after()) == ["before", "after"]
    assert written(bench) == ["after", "before"]
