"""What ours is compared with: the bare minimum of a rating server, a FastAPI endpoint that does nothing, and one fsync.

The stripped pair has the product's writer and pragmas and nothing else: next writes one lease, submit appends one row.
No sign-in, no pool, no quorum, no checks, no content.
"""

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from jurybox.store.database import SqliteDatabase
from jurybox.store.statement import Run

TABLES = (
    "CREATE TABLE lease (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, lease_until INTEGER NOT NULL)",
    "CREATE TABLE judgement (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, lease TEXT NOT NULL, answers TEXT)",
)
LEASE = "INSERT INTO lease (unit, lease_until) VALUES (?, ?) RETURNING id"
APPEND = "INSERT INTO judgement (id, lease, answers) VALUES (?, ?, ?)"
LINE = b"one judgement, as long as one judgement is\n" * 8
_encode = msgspec.json.Encoder().encode


class Draft(msgspec.Struct):
    id: str
    assignment: str
    answers: msgspec.Raw


class Stripped:
    """One lease write, one append."""

    def __init__(self, path: Path) -> None:
        self.database = SqliteDatabase(path)
        for table in TABLES:
            self.database.write(lambda run, table=table: run.cursor.execute(table) and None)  # type: ignore[misc]
        self.units = count()
        self.drafts = msgspec.json.Decoder(Draft)

    async def next(self, request: Request) -> Response:
        await request.body()
        unit = next(self.units)
        lease = await self.database.write_async(lambda run: first_row(run, LEASE, (unit, 0)))
        return Response(_encode({"units": [{"assignment": str(lease[0])}]}), media_type="application/json")

    async def submit(self, request: Request) -> Response:
        draft = self.drafts.decode(await request.body())
        row = (draft.id, draft.assignment, bytes(draft.answers).decode())
        await self.database.write_async(lambda run: run.cursor.execute(APPEND, row) and None)
        return Response(_encode({"id": draft.id}), 201, media_type="application/json")


def first_row(run: Run, sql: str, values: tuple[Any, ...]) -> Any:
    run.cursor.execute(sql, values)
    return run.cursor.fetchone()


def one_fsync(path: Path) -> Callable[[], None]:
    """A function that appends a few bytes to a file and waits until the disk has them."""
    handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def write() -> None:
        os.write(handle, LINE)
        os.fsync(handle)

    return write


def create_app(folder: Path) -> Router:
    stripped, sync = Stripped(folder / "stripped.db"), one_fsync(folder / "synced")
    api = FastAPI()

    @api.post("/nothing")
    async def nothing() -> dict[str, str]:
        return {}

    async def synced(request: Request) -> Response:
        await request.body()
        await run_in_threadpool(sync)
        return Response(b"{}", media_type="application/json")

    async def health(request: Request) -> Response:
        return Response("ok")

    routes = [
        Route("/rate/{study}/api/next", stripped.next, methods=["POST"]),
        Route("/rate/{study}/api/judgements", stripped.submit, methods=["POST"]),
        Route("/fsync", synced, methods=["POST"]),
        Route("/healthz", health),
    ]
    return Router(routes, default=api)


def main(folder: str, port: str) -> None:
    import uvicorn

    # As jurybox serve starts it, see jurybox/cli/server.py.
    uvicorn.run(
        create_app(Path(folder)), host="127.0.0.1", port=int(port), access_log=False, log_level="warning",
        server_header=False, proxy_headers=False,
    )  # fmt: skip


if __name__ == "__main__":
    import sys

    main(*sys.argv[1:])
