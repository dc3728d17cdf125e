"""A disk that takes a fifth of a second for every sync: raters wait, none is turned away for good, reading goes on."""

import asyncio
import sys
from pathlib import Path

import httpx
import pytest

from benchmarks.material import STUDY
from tests.faults.crowd import Crowd
from tests.faults.looking import check_folder
from tests.faults.serving import server_of_study

RATERS, JUDGEMENTS = 16, 80
SLOW = ("-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:delay_exit=200000", "-e", "signal=none")


async def read_meanwhile(port: int, token: str, crowd: Crowd) -> set[int]:
    """Statuses of reading while all others write."""
    found: set[int] = set()
    reader = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", cookies={"jurybox_rater": token}, timeout=60)
    async with reader, crowd.working():
        wanted = asyncio.create_task(crowd.until_acknowledged(JUDGEMENTS))
        while not wanted.done():
            for path in ("/healthz", f"/rate/{STUDY}/api/study"):
                found.add((await reader.get(path)).status_code)
        await wanted
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")
def test_a_slow_disk_delays_and_loses_nothing(tmp_path: Path, strace: Path) -> None:
    under: list[str | Path] = [strace, "-f", "-qq", "-o", tmp_path / "trace", *SLOW]
    with server_of_study(tmp_path / "data", 200, RATERS, before=under) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        assert asyncio.run(read_meanwhile(server.port, tokens[0], crowd)) == {200}
        asyncio.run(crowd.deliver_rest())
        server.kill()
    assert set(crowd.statuses) <= {200, 201, 503}
    assert check_folder(tmp_path / "data", crowd.acknowledged) == set(crowd.acknowledged)
    assert "(DELAYED)" in (tmp_path / "trace").read_text(errors="replace")
