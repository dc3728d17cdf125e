"""Parquet: the long table with types. `value` is the cell of the long table, `number` the same where it is one."""

import importlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from jurybox.core import Refused
from jurybox.exchange.ratings.export_table import COLUMNS
from jurybox.exchange.ratings.formats.long import TEXTS, ratings_of, row_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target

BATCH = 20_000
TYPES = {"pilot": "bool_", "seq": "int64", "elapsed_ms": "int64", "number": "float64"}
NAMES = (*COLUMNS[:10], "number", *COLUMNS[10:], *TEXTS)


def modules(name: str) -> tuple[Any, Any]:
    """pyarrow is an extra: who reads no Parquet needs none of its 100 MB."""
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise Refused.of("ratings.no_parquet", given=name) from error


def read(source: RatingsFile) -> Iterator[Rating]:
    table = source.parquet()
    if table is not None:
        yield from ratings_of(table, source, guarded=False, named=True)


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
