"""A real server process, started the way a person starts it."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from jurybox.studies.workbench import Workbench

READY = re.compile(r"Jurybox is at (http://[^,\s]+)")


@dataclass
class Served:
    url: str
    process: "subprocess.Popen[str]"
    errors: IO[str]

    def stop(self) -> int:
        """End it as Ctrl+C does; its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)

    def log(self) -> str:
        self.errors.seek(0)
        return self.errors.read()


@contextmanager
def served(bench: Workbench, *options: str) -> Iterator[Served]:
    """`jurybox serve` on the data of a workbench, at a port of its own."""
    command = [sys.executable, "-m", "jurybox.cli.main", "serve", "--port", "0", "--data", str(bench.folder), *options]
    own = {"JURYBOX_DATABASE": bench.database.address} if bench.database.dialect == "postgresql" else {}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")}
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, env={**clean, **own, "PYTHONUNBUFFERED": "1"}, cwd=Path(bench.folder), text=True,
            stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
        assert process.stdout is not None
        with process.stdout:
            try:
                yield Served(_address(process.stdout, errors), process, errors)
            finally:
                process.kill()
                process.wait()


def _address(output: IO[str], errors: IO[str]) -> str:
    for line in output:
        if found := READY.search(line):
            return found[1]
    errors.seek(0)
    raise AssertionError(f"the server did not start: {errors.read()}")
