"""kill -9 in the middle of a crowd's work: what was acknowledged is there, once, and the server simply starts again."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.faults.crowd import Crowd
from tests.faults.killed_postgres import killed_postgres
from tests.faults.looking import check_folder
from tests.faults.serving import Server, server_of_study

RATERS = 32
LONGEST_WAIT = 150
"""Judgements between two kills, at the most; each kill comes after another number of them."""
BOTH = [
    pytest.param(nullcontext, id="sqlite"),
    pytest.param(killed_postgres, id="postgresql", marks=pytest.mark.postgres),
]


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The address of a PostgreSQL that syncs what it writes, or None for the file in the folder."""
    with request.param() as made:
        yield made.address if made else None


async def work_while_killed(server: Server, crowd: Crowd, times: int) -> None:
    chance = random.Random(times)
    async with crowd.working():
        for _ in range(times):
            await crowd.until_acknowledged(chance.randint(1, LONGEST_WAIT))
            server.kill()
            await asyncio.to_thread(server.start)
        await crowd.until_acknowledged(LONGEST_WAIT)


def play(folder: Path, kills: int, database: str | None) -> None:
    units = 1_000 + kills * LONGEST_WAIT
    with server_of_study(folder, units, RATERS, database) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        asyncio.run(work_while_killed(server, crowd, kills))
        server.kill()
        check_folder(folder, crowd.acknowledged, database)
        server.start()
        asyncio.run(crowd.deliver_rest())
        server.end()
        stored = check_folder(folder, crowd.acknowledged, database)
    assert stored == set(crowd.acknowledged)
    assert set(crowd.statuses) <= {200, 201}
    print(f"{len(stored)} judgements, {kills + 1} kills, answers {dict(crowd.statuses)}")


def test_no_acknowledged_judgement_is_lost_when_the_server_is_killed(tmp_path: Path, database: str | None) -> None:
    play(tmp_path, 2, database)


@pytest.mark.soak
def test_no_acknowledged_judgement_is_lost_in_a_hundred_kills(tmp_path: Path, database: str | None) -> None:
    play(tmp_path, 100, database)
