"""Ratings as a table: rows, columns, or a data frame of whichever library there is. None of them is needed."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from jurybox.client.words import library
from jurybox.studies.carry.export import DRAWN, TYPED_COLUMNS

TYPES = {column.name: column.type for column in TYPED_COLUMNS}
COLUMNS = tuple(TYPES)
Cell = str | int | float | bool | None


class Ratings:
    """A row for each answer and system. `value` is the answer; `number` is the same where it is a number, else None.

    Of a study that draws pairs as it goes `drawn` says how each came; no other table has that column.

    >>> table = Ratings([{"item": "1", "rater": "r", "value": 4}, {"item": "1", "rater": "r", "value": "typo|wrong"}])
    >>> len(table), table["value"], table["number"]
    (2, [4, 'typo|wrong'], [4.0, None])
    """

    def __init__(self, rows: Iterable[Mapping[str, Cell]]) -> None:
        first, rows = _peeked(rows)
        self._types = {**TYPES, DRAWN.name: DRAWN.type} if first.get(DRAWN.name) else TYPES
        self._columns: dict[str, list[Cell]] = {name: [] for name in self._types}
        columns = [(name, cells.append) for name, cells in self._columns.items() if name != "number"]
        numbers = self._columns["number"].append
        for row in rows:
            for name, add in columns:
                add(row.get(name))
            numbers(_number(row.get("value")))

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self._types)

    def __len__(self) -> int:
        return len(self._columns["item"])

    def __getitem__(self, column: str) -> list[Cell]:
        """The cells of a column."""
        return self._columns[column]

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        for cells in zip(*self._columns.values(), strict=True):
            yield dict(zip(self._types, cells, strict=True))

    def rows(self) -> list[dict[str, Cell]]:
        return list(self)

    def __repr__(self) -> str:
        return f"<Ratings: {len(self):,} rows, {len(self._types)} columns>"

    def to_arrow(self) -> Any:
        """A pyarrow.Table; `value` is text there, because a column has one type."""
        arrow = library("pyarrow")
        types = {name: getattr(arrow, kind)() for name, kind in self._types.items()}
        return arrow.table({name: arrow.array(self._typed(name), type=kind) for name, kind in types.items()})

    def to_pandas(self) -> Any:
        """A pandas.DataFrame."""
        pandas = library("pandas")
        kinds = {"string": "string", "float64": "float64", "bool_": "boolean", "int64": "Int64"}
        return pandas.DataFrame(
            {name: pandas.Series(self._typed(name), dtype=kinds[kind]) for name, kind in self._types.items()}
        )

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        polars = library("polars")
        kinds = {"string": polars.String, "float64": polars.Float64, "bool_": polars.Boolean, "int64": polars.Int64}
        schema = {name: kinds[kind] for name, kind in self._types.items()}
        return polars.DataFrame({name: self._typed(name) for name in self._types}, schema=schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        """For every library that takes Arrow tables; needs pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """For every library that takes part in the dataframe interchange; needs pyarrow."""
        return self.to_arrow().__dataframe__(nan_as_null, allow_copy)

    def _typed(self, name: str) -> list[Cell]:
        cells = self._columns[name]
        return [None if cell is None else str(cell) for cell in cells] if name == "value" else cells


def _peeked(rows: Iterable[Mapping[str, Cell]]) -> tuple[Mapping[str, Cell], Iterable[Mapping[str, Cell]]]:
    """The first of some rows, and all of them."""
    rows = iter(rows)
    first = next(rows, None)
    return ({}, ()) if first is None else (first, chain([first], rows))


def _number(value: Cell) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
