"""Live numbers: one reader per process and watched study, however many look, and a stream of events for each page.

The reader asks once a second for the version of the study and its last judgement, and counts only when they changed.
It reads beside the writer, never through it, and not at all when nobody looks. Where many look, all of them are told a
little less often: raters are not to wait for it.
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
PER_PAGE_S = 0.01
"""A hundred pages are told once a second, two hundred every two seconds."""
LOOK_AGAIN_S = 15.0
"""So often it is asked whether whoever looks may still do so; the line that is sent then finds out who has left."""
ALIVE = b": still here\n\n"
END = b"event: end\ndata: {}\n\n"

Allowed = Callable[[], Awaitable[object]]
"""Raises where whoever looks is not let in any more."""


@dataclass(eq=False)
class _Page:
    """One stream: what wakes it, and whether it is time to look whether it may go on."""

    woken: asyncio.Event = field(default_factory=asyncio.Event)
    is_due: bool = False
    timer: asyncio.TimerHandle | None = None

    def look_later(self) -> None:
        self.is_due = False
        self.timer = asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._look)

    def _look(self) -> None:
        self.is_due = True
        self.woken.set()


@dataclass
class _Watch:
    """One study that somebody looks at: what was counted last, and who waits for what comes next."""

    pages: set[_Page] = field(default_factory=set)
    event: bytes = b""
    number: int = 0
    reader: asyncio.Task[None] | None = None

    def wake(self) -> None:
        for page in self.pages:
            page.woken.set()

    @property
    def rest_s(self) -> float:
        return max(EVERY_S, PER_PAGE_S * len(self.pages))


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
            watch.wake()

    async def events(self, study: str, allowed: Allowed) -> AsyncIterator[bytes]:
        """What a page is sent: the numbers at once, then whenever they changed."""
        watch, page = self._watched.setdefault(study, _Watch()), _Page()
        watch.pages.add(page)
        page.look_later()
        try:
            if watch.reader is None:
                watch.reader = asyncio.create_task(self._read(study, watch))
            number = 0
            while not self._is_over:
                if page.is_due:
                    await allowed()
                    page.look_later()
                    yield ALIVE
                if watch.number != number:
                    number = watch.number
                    yield watch.event
                    continue  # there may be news by now
                await page.woken.wait()
                page.woken.clear()
        except JuryboxError:
            yield END
        finally:
            watch.pages.discard(page)
            if page.timer is not None:
                page.timer.cancel()
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
            await asyncio.sleep(watch.rest_s)

    def _count_of(self, study: str) -> Callable[..., dict[str, object]]:
        return lambda run: studies.live_numbers(self.bench, run, study)

    def _tell(self, watch: _Watch, numbers: dict[str, object]) -> None:
        watch.event = b"data: " + json.dumps(numbers, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"
        watch.number += 1
        watch.wake()


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
