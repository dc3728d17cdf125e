"""Durable: on the disk before it is acknowledged. kill -9 can't show that; pragmas and system calls can."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from benchmarks.material import open_bench
from jurybox.store.statement import Run
from tests.faults.crowd import Crowd
from tests.faults.serving import server_of_study

CALLS = "fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg"
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>")
BEGUN = re.compile(r"(\w+)\((\d+)<([^>]*)>")
JUDGEMENTS = 20


def pragmas(run: Run) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync", "recursive_triggers", "foreign_keys")
    return {name: (run._cursor.execute(f"PRAGMA {name}").fetchone() or ())[0] for name in names}


def test_the_connection_that_the_server_writes_with_is_durable(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    try:

        async def ask() -> dict[str, object]:
            return await bench.database.write_async(pragmas)

        found = asyncio.run(ask())
    finally:
        bench.close()
    assert found == {
        "journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1, "recursive_triggers": 1,
        "foreign_keys": 1,
    }  # fmt: skip


def events(trace: str) -> list[str]:
    """The order of what matters: a write to the log is begun, a sync of the log is over, a 201 goes to a socket."""
    found: list[str] = []
    unfinished: dict[str, str] = {}
    for line in trace.splitlines():
        thread, _, call = line.partition(" ")
        begun, resumed = BEGUN.search(call), RESUMED.search(call)
        place = begun.group(3) if begun else unfinished.pop(thread, "") if resumed else ""
        name = begun.group(1) if begun else resumed.group(1) if resumed else ""
        is_over = "<unfinished" not in call
        if begun and not is_over:
            unfinished[thread] = place
        if place.endswith("-wal") and name == "pwrite64" and begun:
            found.append("written")
        elif place.endswith("-wal") and name in ("fdatasync", "fsync") and is_over:
            assert call.rstrip().endswith("= 0"), call
            found.append("synced")
        elif begun and "HTTP/1.1 201" in call:
            found.append("acknowledged")
    return found


def test_events_are_read_from_a_trace() -> None:
    trace = """\
7 pwrite64(5</x/jurybox.db-wal>, "..."..., 24, 32) = 24
7 fdatasync(5</x/jurybox.db-wal> <unfinished ...>
8 write(9<socket:[1]>, "HTTP/1.1 200 OK"..., 300) = 300
7 <... fdatasync resumed>)          = 0
8 write(9<socket:[1]>, "HTTP/1.1 201 Created"..., 300) = 300
"""
    assert events(trace) == ["written", "synced", "acknowledged"]


@pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")
def test_the_disk_has_a_judgement_before_it_is_acknowledged(tmp_path: Path, strace: Path) -> None:
    folder, log = tmp_path / "data", tmp_path / "trace"
    under: list[str | Path] = [strace, "-f", "-y", "-s", "24", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", log]

    async def judge(crowd: Crowd) -> None:
        for _ in range(JUDGEMENTS):
            assert await crowd.raters[0].step()
            assert await crowd.raters[0].step()
        crowd.raters[0].hang_up()
        await asyncio.sleep(0)

    with server_of_study(folder, 100, 1, before=under) as (server, tokens):
        crowd = Crowd(server.port, tokens)
        asyncio.run(judge(crowd))
        server.end()
    found = events(log.read_text(encoding="utf-8", errors="replace"))
    assert found.count("acknowledged") == JUDGEMENTS
    before = "".join({"written": "w", "synced": "s", "acknowledged": "a"}[event] for event in found)
    for part in before.split("a")[:JUDGEMENTS]:
        assert re.search("w+s+$", part), f"acknowledged before the log was on the disk: {before}"
