"""`python -m benchmarks.versions before=FOLDER now=.`: the rater's page of several checkouts, visited in turn.

Each checkout serves the same study with its own code. A round visits each once, in an order that moves on; what else
the machine does falls on all of them. Beside the time on the clock stand measures that other work hardly touches: what
the page's own thread used of the processor, by the browser's account, and what the server used.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from playwright.sync_api import Browser, sync_playwright

from benchmarks import page
from benchmarks.material import write_table
from benchmarks.processes import free_port, wait_until_healthy
from tests.fixtures.browser import ARGUMENTS
from tests.fixtures.tools import tool

STUDY, ROWS, UNITS = "pages", 100, 3
THREAD = {"TaskDuration": "all its work", "ScriptDuration": "scripts", "LayoutDuration": "layout",
          "RecalcStyleDuration": "styles"}  # fmt: skip
ADD = f"""
import os, sys, time
from pathlib import Path
from jurybox.studies.people import raters
from jurybox.studies.workbench import World, open_workbench
bench = open_workbench(Path(sys.argv[1]), World(lambda: time.time_ns() // 1000, time.monotonic, os.urandom))
for n in range(int(sys.argv[2])):
    print(raters.add_rater(bench, "{STUDY}", f"Rater {{n}}").path)
bench.close()
"""
Sample = dict[str, float]


@dataclass
class Version:
    """A checkout that serves the study, and what its page took: seconds by measure, one for each visit or unit."""

    name: str
    checkout: Path
    data: Path
    port: int = field(default_factory=free_port)
    links: list[str] = field(default_factory=list)
    server: "subprocess.Popen[bytes] | None" = None
    taken: dict[str, list[float]] = field(default_factory=dict)

    def python(self, *arguments: str | Path) -> list[str]:
        return [sys.executable, *map(str, arguments)]

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")}
        return {**own, "PYTHONPATH": str(self.checkout.resolve() / "src")}

    def run(self, *arguments: str | Path) -> str:
        command = self.python(*arguments)
        return subprocess.run(command, env=self.environment, cwd=self.data.parent, check=True, text=True,
                              stdout=subprocess.PIPE).stdout  # fmt: skip

    def jurybox(self, *arguments: str | Path) -> str:
        return self.run("-m", "jurybox.cli.main", *arguments, "--data", self.data)

    def prepare(self, table: Path, rounds: int) -> None:
        wishes = ["--set", f"quorum={rounds + 1}", "--set", "repeats=0"]
        self.jurybox("study", "create", STUDY, "--protocol", "translation", "--items", table, *wishes)
        self.jurybox("study", "open", STUDY)
        self.links = self.run("-c", ADD, self.data, str(rounds)).split()

    @contextmanager
    def serving(self) -> Iterator[None]:
        command = self.python("-m", "jurybox.cli.main", "serve", "--port", str(self.port), "--data", self.data)
        with subprocess.Popen(command, env=self.environment, cwd=self.data.parent, stdout=subprocess.DEVNULL) as server:
            self.server = server
            try:
                wait_until_healthy(server, self.port)
                yield
            finally:
                server.terminate()

    def processor(self) -> float:
        """Seconds that the server's threads have used, by an account that is finer than the usual hundredths."""
        assert self.server is not None
        threads = Path(f"/proc/{self.server.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def note(self, what: str, sample: Sample) -> None:
        for name, seconds in sample.items():
            self.taken.setdefault(f"{what}: {name}", []).append(seconds)


class Watched:
    """One visit; what each step took is the difference of two readings."""

    def __init__(self, browser: Browser, version: Version) -> None:
        self.version = version
        self.visit = page.Visit(browser.new_context().new_page())
        self.visit.tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.before = self.reading()

    def reading(self) -> Sample:
        found = {one["name"]: one["value"] for one in self.visit.tools.send("Performance.getMetrics")["metrics"]}
        thread = {f"thread of the page, {words}": found[name] for name, words in THREAD.items()}
        return {**thread, "server": self.version.processor()}

    def took(self, what: str, seconds: float) -> None:
        now = self.reading()
        self.version.note(what, {"clock": seconds, **{name: now[name] - self.before[name] for name in now}})
        self.before = now


def visits(browser: Browser, version: Version, link: str) -> None:
    watched = Watched(browser, version)
    watched.took("first unit", watched.visit.open(f"http://127.0.0.1:{version.port}{link}"))
    for _ in range(UNITS):
        watched.took("next unit", watched.visit.rate() / 1000)
    watched.visit.page.context.close()


def goes_round(browser: Browser, versions: list[Version], rounds: int) -> None:
    for n in range(rounds):
        first = n % len(versions)
        for version in versions[first:] + versions[:first]:
            visits(browser, version, version.links[n])
        print(f"round {n + 1} of {rounds}", end="\r", file=sys.stderr, flush=True)


def quicker_half(values: list[float]) -> float:
    """What it takes while nothing else is in the way."""
    return mean(sorted(values)[: max(1, len(values) // 2)])


def table(versions: list[Version]) -> str:
    """Milliseconds of each version, and what the last takes of each before it."""
    *others, last = versions
    head = ["measured, ms", *(f"{one.name}" for one in versions), *(f"{last.name} / {one.name}" for one in others)]
    rows = [head, ["---"] * len(head)]
    for measure in last.taken:
        for words, of in (("median", median), ("quicker half", quicker_half)):
            took = [of(one.taken[measure]) * 1000 for one in versions]
            ratios = [f"{took[-1] / before:.2f}" if before else "" for before in took[:-1]]
            rows.append([f"{measure}, {words}", *(f"{value:.2f}" for value in took), *ratios])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--thinks", type=float, default=0.25, help="seconds that a rater thinks about a unit")
    parser.add_argument("versions", nargs="+", metavar="name=checkout")
    given = parser.parse_args()
    page.THINKS_S = given.thinks
    with tempfile.TemporaryDirectory(prefix="jurybox-versions-") as folder, ExitStack() as servers:
        items = write_table(Path(folder) / "items.csv", ROWS)
        versions = []
        for name, _, checkout in (version.partition("=") for version in given.versions):
            (Path(folder) / name).mkdir()
            versions.append(Version(name, Path(checkout), Path(folder) / name / "data"))
            versions[-1].prepare(items, given.rounds)
            servers.enter_context(versions[-1].serving())
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=tool("JURYBOX_TEST_CHROMIUM"), args=ARGUMENTS)
            goes_round(browser, versions, given.rounds)
            browser.close()
    print(table(versions))


if __name__ == "__main__":
    main()
