"""Importing 100,000 rows: as the command line does it, and over the web, where a worker process does the work."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from benchmarks import processes
from benchmarks.material import STUDY, create_draft, open_bench, write_table
from benchmarks.table import Line, at_most, only
from jurybox.studies.lifecycle import create
from jurybox.studies.people import organisers, own_tokens

ROWS = 100_000
SECONDS, MEGABYTES = 3.0, 120.0
LONGEST_JOB_S = 120.0


def measure(folder: Path) -> Iterator[Line]:
    table = write_table(folder / "rows.csv", ROWS)
    yield at_most(f"importing {ROWS:,} rows", min(_import(folder / f"cli-{n}", table) for n in range(3)), SECONDS, " s")
    web = folder / "web"
    token = _draft_with_token(web)
    with processes.jurybox(web) as served:
        before = served.rss_mb
        took = _upload(served.port, token, table)
        yield only(f"the same over the web, until the worker's job is done ({ROWS:,} rows)", took, " s")
        yield only("memory of the web process before it", before, " MB")
        yield at_most("memory of the web process after it", served.rss_mb, MEGABYTES, " MB")


def _import(folder: Path, table: Path) -> float:
    bench = open_bench(folder)
    try:
        create_draft(bench)
        begun = time.perf_counter()
        create.import_items(bench, STUDY, create.ItemFiles([table]))
        return time.perf_counter() - begun
    finally:
        bench.close()


def _draft_with_token(folder: Path) -> str:
    """A draft to fill, and an organiser's API token to do it with."""
    bench = open_bench(folder)
    try:
        create_draft(bench)
        organisers.add_organiser(bench, "Benchmark", "a long enough password")
        return own_tokens.add_api_token(bench, "Benchmark", "benchmark")
    finally:
        bench.close()


def _upload(port: int, token: str, table: Path) -> float:
    headers = {"authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", headers=headers, timeout=60) as http:
        begun = time.perf_counter()
        with table.open("rb") as file:
            job = _ok(http.post(f"/studies/{STUDY}/items", files={"tables": (table.name, file, "text/csv")}))
        while job["state"] in ("waiting", "running"):
            if time.perf_counter() - begun > LONGEST_JOB_S:
                raise RuntimeError(f"the import did not end within {LONGEST_JOB_S:.0f} s: {job}")
            time.sleep(0.05)
            job = _ok(http.get(f"/jobs/{job['id']}"))
        if job["state"] != "done":
            raise RuntimeError(f"the import failed: {job}")
        return time.perf_counter() - begun


def _ok(answer: httpx.Response) -> Any:
    if not answer.is_success:
        raise RuntimeError(f"{answer.status_code}: {answer.text[:500]}")
    return answer.json()
