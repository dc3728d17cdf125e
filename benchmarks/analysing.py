"""`jurybox analyse` of a whole table, as a user starts it: reading, agreement, ranking with significance, raters."""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.table import Line, at_most, only
from benchmarks.watching import Ran, watch

ROWS, SYSTEMS, RATERS, PER_OUTPUT = 1_000_000, 20, 50, 3
MOST_SECONDS, MOST_MEGABYTES, TIMES_SLOWER = 6.0, 600.0, 12.0


def measure(folder: Path) -> Iterator[Line]:
    small, large = (write_ratings(folder / f"{rows}.csv", rows) for rows in (ROWS // 10, ROWS))
    run(small)  # the first start reads Python's files from the disk
    few, many = run(small), run(large)
    name = f"`jurybox analyse` of a CSV of {ROWS:,} rows, {SYSTEMS} systems, {RATERS} raters"
    yield at_most(name, many.seconds, MOST_SECONDS, " s")
    yield only("processor time of it", many.cpu, " s CPU")
    yield at_most("memory of it", many.megabytes, MOST_MEGABYTES, " MB")
    yield at_most("10 times the rows take", many.cpu / few.cpu, TIMES_SLOWER, " times as long")


def write_ratings(path: Path, rows: int, seed: int = 1) -> Path:
    """Three raters for every output, drawn from fifty; good systems, hard items, severe raters."""
    chance = np.random.default_rng(seed)
    items = rows // SYSTEMS // PER_OUTPUT
    output = np.repeat(np.arange(items * SYSTEMS), PER_OUTPUT)
    item, system = output // SYSTEMS, output % SYSTEMS
    rater = (
        chance.integers(0, RATERS, items * SYSTEMS).repeat(PER_OUTPUT) + np.tile([0, 7, 19], items * SYSTEMS)
    ) % RATERS
    felt = 3 + system / SYSTEMS + chance.normal(0, 0.6, items)[item] + chance.normal(0, 0.4, RATERS)[rater]
    value = np.clip(np.rint(felt + chance.normal(0, 0.8, len(output))), 1, 5).astype(int)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["item", "system", "rater", "value"])
        table.writerows(
            (f"item-{i}", f"system {s}", f"rater{r}", v)
            for i, s, r, v in zip(item.tolist(), system.tolist(), rater.tolist(), value.tolist(), strict=True)
        )
    return path


def run(table: Path) -> Ran:
    return watch([sys.executable, "-m", "jurybox.cli.main", "analyse", str(table), "--json"])
