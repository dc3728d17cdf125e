"""kill -9 in the middle of a crowd's work: what was acknowledged is there, once, and the server simply starts again."""

import asyncio
from pathlib import Path

import pytest

from tests.faults.crowd import Crowd
from tests.faults.looking import check_folder
from tests.faults.serving import Server, server_of_study

RATERS = 32
BETWEEN_KILLS = 150


async def work_while_killed(server: Server, crowd: Crowd, times: int) -> None:
    async with crowd.working():
        for _ in range(times):
            await crowd.until_acknowledged(BETWEEN_KILLS)
            server.kill()
            await asyncio.to_thread(server.start)
        await crowd.until_acknowledged(BETWEEN_KILLS)


def play(folder: Path, kills: int) -> None:
    with server_of_study(folder, 1_000 + kills * 500, RATERS) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        asyncio.run(work_while_killed(server, crowd, kills))
        server.kill()
        check_folder(folder, crowd.acknowledged)
        server.start()
        asyncio.run(crowd.deliver_rest())
        server.end()
        stored = check_folder(folder, crowd.acknowledged)
    assert stored == set(crowd.acknowledged)
    assert set(crowd.statuses) <= {200, 201}


def test_no_acknowledged_judgement_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    play(tmp_path, 4)


@pytest.mark.soak
def test_no_acknowledged_judgement_is_lost_in_twenty_kills(tmp_path: Path) -> None:
    play(tmp_path, 20)
