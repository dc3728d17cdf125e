"""Tables of any kind into columns of codes: CSV, TSV, JSON lines, XLSX, Parquet; every fault of every file at once.

CSV goes five hundred rows at a time from csv.reader to codes, so that the cells are still in the processor's cache when
they are looked up: a million rows in about a second. The other kinds go row by row, or batch by batch.
"""

import csv
import importlib
import io
import itertools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jurybox.exchange.files import Stop, careful, cell_text, head_of, open_table, refuse_nulls
from jurybox.exchange.ratings.columns import CodedTable, Gathering, check_lengths
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.header import check_alike, check_header
from jurybox.exchange.ratings.options import RatingsReading
from jurybox.stats import Ints

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx", ".parquet")
PIECE = 500
BATCH = 50_000
LONGEST_CELL = 1 << 20
"""Characters of any cell. A quote that is never closed would otherwise swallow the file."""
LINE_BREAK = re.compile(r"\r\n|\r|\n")

Progress = Callable[[int, int], None]
"""Told how many bytes are read, of how many."""


@dataclass(frozen=True, slots=True)
class _File:
    """One file on its way in."""

    path: Path
    name: str
    number: int
    gathering: Gathering
    faults: RatingFaults
    tell: Callable[[int], None]

    def add(self, lines: Ints, cells: dict[str, Sequence[str]]) -> None:
        self.gathering.add(self.number, lines, cells)

    def refuse(self, code: str, given: Any = None, allowed: Any = None) -> None:
        """The file can't be read."""
        self.faults.add(code, (self.name, 1), given, allowed)
        self.faults.unread = True


def read_sheet(
    paths: Sequence[Path], reading: RatingsReading, faults: RatingFaults, progress: Progress | None = None
) -> CodedTable:
    """The wanted columns of all files, one below the other. What is wrong goes to `faults`."""
    files = tuple(map(str, paths))
    gathering = Gathering(reading, reading.wanted())
    sizes = [path.stat().st_size if path.is_file() else 0 for path in paths]
    for number, path in enumerate(paths):
        before = sum(sizes[:number])

        def tell(done: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done, sum(sizes))

        _read_file(_File(path, files[number], number, gathering, faults, tell))
    check_alike(gathering, faults)
    sheet = gathering.sheet(files, paths)
    check_lengths(sheet, faults)
    return sheet


def _read_file(file: _File) -> None:
    suffix = file.path.suffix.lower()
    if not file.path.exists():
        file.refuse("import.no_such_file", str(file.path))
    elif file.path.is_dir():
        file.refuse("ratings.folder", allowed=SUFFIXES)
    elif suffix in (".csv", ".tsv"):
        for _ in careful(_csv(file, "\t" if suffix == ".tsv" else None), file.path, file.name, file.faults):
            pass
    elif suffix == ".parquet":
        _read_parquet(file)
    elif suffix in SUFFIXES:
        _read_rows(file)
    else:
        file.refuse("import.wrong_type", file.path.suffix or file.path.name, SUFFIXES)


def _csv(file: _File, delimiter: str | None) -> Iterator[tuple[int, None]]:
    """Read a CSV or TSV file to its end; what it yields says nothing, but lets `careful` watch over the reading."""
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        with file.path.open("rb") as raw, io.TextIOWrapper(raw, encoding="utf-8-sig", newline="") as stream:
            refuse_nulls(raw)
            head = head_of(stream)
            delimiter = delimiter or next((d for d in ",;\t" if d in head[-1]), ",")
            quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if file.gathering.reading.quotes else csv.QUOTE_NONE
            reader = csv.reader(itertools.chain(head, stream), delimiter=delimiter, strict=True, quoting=quoting)
            names: list[str] | None = None
            for lines, rows in _pieces(reader):
                if names is None:
                    first = next((number for number, row in enumerate(rows) if any(row)), len(rows))
                    if first == len(rows):
                        continue
                    names = [cell.strip() for cell in rows[first]]
                    if not check_header(file.name, int(lines[first]), names, file.gathering, file.faults):
                        return
                    lines, rows = lines[first + 1 :], rows[first + 1 :]
                _add_piece(file, names, lines, rows)
                file.tell(raw.tell())
                yield 0, None
            if names is None:
                file.refuse("import.no_header")
    finally:
        csv.field_size_limit(before)


def _pieces(reader: Any) -> Iterator[tuple[Ints, list[list[str]]]]:
    """Some hundred records, with the line where each starts. What was read before a fault still comes."""
    while True:
        start: int = reader.line_num + 1
        rows: list[list[str]] = []
        try:
            rows.extend(itertools.islice(reader, PIECE))
        except csv.Error as error:
            yield _starts(start, rows), rows
            line = start + sum(map(_height, rows))
            if "field limit" in str(error):
                raise Stop("ratings.long_cell", line, None, LONGEST_CELL) from error
            raise Stop("import.broken_quotes", line, str(error)) from error
        if not rows:
            return
        if reader.line_num - start + 1 == len(rows):
            yield np.arange(start, start + len(rows), dtype=np.int32), rows
        else:
            yield _starts(start, rows), rows


def _starts(start: int, rows: list[list[str]]) -> Ints:
    heights = list(map(_height, rows))
    return np.array(list(itertools.accumulate(heights, initial=start))[:-1], dtype=np.int32)


def _height(record: list[str]) -> int:
    """How many lines a record takes: a quoted cell may hold line breaks."""
    return 1 + sum(len(LINE_BREAK.findall(cell)) for cell in record)


def _add_piece(file: _File, names: list[str], lines: Ints, rows: list[list[str]]) -> None:
    width = len(names)
    columns = list(zip(*rows)) if set(map(len, rows)) == {width} else []  # noqa: B905 (the lengths are equal)
    if not columns or "" in columns[0]:  # a row may be blank, or of another width
        sound = [number for number, row in enumerate(rows) if any(row) and _fits(file, int(lines[number]), row, width)]
        lines, columns = lines[sound], list(zip(*(rows[number] for number in sound)))  # noqa: B905
    if columns:
        wanted = file.gathering.wanted
        file.add(lines, {name: cells for name, cells in zip(names, columns, strict=True) if name in wanted})


def _fits(file: _File, line: int, row: list[str], width: int) -> bool:
    if len(row) != width:
        code = "import.too_many_cells" if len(row) > width else "import.too_few_cells"
        file.faults.add(code, (file.name, line), len(row), width)
    return len(row) == width


def _read_rows(file: _File) -> None:
    """JSON lines and workbooks, row by row."""
    table = open_table(file.path, file.name, file.faults, file.tell)
    if table is None:
        return
    if table.columns is not None and not check_header(
        file.name, table.header, list(table.columns), file.gathering, file.faults
    ):
        return
    seen: dict[str, None] = {}
    rows = table.rows
    while piece := list(itertools.islice(rows, PIECE)):
        for row in piece:
            seen.update(dict.fromkeys(row.values))
        names = file.gathering.wanted & seen.keys()
        lines = np.array([row.line for row in piece], dtype=np.int32)
        file.add(
            lines, {name: [_text(row.values.get(name), row.line, file) for row in piece] for name in sorted(names)}
        )
    if table.columns is None and (seen or not file.faults.unread):
        check_header(file.name, 1, list(seen), file.gathering, file.faults)


def _text(value: Any, line: int, file: _File) -> str:
    """A cell of a JSON line as text. A list of texts is a set of tags, written as our export writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return "|".join(value)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return cell_text(value, (file.name, line), file.faults)


def _read_parquet(file: _File) -> None:
    """Batch by batch. Its rows have no lines; they are counted from 1."""
    try:
        arrow, parquet_files = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        file.refuse("ratings.no_parquet", file.path.name)
        return
    try:
        with parquet_files.ParquetFile(file.path) as parquet:
            names = [str(name) for name in parquet.schema_arrow.names]
            if not check_header(file.name, 1, names, file.gathering, file.faults):
                return
            wanted = [name for name in names if name in file.gathering.wanted]
            start, size = 1, file.path.stat().st_size
            for batch in parquet.iter_batches(BATCH, columns=wanted):
                lines = np.arange(start, start + batch.num_rows, dtype=np.int32)
                file.add(lines, {name: _texts(batch.column(name), start, file) for name in wanted})
                start += batch.num_rows
                file.tell(size * start // max(parquet.metadata.num_rows, 1))
    except (arrow.ArrowException, OSError) as error:
        file.refuse("ratings.broken_parquet", str(error).splitlines()[0])


def _texts(column: Any, start: int, file: _File) -> list[str]:
    """Each different value is put into words once; lists, which Arrow can't tell apart, one by one."""
    try:
        coded = column if hasattr(column, "dictionary") else column.dictionary_encode()
    except NotImplementedError:
        return [_text(value, start + number, file) for number, value in enumerate(column.to_pylist())]
    texts = [_text(value, start, file) for value in coded.dictionary.to_pylist()]
    return ["" if code is None else texts[code] for code in coded.indices.to_pylist()]
