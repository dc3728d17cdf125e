"""One rater in a small study and in a huge one: next and submit must take the same time.

Both servers run at once and are measured in turn, so that what else the machine does hits both alike.
"""

from collections.abc import Iterator
from pathlib import Path

from benchmarks import processes
from benchmarks.grown import Took, grow
from benchmarks.load import Plan, Result
from benchmarks.material import add_rater, build_study, open_bench
from benchmarks.postgres import postgres
from benchmarks.processes import Served
from benchmarks.table import Line, at_most, only

SMALL, LARGE = 1_000, 1_000_000
ROUNDS, WARM_UP, LOOPS = 5, 20, 100
RATIO = 1.2
SECONDS, MEGABYTES = 20.0, 600.0
"""For a million rows or units."""


def measure(folder: Path) -> Iterator[Line]:
    small = build_study(folder / f"of-{SMALL}", SMALL, 1)
    large = folder / f"of-{LARGE}"
    yield from _grown(grow(large, LARGE))
    bench = open_bench(large)
    try:
        token = add_rater(bench, "Rater")
    finally:
        bench.close()
    with processes.jurybox(small.folder) as one, processes.jurybox(large) as other:
        found = [(_play(one, small.tokens), _play(other, [token])) for _ in range(ROUNDS)]
    first, second = (sorted(results, key=lambda r: r.median_ms)[ROUNDS // 2] for results in zip(*found, strict=True))
    yield only(f"one rater, next + submit at {SMALL:,} units", first.median_ms, " ms", first)
    yield only(f"one rater, next + submit at {LARGE:,} units", second.median_ms, " ms", second)
    yield at_most(f"median at {LARGE:,} / median at {SMALL:,}", second.median_ms / first.median_ms, RATIO, "")


def measure_postgres(folder: Path) -> Iterator[Line]:
    with postgres() as address:
        yield from _grown(grow(folder / "on-postgres", LARGE, address), " on PostgreSQL")


def _grown(took: dict[str, Took], where: str = "") -> Iterator[Line]:
    for step, name in (("import", f"importing {LARGE:,} rows"), ("open", f"opening a study of {LARGE:,} units")):
        yield at_most(f"{name}{where}", took[step].seconds, SECONDS, " s")
        yield only(f"processor time of {name}{where}", took[step].processor_s, " s CPU")
        yield at_most(f"memory for {name}{where}", took[step].peak_mb, MEGABYTES, " MB")


def _play(served: Served, tokens: list[str]) -> Result:
    plan = Plan(served.port, [served.process.pid], tokens, warm_up=WARM_UP, loops=LOOPS, seconds=60)
    return processes.play(plan)
