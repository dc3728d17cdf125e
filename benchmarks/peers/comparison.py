"""A whole run: the programs, how much is asked of them, and the table of what was found."""

import asyncio
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.machine import describe
from benchmarks.peers.doccano import Doccano
from benchmarks.peers.driver import Entry, Plan, Run, Size
from benchmarks.peers.jurybox import Jurybox
from benchmarks.peers.label_studio import LabelStudio
from benchmarks.peers.measures import measures
from benchmarks.peers.pearmut import Pearmut, PearmutPool
from benchmarks.peers.peer import Peer
from benchmarks.peers.potato import Potato
from benchmarks.peers.table import Column, markdown
from benchmarks.table import Line, at_least

PEERS: dict[str, tuple[type[Peer], ...]] = {
    "pearmut": (Pearmut, PearmutPool),
    "label-studio": (LabelStudio,),
    "doccano": (Doccano,),
    "potato": (Potato,),
}
SMALL = Size(1_000, alone=50, together=400)
MIDDLE = Size(10_000, alone=200, together=4_000)
LARGE = Size(100_000, alone=200, together=4_000)
USUAL = Plan((SMALL, MIDDLE))
LONG = Plan((SMALL, MIDDLE, LARGE))
QUICK = Plan((SMALL,), rounds=1, alone_s=2, together_s=4, killed_after_s=1)
TIMES = {"Pearmut": 8, "Label Studio": 400}
"""How many times as many judgements a second are the goal, by what a program's name begins with."""


@dataclass(frozen=True, slots=True)
class Comparison:
    plan: Plan
    entries: list[Entry]
    heading: str
    """The machine, and how busy it was."""

    def table(self) -> str:
        ours, *peers = (Column(entry.kind.name, entry.figures) for entry in self.entries)
        rows = measures([size.rows for size in self.plan.sizes])
        return f"{self.heading}\n\n{markdown(rows, ours, peers)}"

    def lines(self) -> Iterator[Line]:
        """Of the largest study, what there are goals for; of two ways to use one program the quicker."""
        label = f"rate 32 {self.plan.sizes[-1].rows}"
        rates = {entry.kind.name: entry.figures.get(label) for entry in self.entries}
        ours = rates[Jurybox.name]
        for name, times in TIMES.items():
            found = [rate for peer, rate in rates.items() if peer.startswith(name) and isinstance(rate, float)]
            words = f"next + submit, 32 raters, {self.plan.sizes[-1].rows:,} rows: Jurybox / {name}"
            if found and isinstance(ours, float):
                yield at_least(words, ours / max(found), times, " times")
            else:
                yield Line(words, "left out: not measured")


def compare(names: list[str], plan: Plan, cache: Path, place: Path) -> Comparison:
    """Interrupted, it tells what was measured until then."""
    entries = [Entry(Jurybox), *(Entry(kind) for name in names for kind in PEERS[name])]
    folder = Path(tempfile.mkdtemp(prefix="jurybox-peers-", dir=place))
    cache.mkdir(parents=True, exist_ok=True)
    begun, load = time.perf_counter(), os.getloadavg()[0]
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(Run(entries, plan, cache, folder).all())
        where = describe(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    others = statistics.median([cores for entry in entries for cores in entry.others] or [0.0])
    busy = (
        f"{(time.perf_counter() - begun) / 60:.0f} minutes, load average {load:.0f} before and "
        f"{os.getloadavg()[0]:.0f} after; other work used {others:.2f} cores in the median round"
    )
    return Comparison(plan, entries, f"{time.strftime('%Y-%m-%d')}, {where}; {busy}.")


def default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "jurybox-peers"


def measure(folder: Path) -> Iterator[Line]:
    """For `make bench`: the table on its own, and the lines that have goals."""
    found = compare(list(PEERS), USUAL, default_cache(), folder)
    print(found.table())
    yield from found.lines()
