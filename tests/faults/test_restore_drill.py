"""The drill: a backup while people rate, somebody is erased, the folder is destroyed; what is restored is sound."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from benchmarks.material import STUDY, add_rater, build_study, open_bench
from jurybox.studies import examine
from jurybox.studies.rating import Link, session
from tests.faults.crowd import Crowd
from tests.faults.killed_postgres import Postgres, killed_postgres
from tests.faults.looking import check_folder
from tests.faults.serving import Server
from tests.fixtures.command_line import run_jurybox
from tests.fixtures.databases import sql

NAME = "Zoe Zimmermann"
BOTH = [
    pytest.param(nullcontext, id="sqlite"),
    pytest.param(killed_postgres, id="postgresql", marks=pytest.mark.postgres),
]


@pytest.fixture(params=BOTH)
def postgres(request: pytest.FixtureRequest) -> Iterator[Postgres | None]:
    with request.param() as made:
        yield made


def done(*arguments: str | Path) -> str:
    ended = run_jurybox(*arguments)
    assert ended.status == 0, ended.err
    return ended.out


@pytest.mark.parametrize(("raters", "between"), [(4, 40), pytest.param(32, 2_000, marks=pytest.mark.soak)])
def test_what_was_destroyed_is_restored(tmp_path: Path, postgres: Postgres | None, raters: int, between: int) -> None:
    folder, kept = tmp_path / "data", tmp_path / "backup.zip"
    address = postgres.address if postgres else None
    where = ["--data", str(folder), *(["--database", address] if address else [])]
    tokens = build_study(folder, 3 * between + 200, raters, address).tokens
    with closing(open_bench(folder, address)) as bench:
        tokens.append(add_rater(bench, NAME))
    server = Server(folder, address)
    server.start()
    crowd = Crowd(server.port, tokens)
    before: list[str] = []

    async def work() -> None:
        async with crowd.working():
            await crowd.until_acknowledged(between)
            before.extend(crowd.acknowledged)
            await asyncio.to_thread(done, "backup", kept, *where)
            await crowd.until_acknowledged(between)

    try:
        asyncio.run(work())
    finally:
        server.end()
    done("rater", "erase", STUDY, NAME, "--yes", *where)
    erased = shutil.copy(folder / "erased.jsonl", tmp_path)
    shutil.rmtree(folder)  # the disaster

    where = ["--data", str(tmp_path / "new"), *(["--database", new_database(postgres)] if postgres else [])]
    restored = where[-1] if postgres else None
    assert "Erased again: 1." in done("restore", kept, "--erased", erased, *where)
    stored = check_folder(tmp_path / "new", before, restored)
    assert stored <= {*crowd.acknowledged, *(rater.waiting[0] for rater in crowd.raters if rater.waiting)}
    with closing(open_bench(tmp_path / "new", restored)) as bench:
        for token in tokens[:-1]:
            link = Link(STUDY, token)
            assert bench.database.read(lambda run, link=link: session.about_study(bench, run, link))  # type: ignore[misc]
        assert NAME not in {name for (name,) in sql(bench, "SELECT name FROM rater")}
        assert [check.name for check in examine(bench) if check.fault] == []
    print(f"{len(before)} judgements acknowledged before the backup, all of them restored; {len(stored)} in all")


def new_database(postgres: Postgres) -> str:
    """The address of an empty one on the same server: as a machine that was set up anew."""
    import psycopg

    with psycopg.connect(postgres.address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE again TEMPLATE template0")
    return postgres.address.replace("@/postgres?", "@/again?")
