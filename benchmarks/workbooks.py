"""Workbooks of 100,000 rows: written and read as files; and a smaller one on its whole way from pool to judgements."""

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import openpyxl

from benchmarks.material import STUDY, WORDS, build_study, open_bench
from benchmarks.table import Line, at_most, only
from jurybox.exchange.files.faults import Faults
from jurybox.exchange.workbooks.columns import Speaker
from jurybox.exchange.workbooks.layout import Book, BookIdentity, ShownColumn, TaskRow
from jurybox.exchange.workbooks.read import read_workbook
from jurybox.exchange.workbooks.write import write_book
from jurybox.protocols import load_protocol
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.texts.words import words_in

ROWS, UNITS = 100_000, 5_000
WRITE_S, READ_S = 6.0, 2.0
TIMES = 3


def measure(folder: Path) -> Iterator[Line]:
    path, book = folder / "large.xlsx", _book(ROWS)
    yield at_most(f"writing a workbook of {ROWS:,} rows", min(_write(path, book) for _ in range(TIMES)), WRITE_S, " s")
    took = min(_read(path) for _ in range(TIMES))
    yield at_most(f"reading it back, check sums of all texts included ({ROWS:,} rows)", took, READ_S, " s")
    built = build_study(folder / "study", UNITS, 1)
    bench = open_bench(built.folder)
    try:
        begun = time.perf_counter()
        (file,) = write_workbooks(bench, STUDY, folder / "books").files
        yield only(f"reserving {UNITS:,} units and writing their workbook", time.perf_counter() - begun, " s")
        _fill(file.path)
        begun = time.perf_counter()
        read_workbooks(bench, [file.path])
        yield only(f"taking {UNITS:,} judgements from it, in one transaction", time.perf_counter() - begun, " s")
        begun = time.perf_counter()
        read_workbooks(bench, [file.path])
        yield only("reading it again, which changes nothing", time.perf_counter() - begun, " s")
    finally:
        bench.close()


def _book(rows: int) -> Book:
    """One rater's tasks of the protocol `translation`, sentences of twenty words."""
    loaded = load_protocol("translation")
    stage = loaded.protocol.stages[0]
    asked = frozenset({"unit", "candidate"})
    sentence = " ".join(WORDS)
    tasks = [
        TaskRow(f"018bcfe5-6800-7000-8000-{n:012x}", "A", n, "", asked,
                {"source": f"{n} {sentence}.", "output": f"{n}: {sentence}."})
        for n in range(1, rows + 1)
    ]  # fmt: skip
    about = BookIdentity("study", "rater", stage.id, loaded.hash, "", "en", rows)
    fields = [ShownColumn("source", "Source"), ShownColumn("output", "Output")]
    speaker = Speaker(("en",), words_in("en"))
    return Book("Benchmark", about, speaker, loaded.guidelines["en"], stage, fields, tasks, datetime(2026, 1, 1))  # noqa: DTZ001


def _write(path: Path, book: Book) -> float:
    begun = time.perf_counter()
    write_book(path, book)
    return time.perf_counter() - begun


def _read(path: Path) -> float:
    begun, faults = time.perf_counter(), Faults()
    filled = read_workbook(path, path.name, faults)
    faults.refuse()
    if filled is None or len(filled.rows) != ROWS or any(row.changed is not None for row in filled.rows):
        raise RuntimeError("the workbook did not come back whole")
    return time.perf_counter() - begun


def _fill(path: Path) -> None:
    """A level into every answer cell."""
    file = openpyxl.load_workbook(path)
    sheet = file.worksheets[1]
    column = next(cell.column for cell in sheet[1] if str(cell.value).startswith("jurybox:ask:"))
    for line in range(4, sheet.max_row + 1):
        sheet.cell(line, column or 1, 1 + line % 5)
    file.save(path)
