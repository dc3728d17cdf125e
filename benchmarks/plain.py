"""What ours is compared with: three stripped pairs of endpoints, a FastAPI endpoint that does nothing, and one fsync.

`/rate/…` is the product with stripped endpoints: its server shell, tables, writer and pragmas, but next only writes a
lease and submit only appends a judgement. `/usual/…` is the same, but its endpoints are written the way FastAPI shows:
typed models in and out. `/bare/…` is the least that could be called a rating server: plain Starlette and two tables of
its own, with the same writer and pragmas. None of them signs in, looks at the pool, checks or shows texts.
"""

import os
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from jurybox.core import Assignment, Judgement, Standing
from jurybox.store import Run, assignments, log
from jurybox.store.database import SqliteDatabase
from jurybox.web import ServerConfig, Shell
from jurybox.web.errors import answer_by

MEMBERS = 32
FAR = 10**16
BARE = (
    "CREATE TABLE lease (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, lease_until INTEGER NOT NULL)",
    "CREATE TABLE line (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, lease TEXT NOT NULL, answers TEXT)",
)
LEASE = "INSERT INTO lease (unit, lease_until) VALUES (?, ?)"
APPEND = "INSERT INTO line (id, lease, answers) VALUES (?, ?, ?)"
LINE = b"one judgement, as long as one judgement is\n" * 8
_encode = msgspec.json.Encoder().encode


class Draft(msgspec.Struct):
    id: str
    assignment: str
    answers: msgspec.Raw


class Pair:
    """Next and submit around two functions of the database."""

    drafts = msgspec.json.Decoder(Draft)

    def __init__(self, database: SqliteDatabase, lease: Callable[[Run, int], int], append: Callable[[Run, Draft], Any]):
        self.database, self.lease, self.append = database, lease, append
        self.numbers = count()

    def routes(self, base: str) -> list[Route]:
        return [
            Route(base + "/{study}/api/next", self.next, methods=["POST"]),
            Route(base + "/{study}/api/judgements", self.submit, methods=["POST"]),
        ]

    async def next(self, request: Request) -> Response:
        await request.body()
        number = next(self.numbers)
        lease = await self.database.write_async(lambda run: self.lease(run, number))
        return Response(_encode({"units": [{"assignment": str(lease)}]}), media_type="application/json")

    async def submit(self, request: Request) -> Response:
        draft = self.drafts.decode(await request.body())
        await self.database.write_async(lambda run: self.append(run, draft))
        return Response(_encode({"id": draft.id}), 201, media_type="application/json")


class UsualWish(BaseModel):
    ahead: int


class UsualUnit(BaseModel):
    assignment: str


class UsualUnits(BaseModel):
    units: list[UsualUnit]


class UsualDraft(BaseModel):
    id: str
    assignment: str
    answers: dict[str, Any]


class UsualReceipt(BaseModel):
    id: str


def usual_pair(database: SqliteDatabase, numbers: Iterator[int]) -> FastAPI:
    """The stripped pair as a FastAPI app."""
    api = FastAPI()

    @api.post("/usual/{study}/api/next")
    async def lease(study: str, wish: UsualWish) -> UsualUnits:
        number = next(numbers)
        key = await database.write_async(lambda run: stripped_lease(run, number))
        return UsualUnits(units=[UsualUnit(assignment=str(key))])

    @api.post("/usual/{study}/api/judgements", status_code=201)
    async def append(study: str, draft: UsualDraft) -> UsualReceipt:
        line = Draft(draft.id, draft.assignment, msgspec.Raw(_encode(draft.answers)))
        await database.write_async(lambda run: stripped_append(run, line))
        return UsualReceipt(id=draft.id)

    return api


def stripped_lease(run: Run, number: int) -> int:
    """A row of `assignment` as ours, for whichever unit and rater come next."""
    unit, member = number // MEMBERS + 1, number % MEMBERS + 1
    a = Assignment(
        id=0, uid=f"{number:036}", unit=unit, item=1, membership=member, candidates=[1], batch=0,
        position=number // MEMBERS, purpose="rating", repeat_of=None, due=0, stages=[0], stage=0, shown=0,
        state="leased", lease_until=FAR + number,
    )  # fmt: skip
    assignments.add(run, a, study=1, epoch=0, cursor=unit, now=number)
    return a.id


def stripped_append(run: Run, draft: Draft) -> None:
    """A row of `judgement` as ours."""
    assignment = int(draft.assignment)
    entry = Judgement(
        id=draft.id, assignment=assignment, stage=0, answers=msgspec.json.decode(draft.answers), cannot=None,
        comment=None, supersedes=None, standing=Standing.COUNTED, protocol_hash="0" * 64, guideline_hash="0" * 64,
        channel="browser", answered_at=1, received_at=2, elapsed_ms=3,
    )  # fmt: skip
    log.append(run, entry, study=1, member=assignment % MEMBERS + 1, numbers=())


def bare_lease(run: Run, number: int) -> int:
    return run._cursor.execute(LEASE, (number, 0)).lastrowid or 0


def bare_append(run: Run, draft: Draft) -> None:
    run._cursor.execute(APPEND, (draft.id, draft.assignment, bytes(draft.answers).decode()))


def bare_database(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path)
    for table in BARE:
        database.write(lambda run, table=table: run._cursor.execute(table) and None)  # type: ignore[misc]
    return database


def one_fsync(path: Path) -> Callable[[], None]:
    """A function that appends a few bytes to a file and waits until the disk has them."""
    handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def write() -> None:
        os.write(handle, LINE)
        os.fsync(handle)

    return write


def create_app(folder: Path, port: int) -> Callable[..., Any]:
    """All of them in one app; only what is below /rate/ goes through the product's shell."""
    api, sync = FastAPI(), one_fsync(folder / "synced")

    @api.post("/nothing")
    async def nothing() -> dict[str, str]:
        return {}

    async def synced(request: Request) -> Response:
        await request.body()
        await run_in_threadpool(sync)
        return Response(b"{}", media_type="application/json")

    async def health(request: Request) -> Response:
        return Response("ok")

    bare = Pair(bare_database(folder / "bare.db"), bare_lease, bare_append)
    database, config = SqliteDatabase(folder / "jurybox.db"), ServerConfig(url=f"http://127.0.0.1:{port}")
    stripped = Pair(database, stripped_lease, stripped_append)
    more = [Route("/fsync", synced, methods=["POST"]), Route("/healthz", health)]
    outside = Router([*bare.routes("/bare"), *more], default=api)
    inside = Shell(
        Router(stripped.routes("/rate"), default=usual_pair(database, stripped.numbers)),
        config,
        "plain",
        "",
        answer_by(api),
    )

    async def app(scope: Any, receive: Any, send: Any) -> None:
        is_inside = scope["type"] == "http" and scope["path"].startswith(("/rate/", "/usual/"))
        await (inside if is_inside else outside)(scope, receive, send)

    return app


def main(folder: str, port: str) -> None:
    import uvicorn

    # As jurybox serve starts it, see jurybox/cli/server.py.
    uvicorn.run(
        create_app(Path(folder), int(port)), host="127.0.0.1", port=int(port), access_log=False, log_level="warning",
        server_header=False, proxy_headers=False,
    )  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
