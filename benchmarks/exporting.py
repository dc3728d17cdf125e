"""Exporting a study of a million judgements as the command line does it; fewer must take as much memory."""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.material import STUDY, build_study, open_bench
from benchmarks.table import Line, at_most, only
from benchmarks.watching import Ran, watch
from jurybox.store import log, pool
from jurybox.store.imports import UNITS
from jurybox.store.people import memberships
from jurybox.store.statement import Run
from jurybox.studies.workbench import Workbench

SMALL, LARGE = 400_000, 1_000_000
RATERS = 10
SECONDS, RATIO = 10.0, 1.25
CHUNK = 20_000
COMMENTS = itertools.cycle(
    [None, None, None, "=looks like a formula", 'A long remark, with "quotes" and a\nline break.']
)
BEGUN_US = 1_770_000_000_000_000


def measure(folder: Path) -> Iterator[Line]:
    small, large = (_export(_built(folder / f"of-{count}", count)) for count in (SMALL, LARGE))
    yield at_most(f"exporting {LARGE:,} judgements to CSV", large.seconds, SECONDS, " s")
    yield only("the same in processor time", large.cpu, " s")
    yield only(f"memory of exporting {SMALL:,} judgements", small.megabytes, " MB")
    yield only(f"memory of exporting {LARGE:,} judgements", large.megabytes, " MB")
    yield at_most("memory with two and a half times the judgements", large.megabytes / small.megabytes, RATIO, " times")


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
    to = folder / "export.csv"
    ran = watch([
        sys.executable, "-m", "jurybox.cli.main", "export", STUDY, "--to", str(to), "--data", str(folder),
    ])  # fmt: skip
    to.unlink()
    return ran
