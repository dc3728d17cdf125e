"""What is rated in the benchmarks: tables of made-up sentences, and studies made of them as the product makes them."""

import csv
import os
import random
import time
from dataclasses import dataclass
from pathlib import Path

from jurybox.studies.lifecycle import create
from jurybox.studies.lifecycle.protocols import find_protocol
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench, World, open_workbench

STUDY = "bench"
SYSTEMS = 5
WORDS = "the a of system report text output model quick fox river council city said that new budget over market".split()  # noqa: SIM905
WORLD = World(lambda: time.time_ns() // 1000, time.perf_counter, os.urandom)


@dataclass(frozen=True, slots=True)
class Built:
    folder: Path
    tokens: list[str]
    import_s: float
    open_s: float


def write_table(path: Path, rows: int, seed: int = 7) -> Path:
    """A CSV of `rows` outputs, five systems for each item, no two outputs alike."""
    chance = random.Random(seed)

    def sentence() -> str:
        return " ".join(chance.choices(WORDS, k=20)).capitalize() + "."

    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "system", "language", "source", "output"])
        for n in range(rows):
            if n % SYSTEMS == 0:
                source = sentence()
            table.writerow([f"i{n // SYSTEMS}", f"s{n % SYSTEMS}", "German", source, f"[{n}] {sentence()}"])
    return path


def open_bench(folder: Path, database: str | None = None) -> Workbench:
    return open_workbench(folder, WORLD, database)


def create_draft(bench: Workbench, quorum: int = 2) -> None:
    create.create_study(
        bench, find_protocol("translation"), create.StudyDraft(STUDY, "Benchmark", {"quorum": quorum}, "bench")
    )


def build_study(folder: Path, units: int, people: int, database: str | None = None, is_new: bool = True) -> Built:
    """An open study of the protocol `translation`, quorum 2, with that many units and raters."""
    folder.mkdir(parents=True, exist_ok=True)
    table = write_table(folder / "items.csv", units)
    bench = open_bench(folder, database)
    try:
        if is_new:
            create_draft(bench)
        begun = time.perf_counter()
        create.import_items(bench, STUDY, create.ItemFiles([table]))
        imported = time.perf_counter()
        create.open_study(bench, STUDY)
        opened = time.perf_counter()
        tokens = [add_rater(bench, f"Rater {n}") for n in range(people)]
    finally:
        bench.close()
    table.unlink()
    return Built(folder, tokens, imported - begun, opened - imported)


def build_draft(folder: Path, units: int) -> None:
    """A draft of the protocol `translation` with that many units."""
    folder.mkdir(parents=True, exist_ok=True)
    table = write_table(folder / "items.csv", units)
    bench = open_bench(folder)
    try:
        create_draft(bench)
        create.import_items(bench, STUDY, create.ItemFiles([table]))
    finally:
        bench.close()
    table.unlink()


def add_rater(bench: Workbench, name: str) -> str:
    """A new rater's token."""
    return raters.add_rater(bench, STUDY, name).path.partition("#")[2]
