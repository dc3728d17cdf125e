"""Attackers, a process of their own: `python -m benchmarks.attackers PORT SECONDS`. Only ever of this machine."""

import asyncio
import contextlib
import sys
import time

from benchmarks.connection import Connection

SIGNING_IN = 24
HALF_OPEN = 300
HEADER_BYTES = 80_000_000
HOST = "127.0.0.1"


async def sign_in(port: int, number: int, end: float) -> None:
    """Guess passwords as fast as the server answers."""
    tries = 0
    while time.perf_counter() < end:
        tries += 1
        body = f"name=Ada&password=guess+{number}+{tries}".encode()
        head = f"POST /sign-in HTTP/1.1\r\nhost: {HOST}:{port}\r\ncontent-type: application/x-www-form-urlencoded\r\n"
        with contextlib.suppress(OSError):
            connection = await Connection.to(port)
            while time.perf_counter() < end:
                await connection.send(head.encode() + b"content-length: %d\r\n\r\n%b" % (len(body), body))


async def half_open(port: int, end: float) -> None:
    """Begin a request and never end it; come again when the server ends the connection."""
    while time.perf_counter() < end:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(), max(0.0, end - time.perf_counter()))
            writer.close()


async def large_header(port: int, end: float) -> None:
    """One header after the other, each of 80 MB unless the server ends it."""
    piece = b"y" * 1_000_000
    while time.perf_counter() < end:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port)
            writer.write(b"GET / HTTP/1.1\r\nx: ")
            for _ in range(HEADER_BYTES // len(piece)):
                writer.write(piece)
                await writer.drain()
            writer.close()
        await asyncio.sleep(0.2)


async def attack(port: int, seconds: float) -> None:
    end = time.perf_counter() + seconds
    await asyncio.gather(
        *(sign_in(port, number, end) for number in range(SIGNING_IN)),
        *(half_open(port, end) for _ in range(HALF_OPEN)),
        large_header(port, end),
    )


if __name__ == "__main__":
    import uvloop

    uvloop.run(attack(int(sys.argv[1]), float(sys.argv[2])))
