"""A real server process that tests end and start again; each is ended by its own id."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.material import build_study
from benchmarks.processes import free_port, wait_until_healthy

LONGEST_END_S = 60


@dataclass
class Server:
    """`jurybox serve` on one folder and one port, as often as wanted."""

    folder: Path
    database: str | None = None
    before: Sequence[str | Path] = ()
    """What the command is run under."""
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        more = ["--database", self.database] if self.database else []
        command = [sys.executable, "-m", "jurybox.cli.main", "serve"]
        command += ["--data", str(self.folder), "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen([*self.before, *command, *more], stdout=log, stderr=log, env=_environment())
        wait_until_healthy(self.process, self.port)

    @property
    def pid(self) -> int:
        """The server's own process, also where it runs under something else."""
        assert self.process is not None
        children = psutil.Process(self.process.pid).children() if self.before else []
        return children[0].pid if children else self.process.pid

    def kill(self) -> None:
        """kill -9."""
        psutil.Process(self.pid).kill()
        self._wait()

    def end(self) -> int:
        """Ask it to end, and wait; its exit status."""
        if self.process is not None and self.process.poll() is None:
            psutil.Process(self.pid).terminate()
        return self._wait()

    def _wait(self) -> int:
        assert self.process is not None
        return self.process.wait(LONGEST_END_S)

    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")}


@contextmanager
def server_of_study(
    folder: Path, units: int, raters: int, database: str | None = None, before: Sequence[str | Path] = ()
) -> Iterator[tuple[Server, list[str]]]:
    """A running server with one open study, and its raters' tokens."""
    built = build_study(folder, units, raters, database)
    server = Server(built.folder, database, before)
    try:
        server.start()
        yield server, built.tokens
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
