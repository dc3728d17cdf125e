"""Opening the workbench for one command. Time and chance are made here."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jurybox.cli.config import Config
from jurybox.core.errors import NotFound

if TYPE_CHECKING:
    from jurybox.studies.workbench import Workbench


@contextmanager
def workbench(config: Config, make: bool = False) -> "Iterator[Workbench]":
    """The data folder, closed at the end. Only commands that put something into it make one."""
    from jurybox.studies.workbench import World, open_workbench

    if not make and not (config.data / "secret").is_file():
        raise NotFound.of("folder.unknown", given=str(config.data))
    world = World(clock=lambda: time.time_ns() // 1000, timer=time.monotonic, random_bytes=os.urandom)
    bench = open_workbench(config.data, world, config.database)
    try:
        yield bench
    finally:
        bench.close()
