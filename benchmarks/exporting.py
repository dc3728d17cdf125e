"""Exporting a study of a million judgements as the command line does it; fewer must take as much memory."""

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil

from benchmarks.material import STUDY, build_study, open_bench
from benchmarks.processes import ROOT
from benchmarks.table import Line, at_most, only
from jurybox.store import log, pool
from jurybox.store.imports import UNITS
from jurybox.store.people import memberships
from jurybox.store.statement import Run
from jurybox.studies.workbench import Workbench

SMALL, LARGE = 400_000, 1_000_000
RATERS = 10
SECONDS, RATIO = 10.0, 1.25
CHUNK = 20_000
LOOKS_S = 0.5
"""How often memory is looked at; oftener would take time from what is measured."""
COMMENTS = itertools.cycle(
    [None, None, None, "=looks like a formula", 'A long remark, with "quotes" and a\nline break.']
)
BEGUN_US = 1_770_000_000_000_000


class Ran(NamedTuple):
    seconds: float
    processor_s: float
    """What it took of a processor: beside other work the wall clock says little."""
    peak_mb: float
    """Of all its processes together."""


def measure(folder: Path) -> Iterator[Line]:
    small, large = (_export(_built(folder / f"of-{count}", count)) for count in (SMALL, LARGE))
    yield at_most(f"exporting {LARGE:,} judgements to CSV", large.seconds, SECONDS, " s")
    yield only("the same in processor time", large.processor_s, " s")
    yield only(f"memory of exporting {SMALL:,} judgements", small.peak_mb, " MB")
    yield only(f"memory of exporting {LARGE:,} judgements", large.peak_mb, " MB")
    yield at_most("memory with two and a half times the judgements", large.peak_mb / small.peak_mb, RATIO, " times")


def _built(folder: Path, judgements: int) -> Path:
    """A study whose units are all rated by every rater; the log is written in one go, as only a benchmark may."""
    build_study(folder, judgements // RATERS, RATERS)
    bench = open_bench(folder)
    try:
        _rate_all(bench)
    finally:
        bench.close()
    return folder


def _rate_all(bench: Workbench) -> None:
    units, members = bench.database.read(lambda run: (run.all(UNITS, study=1), memberships(run, 1)))
    pairs = [(n, member.id, unit) for n, (unit, member) in enumerate(itertools.product(units, members), 1)]
    for start in range(0, len(pairs), CHUNK):
        chunk = pairs[start : start + CHUNK]

        def write(run: Run, chunk: list[tuple[int, int, tuple[int, int, str, str]]] = chunk) -> None:
            run.many(pool.INSERT, (_assignment(*one) for one in chunk))
            run.many(log.APPEND, (_judgement(*one) for one in chunk))

        bench.database.write(write)


def _assignment(number: int, member: int, unit: tuple[int, int, str, str]) -> dict[str, object]:
    return {
        "uid": f"a{number}", "study": 1, "unit": unit[0], "item": unit[1], "member": member, "candidates": unit[3],
        "batch": 0, "position": number, "cursor": -1, "epoch": 0, "purpose": "rating", "repeat_of": None, "due": 0,
        "stages": "[0]", "stage": None, "shown": 0, "state": "done", "lease_until": None, "now": BEGUN_US,
    }  # fmt: skip


def _judgement(number: int, member: int, unit: tuple[int, int, str, str]) -> dict[str, object]:
    candidate = unit[3].strip("[]")
    at = BEGUN_US + number * 7_300_000
    return {
        "id": f"00000000-0000-7000-8000-{number:012x}", "study": 1, "assignment": number, "member": member, "stage": 0,
        "answers": f'{{"score":{{"{candidate}":{{"value":{number % 5 + 1},"by":"rater"}}}}}}', "cannot": None,
        "comment": next(COMMENTS), "supersedes": None, "standing": "counted", "protocol_hash": "0" * 64,
        "guideline_hash": "0" * 64, "channel": "browser", "answered_at": at, "received_at": at + 41_000,
        "elapsed_ms": 7_300,
    }  # fmt: skip


def _export(folder: Path) -> Ran:
    """The command in a process of its own, so that its memory is its own."""
    to = folder / "export.csv"
    begun, used = time.perf_counter(), os.times()
    command = [sys.executable, "-m", "jurybox.cli.main", "export", STUDY, "--to", str(to), "--data", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    watched, peak = psutil.Process(process.pid), 0.0
    while process.poll() is None:
        try:
            family = [watched, *watched.children(recursive=True)]
            peak = max(peak, sum(process.memory_info().rss for process in family) / 1e6)
        except psutil.NoSuchProcess:
            pass
        time.sleep(LOOKS_S)
    took, now = time.perf_counter() - begun, os.times()
    if process.wait() != 0 or not to.stat().st_size:
        raise RuntimeError("the export failed")
    to.unlink()
    processor = now.children_user + now.children_system - used.children_user - used.children_system
    return Ran(took, processor, peak)
