"""Parquet: the long table with types. `value` is the cell of the long table, `number` the same where it is one."""

import importlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from jurybox.core import Refused
from jurybox.exchange.ratings.export_table import COLUMNS
from jurybox.exchange.ratings.formats.long import TEXTS, rating_of, row_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target

BATCH = 20_000
TYPES = {"pilot": "bool_", "seq": "int64", "elapsed_ms": "int64", "number": "float64"}
NAMES = (*COLUMNS[:10], "number", *COLUMNS[10:], *TEXTS)
NEEDED = ("item", "rater", "value")


def modules(name: str) -> tuple[Any, Any]:
    """pyarrow is an extra: who reads no Parquet needs none of its 100 MB."""
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise Refused.of("ratings.no_parquet", given=name) from error


def read(source: RatingsFile) -> Iterator[Rating]:
    arrow, parquet = modules(source.name)
    if not source.path.is_file():
        source.fault("import.no_such_file", 1, str(source.path))
        return
    try:
        with parquet.ParquetFile(source.path) as file:
            names = [str(name) for name in file.schema_arrow.names]
            missing = [name for name in NEEDED if name not in names]
            for name in missing:
                source.fault("formats.no_column", 1, name, names)
            if missing:
                return
            wanted = [name for name in names if name in NAMES and name != "number"]
            for batch in file.iter_batches(BATCH, columns=wanted):
                for row in batch.to_pylist():
                    yield rating_of({name: "" if cell is None else str(cell) for name, cell in row.items()})
    except (arrow.ArrowException, OSError) as error:
        source.fault("ratings.broken_parquet", 1, str(error).splitlines()[0])


def write(target: Target, ratings: Iterable[Rating]) -> None:
    with target.file() as file:
        write_file(file, target.path.name, ratings)


def write_file(file: Any, name: str, ratings: Iterable[Rating]) -> int:
    """Batch by batch; how many ratings there were."""
    arrow, parquet = modules(name)
    schema = arrow.schema([(column, getattr(arrow, TYPES.get(column, "string"))()) for column in NAMES])
    rest, count = iter(ratings), 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rest, BATCH)):
            rows = [_typed(rating) for rating in batch]
            writer.write_batch(arrow.RecordBatch.from_pylist(rows, schema=schema))
            count += len(rows)
    return count


def _typed(rating: Rating) -> dict[str, Any]:
    row = row_of(rating)
    return {**row, "value": None if row["value"] is None else str(row["value"]), "number": rating.value}
