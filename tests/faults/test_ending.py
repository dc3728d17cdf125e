"""SIGTERM: what was begun is finished and answered, and the database is left closed."""

import asyncio
import os
import signal
import threading
from pathlib import Path

from jurybox.store.database import SqliteDatabase
from jurybox.store.statement import Run
from tests.faults.crowd import Crowd
from tests.faults.looking import check_folder
from tests.faults.serving import Server, server_of_study

RATERS = 32


async def work_until_ended(server: Server, crowd: Crowd) -> None:
    async with crowd.working():
        await crowd.until_acknowledged(200)
        os.kill(server.pid, signal.SIGTERM)
        await asyncio.to_thread(server.end)


def test_a_server_that_is_asked_to_end_finishes_what_it_has_begun(tmp_path: Path) -> None:
    with server_of_study(tmp_path, 2_000, RATERS) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        asyncio.run(work_until_ended(server, crowd))
        left = sorted(path.name for path in tmp_path.glob("jurybox.db*"))
    assert left == ["jurybox.db"], "the log was not folded into the database"
    assert check_folder(tmp_path, crowd.acknowledged) == set(crowd.acknowledged)
    assert "Traceback" not in server.log()


def test_what_is_queued_is_written_before_the_writer_stops(tmp_path: Path) -> None:
    database, go_on = SqliteDatabase(tmp_path / "queue.db"), threading.Event()
    database.write(lambda run: run._cursor.execute("CREATE TABLE line (n INTEGER)"))

    def write(run: Run, n: int) -> int:
        go_on.wait(60)
        run._cursor.execute("INSERT INTO line VALUES (?)", (n,))
        return n

    async def queue_and_close() -> list[int]:
        futures = [database.write_async(lambda run, n=n: write(run, n)) for n in range(200)]  # type: ignore[misc]
        closing = asyncio.create_task(asyncio.to_thread(database.close))
        await asyncio.sleep(0)
        go_on.set()
        await closing
        return list(await asyncio.gather(*futures))

    assert asyncio.run(queue_and_close()) == list(range(200))
    again = SqliteDatabase(tmp_path / "queue.db")
    assert again.read(lambda run: run._cursor.execute("SELECT count(*) FROM line").fetchone()) == (200,)
    again.close()
