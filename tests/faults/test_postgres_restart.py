"""PostgreSQL is killed and comes back: the web process finds it again, and nothing acknowledged is lost."""

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from benchmarks.material import STUDY
from tests.faults.crowd import Crowd
from tests.faults.looking import check_folder
from tests.faults.serving import server_of_study
from tests.fixtures.postgres import LOCALE, address, as_server, reachable, short_folder
from tests.fixtures.tools import tool

RATERS = 16
KILLS = 2


class Postgres:
    """A durable PostgreSQL of its own, since it is going to be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.programs = reachable(tool("JURYBOX_TEST_PG_BIN"), folder)
        more = ("-A", "trust", "-E", "UTF8", "--locale", LOCALE)
        as_server(self.programs / "initdb", "-D", self.data, "-U", "postgres", *more)

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder}"
        as_server(self.programs / "pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def kill(self) -> None:
        """kill -9 of all its processes."""
        postmaster = psutil.Process(int((self.data / "postmaster.pid").read_text().splitlines()[0]))
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):  # it went with its parent
                process.kill()
        psutil.wait_procs(processes, timeout=30)

    def stop(self) -> None:
        as_server(self.programs / "pg_ctl", "-D", self.data, "-w", "-m", "immediate", "stop")


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="jurybox-pg-", dir=short_folder(), ignore_cleanup_errors=True) as name:
        made = Postgres(Path(name))
        made.start()
        yield made
        made.stop()


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
    where = address(postgres.folder, "postgres")
    with server_of_study(tmp_path, 600, RATERS, where) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        assert look(server.port, tokens) == {200}
        asyncio.run(work_while_killed(postgres, crowd))
        assert look(server.port, tokens) == {200}
        asyncio.run(crowd.deliver_rest())
        server.end()
    assert check_folder(tmp_path, crowd.acknowledged, where) == set(crowd.acknowledged)
    assert set(crowd.statuses) <= {200, 201, 503}
