"""Running commands and giving up in one clear sentence."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STATE = ROOT / ".setup"

Command = Sequence[str | Path]


class Missing(Exception):
    """Something is not on this machine and cannot be fetched; the text says what to do."""


def in_venv(program: str) -> Path:
    """Path of a program installed in the project's environment."""
    return VENV / "bin" / program


def say(text: str) -> None:
    print(text, flush=True)


def give_up(reason: str) -> NoReturn:
    """Leave with status 2: something this machine lacks, not a fault of the code under test."""
    print(reason, file=sys.stderr, flush=True)
    raise SystemExit(2)


def run(command: Command, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> int:
    """Run a command with its output shown; its exit status is the answer."""
    return subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}).returncode


def answer_of(command: Command, timeout: float = 30) -> str | None:
    """What a command prints, or None if it is not there, fails or takes too long."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
