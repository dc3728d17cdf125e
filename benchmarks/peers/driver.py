"""The same job for all: installed, started, filled, rated with in turn, exported, killed, and raced to the end."""

import asyncio
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from benchmarks.peers import weight
from benchmarks.peers.client import Refused
from benchmarks.peers.peer import Job, NotMeasured, Peer, make_job
from benchmarks.peers.playing import Played, play
from benchmarks.peers.table import Figure

LONGEST_IMPORT_S = 90.0
MANY = 32
KILLED_AT = 300
"""Judgements after which there is enough to lose."""
RACERS, RACED_ROWS, RACE_S = 16, 40, 60.0
T = TypeVar("T")
FAULTS = (NotMeasured, Refused, OSError, EOFError, TimeoutError, ValueError, LookupError)


@dataclass(frozen=True, slots=True)
class Size:
    rows: int
    alone: int
    together: int
    """Judgements of one round; those of all rounds stay below the rows, so nobody runs dry."""


@dataclass(frozen=True, slots=True)
class Plan:
    sizes: tuple[Size, ...]
    rounds: int = 2
    alone_s: float = 3.0
    together_s: float = 6.0
    killed_after_s: float = 4.0


@dataclass
class Entry:
    """One program in the run: what it is started from, and what was found."""

    kind: type[Peer]
    figures: dict[str, Figure] = field(default_factory=dict)
    row_s: float = 0.0
    others: list[float] = field(default_factory=list)
    """Cores that other work used while it was rated with."""


@dataclass
class Site:
    entry: Entry
    peer: Peer
    job: Job
    alone: list[Played] = field(default_factory=list)
    together: list[Played] = field(default_factory=list)


class Run:
    def __init__(self, entries: list[Entry], plan: Plan, cache: Path, folder: Path) -> None:
        self.entries, self.plan, self.cache, self.folder = entries, plan, cache, folder

    def new(self, entry: Entry, name: str) -> Peer:
        folder = self.folder / f"{name}-{entry.kind.name.lower().replace(', ', '-').replace(' ', '-')}"
        folder.mkdir(parents=True)
        return entry.kind(self.cache, folder)

    async def all(self) -> None:
        await self.each("install", self.install)
        await self.each("first start", self.first_start)
        for size in self.plan.sizes:
            await self.rated(size)
        await self.each("units over quorum", self.raced)

    async def each(self, label: str, step: Callable[[Entry], Awaitable[None]]) -> None:
        """A step of every program; one that cannot be done is told in its cell."""
        for entry in self.entries:
            if "missing" not in entry.figures:
                say(f"{entry.kind.name}: {label}")
                await guarded(entry, label, step(entry))

    async def install(self, entry: Entry) -> None:
        peer = entry.kind(self.cache, self.folder)
        try:
            peer.install()
        except NotMeasured as missing:
            entry.figures |= {"missing": str(missing), "version": f"not measured: {missing}"}
            return
        entry.figures |= {"version": peer.version, "install": peer.size_mb}

    async def first_start(self, entry: Entry) -> None:
        peer = self.new(entry, "first")
        try:
            if peer.fills_first:
                await peer.fill(make_job(100, 2))
            entry.figures["first start"] = peer.start()
        finally:
            peer.stop()

    async def rated(self, size: Size) -> None:
        sites: list[Site] = []
        try:
            for entry in self.entries:
                if "missing" not in entry.figures:
                    say(f"{entry.kind.name}: {size.rows:,} rows")
                    await guarded(entry, f"import {size.rows}", self.filled(entry, size, sites))
            for n in range(self.plan.rounds):
                for site in sites if n % 2 == 0 else sites[::-1]:
                    say(f"{site.entry.kind.name}: {size.rows:,} rows, round {n + 1}")
                    await guarded(site.entry, f"rate 32 {size.rows}", self.round(site, size))
            for site in sites:
                self.rates(site, size)
                await guarded(site.entry, f"export {size.rows}", self.exported(site, size))
                if size is self.plan.sizes[-1]:
                    say(f"{site.entry.kind.name}: kill -9")
                    await guarded(site.entry, "kill -9", self.killed(site))
                site.peer.stop()
        finally:
            for site in sites:
                site.peer.stop()

    async def filled(self, entry: Entry, size: Size, sites: list[Site]) -> None:
        rows = affordable(entry, size.rows)
        job = make_job(rows, MANY + 1, size.alone * self.plan.rounds)
        peer = self.new(entry, f"of-{size.rows}")
        sites.append(Site(entry, peer, job))
        if not peer.fills_first:
            peer.start()
        took = await peer.fill(job)
        entry.row_s = took / rows
        took_words = f"{took:.0f} s for {rows:,} rows only" if took else "in its start"
        entry.figures[f"import {size.rows}"] = took if took and rows == size.rows else took_words
        if not peer.fills_first and size is self.plan.sizes[0]:
            peer.stop()
        if not peer.processes:
            started = peer.start()
        await peer.sign_in()
        if size is self.plan.sizes[0]:
            entry.figures |= {"next start": started, "memory": peer.memory_mb}
            await guarded(entry, "page", self.weighed(entry, peer))

    async def weighed(self, entry: Entry, peer: Peer) -> None:
        entry.figures["page"] = await weight.kilobytes(await peer.page())

    async def round(self, site: Site, size: Size) -> None:
        many = range(site.job.raters - 1)
        alone = range(site.job.raters - 1, site.job.raters)
        site.alone.append(await play(site.peer, alone, size.alone, self.plan.alone_s))
        site.together.append(await play(site.peer, many, size.together, self.plan.together_s))

    def rates(self, site: Site, size: Size) -> None:
        figures = site.entry.figures
        for name, rounds in (("1", site.alone), ("32", site.together)):
            good = [played for played in rounds if played.tokens]
            if not good:
                faults = sum((played.faults for played in rounds), Counter[str]()).most_common(1)
                figures[f"rate {name} {size.rows}"] = (
                    f"none came through: {faults[0][0] if faults else 'nothing to do'}"
                )
                continue
            figures[f"rate {name} {size.rows}"] = statistics.median(played.per_second for played in good)
            figures[f"median {name} {size.rows}"] = statistics.median(played.median_ms for played in good)
            figures[f"server {name} {size.rows}"] = statistics.median(played.server_ms for played in good)
            site.entry.others += [played.used.others + played.used.stolen for played in good if played.used]
            refused = sum(sum(played.faults.values()) for played in rounds)
            if refused:
                figures[f"refused {name} {size.rows}"] = refused

    async def exported(self, site: Site, size: Size) -> None:
        figures, given = site.entry.figures, sum(len(played.tokens) for played in site.alone + site.together)
        begun = time.perf_counter()
        await site.peer.export()
        figures[f"export {size.rows}"] = time.perf_counter() - begun
        figures[f"exported {size.rows}"] = given
        if size is self.plan.sizes[0]:
            begun = time.perf_counter()
            what = await guarded(site.entry, "agreement", site.peer.agreement())
            if what:
                figures |= {"agreement": time.perf_counter() - begun, "agreement of": what}

    async def opened(self, entry: Entry, name: str, rows: int) -> Peer:
        """Filled and started, for a race."""
        peer = self.new(entry, name)
        try:
            if not peer.fills_first:
                peer.start()
            await peer.fill(make_job(rows, RACERS + 1))
            if not peer.processes:
                peer.start()
            await peer.sign_in()
        except BaseException:
            peer.stop()
            raise
        return peer

    async def killed(self, site: Site) -> None:
        """While all are at work: a quick program is killed before its raters run dry."""
        peer, many, played = site.peer, range(site.job.raters - 1), Played()
        end = time.perf_counter() + self.plan.killed_after_s
        at_work = asyncio.create_task(play(peer, many, 10**6, 10 * self.plan.killed_after_s, played))
        while time.perf_counter() < end and len(played.tokens) < KILLED_AT and not at_work.done():
            await asyncio.sleep(0.02)
        was_idle = at_work.done()
        peer.stop(kill=True)
        await at_work
        said = f"{len(played.tokens):,} acknowledged"
        if was_idle:
            raise NotMeasured(f"{said}, and nothing left to rate when it was killed")
        peer.reopen()
        try:
            peer.start()
        except NotMeasured as fault:
            raise NotMeasured(f"{said}; did not start again: {str(fault).rpartition('  ')[2]}") from None
        stored = {one.token for one in await peer.export()}
        lost = sum(token not in stored for token in played.tokens)
        site.entry.figures["kill -9"] = f"{said}, {lost:,} lost"

    async def raced(self, entry: Entry) -> None:
        if entry.kind.quorum is None:
            raise NotMeasured("knows no quorum")
        peer = await self.opened(entry, "raced", RACED_ROWS)
        try:
            await play(peer, range(RACERS), 100 * RACED_ROWS, RACE_S)
            ratings = Counter(one.unit for one in await peer.export())
            over = sum(count > entry.kind.quorum for count in ratings.values())
            entry.figures["units over quorum"] = f"{over} of {len(ratings)} (quorum {entry.kind.quorum})"
        finally:
            peer.stop()


async def guarded(entry: Entry, label: str, step: Awaitable[T]) -> T | None:
    try:
        return await step
    except FAULTS as fault:
        entry.figures[label] = str(fault)[:150] or type(fault).__name__
        say(f"{entry.kind.name}: {label}: {fault}")
        return None


def affordable(entry: Entry, rows: int) -> int:
    """Fewer where the rows before let fear that so many would take too long."""
    return rows if entry.row_s * rows <= LONGEST_IMPORT_S else int(LONGEST_IMPORT_S / entry.row_s)


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} load {os.getloadavg()[0]:.1f}  {text}", file=sys.stderr, flush=True)
