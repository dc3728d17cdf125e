"""PostgreSQL is killed and comes back: the web process finds it again, and nothing acknowledged is lost."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from benchmarks.material import STUDY
from tests.faults.crowd import Crowd
from tests.faults.killed_postgres import Postgres, killed_postgres
from tests.faults.looking import check_folder
from tests.faults.serving import server_of_study

RATERS = 16
KILLS = 2


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with killed_postgres() as made:
        yield made


async def work_while_killed(postgres: Postgres, crowd: Crowd) -> None:
    async with crowd.working():
        for _ in range(KILLS):
            await crowd.until_acknowledged(100)
            await asyncio.to_thread(postgres.kill)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.start)
        await crowd.until_acknowledged(100)


def look(port: int, tokens: list[str]) -> set[int]:
    """The statuses of reading, by every rater."""
    about = f"http://127.0.0.1:{port}/rate/{STUDY}/api/study"
    return {httpx.get(about, cookies={"jurybox_rater": token}).status_code for token in tokens}


@pytest.mark.postgres
def test_the_server_finds_a_killed_postgresql_again(tmp_path: Path, postgres: Postgres) -> None:
    where = postgres.address
    with server_of_study(tmp_path, 600, RATERS, where) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        assert look(server.port, tokens) == {200}
        asyncio.run(work_while_killed(postgres, crowd))
        assert look(server.port, tokens) == {200}
        asyncio.run(crowd.deliver_rest())
        server.end()
    assert check_folder(tmp_path, crowd.acknowledged, where) == set(crowd.acknowledged)
    assert set(crowd.statuses) <= {200, 201, 503}
