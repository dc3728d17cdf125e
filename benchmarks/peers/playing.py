"""Raters at work: one, or many at once, for so many judgements or so long, whichever ends first."""

import asyncio
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.meter import Meter, Usage
from benchmarks.peers.client import Refused
from benchmarks.peers.peer import Peer

MOST_FAULTS = 5
"""So many in a row, and a rater goes home."""


@dataclass
class Played:
    tokens: list[str] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    used: Usage | None = None

    @property
    def per_second(self) -> float:
        return len(self.tokens) / self.used.seconds if self.used else 0.0

    @property
    def median_ms(self) -> float:
        return statistics.median(self.took) * 1000 if self.took else 0.0

    @property
    def server_ms(self) -> float:
        """Of a processor, for one judgement."""
        return self.used.server_s * 1000 / max(1, len(self.tokens)) if self.used else 0.0


async def play(peer: Peer, raters: range, loops: int, seconds: float, played: Played | None = None) -> Played:
    """With `played`, what is done can be seen meanwhile."""
    played, left = played or Played(), [loops]
    meter = Meter([process.pid for process in peer.processes])
    meter.start()
    end = time.perf_counter() + seconds

    async def work(rater: int) -> None:
        faults = 0
        while left[0] > 0 and (begun := time.perf_counter()) < end and faults < MOST_FAULTS:
            left[0] -= 1
            try:
                token = await peer.rate(rater)
            except (OSError, EOFError, Refused) as fault:
                played.faults[str(fault)[:100] or type(fault).__name__] += 1
                faults += 1
                continue
            if token is None:
                return
            faults = 0
            played.took.append(time.perf_counter() - begun)
            played.tokens.append(token)

    await asyncio.gather(*(work(rater) for rater in raters))
    played.used = meter.stop() if peer.tree() else None
    return played
