"""Opening the workbench for one command. Time and chance are made here."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jurybox.cli.config import Config
from jurybox.core import Busy, JuryboxError, NotFound, Refused

if TYPE_CHECKING:
    from jurybox.studies import Workbench

DRIVERS = ("sqlite3", "psycopg", "sqlalchemy")
"""Where the faults of a database come from that can't be reached or is none."""
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CORRUPT_INDEX", "SQLITE_CORRUPT_VTAB")
"""What SQLite calls a file whose pages make no sense."""


@contextmanager
def workbench(config: Config, make: bool = False) -> "Iterator[Workbench]":
    """The data folder, closed at the end. Only commands that put something into it make one."""
    from jurybox.studies import World, open_media, open_workbench

    if not make and not any((config.data / name).is_file() for name in ("secret", "jurybox.db")):
        raise NotFound.of("folder.unknown", given=str(config.data))
    world = World(clock=lambda: time.time_ns() // 1000, timer=time.monotonic, random_bytes=os.urandom)
    try:
        media = open_media(config.data, config.media, config.media_copies_mb)
        bench = open_workbench(config.data, world, config.database, media)
    except PermissionError as error:
        raise Refused.of("folder.not_writable", given=str(config.data)) from error
    except Busy as error:  # PostgreSQL that does not answer, after several tries
        raise _not_opened(str(error.faults[0].given or "it is busy"), config.database) from error
    except Exception as error:
        if type(error).__module__.startswith(DRIVERS):
            raise _not_opened(str(error), config.database) from error
        raise
    try:
        yield bench
    except Exception as error:
        if getattr(error, "sqlite_errorname", "") in DAMAGED:
            raise Refused.of("store.damaged", reason=str(error)) from error
        raise
    finally:
        bench.close()


def _not_opened(reason: str, address: str | None) -> JuryboxError:
    """The driver may repeat the address it was given, and that may hold a password."""
    from jurybox.studies import hide_passwords

    return Refused.of("store.not_opened", reason=hide_passwords(reason.splitlines()[0].rstrip("."), address))
