"""`python -m benchmarks.run [--long] [--save] [names…]`: measures, and prints one table with the machine named."""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import (
    agreement,
    analysing,
    attacked,
    documents,
    drafting,
    exporting,
    growth,
    importing,
    label_studio,
    layout,
    page,
    ranking,
    site,
    sizes,
    starting,
    throughput,
    workbooks,
)
from benchmarks.machine import describe
from benchmarks.peers import comparison as peers
from benchmarks.table import Line, markdown

ALL: dict[str, Callable[[Path], Iterator[Line]]] = {
    "throughput": throughput.measure,
    "attacked": attacked.measure,
    "postgres": throughput.measure_postgres,
    "importing": importing.measure,
    "starting": starting.measure,
    "page": page.measure,
    "documents": documents.measure,
    "layout": layout.measure,
    "agreement": agreement.measure,
    "ranking": ranking.measure,
    "analysing": analysing.measure,
    "workbooks": workbooks.measure,
    "exporting": exporting.measure,
    "label_studio": label_studio.measure,
    "site": site.measure,
    "drafting": drafting.measure,
    "sizes": sizes.measure,
    "growth": growth.measure,
    "growth-postgres": growth.measure_postgres,
    "peers": peers.measure,
}
LONG = ("growth", "growth-postgres", "peers")
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- made by benchmarks.run -->\n", "<!-- end -->\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description="Measure speed and memory.")
    parser.add_argument("--long", action="store_true", help=f"also what takes minutes: {', '.join(LONG)}")
    parser.add_argument("--save", action="store_true", help="put the lines into the table of docs/benchmarks.md")
    parser.add_argument("--folder", type=Path, default=None, help="where the data lie meanwhile; a real disk")
    parser.add_argument("names", nargs="*", metavar="name", choices=[[], *ALL], help=", ".join(ALL))
    given = parser.parse_args()
    names = given.names or [name for name in ALL if given.long or name not in LONG]
    folder = Path(tempfile.mkdtemp(prefix="jurybox-bench-", dir=given.folder or "/var/tmp"))
    try:
        report = measure(names, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(report)
    if given.save:
        save(report)


def measure(names: list[str], folder: Path) -> str:
    lines: list[Line] = []
    for name in names:
        say(f"{name} …")
        begun = time.perf_counter()
        part = folder / name
        part.mkdir()
        try:
            lines += ALL[name](part)
        except LookupError as missing:
            lines.append(Line(name, f"left out: {missing}"))
        say(f"{name}: {time.perf_counter() - begun:.0f} s")
        shutil.rmtree(part, ignore_errors=True)
    return f"{time.strftime('%Y-%m-%d')}, {describe(folder)}.\n\n{markdown(lines)}"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def save(report: str) -> None:
    """Into the page; lines that were not measured now stay as they were."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    old, _, after = rest.partition(END)
    new = {_label(line): line for line in report.splitlines() if line.startswith("| ")}
    kept = [new.pop(_label(line), line) for line in old.splitlines() if line.startswith("| ")]
    head = report.partition("\n")[0]
    table = "\n".join([*kept, *new.values()])
    PAGE.write_text(f"{before}{BEGIN}\n{head}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def _label(line: str) -> str:
    return line.split(" | ")[0]


if __name__ == "__main__":
    main()
