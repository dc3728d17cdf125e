"""What one connection may cost: bytes and time of a request's head, silence, and how many there are at once.

It stands below the app, where a request is not whole yet. Each limit ends one connection and no other. A request that
is being answered is left alone for as long as its reader takes what is sent: streams of live numbers have no end.
"""

import asyncio
import sys
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

LARGEST_HEAD = 65_536
"""Bytes of a request's head, or of what else surrounds its body."""
AROUND_BODY = 9
"""So many bytes may come for each byte of a body: one that is sent byte by byte has six."""
HEAD_S = 20.0
"""From the first byte of a connection or of a request, whichever is awaited, to the end of the request's head."""
BODY_S, BODY_RATE = 20.0, 500.0
"""A body may take so long, and longer by a second for every so many bytes that have come."""
UNREAD_S = 120.0
"""So long a reader may take nothing of what waits for it. A video that was stopped is asked for again by browsers."""
MOST_CONNECTIONS = 10_000
KEPT_FILES = 128
"""Of the files that a process may open, so many are not for connections."""
SWEEP_S = 2.0
SAFE = "x-content-type-options: nosniff\r\ncache-control: no-store\r\nconnection: close"

ended: Counter[str] = Counter()
"""How many connections were ended by which limit, in this process."""


class GuardedConnection(HttpToolsProtocol):
    """A connection that keeps to the limits, or ends."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.since = 0.0
        """When it became quiet, when the head began that is not whole yet, or when the body began."""
        self.is_in_head = True
        self._chunk = self._around = self._body = 0
        self._began_here = False
        self._unread, self._unread_since = 0, 0.0

    @property
    def is_quiet(self) -> bool:
        """Whether no request of it is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        _guard(self.server_state).take_in(self)

    def data_received(self, data: bytes) -> None:
        if self.is_quiet and not self.is_in_head:
            self.is_in_head, self.since = True, self.loop.time()
        self._chunk, self._began_here = len(data), False
        super().data_received(data)
        if not self._began_here:
            self._around += self._chunk
            if self._around > LARGEST_HEAD + AROUND_BODY * self._body and not self.transport.is_closing():
                self.end_with(431, "head_bytes", f"The head of a request has at most {LARGEST_HEAD} bytes.")

    def on_message_begin(self) -> None:
        self._began_here, self._around, self._body = True, 0, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.is_in_head, self.since = False, self.loop.time()
        if self._chunk > LARGEST_HEAD and _length(self.url, self.headers) > LARGEST_HEAD:
            self.app = _TOO_LARGE
            ended["head_bytes"] += 1
        super().on_headers_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """There are no web sockets here: anybody may ask for one, and nobody needs a line of log about it."""

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        self.end_with(400, "no_http", "This is no request that the server understands.")

    def end_with(self, status: int, why: str, words: str = "") -> None:
        """Say why, where nothing else is being said, and end the connection."""
        ended[why] += 1
        if words and self.is_quiet:
            body = words.encode()
            kind = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}"
            self.transport.write(STATUS_LINE[status] + f"{kind}\r\n{SAFE}\r\n\r\n".encode() + body)
        self.transport.close()

    def look(self, now: float) -> None:
        """End it where it took too long."""
        if self.transport.is_closing():
            return
        if self.is_quiet:
            if self.is_in_head and now - self.since > HEAD_S:
                self.end_with(408, "head_time", "The head of the request took too long." if self._chunk else "")
        elif self.flow.write_paused:
            self._look_at_reader(now)
        elif self.cycle.more_body:
            self._look_at_body(now)

    def _look_at_body(self, now: float) -> None:
        if self.flow.read_paused:  # the server is slow, not the sender
            self.since += SWEEP_S
        elif now - self.since > BODY_S + self._body / BODY_RATE:
            ended["body_time"] += 1
            self.transport.abort()

    def _look_at_reader(self, now: float) -> None:
        waits = self.transport.get_write_buffer_size()
        if waits != self._unread or not self._unread_since:
            self._unread, self._unread_since = waits, now
        elif now - self._unread_since > UNREAD_S:
            ended["unread"] += 1
            self.transport.abort()

    def resume_writing(self) -> None:
        self._unread_since = 0.0
        super().resume_writing()


class Guard:
    """All connections of a server: looked at every few seconds, and no more of them than it can hold."""

    def __init__(self, state: ServerState, most: int) -> None:
        self.connections, self.most = state.connections, most
        self._is_sweeping = False

    def take_in(self, new: GuardedConnection) -> None:
        """Where there are too many, those that have been quiet for longest go."""
        if not self._is_sweeping:
            self._is_sweeping = True
            new.loop.call_later(SWEEP_S, self._sweep, new.loop)
        if len(self.connections) <= self.most:
            return
        quiet = [one for one in self._guarded() if one.is_quiet and one is not new]
        if not quiet:
            new.end_with(503, "too_many", "Too many connections at once. Try again in a moment.")
            return
        for one in sorted(quiet, key=lambda one: one.since)[: max(1, self.most // 20)]:
            one.end_with(503, "too_many")
            self.connections.discard(one)  # it is gone in the next round of the loop

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for one in self._guarded():
            one.look(now)
        self._is_sweeping = bool(self.connections)
        if self._is_sweeping:
            loop.call_later(SWEEP_S, self._sweep, loop)

    def _guarded(self) -> list[GuardedConnection]:
        return [one for one in self.connections if isinstance(one, GuardedConnection)]


_guards: "WeakKeyDictionary[ServerState, Guard]" = WeakKeyDictionary()


def _guard(state: ServerState) -> Guard:
    found = _guards.get(state)
    if found is None:
        found = _guards[state] = Guard(state, most_connections())
    return found


def open_connections() -> int:
    """How many there are in this process."""
    return sum(len(guard.connections) for guard in _guards.values())


def most_connections() -> int:
    """How many a process can hold: at most half of the files it may open, where these are few."""
    allowed = open_files_allowed()
    return max(1, min(MOST_CONNECTIONS, allowed - min(KEPT_FILES, allowed // 2)))


def open_files_allowed() -> int:
    """How many files a process may open; as many as the machine lets it from now on."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS + KEPT_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + KEPT_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _length(url: bytes, headers: list[tuple[bytes, bytes]]) -> int:
    return len(url) + sum(len(name) + len(value) for name, value in headers)


_TOO_LARGE: ASGIApp = PlainTextResponse(
    f"The head of a request has at most {LARGEST_HEAD} bytes.",
    431,
    {"x-content-type-options": "nosniff", "cache-control": "no-store", "connection": "close"},
)
