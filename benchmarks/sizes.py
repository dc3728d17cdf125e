"""The room of a unit and a judgement on the disk, and of a connection in memory: what docs/hosting.md reckons with."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import psycopg

from benchmarks import processes
from benchmarks.connection import Connection, head, with_body
from benchmarks.load import Plan
from benchmarks.material import STUDY, build_study, create_draft, open_bench
from benchmarks.postgres import postgres
from benchmarks.processes import Served
from benchmarks.table import Line, only

UNITS, CLIENTS, JUDGEMENTS = 10_000, 16, 15_000
SECONDS = 240.0
CONNECTIONS = 500


def measure(folder: Path) -> Iterator[Line]:
    yield from _on_disk("SQLite", folder / "sqlite", None)
    try:
        with postgres() as address:
            yield from _on_disk("PostgreSQL", folder / "postgres", address)
    except LookupError as missing:
        yield Line("room on PostgreSQL", f"left out: {missing}")
    built = build_study(folder / "open", 10, 1)
    with processes.jurybox(built.folder) as served:
        kilobytes = asyncio.run(_of_a_connection(served, built.tokens[0])) / 1024
    yield only(f"memory of a rater's connection that stays open, one of {CONNECTIONS}", kilobytes, " kB")


def _on_disk(name: str, folder: Path, address: str | None) -> Iterator[Line]:
    """Texts of 20 words, as in all these studies; a judgement has one score of the protocol `translation`."""
    folder.mkdir()
    bench = open_bench(folder, address)
    create_draft(bench)
    bench.close()
    empty = _size(folder, address)
    built = build_study(folder, UNITS, CLIENTS, address, is_new=False)
    opened = _size(folder, address)
    with processes.jurybox(folder, address) as served:
        plan = Plan(
            served.port, [served.process.pid], built.tokens, f"/rate/{STUDY}", joined=True, loops=JUDGEMENTS,
            seconds=SECONDS,
        )  # fmt: skip
        result = processes.play(plan)
    done = result.loops + plan.warm_up * CLIENTS
    yield only(f"room of a unit with its text and two slots, {name}", (opened - empty) / UNITS, " bytes")
    yield only(f"room of a judgement with all that is kept about it, {name}", (_size(folder, address) - opened) / done,
               " bytes")  # fmt: skip


def _size(folder: Path, address: str | None) -> int:
    if address is None:
        bench = open_bench(folder)
        bench.close()  # the last to close puts the log into the file
        return (folder / "jurybox.db").stat().st_size
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("VACUUM")
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row is not None
    return int(row[0])


async def _of_a_connection(served: Served, token: str) -> float:
    """Each has asked once, so that what the server keeps for it is there."""
    request = with_body(head(served.port, f"/rate/{STUDY}/api/next", f"jurybox_rater={token}"), b"{}")
    made = [await _asked(served.port, request) for _ in range(20)]
    before = served.rss_mb
    made += [await _asked(served.port, request) for _ in range(CONNECTIONS)]
    after = served.rss_mb
    for connection in made:
        connection.close()
    return (after - before) * 1e6 / CONNECTIONS


async def _asked(port: int, request: bytes) -> Connection:
    connection = await Connection.to(port)
    await connection.send(request)
    return connection
