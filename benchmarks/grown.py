"""A large study filled and opened, each step in a process of its own: `python -m benchmarks.grown STEP FOLDER [DB]`."""

import resource
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from benchmarks.material import STUDY, create_draft, open_bench, write_table
from benchmarks.processes import ROOT, usual
from jurybox.studies.lifecycle import create

STEPS = ("import", "open")
LONGEST_S = 1_800


class Took(msgspec.Struct):
    seconds: float
    processor_s: float
    """Of the process itself; that of PostgreSQL is not in it."""
    peak_mb: float


def grow(folder: Path, rows: int, address: str | None = None) -> dict[str, Took]:
    """An open study with that many units; what importing and opening took."""
    folder.mkdir(parents=True)
    table = write_table(folder / "items.csv", rows)
    found = {step: _step(step, folder, address) for step in STEPS}
    table.unlink()
    return found


def _step(step: str, folder: Path, address: str | None) -> Took:
    command = [sys.executable, "-m", "benchmarks.grown", step, str(folder), *([address] if address else [])]
    done = subprocess.run(command, cwd=ROOT, env=usual(), stdout=subprocess.PIPE, check=True, timeout=LONGEST_S)
    return msgspec.json.decode(done.stdout, type=Took)


def main() -> None:
    step, folder, *address = sys.argv[1:]
    bench = open_bench(Path(folder), *address)
    try:
        if step == "import":
            create_draft(bench)
        begun, before = time.perf_counter(), time.process_time()
        if step == "import":
            create.import_items(bench, STUDY, create.ItemFiles([Path(folder) / "items.csv"]))
        else:
            create.open_study(bench, STUDY)
        seconds, processor = time.perf_counter() - begun, time.process_time() - before
    finally:
        bench.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    sys.stdout.buffer.write(msgspec.json.encode(Took(seconds, processor, peak)))


if __name__ == "__main__":
    main()
