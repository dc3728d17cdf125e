"""make test, make test-core, make soak: every check, then the tests; the first that fails ends it."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools import javascript, licences, locks, programs, python_env
from tools.shell import ROOT, Command, in_venv, run, say

CODE = [name for name in ("src", "tools", "tests", "benchmarks") if any((ROOT / name).rglob("*.py"))]
PROCESSES = os.environ.get("JURYBOX_TEST_PROCESSES", "2")
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests start hundreds of servers and commands; with this set, as in many containers, each compiles all it imports."""

MEMORY = Path("/dev/shm")
ROOM = 4_000_000_000

Check = Command | Callable[[], int]


def main(scope: str = "all") -> None:
    """Scopes: all; core (neither browser, nor PostgreSQL, nor LibreOffice); soak (only the long tests)."""
    started = time.monotonic()
    python_env.prepare("dev")
    env = COMPILED_ONCE | ({} if scope == "core" else programs.prepare(scope))
    if scope == "soak":
        run_tests(scope, env)
    else:
        with beside("types", mypy()) as types:
            for name, check in [*lint(), *(scripts() if scope == "all" else [])]:
                step(name, check, env)
            run_tests(scope, env, types)
    say(f"All passed in {time.monotonic() - started:.0f} s.")


def run_tests(scope: str, env: dict[str, str], types: "Beside | None" = None) -> None:
    name, command = pytest(scope)
    with temporary_folder() as quick:
        step(name, lambda: running(command, env | quick, types), env)
    if types is not None:
        step(types.name, types.ended, env)


@contextmanager
def temporary_folder() -> Iterator[dict[str, str]]:
    """Temporary files in memory, where there is room: thousands of databases are made that need not outlive the run."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="jurybox-", dir=MEMORY, ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # PostgreSQL's own user has to find its way
        yield {"TMPDIR": name}


def lint() -> list[tuple[str, Check]]:
    return [
        ("lock files", lambda: tell(locks.faults())),
        ("licences", lambda: tell(licences.faults())),
        ("lint", [in_venv("ruff"), "check", "--quiet", *CODE]),
        ("format", [in_venv("ruff"), "format", "--quiet", "--check", *CODE]),
        ("arrows between the rooms", [in_venv("lint-imports"), "--no-logo"]),
    ]


def mypy() -> Command:
    return [in_venv("mypy"), "--no-error-summary", *CODE]


def scripts() -> list[tuple[str, Check]]:
    return [
        ("types of the JavaScript", javascript.check_types),
        ("unit tests of the JavaScript", javascript.unit_tests),
    ]


def pytest(scope: str) -> tuple[str, Command]:
    core = ["soak", "browser", "postgres", "office", "strace", "install"]
    left_out = {"all": ["soak"], "core": core, "soak": []}[scope]
    if sys.platform != "linux":
        left_out.append("strace")
    wanted = " and ".join([*(["soak"] if scope == "soak" else []), *(f"not {marker}" for marker in left_out)])
    # A file is run by one process, which makes what its tests share once; tests/fixtures/order.py says in which order.
    side_by_side = ["-n", PROCESSES, "--dist=loadfile", "--no-loadscope-reorder", "--max-worker-restart=0"]
    command: Command = [in_venv("python"), "-m", "pytest", *side_by_side, "-m", wanted]
    return f"tests ({wanted})", command


class Beside:
    """A command that runs while others do; what it prints is shown when it has ended."""

    def __init__(self, name: str, command: Command) -> None:
        self.name = name
        self.printed = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed by `beside`; a pipe would fill up)
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.printed, stderr=subprocess.STDOUT)

    def ended(self) -> int:
        """Its exit status, once it has ended."""
        status = self.process.wait()
        self.printed.seek(0)
        if said := self.printed.read().rstrip():
            say(said)
        return status


@contextmanager
def beside(name: str, command: Command) -> Iterator[Beside]:
    """The check of types keeps one core busy for a minute or more, while the other checks need less than the other."""
    started = Beside(name, command)
    try:
        yield started
    finally:
        started.process.kill()
        started.process.wait()
        started.printed.close()


def running(command: Command, env: dict[str, str], types: Beside | None) -> int:
    """The tests, ended at once where the types turn out to be wrong."""
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **env}) as tests:
        while types is not None and types.process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                return tests.wait(timeout=1)
        if types is not None and types.process.returncode != 0:
            tests.terminate()
            tests.wait()
            step(types.name, types.ended, env)
        return tests.wait()


def step(name: str, check: Check, env: dict[str, str]) -> None:
    say(f"== {name}")
    started = time.monotonic()
    status = check() if callable(check) else run(check, env)
    if status != 0:
        say(f"== {name}: failed after {time.monotonic() - started:.1f} s")
        raise SystemExit(1)


def tell(faults: list[str]) -> int:
    for fault in faults:
        say(fault)
    return len(faults)


if __name__ == "__main__":
    main(*sys.argv[1:])
