"""A PostgreSQL for one benchmark: durable, unlike the one for tests, and gone afterwards."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fixtures.postgres import LOCALE, address, as_server, reachable
from tests.fixtures.tools import tool

SETTINGS = "-c listen_addresses='' -c max_connections=100"


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database. LookupError when there are no programs to run it."""
    with tempfile.TemporaryDirectory(prefix="jurybox-pg-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        programs = reachable(tool("JURYBOX_TEST_PG_BIN"), folder)
        data, log = folder / "data", folder / "log"
        as_server(programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", LOCALE)
        as_server(programs / "pg_ctl", "-D", data, "-w", "-l", log, "-o", f"{SETTINGS} -k {folder}", "start")
        try:
            yield address(folder, "postgres")
        finally:
            as_server(programs / "pg_ctl", "-D", data, "-w", "-m", "fast", "stop")
