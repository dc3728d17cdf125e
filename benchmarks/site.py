"""The organiser's pages on a large study, and what open streams of live numbers cost the raters beside them."""

import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import psutil

from benchmarks import processes
from benchmarks.load import Plan, Result
from benchmarks.material import STUDY, build_study, open_bench
from benchmarks.processes import Served
from benchmarks.rated import build_rated
from benchmarks.table import Line, at_most, only
from jurybox.studies.people import organisers
from jurybox.studies.results import RESULT_PARTS

UNITS = 100_000
RATED = 0.99
LOOKS = 5
LONGEST_WORK_S = 600.0
GOAL_MS = 100.0
PASSWORD = "only for the benchmark"
HOME = f"/studies/{STUDY}"
PAGES = {
    "overview": HOME,
    "raters": f"{HOME}/raters",
    "all links": f"{HOME}/raters/links",
    "one rater": f"{HOME}/raters/R3",
    "pay sheet": f"{HOME}/pay",
    "items": f"{HOME}/items",
    "disputed items": f"{HOME}/items?filter=disputed",
    "items somebody could not judge": f"{HOME}/items?filter=cannot",
    "items of the inbox": f"{HOME}/items?filter=inbox",
    "withdrawn items": f"{HOME}/items?filter=withdrawn",
    "items far down the list": f"{HOME}/items?after=i15000",
    "items with a word": f"{HOME}/items?text=budget",
    "items with a word that is not there": f"{HOME}/items?text=zebra",
    "one item": f"{HOME}/item?key=i9",
    "disputes": f"{HOME}/disputes",
    "questions": f"{HOME}/questions",
    "guideline": f"{HOME}/guideline?lang=en",
    **{f"results, {part}": f"{HOME}/results/{part}" for part in RESULT_PARTS},
    "settings": f"{HOME}/settings",
    "all studies": "/studies",
    "its description as JSON": f"/api{HOME}",
    "its progress as JSON": f"/api{HOME}/progress",
    "a page of items as JSON": f"/api{HOME}/items",
    "a page of disputes as JSON": f"/api{HOME}/disputes",
    "its history as JSON": f"/api{HOME}/history",
    "what would go wrong as JSON": f"/api{HOME}/check",
    "pay sheet as JSON": f"/api{HOME}/raters/pay",
}
STREAMS = 200
CLIENTS = 32
POOL = 20_000
"""Units with two places each: all rounds together must not empty the pool."""
LOOPS = 3_000
ROUNDS = 6
MOST_COST = 0.05


def measure(folder: Path) -> Iterator[Line]:
    build_rated(folder / "large", UNITS, RATED)
    with processes.jurybox(with_organiser(folder / "large")) as served:
        cookie = sign_in(served)
        _wait_for_worker(served, cookie)
        for name, path in PAGES.items():
            wall, cpu = _look(served, cookie, path)
            label = f"{UNITS:,} units, {UNITS * 3:,} judgements, page: {name}"
            yield at_most(f"{label}, processor time of the server", cpu, GOAL_MS, " ms")
            yield only(f"{label}, until it was there", wall, " ms")
    yield from _streams(folder)


def _streams(folder: Path) -> Iterator[Line]:
    built = build_study(folder / "streams", POOL, CLIENTS)
    with processes.jurybox(with_organiser(built.folder)) as served:
        cookie = sign_in(served)
        without, beside = [], []
        for n in range(2 * ROUNDS):
            if n % 4 in (0, 3):  # without, with, with, without: what grows with time falls on both
                without.append(_load(served, built.tokens))
                continue
            with ExitStack() as opened:
                for _ in range(STREAMS):
                    opened.enter_context(_stream(served, cookie))
                beside.append(_load(served, built.tokens))
        with ExitStack() as opened:
            for _ in range(STREAMS):
                opened.enter_context(_stream(served, cookie))
            time.sleep(3)
            idle = processor_of(served)
            time.sleep(5)
            used = processor_of(served) - idle
            yield only(f"{STREAMS} open streams when nothing changes, processor", used / 50, " %")
    yield from _costs(without, beside)


def _costs(without: list[Result], beside: list[Result]) -> Iterator[Line]:
    """Rounds are compared in pairs, one after the other: what the machine does beside falls on both."""
    rates = [statistics.median(result.per_second for result in results) for results in (without, beside)]
    yield only(f"{CLIENTS} raters without streams", rates[0], " judgements/s")
    yield only(f"{CLIENTS} raters beside {STREAMS} open streams", rates[1], " judgements/s")
    pairs = list(zip(without, beside, strict=True))
    slower = statistics.median(1 - b.per_second / a.per_second for a, b in pairs)
    yield at_most("cost of the streams", max(0.0, slower), MOST_COST, " of the judgements")
    more = statistics.median(b.server_ms / a.server_ms - 1 for a, b in pairs)
    yield at_most("the same in processor time of the server for a judgement", max(0.0, more), MOST_COST, " more")


def with_organiser(folder: Path) -> Path:
    bench = open_bench(folder)
    try:
        organisers.add_organiser(bench, "Bench", PASSWORD)
    finally:
        bench.close()
    return folder


def sign_in(served: Served) -> str:
    connection = HTTPConnection("127.0.0.1", served.port)
    origin = f"http://127.0.0.1:{served.port}"
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": origin}
    connection.request("POST", "/sign-in", f"name=Bench&password={PASSWORD.replace(' ', '+')}", headers)
    answer = connection.getresponse()
    assert answer.status == 303, answer.read()
    return (answer.headers["set-cookie"] or "").partition(";")[0]


def _look(served: Served, cookie: str, path: str) -> tuple[float, float]:
    """Milliseconds until a page is there, and of the server's processor, the median of several looks."""
    walls, cpus = [], []
    for _ in range(LOOKS):
        begun, used = time.perf_counter(), processor_of(served)
        _get(served, cookie, path)
        walls.append((time.perf_counter() - begun) * 1000)
        cpus.append(processor_of(served) - used)
        time.sleep(2.1)  # what is kept for a moment is to be counted again
    return statistics.median(walls), statistics.median(cpus)


def _wait_for_worker(served: Served, cookie: str) -> None:
    """What the worker computes is asked for by the first look; pages are measured with it there."""
    for path in (f"{HOME}/disputes", f"{HOME}/results"):
        _get(served, cookie, path)
    deadline = time.perf_counter() + LONGEST_WORK_S
    while b'"state":"fresh"' not in _get(served, cookie, f"/api{HOME}/findings") or not _has_disputes(served, cookie):
        if time.perf_counter() > deadline:
            raise LookupError("the worker was not ready in time")
        time.sleep(2)


def _has_disputes(served: Served, cookie: str) -> bool:
    return b'"is_fresh":true' in _get(served, cookie, f"/api{HOME}/disputes")


def _get(served: Served, cookie: str, path: str) -> bytes:
    connection = HTTPConnection("127.0.0.1", served.port)
    connection.request("GET", path, headers={"cookie": cookie, "accept": "text/html"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, (path, answer.status)
    return body


def processor_of(served: Served) -> float:
    """Milliseconds of the processor; by threads where the system says it in nanoseconds and not in hundredths."""
    threads = Path(f"/proc/{served.process.pid}/task").glob("*/schedstat")
    nanoseconds = [int(thread.read_text().split()[0]) for thread in threads]
    if nanoseconds:
        return sum(nanoseconds) / 1e6
    times = psutil.Process(served.process.pid).cpu_times()
    return float(times.user + times.system) * 1000


def _stream(served: Served, cookie: str) -> socket.socket:
    """An open stream whose events nobody reads: the kernel keeps them."""
    opened = socket.create_connection(("127.0.0.1", served.port))
    opened.sendall(f"GET {HOME}/live HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n\r\n".encode())
    assert b" 200 " in opened.recv(64)
    return opened


def _load(served: Served, tokens: list[str]) -> Result:
    return processes.play(Plan(served.port, [served.process.pid], tokens, joined=True, loops=LOOPS))
