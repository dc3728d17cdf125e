"""The one reader of tables: CSV, TSV, JSON lines, JSON, Parquet and the first sheet of a workbook, for everybody.

Blank lines and rows of empty cells are skipped. What is wrong is told with its file and line, all at once.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from jurybox.exchange.files.delimited import read_records
from jurybox.exchange.files.encoding import STRICT, Form
from jurybox.exchange.files.faults import Faults, Stop
from jurybox.exchange.files.json_lines import document_rows, line_rows, read_document, read_lines
from jurybox.exchange.files.parquet import open_parquet
from jurybox.exchange.files.table import OpenedTable, Records, Row, table_of
from jurybox.exchange.files.xlsx import read_sheet

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".xlsx", ".parquet")
IN_FOLDERS = tuple(suffix for suffix in SUFFIXES if suffix != ".json")
"""What is looked for in a folder first: a .json beside tables is mostly something else, such as the people of films."""

Progress = Callable[[int], None]
"""Told how many bytes of the file are read."""
Part = TypeVar("Part")


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a table. Good rows come as they are read; at the end Refused names every fault of the file."""
    faults = Faults()
    table = open_table(path, path.name, faults)
    if table:
        yield from table.rows
    faults.refuse()


def open_table(
    path: Path, name: str, faults: Faults, progress: Progress | None = None, form: Form = STRICT
) -> OpenedTable | None:
    """Read the header and hand out the rows; what is wrong goes to `faults`. None: there is no header to go by."""
    tell = progress or (lambda done: None)
    suffix = path.suffix.lower()
    if suffix in (".jsonl", ".ndjson"):
        lines = careful(read_lines(path, name, form, tell), path, name, faults)
        return OpenedTable(name, None, 1, line_rows(lines, name, faults))
    if suffix == ".json":
        return OpenedTable(name, None, 1, careful(_json(path, name, faults, form), path, name, faults))
    if suffix == ".parquet":
        return open_parquet(path, name, faults, tell)
    if path.is_dir():
        faults.add("import.no_tables", (name, 1), name, SUFFIXES)
        faults.unread = True
        return None
    if suffix not in SUFFIXES:
        faults.add("import.wrong_type", (name, 1), path.suffix or path.name, SUFFIXES)
        faults.unread = True
        return None
    pieces: Iterator[Records]
    if suffix == ".xlsx":
        pieces = read_sheet(path, name, faults, tell)
    else:
        pieces = read_records(path, name, form, tell, "\t" if suffix == ".tsv" else None)
    return table_of(careful(pieces, path, name, faults), name, faults, form)


def _json(path: Path, name: str, faults: Faults, form: Form) -> Iterator[Row]:
    yield from document_rows(read_document(path, name, form), name, faults)


def careful(parts: Iterator[Part], path: Path, name: str, faults: Faults) -> Iterator[Part]:
    """Turn whatever stops the reading into a fault, so that the other files are still read."""
    try:
        yield from parts
        return
    except Stop as stop:
        faults.add(stop.code, (name, stop.line), stop.given, stop.allowed, **stop.params)
    except UnicodeDecodeError as error:
        if error.encoding != "utf-8":
            faults.add("import.wrong_encoding", (name, 1), error.reason)
        else:
            line, offset, byte = _broken_byte(path)
            faults.add("import.not_utf8", (name, line), f"0x{byte:02X}", offset=offset)
    except UnicodeError as error:  # UTF-16 without its mark
        faults.add("import.wrong_encoding", (name, 1), str(error))
    except FileNotFoundError:
        faults.add("import.no_such_file", (name, 1), str(path))
    except OSError as error:
        faults.add("import.unreadable", (name, 1), error.strerror or str(error))
    faults.unread = True


def _broken_byte(path: Path) -> tuple[int, int, int]:
    """Line, offset in the file and value of the first byte that is not UTF-8."""
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                return number, offset + error.start, line[error.start]
            offset += len(line)
    raise AssertionError("the file changed while it was read")


def tables_of(paths: list[Path]) -> list[Path]:
    """The tables, in order; a folder in place of a table stands for all in it, a folder for each language included.

    Files of JSON are taken where a folder has no other tables. A folder that holds none stays, to be refused by name.
    What begins with . or ~$ is none.
    """
    found: list[Path] = []
    for path in paths:
        inner = sorted(path.rglob("*")) if path.is_dir() else []
        tables = [p for p in inner if _ends_in(p, IN_FOLDERS)] or [p for p in inner if _ends_in(p, SUFFIXES)]
        found += tables or [path]
    return list(dict.fromkeys(found))


def _ends_in(path: Path, suffixes: tuple[str, ...]) -> bool:
    return path.suffix.lower() in suffixes and not path.name.startswith((".", "~$")) and path.is_file()


@contextmanager
def collector_paused() -> Iterator[None]:
    """While many objects are built that all stay, the cycle collector would walk them again and again.

    Halves the time of a large import; also usable as a decorator.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
