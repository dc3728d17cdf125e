"""What one connection may cost, seen from outside, byte by byte, on a real socket."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, Router

from jurybox.web import connections
from jurybox.web.connections import GuardedConnection

ASK = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
LONG_S = 20.0


@dataclass
class Door:
    """A server of one page, and what it counts."""

    port: int
    server: uvicorn.Server
    go_on: threading.Event
    """Lets the stream come to its end."""

    @contextlib.contextmanager
    def knock(self, sent: bytes = b"") -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), LONG_S) as line:
            with contextlib.suppress(ConnectionError):
                line.sendall(sent)
            yield line

    def ask(self, sent: bytes = ASK) -> bytes:
        """The whole answer to one request, on a connection of its own."""
        with self.knock(sent.replace(b"host: x", b"host: x\r\nconnection: close", 1)) as line:
            return rest_of(line)

    @property
    def open(self) -> int:
        return len(self.server.server_state.connections)


def rest_of(line: socket.socket) -> bytes:
    """All that comes until the other side ends the connection."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65_536):
            found += piece
    return found


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < end, "it never became so"
        time.sleep(0.01)


async def answer(request: Request) -> Response:
    body = await request.body()
    return PlainTextResponse(f"{len(body)} bytes")


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    for name, seconds in {"SWEEP_S": 0.02, "HEAD_S": 0.3, "BODY_S": 0.3, "UNREAD_S": 0.3}.items():
        monkeypatch.setattr(connections, name, seconds)
    connections.ended.clear()
    go_on = threading.Event()

    async def stream(request: Request) -> Response:
        async def pieces() -> AsyncIterator[bytes]:
            yield b"first"
            while not go_on.is_set():
                await asyncio.sleep(0.02)
            yield b"last"

        return StreamingResponse(pieces())

    async def flood(request: Request) -> Response:
        return StreamingResponse(iter(b"x" * 65_536 for _ in range(10_000)))

    routes = [
        Route("/", answer, methods=["GET", "POST"]),
        Route("/stream", stream),
        Route("/flood", flood),
    ]
    config = uvicorn.Config(
        Router(routes), http=GuardedConnection, ws="none", log_config=None, lifespan="off", timeout_keep_alive=30
    )
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0), backlog=512)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until(lambda: server.started)
    yield Door(listening.getsockname()[1], server, go_on)
    go_on.set()
    server.should_exit = server.force_exit = True
    thread.join(LONG_S)
    listening.close()


def test_a_request_is_answered_and_the_next_on_the_same_connection_too(door: Door) -> None:
    with door.knock(ASK) as line:
        assert b"0 bytes" in line.recv(65_536)
        line.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc")
        assert b"3 bytes" in line.recv(65_536)
    assert not connections.ended


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nx: " + b"y" * 400_000,
        b"GET / HTTP/1.1\r\nx: " + b"y" * 400_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 60_000 + b"\r\n",
        b"GET /" + b"y" * 400_000 + b" HTTP/1.1\r\n\r\n",
        b"y" * 400_000,
    ],
    ids=["one without an end", "one header", "many headers", "an address", "a method"],
)
def test_a_head_that_is_too_large_is_refused_in_words_and_the_connection_ends(door: Door, sent: bytes) -> None:
    said = door.ask(sent)
    assert said[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b""), said[:200]
    assert b"Traceback" not in said
    assert sum(connections.ended.values()) == 1
    assert b"0 bytes" in door.ask()


def test_a_large_header_is_told_what_is_allowed(door: Door) -> None:
    said = door.ask(b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 70_000 + b"\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 431 "), said[:200]
    assert b"at most 65536 bytes" in said
    assert b"x-content-type-options: nosniff" in said
    assert b"cache-control: no-store" in said


def test_a_header_that_is_just_large_is_taken(door: Door) -> None:
    assert b"0 bytes" in door.ask(b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 60_000 + b"\r\n\r\n")


def test_what_surrounds_a_body_has_a_limit_too(door: Door) -> None:
    start = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
    with door.knock(start) as line:
        with contextlib.suppress(ConnectionError):
            for _ in range(80):
                line.sendall(b"trailer: " + b"y" * 10_000 + b"\r\n")
        rest_of(line)
    until(lambda: door.open == 0)
    assert connections.ended["head_bytes"] == 1


def test_a_body_that_comes_byte_by_byte_is_taken(door: Door) -> None:
    pieces = b"".join(b"1\r\na\r\n" for _ in range(30_000))
    head = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    assert b"30000 bytes" in door.ask(head + pieces + b"0\r\n\r\n")


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n", b"\r\n"], ids=["silent", "half", "empty lines"]
)
def test_a_head_that_is_never_whole_ends_the_connection(door: Door, sent: bytes) -> None:
    with door.knock(sent) as line:
        said = rest_of(line)
    assert said == b"" if not sent else said.startswith(b"HTTP/1.1 408 "), said
    assert connections.ended == {"head_time": 1}


def test_a_head_that_comes_drop_by_drop_ends_the_connection_on_a_used_one_too(door: Door) -> None:
    with door.knock(ASK) as line:
        line.recv(65_536)
        with contextlib.suppress(ConnectionError):
            for letter in b"GET / HTTP/1.1\r\nx: " + b"y" * 1_000:
                line.sendall(bytes([letter]))
                time.sleep(0.02)
        rest_of(line)
    assert connections.ended == {"head_time": 1}


def test_a_body_that_is_never_whole_ends_the_connection(door: Door) -> None:
    with door.knock(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc") as line:
        assert rest_of(line) == b""
    assert connections.ended == {"body_time": 1}


def test_a_stream_that_waits_for_news_is_left_alone(door: Door) -> None:
    with door.knock(b"GET /stream HTTP/1.1\r\nhost: x\r\n\r\n") as line:
        assert b"first" in line.recv(65_536)
        time.sleep(1.0)  # longer than any limit of this server
        door.go_on.set()
        found = b""
        while b"last" not in found:
            piece = line.recv(65_536)
            assert piece, "the stream was cut off"
            found += piece
    assert not connections.ended


def test_who_reads_nothing_of_a_long_answer_is_let_go(door: Door) -> None:
    with door.knock(b"GET /flood HTTP/1.1\r\nhost: x\r\n\r\n"):
        until(lambda: connections.ended["unread"] == 1)
        until(lambda: door.open == 0)


def test_where_there_are_too_many_those_that_were_quiet_longest_go(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_S", LONG_S)
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 20)
    connections._guards.clear()
    with contextlib.ExitStack() as lines:
        stream = lines.enter_context(door.knock(b"GET /stream HTTP/1.1\r\nhost: x\r\n\r\n"))
        assert b"first" in stream.recv(65_536)
        for _ in range(60):
            lines.enter_context(door.knock(b"GET / HTTP/1.1\r\n"))
        for _ in range(3):
            assert b"0 bytes" in door.ask()
        assert door.open <= 21
        door.go_on.set()
        assert b"last" in rest_until(stream, b"last")
    assert set(connections.ended) == {"too_many"}


def rest_until(line: socket.socket, wanted: bytes) -> bytes:
    found = b""
    while wanted not in found and (piece := line.recv(65_536)):
        found += piece
    return found


def test_who_comes_when_all_are_being_served_is_told_to_come_again(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 2)
    connections._guards.clear()
    with contextlib.ExitStack() as lines:
        for _ in range(2):
            stream = lines.enter_context(door.knock(b"GET /stream HTTP/1.1\r\nhost: x\r\n\r\n"))
            assert b"first" in stream.recv(65_536)
        assert door.ask().startswith(b"HTTP/1.1 503 ")


def test_what_is_no_request_is_refused_in_words(door: Door) -> None:
    said = door.ask(b"\x16\x03\x01 no http\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"x-content-type-options: nosniff" in said


def test_who_asks_for_a_web_socket_is_answered_as_anybody_and_fills_no_log(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    said = door.ask(b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200 ")
    assert caplog.records == []
