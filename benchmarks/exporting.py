"""Exporting a study of a million judgements as the command line does it; fewer must take as much memory."""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.material import STUDY, build_study, open_bench
from benchmarks.table import Line, at_most, only
from benchmarks.watching import Ran, watch
from jurybox.core import Answer, Assignment, Judgement, Standing
from jurybox.store import Run, assignments, log, people, units
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
    found, members = bench.database.read(lambda run: (units.units_of(run, 1), people.memberships(run, 1)))
    pairs = [(n, member.id, unit) for n, (unit, member) in enumerate(itertools.product(found, members), 1)]
    for start in range(0, len(pairs), CHUNK):

        def write(run: Run, chunk: list[tuple[int, int, units.UnitRow]] = pairs[start : start + CHUNK]) -> None:
            for number, member, unit in chunk:
                assignments.add(run, _assignment(number, member, unit), study=1, epoch=0, now=BEGUN_US)
                log.append(run, _judgement(number, unit), study=1, member=member, numbers=())

        bench.database.write(write)


def _assignment(number: int, member: int, unit: units.UnitRow) -> Assignment:
    return Assignment(
        id=0, uid=f"a{number}", unit=unit.id, item=unit.item, membership=member, candidates=unit.candidates, batch=0,
        position=number, purpose="rating", repeat_of=None, due=0, stages=[0], stage=None, shown=0, state="done",
        lease_until=None,
    )  # fmt: skip


def _judgement(number: int, unit: units.UnitRow) -> Judgement:
    answer = Answer(value=number % 5 + 1, by="rater")
    at = BEGUN_US + number * 7_300_000
    return Judgement(
        id=f"00000000-0000-7000-8000-{number:012x}", assignment=number, stage=0,
        answers={"score": {str(unit.candidates[0]): answer}}, cannot=None, comment=next(COMMENTS), supersedes=None,
        standing=Standing.COUNTED, protocol_hash="0" * 64, guideline_hash="0" * 64, channel="browser", answered_at=at,
        received_at=at + 41_000, elapsed_ms=7_300,
    )  # fmt: skip


def _export(folder: Path) -> Ran:
    to = folder / "export.csv"
    ran = watch([
        sys.executable, "-m", "jurybox.cli.main", "export", STUDY, "--to", str(to), "--data", str(folder),
    ])  # fmt: skip
    to.unlink()
    return ran
