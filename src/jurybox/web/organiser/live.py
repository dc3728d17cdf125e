"""Live numbers: one reader per process and watched study, however many look, and a stream of events for each page.

The reader asks once a second for the version of the study and its last judgement, and counts only when they changed.
It reads beside the writer, never through it, and not at all when nobody looks.
"""

import asyncio
import contextlib
import json
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from jurybox import studies
from jurybox.core import JuryboxError
from jurybox.studies import Workbench

EVERY_S = 1.0
LOOK_AGAIN_S = 15.0
"""So often it is asked whether whoever looks may still do so; the line that is sent then finds out who has left."""
ALIVE = b": still here\n\n"
END = b"event: end\ndata: {}\n\n"

Allowed = Callable[[], Awaitable[object]]
"""Raises where whoever looks is not let in any more."""


@dataclass
class _Watch:
    """One study that somebody looks at: what was counted last, and who waits for what comes next."""

    pages: int = 0
    event: bytes = b""
    number: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    reader: asyncio.Task[None] | None = None


class Watchers:
    """All studies that are watched in this process."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self._watched: dict[str, _Watch] = {}
        self._is_over = False

    def stop(self) -> None:
        """End every stream and let no new one begin: the server is about to end."""
        self._is_over = True
        for watch in self._watched.values():
            watch.changed.set()

    async def events(self, study: str, allowed: Allowed) -> AsyncIterator[bytes]:
        """What a page is sent: the numbers at once, then whenever they changed."""
        watch = self._watched.setdefault(study, _Watch())
        watch.pages += 1
        try:
            if watch.reader is None:
                watch.reader = asyncio.create_task(self._read(study, watch))
            number, looked = 0, asyncio.get_running_loop().time()
            while not self._is_over:
                if watch.number != number:
                    number = watch.number
                    yield watch.event
                    continue  # there may be news by now
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(_next(watch), LOOK_AGAIN_S)
                if asyncio.get_running_loop().time() - looked >= LOOK_AGAIN_S:
                    looked = asyncio.get_running_loop().time()
                    await allowed()
                    yield ALIVE
        except JuryboxError:
            yield END
        finally:
            watch.pages -= 1
            if not watch.pages and self._watched.get(study) is watch:
                del self._watched[study]
                if watch.reader is not None:
                    watch.reader.cancel()

    async def _read(self, study: str, watch: _Watch) -> None:
        seen: studies.StudyMoment | None = None
        while not self._is_over:
            with contextlib.suppress(JuryboxError):
                now = await self.bench.database.read_async(lambda run: studies.moment_of(run, study))
                if now != seen:
                    seen = now
                    self._tell(watch, await self.bench.database.read_async(self._count_of(study)))
            await asyncio.sleep(EVERY_S)

    def _count_of(self, study: str) -> Callable[..., dict[str, object]]:
        return lambda run: studies.live_numbers(self.bench, run, study)

    def _tell(self, watch: _Watch, numbers: dict[str, object]) -> None:
        watch.event = b"data: " + json.dumps(numbers, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"
        watch.number += 1
        watch.changed.set()
        watch.changed = asyncio.Event()


async def _next(watch: _Watch) -> None:
    await watch.changed.wait()


@contextlib.contextmanager
def ended_by_signals(watchers: Watchers) -> Iterator[None]:
    """End the streams as soon as the server is asked to end; it would wait for them otherwise."""
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def chained(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(watchers.stop)
        earlier = before[number]
        if callable(earlier):
            earlier(number, frame)

    if threading.current_thread() is threading.main_thread():
        for name in (signal.SIGINT, signal.SIGTERM):
            if callable(signal.getsignal(name)):
                before[name] = signal.signal(name, chained)
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
