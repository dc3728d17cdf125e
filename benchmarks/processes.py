"""Processes of the benchmarks: servers under measurement and the load generator. Each is ended by its own id."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil

from benchmarks.load import Plan, Result

ROOT = Path(__file__).parents[1]
LONGEST_START_S = 60.0


@dataclass(frozen=True, slots=True)
class Served:
    process: subprocess.Popen[bytes]
    port: int
    start_s: float
    """Seconds from the command to the first answer."""

    @property
    def rss_mb(self) -> float:
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1e6


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def jurybox(folder: Path, database: str | None = None, workers: int = 1) -> Iterator[Served]:
    """The product, started by its own command."""
    more = ["--database", database] if database else []
    more += ["--workers", str(workers)] if workers > 1 else []
    port = free_port()
    with serving(
        ["-m", "jurybox.cli.main", "serve", "--data", str(folder), "--port", str(port), *more], port
    ) as served:
        yield served


@contextmanager
def plain(folder: Path) -> Iterator[Served]:
    """The endpoints of comparison."""
    port = free_port()
    with serving(["-m", "benchmarks.plain", str(folder), str(port)], port) as served:
        yield served


@contextmanager
def serving(arguments: list[str], port: int) -> Iterator[Served]:
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, env=usual())
    try:
        wait_until_healthy(process, port)
        yield Served(process, port, time.perf_counter() - begun)
    finally:
        process.terminate()
        process.wait(30)


def usual() -> dict[str, str]:
    """The environment of a usual installation, where Python keeps what it has compiled."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def wait_until_healthy(process: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.perf_counter() + LONGEST_START_S
    while time.perf_counter() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=LONGEST_START_S):
                return
        except OSError:
            time.sleep(0.01)
    raise RuntimeError(f"the server did not answer within {LONGEST_START_S:.0f} s")


def play(plan: Plan) -> Result:
    """Run the load generator to its end."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load"], input=msgspec.json.encode(plan), stdout=subprocess.PIPE, cwd=ROOT,
        check=True, timeout=plan.seconds + 120,
    )  # fmt: skip
    return msgspec.json.decode(done.stdout, type=Result)
