"""Something is done again and again, and each time killed, or refused by a full disk, at another of its system calls.

strace counts the calls of each process by itself. So one process is traced that forks a child for each try, and a child
makes as many empty calls beforehand as bring the wanted one to the number at which strace strikes.
"""

import importlib
import json
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

NULL = "/dev/null"
MARGIN = 100
"""So many calls the process that forks may make itself."""
FILES = ("write", "pwrite64", "ftruncate", "fsync", "fdatasync", "mkdir", "rename", "unlink")
"""What needs room on a disk, or tells it to keep what it has."""
ROOM = ("write", "pwrite64", "ftruncate", "fsync", "fdatasync", "mkdir")
"""What fails where there is no room."""
TALK = ("sendto",)
"""What is said to PostgreSQL."""
Step = Mapping[str, int]
KILL, FULL = "signal=KILL", "error=ENOSPC"


EmptyCalls = Mapping[str, Callable[[], object]]


def _empty_calls() -> EmptyCalls:
    null = os.open(NULL, os.O_WRONLY)
    near, _far = socket.socketpair()
    return {
        "write": lambda: os.write(null, b""),
        "pwrite64": lambda: os.pwrite(null, b"", 0),
        "ftruncate": lambda: os.ftruncate(null, 0),
        "fsync": lambda: os.fsync(null),
        "fdatasync": lambda: os.fdatasync(null),
        "mkdir": Path(NULL, "x").mkdir,
        "rename": lambda: Path(NULL, "x").rename(NULL),
        "unlink": Path(NULL, "x").unlink,
        "sendto": lambda: near.send(b""),
    }


@dataclass(frozen=True, slots=True)
class Try:
    """One attempt, with what the action is given, and how many calls of each kind go well; None: all do."""

    given: Sequence[str]
    go_well: Step | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """How an attempt ended: killed, or with what the action returned."""

    pid: int
    is_killed: bool
    said: Any


@dataclass(frozen=True, slots=True)
class Stepper:
    """An action, which is a function of a module that is given texts and returns JSON, and the calls that matter."""

    strace: Path
    log: Path
    action: Callable[..., Any]
    kinds: Sequence[str]

    def steps(self, given: Sequence[str], said: object) -> list[Step]:
        """The calls of the undisturbed action in their order: how many of each kind come before each of them.

        It must say what is expected of it.
        """
        (tried,) = self.run(KILL, [Try(given)])
        assert tried.said == said
        before: Counter[str] = Counter()
        steps = []
        for line in self.log.read_text(errors="replace").splitlines():
            pid, _, call = line.partition(" ")
            name = call.strip().partition("(")[0]
            if int(pid) == tried.pid and name in self.kinds:
                steps.append(dict(before))
                before[name] += 1
        return [{kind: step.get(kind, 0) for kind in before} for step in steps]

    def run(self, fault: str, tries: list[Try]) -> list[Tried]:
        """All of them, one after the other."""
        last = MARGIN + max((count for one in tries for count in (one.go_well or {}).values()), default=0) + 1
        names = ",".join(f"?{kind}" for kind in self.kinds)
        strikes = ["-e", f"inject={names}:{fault}:when={last}{'+' if fault == FULL else ''}"]
        is_struck = any(one.go_well is not None for one in tries)
        traced: list[str | Path] = [self.strace, "-f", "-qq", "-o", self.log, "-e", f"trace={names}"]
        traced += strikes if is_struck else []
        plan = {
            "module": self.action.__module__,
            "action": self.action.__name__,
            "last": last,
            "tries": [asdict(one) for one in tries],
        }
        told = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [*traced, sys.executable, "-m", "tests.faults.step_by_step"]
        done = subprocess.run(command, input=json.dumps(plan), stdout=subprocess.PIPE, text=True, check=True, env=told)
        return [Tried(**one) for one in json.loads(done.stdout)]


def some(steps: list[Step], times: int) -> list[Step]:
    """The first, the last, and others evenly between them."""
    if times >= len(steps):
        return steps
    return [steps[round(n * (len(steps) - 1) / (times - 1))] for n in range(times)]


def main() -> None:
    plan = json.load(sys.stdin)
    action = getattr(importlib.import_module(plan["module"]), plan["action"])
    calls = _empty_calls()
    tried = [asdict(_try(action, one, plan["last"], calls)) for one in plan["tries"]]
    print(json.dumps(tried))


def _try(
    action: Callable[..., Any], one: dict[str, Any], last: int, calls: Mapping[str, Callable[[], object]]
) -> Tried:
    here, there = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        here.close()
        for kind, count in (one["go_well"] or {}).items():
            for _ in range(last - 1 - count):
                with suppress(OSError):
                    calls[kind]()
        there.sendall(json.dumps(action(*one["given"])).encode())
        os._exit(0)
    there.close()
    said = b"".join(iter(lambda: here.recv(1 << 16), b""))
    here.close()
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) or said, f"the child ended with {os.waitstatus_to_exitcode(status)} and said nothing"
    return Tried(pid, os.WIFSIGNALED(status), json.loads(said) if said else None)


if __name__ == "__main__":
    main()
