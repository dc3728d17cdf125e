"""32 raters at once: next unit and submit, durable, all checks on; beside it the same load on less of a server."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import processes
from benchmarks.load import Plan, Result
from benchmarks.material import STUDY, Built, build_study
from benchmarks.postgres import postgres
from benchmarks.processes import Served
from benchmarks.table import Line, at_least, only

CLIENTS = 32
UNITS = 10_000
ROUNDS = 3
LOOPS = 3_000
"""Judgements of one round and way; all rounds together stay below units times quorum, so nobody runs dry."""
SECONDS = 20.0
GOAL = 800
RATIO = 0.6
OF_BARE = 0.75
OF_SQLITE = 0.5
SEVERAL = (2, 4)


@dataclass(frozen=True, slots=True)
class Load:
    name: str
    served: Served
    tokens: list[str]
    base: str = f"/rate/{STUDY}"
    path: str = ""
    joined: bool = False

    def play(self) -> Result:
        pids = [self.served.process.pid]
        plan = Plan(
            self.served.port, pids, self.tokens, self.base, self.path, self.joined, loops=LOOPS, seconds=SECONDS
        )
        return processes.play(plan)


def measure(folder: Path) -> Iterator[Line]:
    built, compared = (build_study(folder / name, UNITS, CLIENTS) for name in ("study", "plain"))
    with processes.jurybox(built.folder) as ours, processes.plain(compared.folder) as plain:
        found = _rounds([
            Load("ours", ours, built.tokens), Load("joined", ours, built.tokens, joined=True),
            Load("stripped", plain, built.tokens),
            Load("usual", plain, built.tokens, base="/usual/bench"),
            Load("bare", plain, built.tokens, base="/bare/bench"),
            Load("nothing", plain, built.tokens, path="/nothing"), Load("fsync", plain, built.tokens, path="/fsync"),
        ])  # fmt: skip
    rates = {name: result.per_second for name, result in found.items()}
    name = f"{CLIENTS} raters, {UNITS:,} units, next + submit: SQLite"
    yield at_least(f"{name}, in two requests", rates["ours"], GOAL, " judgements/s", found["ours"])
    yield at_least(f"{name}, joined, as the page does", rates["joined"], GOAL, " judgements/s", found["joined"])
    refused = sum(sum(found[way].refused.values()) for way in ("ours", "joined"))
    yield Line("requests refused meanwhile", str(refused), "0", not refused)
    yield only(
        "the same load on a stripped pair of endpoints in the same server", rates["stripped"], "/s", found["stripped"]
    )
    yield only("the same pair as FastAPI endpoints with typed models", rates["usual"], "/s", found["usual"])
    yield at_least("ours in two requests / stripped pair of FastAPI", rates["ours"] / rates["usual"], RATIO, "")
    yield at_least("ours joined / stripped pair", rates["joined"] / rates["stripped"], RATIO, "")
    yield at_least("ours in two requests / stripped pair", rates["ours"] / rates["stripped"], RATIO, "")
    yield only("the same load on a bare pair: plain Starlette, two bare tables", rates["bare"], "/s", found["bare"])
    yield at_least("ours joined / bare pair", rates["joined"] / rates["bare"], OF_BARE, "")
    yield only("the same clients on a FastAPI endpoint that does nothing", rates["nothing"], "/s", found["nothing"])
    yield only("the same clients on an endpoint with one fsync", rates["fsync"], "/s", found["fsync"])


def _rounds(loads: list[Load]) -> dict[str, Result]:
    """Each load in turn, several times, and of each the round with the median rate: noise hits all alike."""
    found: dict[str, list[Result]] = {load.name: [] for load in loads}
    for _ in range(ROUNDS):
        for load in loads:
            found[load.name].append(load.play())
    return {name: _typical(results) for name, results in found.items()}


def _typical(results: list[Result]) -> Result:
    middle = median(result.per_second for result in results)
    return min(results, key=lambda result: abs(result.per_second - middle))


def measure_postgres(folder: Path) -> Iterator[Line]:
    """The same on PostgreSQL, where there is one, with fsync on; beside SQLite, then with several processes."""
    with postgres() as address:
        built: Built = build_study(folder / "on-postgres", 2 * UNITS, CLIENTS, address)
        beside = build_study(folder / "on-sqlite", UNITS, CLIENTS)
        with processes.jurybox(built.folder, address) as ours, processes.jurybox(beside.folder) as sqlite:
            found = _rounds([
                Load("two", ours, built.tokens), Load("joined", ours, built.tokens, joined=True),
                Load("sqlite two", sqlite, beside.tokens), Load("sqlite joined", sqlite, beside.tokens, joined=True),
            ])  # fmt: skip
        many: dict[int, Result] = {1: found["joined"]}
        for count in SEVERAL:
            with processes.jurybox(built.folder, address, count) as several:
                many[count] = Load(f"{count}", several, built.tokens, joined=True).play()
    name = f"{CLIENTS} raters, {2 * UNITS:,} units, next + submit: PostgreSQL"
    yield only(f"{name}, in two requests", found["two"].per_second, " judgements/s", found["two"])
    yield only(f"{name}, joined, as the page does", found["joined"].per_second, " judgements/s", found["joined"])
    for way, words in (("two", "in two requests"), ("joined", "joined")):
        ratio = found[way].per_second / found[f"sqlite {way}"].per_second
        yield at_least(f"one process on PostgreSQL / SQLite in the same run, {words}", ratio, OF_SQLITE, "")
    for count, result in many.items():
        yield only(f"{count} server processes on PostgreSQL, joined", result.per_second, " judgements/s", result)
        yield only(f"{count} server processes on PostgreSQL: their processor time", result.server_ms, " ms a judgement")
