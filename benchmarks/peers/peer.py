"""What is asked of every program: to be installed, started, filled, rated with and exported from."""

import os
import random
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.material import WORDS
from benchmarks.processes import free_port

LONGEST_INSTALL_S, LONGEST_START_S, LONGEST_COMMAND_S = 1800.0, 240.0, 300.0
QUORUM = 2


@dataclass(frozen=True, slots=True)
class Stored:
    """A judgement as the export has it: by what its acknowledgement can be told again, and what was rated."""

    token: str
    unit: str


class NotMeasured(Exception):
    """Why a figure, or a whole program, is missing; the table says it."""


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    source: str
    output: str


@dataclass(frozen=True, slots=True)
class Job:
    """The last of the raters is the one who rates alone."""

    rows: list[Row]
    raters: int
    alone: int
    """How many rows that one may need, for programs that give everybody a list."""


@dataclass(frozen=True, slots=True)
class Login:
    """A form to fill in where cookies alone do not sign in."""

    url: str
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class PageOf:
    """The rater's page: its address, and the cookies of a rater who has signed in, or how to."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    login: Login | None = None


def make_job(rows: int, raters: int, alone: int = 0, seed: int = 7) -> Job:
    chance = random.Random(seed)

    def sentence() -> str:
        return " ".join(chance.choices(WORDS, k=20)).capitalize() + "."

    return Job([Row(f"t{n}", f"[{n}] {sentence()}", f"[{n}] {sentence()}") for n in range(rows)], raters, alone)


class Peer(ABC):
    """One installation of one program, with one data folder. A server is started in its own session."""

    name: str
    requirements: tuple[str, ...]
    python = (3, 11)
    """The oldest Python that it runs with."""
    quorum: int | None = QUORUM
    """How often each row is to be rated; None: the program has no such thing."""
    fills_first = False
    """Whether rows come in before the server starts."""

    def __init__(self, cache: Path, folder: Path) -> None:
        self.home, self.folder, self.port = cache / self.venv, folder, free_port()
        self.processes: list[subprocess.Popen[bytes]] = []

    @property
    def venv(self) -> str:
        return self.requirements[0].partition("=")[0].partition("[")[0]

    # the five verbs

    def install(self) -> None:
        """Into a virtual environment of its own, unless it is there."""
        done = self.home / "installed"
        if done.exists():
            return
        shutil.rmtree(self.home, ignore_errors=True)
        run([str(find_python(self.python)), "-m", "venv", str(self.home)], timeout=LONGEST_INSTALL_S)
        run([self.command("pip"), "install", "--quiet", *self.requirements], timeout=LONGEST_INSTALL_S)
        done.touch()

    @abstractmethod
    def start(self) -> float:
        """Seconds until the first answer; on a new folder, or on one that was filled."""

    @abstractmethod
    async def fill(self, job: Job) -> float:
        """Bring the rows in and let raters begin; seconds that the rows took."""

    @abstractmethod
    async def rate(self, rater: int) -> str | None:
        """The next unit and a judgement of it, acknowledged: its token; None when there is nothing left."""

    @abstractmethod
    async def export(self) -> list[Stored]:
        """All judgements, by the program's own export."""

    # and what only some can

    async def agreement(self) -> str:
        """What it says of agreement, by a way that raters' organisers have."""
        raise NotMeasured("none")

    @abstractmethod
    async def page(self) -> PageOf: ...

    async def sign_in(self) -> None:  # noqa: B027 (only where signing in is a matter of the running server)
        """All raters, before any of them is timed."""

    def reopen(self) -> None:  # noqa: B027 (most need nothing)
        """What has to be done by hand after the server was killed."""

    # for all alike

    @property
    def size_mb(self) -> float:
        """What is on the disk, pip itself left out."""
        files = (path for path in self.home.rglob("*") if path.is_file() and not path.is_symlink())
        return sum(path.stat().st_size for path in files if "site-packages/pip" not in str(path)) / 1e6

    @property
    def version(self) -> str:
        listed = run([self.command("pip"), "list", "--format", "freeze"]).lower().splitlines()
        return next((line.partition("==")[2] for line in listed if line.startswith(f"{self.venv}==")), "")

    def command(self, name: str) -> str:
        return str(self.home / "bin" / name)

    @property
    def environment(self) -> dict[str, str]:
        return {}

    def serve(self, command: list[str], path: str, expected: tuple[int, ...] = (200,)) -> float:
        """Start a server and wait until it answers at that path."""
        begun = time.perf_counter()
        process = self.spawn(command)
        while time.perf_counter() - begun < LONGEST_START_S:
            if process.poll() is not None:
                raise NotMeasured(f"the server ended with {process.returncode}: {self.last_words()}")
            if status_of(f"http://127.0.0.1:{self.port}{path}") in expected:
                return time.perf_counter() - begun
            time.sleep(0.02)
        raise NotMeasured(f"no answer within {LONGEST_START_S:.0f} s: {self.last_words()}")

    def spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / "server.log").open("ab") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, env=os.environ | self.environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        self.processes.append(process)
        return process

    def run(self, command: list[str]) -> str:
        return run(command, self.folder, self.environment)

    def last_words(self) -> str:
        log = self.folder / "server.log"
        return log.read_text(errors="replace")[-300:].replace("\n", " ") if log.exists() else ""

    def tree(self) -> list[psutil.Process]:
        """The processes that were started here, and theirs."""
        found = []
        for process in self.processes:
            try:
                one = psutil.Process(process.pid)
                found += [one, *one.children(recursive=True)]
            except psutil.NoSuchProcess:
                continue
        return found

    @property
    def memory_mb(self) -> float:
        return sum(one.memory_info().rss for one in self.tree()) / 1e6

    def stop(self, kill: bool = False) -> None:
        """End what was started here: asked first, or killed at once."""
        processes = self.tree()
        for one in processes:
            end(one, kill)
        for one in psutil.wait_procs(processes, timeout=15)[1]:
            end(one, True)
        for process in self.processes:
            process.wait(15)
        self.processes.clear()


def end(process: psutil.Process, kill: bool) -> None:
    with suppress(psutil.NoSuchProcess):
        process.kill() if kill else process.terminate()


def run(
    command: list[str], folder: Path | None = None, environment: Mapping[str, str] | None = None,
    timeout: float = LONGEST_COMMAND_S,
) -> str:  # fmt: skip
    """What a command prints."""
    try:
        done = subprocess.run(
            command, cwd=folder, env=os.environ | dict(environment or {}), capture_output=True, text=True,
            timeout=timeout, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NotMeasured(f"{Path(command[0]).name} took more than {timeout:.0f} s") from None
    if done.returncode != 0:
        raise NotMeasured(f"{Path(command[0]).name} {command[1]}: {(done.stderr + done.stdout)[-300:].strip()}")
    return done.stdout


def find_python(oldest: tuple[int, int]) -> Path:
    """This Python where it is new enough, else one that can be found beside it or on the path."""
    if sys.version_info[:2] >= oldest:
        return Path(sys.executable)
    for minor in range(oldest[1], oldest[1] + 4):
        name = f"python{oldest[0]}.{minor}"
        on_path = [Path(found)] if (found := shutil.which(name)) else []
        for place in [*on_path, *Path(sys.base_prefix).parent.glob(f"{oldest[0]}.{minor}.*/bin/{name}")]:
            if starts(str(place)):
                return place
    raise NotMeasured(f"needs Python {oldest[0]}.{oldest[1]} or newer, which was not found")


def starts(python: str) -> bool:
    return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
