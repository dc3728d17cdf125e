"""Jurybox as people meet it, in this process: its command, its server, and the time it is.

The only inner name of the product that stands here is the function that `jurybox serve` starts the server with.
"""

import asyncio
import io
import os
import time
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import typer.main

ROOT = Path(__file__).parents[2]
ADDRESS = "http://127.0.0.1:8000"
DATA = "data"
"""The data folder inside the working folder: what is printed then holds no path of a machine."""


ORGANISER, PASSWORD = "Ada", "correct horse battery staple"
CRASHED = 99
"""The status of a command that ended with a traceback."""


class Clock:
    """What the product takes for the time. It goes on when people do something, unless it stands."""

    def __init__(self, now: str, stands: bool = False) -> None:
        self.stands = stands
        self.ns = int(datetime.fromisoformat(now).replace(tzinfo=UTC).timestamp()) * 1_000_000_000

    def __call__(self) -> int:
        return self.ns

    def forward(self, seconds: float) -> None:
        self.ns += 0 if self.stands else int(seconds * 1_000_000) * 1_000

    @property
    def text(self) -> str:
        return datetime.fromtimestamp(self.ns / 1_000_000_000, UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All of it, to be compared."""
        said = f"\n--- standard error\n{self.err}" if self.err else ""
        return f"--- status {self.status}\n{self.out}{said}"


class Refused(Exception):
    """A command or request that had to go well did not."""


known = cache(typer.main.get_command)
"""Typer builds all commands anew whenever one is run, which takes longer than most of them."""


class House:
    """A working folder with a data folder in it, and the two doors to it."""

    def __init__(self, work: Path, clock: Clock) -> None:
        self.work, self.clock = work, clock
        self.data = work / DATA
        (command,) = entry_points(group="console_scripts", name="jurybox")
        self.command = command.load()

    def jurybox(self, *arguments: str | Path, typed: str = "") -> Ended:
        """Run a command; `typed` is what stands on standard input."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
        given = ["jurybox", *map(str, arguments)]
        asked = (
            patch("sys.argv", given),
            patch("sys.stdin", io.StringIO(typed)),
            patch("typer.main.get_command", known),
        )
        with asked[0], asked[1], asked[2], redirect_stdout(out), redirect_stderr(err), chdir(self.work):
            try:
                self.command()
            except SystemExit as ended:
                status = int(ended.code or 0)
            except Exception as error:  # a fault of the product, which a record keeps like everything else
                return Ended(CRASHED, "", f"{type(error).__name__}\n")
        printed = []
        for stream in (out, err):
            stream.flush()
            printed.append(stream.buffer.getvalue().decode())
        return Ended(status, *printed)

    def done(self, *arguments: str | Path, typed: str = "") -> str:
        """What a command printed that must go well."""
        ended = self.jurybox(*arguments, typed=typed)
        if ended.status:
            raise Refused(f"jurybox {' '.join(map(str, arguments))}\n{ended.text}")
        return ended.out

    @contextmanager
    def server(self) -> Iterator["Server"]:
        """The server that `jurybox serve` runs. Its worker is a process with another clock: `work_off` stands in."""
        told = {"JURYBOX_DATA": DATA, "JURYBOX_URL": ADDRESS}
        with (
            chdir(self.work),
            patch.dict(os.environ, told),
            patch("asyncio.create_subprocess_exec", _no_process),
            asyncio.Runner() as loop,
        ):
            from jurybox.web import app_from_environment

            server = Server(self, app_from_environment(), loop)
            try:
                yield server
            finally:
                server.close()

    def work_off(self) -> None:
        """Do the jobs that wait, as the server's worker does."""
        self.done("worker", "--data", DATA)


async def _no_process(*command: str, **options: Any) -> "_NoProcess":
    return _NoProcess()


class _NoProcess:
    returncode = 0

    async def wait(self) -> int:
        return 0


class Server:
    def __init__(self, house: House, app: Any, loop: asyncio.Runner) -> None:
        self.house, self.app, self.loop = house, app, loop
        self.clients: list[httpx.AsyncClient] = []
        self.told: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.heard: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.life = loop.run(self._begin())

    async def _begin(self) -> "asyncio.Task[None]":
        life = asyncio.create_task(self.app({"type": "lifespan"}, self.told.get, self.heard.put))
        await self.told.put({"type": "lifespan.startup"})
        await self.heard.get()
        return life

    async def _end(self) -> None:
        for client in self.clients:
            await client.aclose()
        await self.told.put({"type": "lifespan.shutdown"})
        await self.life

    def close(self) -> None:
        self.loop.run(self._end())

    def visitor(self, **headers: str) -> "Visitor":
        """A browser or a program, with a cookie jar of its own."""
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url=ADDRESS, headers=headers)
        self.clients.append(client)
        return Visitor(self, client)


@dataclass
class Visitor:
    server: Server
    client: httpx.AsyncClient

    def send(self, verb: str, path: str, **what: Any) -> httpx.Response:
        """The answer, whatever it is."""
        return self.server.loop.run(self.client.request(verb, path, **what))

    def get(self, path: str, **what: Any) -> httpx.Response:
        return self.send("GET", path, **what)

    def ok(self, verb: str, path: str, json: Any = None, **what: Any) -> Any:
        """The JSON of an answer that must go well."""
        answer = self.send(verb, path, json=json, **what) if json is not None else self.send(verb, path, **what)
        if answer.status_code >= 400:
            raise Refused(f"{verb} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.headers.get("content-type") == "application/json" else answer.text


@contextmanager
def at(clock: Clock) -> Iterator[None]:
    """Let the product take this for the time; the environment tells it nothing but how wide a terminal is."""
    told = ("JURYBOX_", "FORCE_COLOR", "COLUMNS")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(told)}
    with patch.object(time, "time_ns", clock), patch.dict(os.environ, {**clean, "COLUMNS": "80"}, clear=True):
        yield
