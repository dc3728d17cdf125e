"""Parquet: the long table with types. `value` is the cell of the long table, `number` the same where it is one."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from jurybox.exchange.files import write_parquet
from jurybox.exchange.ratings.export_columns import TEXT_COLUMNS, TYPED_COLUMNS, cells_of, names_of, with_drawn
from jurybox.exchange.ratings.formats.long import ratings_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target

COLUMNS = (*TYPED_COLUMNS, *TEXT_COLUMNS)
VALUE = names_of(COLUMNS).index("value")


def read(source: RatingsFile) -> Iterator[Rating]:
    table = source.parquet()
    if table is not None:
        yield from ratings_of(table, source, guarded=False, named=True)


def write(target: Target, ratings: Iterable[Rating]) -> None:
    with target.file() as file:
        write_ratings(file, target.path.name, ratings)


def write_ratings(file: BinaryIO, name: str, ratings: Iterable[Rating]) -> None:
    columns, ratings = with_drawn(COLUMNS, ratings)
    types = [(column.name, column.type) for column in columns]
    write_parquet(file, name, types, map(_typed, map(cells_of(columns), ratings)))


def _typed(cells: tuple[object, ...]) -> tuple[object, ...]:
    """A column has one type: `value` is text."""
    value = cells[VALUE]
    return (*cells[:VALUE], None if value is None else str(value), *cells[VALUE + 1 :])
