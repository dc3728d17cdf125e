"""A network between a browser and a server that fails on purpose: it passes on whole requests, or cuts them off."""

import random
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

BEFORE, AFTER, MIDDLE = "before it was sent", "after it was sent", "in the middle of the answer"
WAYS = (BEFORE, AFTER, MIDDLE)
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
KEPT_ALIVE = re.compile(rb"\r\nconnection: [^\r]*", re.IGNORECASE)
LONGEST_S = 30
Decide = Callable[[str], str | None]
"""How a request is cut, by its method and path; None: not at all."""


@dataclass
class Cuts:
    """Each request is cut in each way once, then goes through."""

    only: str = ""
    """What a request must match to be cut."""
    done: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: str) -> str | None:
        if not re.search(self.only, request):
            return None
        self.done[request] += 1
        return WAYS[self.done[request] - 1] if self.done[request] <= len(WAYS) else None


@dataclass
class CutByChance:
    share: float
    only: str = ""
    done: Counter[str] = field(default_factory=Counter)
    chance: random.Random = field(default_factory=lambda: random.Random("cuts"))

    def __call__(self, request: str) -> str | None:
        if not re.search(self.only, request) or self.chance.random() > self.share:
            return None
        self.done[request] += 1
        return self.chance.choice(WAYS)


@contextmanager
def cutting(port: int, decide: Decide) -> Iterator[int]:
    """The port of a network to the server at `port`."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        taking = threading.Thread(target=_take, args=(listening, port, decide), daemon=True)
        taking.start()
        yield int(listening.getsockname()[1])
        listening.shutdown(socket.SHUT_RDWR)
    taking.join()


def _take(listening: socket.socket, port: int, decide: Decide) -> None:
    with suppress(OSError):  # closed at the end
        while True:
            connection, _ = listening.accept()
            threading.Thread(target=_pass_on, args=(connection, port, decide), daemon=True).start()


def _pass_on(connection: socket.socket, port: int, decide: Decide) -> None:
    """One request to a connection: the next one is sent on another."""
    connection.settimeout(LONGEST_S)
    with connection, suppress(OSError):
        request = _read_request(connection)
        if not request:
            return
        method, path, _ = request.split(b"\r\n", 1)[0].decode().split(" ")
        way = decide(f"{method} {UUID.sub('…', path.partition('?')[0])}")
        if way == BEFORE:
            return
        answer = _answer_of(
            port, KEPT_ALIVE.sub(b"", request, count=1).replace(b"\r\n", b"\r\nconnection: close\r\n", 1)
        )
        if way is None:
            connection.sendall(answer)
        elif way == MIDDLE:
            head = answer.find(b"\r\n\r\n") + 4
            connection.sendall(
                answer[: head + (len(answer) - head) // 2] if len(answer) > head else answer[: head // 2]
            )


def _read_request(connection: socket.socket) -> bytes:
    read = b""
    while b"\r\n\r\n" not in read:
        if not (more := connection.recv(1 << 16)):
            return b""
        read += more
    head, _, body = read.partition(b"\r\n\r\n")
    length = int(found[1]) if (found := LENGTH.search(head)) else 0
    while len(body) < length and (more := connection.recv(1 << 16)):
        body += more
    return head + b"\r\n\r\n" + body


def _answer_of(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), LONGEST_S) as server:
        server.sendall(request)
        return b"".join(iter(lambda: server.recv(1 << 16), b""))
