"""How long the server takes to its first answer, once its data folder is there, and the command line to its help."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import processes
from benchmarks.material import build_study
from benchmarks.table import Line, at_most, only

UNITS = 10_000
GOAL = 1.2
HELP_GOAL = 0.2
ROUNDS = 5


def measure(folder: Path) -> Iterator[Line]:
    built = build_study(folder / "started", UNITS, 1)
    with processes.jurybox(built.folder):
        pass
    starts = []
    for _ in range(ROUNDS):
        with processes.jurybox(built.folder) as served:
            starts.append(served.start_s)
            memory = served.rss_mb
    yield at_most("second start of the server, until it answers", sorted(starts)[ROUNDS // 2], GOAL, " s")
    yield only("memory of the server after it", memory, " MB")
    helps = sorted(_help() for _ in range(ROUNDS + 1))
    yield at_most("`jurybox --help`", helps[ROUNDS // 2], HELP_GOAL, " s")


def _help() -> float:
    begun = time.perf_counter()
    command = [sys.executable, "-m", "jurybox.cli.main", "--help"]
    subprocess.run(command, cwd=processes.ROOT, env=processes.usual(), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun
