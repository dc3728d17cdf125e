"""A keep-alive HTTP/1.1 connection, hand-written: the load generator shares two cores with the server it measures."""

import asyncio
from typing import cast

HEADERS_END = b"\r\n\r\n"
LENGTH = b"content-length: "


class Connection(asyncio.Protocol):
    """Sends one request at a time and waits for its answer. The answer must say its length, as ours all do."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._waiting: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def to(cls, port: int, host: str = "127.0.0.1") -> "Connection":
        _, made = await asyncio.get_running_loop().create_connection(cls, host, port)
        return made

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer; ConnectionError when the server is gone."""
        if self._transport is None or self._transport.is_closing():
            raise ConnectionResetError("the connection is closed")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own is no subclass of it

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(HEADERS_END)
        if end < 0:
            return
        at = self._buffer.find(LENGTH, 0, end)
        length = int(self._buffer[at + len(LENGTH) : self._buffer.find(b"\r", at)]) if at >= 0 else 0
        body_at = end + len(HEADERS_END)
        if len(self._buffer) < body_at + length:
            return
        status, body = int(self._buffer[9:12]), bytes(self._buffer[body_at : body_at + length])
        self._buffer.clear()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result((status, body))

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error or ConnectionResetError("the server closed the connection"))


def head(port: int, path: str, cookie: str = "") -> bytes:
    """The part of a request that is the same each time, as a browser sends it; `with_body` adds the rest."""
    host = f"127.0.0.1:{port}"
    lines = [f"POST {path} HTTP/1.1", f"host: {host}", "user-agent: Mozilla/5.0 (X11; Linux x86_64)", "accept: */*"]
    lines += ["content-type: application/json", f"origin: http://{host}", "sec-fetch-site: same-origin"]
    lines += [f"cookie: {cookie}"] if cookie else []
    return "\r\n".join(lines).encode() + b"\r\n"


def with_body(start: bytes, body: bytes) -> bytes:
    return b"%bcontent-length: %d\r\n\r\n%b" % (start, len(body), body)
