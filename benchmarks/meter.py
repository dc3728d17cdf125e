"""Who used the processor during a run. A run beside other work says little, and should say so."""

import time
from dataclasses import dataclass

import psutil


@dataclass(frozen=True, slots=True)
class Usage:
    seconds: float
    server_s: float
    """Processor seconds of the measured server, its children included."""
    own: float
    """Cores used by the load generator."""
    others: float
    """Cores used by everything else on the machine."""
    stolen: float
    """Cores' worth of time that the hypervisor gave to other machines."""


@dataclass(frozen=True, slots=True)
class _Reading:
    at: float
    busy: float
    stolen: float
    own: float
    server: float


class Meter:
    """Between start() and stop(): processor time of the server, of this process, and of all others."""

    def __init__(self, servers: list[int]) -> None:
        self._servers = [psutil.Process(pid) for pid in servers]
        self._begun = self._read()

    def _read(self) -> _Reading:
        times = psutil.cpu_times()
        stolen = float(getattr(times, "steal", 0.0))
        guest = getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0)
        busy = sum(times) - times.idle - getattr(times, "iowait", 0.0) - guest - stolen
        return _Reading(time.perf_counter(), busy, stolen, time.process_time(), sum(map(_tree_time, self._servers)))

    def start(self) -> None:
        self._begun = self._read()

    def stop(self) -> Usage:
        begun, now = self._begun, self._read()
        seconds = now.at - begun.at
        server, own = now.server - begun.server, now.own - begun.own
        others = max(0.0, now.busy - begun.busy - server - own)
        return Usage(seconds, server, own / seconds, others / seconds, (now.stolen - begun.stolen) / seconds)


def _tree_time(process: psutil.Process) -> float:
    """Processor seconds of a process and its children, the living and the ended."""
    total = 0.0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += sum(one.cpu_times()[:4])
        except psutil.NoSuchProcess:
            continue
    return total
