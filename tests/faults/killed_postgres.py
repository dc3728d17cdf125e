"""A durable PostgreSQL of its own, since it is going to be killed."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from tests.fixtures.postgres import LOCALE, address, as_server, reachable, short_folder
from tests.fixtures.tools import tool


class Postgres:
    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.programs = reachable(tool("JURYBOX_TEST_PG_BIN"), folder)
        more = ("-A", "trust", "-E", "UTF8", "--locale", LOCALE)
        as_server(self.programs / "initdb", "-D", self.data, "-U", "postgres", *more)

    @property
    def address(self) -> str:
        return address(self.folder, "postgres")

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder}"
        as_server(self.programs / "pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def kill(self) -> None:
        """kill -9 of all its processes."""
        postmaster = psutil.Process(int((self.data / "postmaster.pid").read_text().splitlines()[0]))
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):  # it went with its parent
                process.kill()
        psutil.wait_procs(processes, timeout=30)

    def stop(self) -> None:
        as_server(self.programs / "pg_ctl", "-D", self.data, "-w", "-m", "immediate", "stop")


@contextlib.contextmanager
def killed_postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="jurybox-pg-", dir=short_folder(), ignore_cleanup_errors=True) as name:
        made = Postgres(Path(name))
        made.start()
        yield made
        made.stop()
