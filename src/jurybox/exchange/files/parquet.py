"""Parquet, batch by batch. Its rows have no lines: they are counted from 1."""

import importlib
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import Protocol, TypeGuard

from jurybox.exchange.files.faults import Faults
from jurybox.exchange.files.table import OpenedTable, Row, Texts, are_different, cell_text

BATCH = 50_000


class _Values(Protocol):
    """What we use of an array of Arrow."""

    def to_pylist(self) -> list[object]: ...


class _Codes(Protocol):
    def to_pylist(self) -> list[int | None]: ...


class _CodedValues(Protocol):
    dictionary: _Values
    indices: _Codes


class _Column(_Values, Protocol):
    def dictionary_encode(self) -> _CodedValues: ...


class _Batch(Protocol):
    num_rows: int

    def column(self, name: str) -> _Column: ...


def open_parquet(path: Path, name: str, faults: Faults, tell: Callable[[int], None]) -> OpenedTable | None:
    """The table with its header; pyarrow is an extra: who reads no Parquet needs none of its 100 MB."""
    try:
        file = _ParquetFile(path, name, faults, tell)
    except ImportError:
        faults.add("ratings.no_parquet", (name, 1), path.name)
        faults.unread = True
        return None
    columns = file.columns()
    if columns is None or not are_different(columns, (name, 1), faults):
        return None
    return OpenedTable(name, columns, 1, file.rows(), file.texts)


class _ParquetFile:
    def __init__(self, path: Path, name: str, faults: Faults, tell: Callable[[int], None]) -> None:
        self._path, self._name, self._faults, self._tell = path, name, faults, tell
        self._broken = (importlib.import_module("pyarrow").ArrowException, OSError)
        self._opened = importlib.import_module("pyarrow.parquet").ParquetFile

    def columns(self) -> tuple[str, ...] | None:
        try:
            with self._opened(self._path) as file:
                return tuple(str(name) for name in file.schema_arrow.names)
        except FileNotFoundError:
            self._refuse("import.no_such_file", str(self._path))
        except self._broken as error:
            self._refuse("ratings.broken_parquet", str(error).splitlines()[0])
        return None

    def rows(self) -> Iterator[Row]:
        names = self.columns() or ()
        for lines, columns in self.texts(names):
            cells = zip(*(columns[name] for name in names), strict=True)
            for line, row in zip(lines, cells, strict=True):
                yield Row(self._name, line, dict(zip(names, row, strict=True)))

    def texts(self, wanted: Container[str]) -> Iterator[Texts]:
        names = [name for name in self.columns() or () if name in wanted]
        for start, batch in self._batches(names):
            columns = {name: self._cells(batch.column(name), start) for name in names}
            yield Texts(range(start, start + batch.num_rows), columns)

    def _batches(self, names: list[str] | None) -> Iterator[tuple[int, _Batch]]:
        """With the number of the first row of each."""
        start, size = 1, self._path.stat().st_size
        try:
            with self._opened(self._path) as file:
                for batch in file.iter_batches(BATCH, columns=names):
                    yield start, batch
                    start += batch.num_rows
                    self._tell(size * start // max(file.metadata.num_rows, 1))
        except self._broken as error:
            self._refuse("ratings.broken_parquet", str(error).splitlines()[0], start)

    def _cells(self, column: _Column, start: int) -> list[str]:
        """Each different value is put into words once; lists, which Arrow can't tell apart, one by one."""
        try:
            coded = column if _is_coded(column) else column.dictionary_encode()
        except NotImplementedError:
            return [self._text(value, start + number) for number, value in enumerate(column.to_pylist())]
        texts = [self._text(value, start) for value in coded.dictionary.to_pylist()]
        return ["" if code is None else texts[code] for code in coded.indices.to_pylist()]

    def _text(self, value: object, line: int) -> str:
        return cell_text(value, (self._name, line), self._faults)

    def _refuse(self, code: str, given: str, line: int = 1) -> None:
        self._faults.add(code, (self._name, line), given)
        self._faults.unread = True


def _is_coded(column: _Column | _CodedValues) -> TypeGuard[_CodedValues]:
    return hasattr(column, "dictionary")
