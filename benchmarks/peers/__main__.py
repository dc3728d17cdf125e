"""`python -m benchmarks.peers [--only NAME …] [--quick | --long]`: installs, drives and compares; prints one table."""

import argparse
import asyncio
import os
import shutil
import statistics
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.machine import describe
from benchmarks.peers.doccano import Doccano
from benchmarks.peers.driver import Entry, Plan, Run, Size, measures
from benchmarks.peers.jurybox import Jurybox
from benchmarks.peers.label_studio import LabelStudio
from benchmarks.peers.pearmut import Pearmut, PearmutPool
from benchmarks.peers.peer import Peer
from benchmarks.peers.potato import Potato
from benchmarks.peers.table import Column, markdown

PEERS: dict[str, tuple[type[Peer], ...]] = {
    "pearmut": (Pearmut, PearmutPool),
    "label-studio": (LabelStudio,),
    "doccano": (Doccano,),
    "potato": (Potato,),
}
SMALL = Size(1_000, alone=50, together=400)
MIDDLE = Size(10_000, alone=200, together=4_000)
LARGE = Size(100_000, alone=200, together=4_000)
QUICK = Plan((SMALL,), rounds=1, alone_s=2, together_s=4, killed_after_s=1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="Jurybox beside its peers.")
    parser.add_argument("--only", action="append", choices=PEERS, help="only this peer; repeatable")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true", help=f"{SMALL.rows:,} rows, one round")
    length.add_argument("--long", action="store_true", help=f"also {LARGE.rows:,} rows")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where the peers are installed, and stay")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"), help="where the data lie meanwhile")
    given = parser.parse_args()
    plan = QUICK if given.quick else Plan((SMALL, MIDDLE, LARGE) if given.long else (SMALL, MIDDLE))
    print(compare(given.only or list(PEERS), plan, given.cache, given.folder))


def default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "jurybox-peers"


def compare(names: list[str], plan: Plan, cache: Path, place: Path) -> str:
    """The table, and below what machine it is of and how busy that was."""
    entries = [Entry(Jurybox), *(Entry(kind) for name in names for kind in PEERS[name])]
    folder = Path(tempfile.mkdtemp(prefix="jurybox-peers-", dir=place))
    cache.mkdir(parents=True, exist_ok=True)
    begun, load = time.perf_counter(), os.getloadavg()[0]
    try:
        with suppress(KeyboardInterrupt):  # what was measured until then is shown
            asyncio.run(Run(entries, plan, cache, folder).all())
        where = describe(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    ours, *peers = (Column(entry.kind.name, entry.figures) for entry in entries)
    others = statistics.median([cores for entry in entries for cores in entry.others] or [0.0])
    minutes = (time.perf_counter() - begun) / 60
    busy = (
        f"{minutes:.0f} minutes, load average {load:.0f} before and {os.getloadavg()[0]:.0f} "
        f"after; other work used {others:.2f} cores in the median round"
    )
    return f"{time.strftime('%Y-%m-%d')}, {where}; {busy}.\n\n{markdown(measures(plan), ours, peers)}"


if __name__ == "__main__":
    main()
