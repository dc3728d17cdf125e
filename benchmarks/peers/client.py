"""One rater's connection, the same for all programs: HTTP/1.1, kept alive where the server keeps it, with cookies."""

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec

PATIENCE_S = 120.0


class Refused(Exception):
    """The server answered with another status than the one that was asked for."""


class Answer(msgspec.Struct):
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


class Client:
    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self.port, self.headers = port, dict(headers or {})
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, *, ok: tuple[int, ...] = (200,)) -> Answer:
        return self._checked(await self.send("GET", path), path, ok)

    async def post(self, path: str, content: Any, *, ok: tuple[int, ...] = (200, 201)) -> Answer:
        sent = await self.send("POST", path, msgspec.json.encode(content), {"content-type": "application/json"})
        return self._checked(sent, path, ok)

    async def form(self, path: str, fields: Mapping[str, str], *, ok: tuple[int, ...] = (200, 302, 303)) -> Answer:
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return self._checked(await self.send("POST", path, urlencode(fields).encode(), kind), path, ok)

    async def send(self, method: str, path: str, body: bytes = b"", more: Mapping[str, str] | None = None) -> Answer:
        """A server that has closed an idle connection is asked once more, on a new one."""
        is_new = self._streams is None
        request = self._request(method, path, body, more or {})
        try:
            return await asyncio.wait_for(self._exchange(request), PATIENCE_S)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if is_new:
                raise ConnectionError("the server closed the connection") from None
        return await asyncio.wait_for(self._exchange(request), PATIENCE_S)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None

    def _checked(self, answer: Answer, path: str, ok: tuple[int, ...]) -> Answer:
        if answer.status not in ok:
            raise Refused(f"{path}: {answer.status} {answer.text[:300]}")
        return answer

    def _request(self, method: str, path: str, body: bytes, more: Mapping[str, str]) -> bytes:
        host = f"127.0.0.1:{self.port}"
        lines = {"host": host, "accept": "*/*", "origin": f"http://{host}", **self.headers, **more}
        if self.cookies:
            lines["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            lines["content-length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    async def _exchange(self, request: bytes) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.partition(":") for line in head[1:] if line]
        answer = Answer(int(head[0].split()[1]), [(name.lower(), value.strip()) for name, _, value in pairs], b"")
        answer.body = await self._body(reader, answer)
        for name, value in answer.headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        if answer.header("connection").lower() == "close" or head[0].startswith("HTTP/1.0"):
            self.close()
        return answer

    async def _body(self, reader: asyncio.StreamReader, answer: Answer) -> bytes:
        if answer.header("content-length"):
            return await reader.readexactly(int(answer.header("content-length")))
        if answer.status in (204, 304):
            return b""
        if answer.header("transfer-encoding") != "chunked":
            return await reader.read()
        parts = []
        while size := int(await reader.readuntil(b"\r\n"), 16):
            parts.append((await reader.readexactly(size + 2))[:-2])
        await reader.readuntil(b"\r\n")
        return b"".join(parts)
