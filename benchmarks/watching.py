"""A command in a process of its own, with its time and the most memory it took, together with those it started."""

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.processes import ROOT

LOOKS_S = 0.25
"""How often memory is looked at; oftener would take time from what is measured."""


@dataclass(frozen=True, slots=True)
class Ran:
    seconds: float
    cpu: float
    """What it took of a processor: beside other work the wall clock says little."""
    megabytes: float


def watch(command: list[str]) -> Ran:
    """Not asked of the system afterwards: its answer counts what this process held when it started the other."""
    begun, used = time.perf_counter(), os.times()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watched = psutil.Process(process.pid)
    peaks: dict[int, int] = {}
    while process.poll() is None:
        try:
            for one in (watched, *watched.children(recursive=True)):
                peaks[one.pid] = max(peaks.get(one.pid, 0), _peak(one))
        except psutil.NoSuchProcess:
            pass
        time.sleep(LOOKS_S if time.perf_counter() - begun > 1 else LOOKS_S / 5)
    took, now = time.perf_counter() - begun, os.times()
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    cpu = now.children_user + now.children_system - used.children_user - used.children_system
    return Ran(took, cpu, sum(peaks.values()) / 1e6)


def _peak(process: psutil.Process) -> int:
    """The most it ever held, where the system says so, else what it holds now."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return int(process.memory_info().rss)
    kilobytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")), "0")
    return int(kilobytes) * 1024
