"""The machine by name: a number without it means nothing."""

import os
import platform
import sqlite3
from pathlib import Path

import psutil

from jurybox import __version__


def describe(folder: Path) -> str:
    """One line: processor, cores, memory, Python, SQLite, and the file system that the data lie on."""
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{processor()}, {os.cpu_count()} cores, {memory:.0f} GB, {platform.system()} {platform.release()}, "
        f"{file_system(folder)}; Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
        f"Jurybox {__version__}"
    )


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def file_system(folder: Path) -> str:
    """The type of the file system that holds a folder: the longest mount point above it."""
    place = str(folder.resolve())
    mounts = [p for p in psutil.disk_partitions(all=True) if place.startswith(p.mountpoint.rstrip("/") + "/")]
    return max(mounts, key=lambda p: len(p.mountpoint)).fstype if mounts else "unknown file system"
