"""What stands in the table, in its order and in words."""

from collections.abc import Iterator

from benchmarks.peers.table import Measure

RATERS = {"1": "1 rater", "32": "32 raters"}


def measures(sizes: list[int]) -> Iterator[Measure]:
    yield Measure("version", "version", better="none")
    yield Measure("install", "installed, on the disk", "MB")
    yield Measure("first start", "first start, on a new folder, until the first answer", "s")
    yield Measure("next start", f"start with {sizes[0]:,} rows, until the first answer", "s")
    yield Measure("memory", "memory after it, all processes", "MB")
    yield Measure("page", "the rater's page, opened for the first time", "kB")
    for rows in sizes:
        yield from measures_of(rows)
    yield Measure("agreement", f"agreement of what was rated of {sizes[0]:,} rows", "s")
    yield Measure("agreement of", "what that is", better="none")
    yield Measure("kill -9", "kill -9 while 32 raters work", better="none")
    yield Measure("units over quorum", "rows rated oftener than wanted, 16 raters at 40 rows", better="none")


def measures_of(rows: int) -> Iterator[Measure]:
    yield Measure(f"import {rows}", f"import of {rows:,} rows", "s")
    for count, raters in RATERS.items():
        name = f"{raters}, {rows:,} rows"
        yield Measure(f"rate {count} {rows}", f"next + submit, {name}", "/s", "more")
        yield Measure(f"median {count} {rows}", f"median of one, {name}", "ms")
        yield Measure(f"server {count} {rows}", f"processor time of the server for one, {name}", "ms")
        yield Measure(f"refused {count} {rows}", f"refused or failed meanwhile, {name}", better="none")
    yield Measure(f"export {rows}", f"export after it, of {rows:,} rows", "s")
    yield Measure(f"exported {rows}", f"judgements acknowledged until then, {rows:,} rows", better="none")
