"""What a rater notices while the server is attacked: sign-ins, half requests and a huge header, all at once."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks import processes
from benchmarks.load import Plan, Result
from benchmarks.material import build_study, open_bench
from benchmarks.processes import ROOT, Served
from benchmarks.table import Line, at_most, only
from jurybox.studies.people import add_organiser

UNITS = 10_000
SECONDS = 5.0
ROUNDS = 3
WARM_UP_S = 0.5
GOAL = 3.0


def measure(folder: Path) -> Iterator[Line]:
    """Quiet and attacked in turn, and of each the round with the median in the middle: noise hits both alike."""
    built = build_study(folder / "study", UNITS, 1)
    with closing(open_bench(built.folder)) as bench:
        add_organiser(bench, "Ada", "a long password")
    with processes.jurybox(built.folder) as served:
        rounds = [_round(served, built.tokens) for _ in range(ROUNDS)]
    quiet, attacked = (sorted(found, key=lambda one: one.median_ms)[ROUNDS // 2] for found in zip(*rounds, strict=True))
    yield only("one rater, next + submit joined, quiet", quiet.per_second, " judgements/s", quiet)
    name = "the same under attack: 24 sign in, 300 half requests, headers of 80 MB"
    yield only(name, attacked.per_second, " judgements/s", attacked)
    yield at_most("a rater's median under attack / quiet", attacked.median_ms / quiet.median_ms, GOAL, "")


def _round(served: Served, tokens: list[str]) -> tuple[Result, Result]:
    quiet = _rate(served, tokens)
    with _attackers(served):
        time.sleep(WARM_UP_S)
        return quiet, _rate(served, tokens)


def _rate(served: Served, tokens: list[str]) -> Result:
    plan = Plan(served.port, [served.process.pid], tokens, joined=True, loops=2_000, seconds=SECONDS)
    return processes.play(plan)


@contextmanager
def _attackers(served: Served) -> Iterator[None]:
    seconds = str(WARM_UP_S + SECONDS + 2)
    command = [sys.executable, "-m", "benchmarks.attackers", str(served.port), seconds]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)
