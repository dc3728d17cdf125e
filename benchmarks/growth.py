"""One rater in a small study and in a huge one: next and submit must take the same time.

Both servers run at once and are measured in turn, so that what else the machine does hits both alike.
"""

from collections.abc import Iterator
from pathlib import Path

from benchmarks import processes
from benchmarks.load import Plan, Result
from benchmarks.material import Built, build_study
from benchmarks.processes import Served
from benchmarks.table import Line, at_most, only

SMALL, LARGE = 1_000, 1_000_000
ROUNDS, WARM_UP, LOOPS = 5, 20, 100
RATIO = 1.2


def measure(folder: Path) -> Iterator[Line]:
    small, large = (build_study(folder / f"of-{units}", units, 1) for units in (SMALL, LARGE))
    yield only(f"importing {LARGE:,} rows", large.import_s, " s")
    yield only(f"opening a study of {LARGE:,} units", large.open_s, " s")
    with processes.jurybox(small.folder) as one, processes.jurybox(large.folder) as other:
        found = [(_play(one, small), _play(other, large)) for _ in range(ROUNDS)]
    first, second = (sorted(results, key=lambda r: r.median_ms)[ROUNDS // 2] for results in zip(*found, strict=True))
    yield only(f"one rater, next + submit at {SMALL:,} units", first.median_ms, " ms", first)
    yield only(f"one rater, next + submit at {LARGE:,} units", second.median_ms, " ms", second)
    yield at_most(f"median at {LARGE:,} / median at {SMALL:,}", second.median_ms / first.median_ms, RATIO, "")


def _play(served: Served, built: Built) -> Result:
    plan = Plan(served.port, [served.process.pid], built.tokens, warm_up=WARM_UP, loops=LOOPS, seconds=60)
    return processes.play(plan)
