"""Importing 100,000 tasks of Label Studio as the command line does it, which takes Label Studio itself 22 s."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.material import WORDS, open_bench
from benchmarks.table import Line, at_most, only
from jurybox.protocols import load_protocol
from jurybox.studies.carry.label_studio.options import WrittenOptions, options_of
from jurybox.studies.carry.label_studio.read import import_label_studio
from jurybox.studies.lifecycle.create import StudyDraft, create_study

TASKS, ANNOTATED = 100_000, 5_000
SECONDS = 5.0
TIMES = 3
STUDY = "tasks"


def measure(folder: Path) -> Iterator[Line]:
    tasks = _write(folder / "tasks.json", TASKS, annotated=False)
    took = min(_import(folder / f"items-{n}", tasks) for n in range(TIMES))
    yield at_most(f"importing {TASKS:,} tasks of Label Studio", took, SECONDS, " s")
    again = _import(folder / "items-0", tasks, create=False)
    yield only("importing them again, which changes nothing", again, " s")
    export = _write(folder / "export.json", ANNOTATED, annotated=True)
    took = _import(folder / "judged", export, open_study=True)
    yield only(f"importing {ANNOTATED:,} tasks with an annotation each, and opening the study", took, " s")


def _import(folder: Path, tasks: Path, create: bool = True, open_study: bool = False) -> float:
    bench = open_bench(folder)
    try:
        if create:
            create_study(bench, load_protocol("summary"), StudyDraft(STUDY, "Benchmark", seed="benchmark"))
        begun = time.perf_counter()
        found = import_label_studio(bench, STUDY, [tasks], options_of(WrittenOptions()), open_study=open_study).found
        took = time.perf_counter() - begun
        if found.items.tasks != (ANNOTATED if open_study else TASKS):
            raise RuntimeError(f"{found.items.tasks} tasks came in")
        return took
    finally:
        bench.close()


def _write(path: Path, count: int, annotated: bool) -> Path:
    """As Label Studio exports them: indented, with what it says about each."""
    sentence = " ".join(WORDS)
    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            data = {"article": f"{n} {sentence}. {sentence}.", "summary": f"{n}: {sentence}.", "model": "ab"[n % 2]}
            task = {"id": n, "data": data, "annotations": [_annotation(n)] if annotated else [], "predictions": [],
                    "created_at": "2026-01-01T00:00:00.000000Z", "project": 1, "meta": {}}  # fmt: skip
            file.write(("[\n" if n == 0 else ",\n") + json.dumps(task, indent=1))
        file.write("\n]\n")
    return path


def _annotation(n: int) -> dict[str, object]:
    result = {"id": f"r{n}", "from_name": "score", "to_name": "text", "type": "rating", "origin": "manual"}
    return {
        "id": n, "completed_by": 1 + n % 10, "result": [{**result, "value": {"rating": 1 + n % 5}}], "lead_time": 7.5,
        "was_cancelled": False, "created_at": "2026-01-01T00:00:00.000000Z",
    }  # fmt: skip
