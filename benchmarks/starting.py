"""How long the server takes to its first answer, once its data folder is there."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks import processes
from benchmarks.material import build_study
from benchmarks.table import Line, at_most, only

UNITS = 10_000
GOAL = 2.0


def measure(folder: Path) -> Iterator[Line]:
    built = build_study(folder / "started", UNITS, 1)
    with processes.jurybox(built.folder):
        pass
    starts = []
    for _ in range(3):
        with processes.jurybox(built.folder) as served:
            starts.append(served.start_s)
            memory = served.rss_mb
    yield at_most("second start of the server, until it answers", sorted(starts)[1], GOAL, " s")
    yield only("memory of the server after it", memory, " MB")
