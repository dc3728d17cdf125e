"""Tables as rows: CSV, TSV, JSON lines and the first sheet of a workbook, line by line, every cell as it was given.

A `.csv` may divide its columns by comma, semicolon (as Excel does in much of Europe) or tab: no column name holds any
of them, so the header tells. Quotes follow CSV rules in `.tsv` too. Blank lines and rows of empty cells are skipped.
"""

import csv
import datetime
import io
import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

import python_calamine

from jurybox.exchange.files.encoding import STRICT, Form, encoding_of
from jurybox.exchange.files.faults import Faults, Place

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx")
LONGEST_CELL = 1 << 24
"""In characters. A quote that is never closed would otherwise swallow the file."""

EXACT_DIGITS = 10**15
"""Excel keeps 15 digits of a number; a longer id is already damaged when we see it."""

STEP = 2000
"""Progress is told every so many rows."""

Cells = Iterator[tuple[int, list[str]]]
Progress = Callable[[int], None]


class Row(NamedTuple):
    """One record: the file, the line where it starts, and the cells by column. CSV, TSV and XLSX give texts only."""

    file: str
    line: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """An opened table. JSON lines have no header: each line names its own columns, and `columns` is None."""

    file: str
    columns: tuple[str, ...] | None
    header: int
    """The line of the header; 0 where there is none, and the columns are called by their numbers."""
    rows: Iterator[Row]


class Stop(Exception):
    """The file cannot be read beyond this place."""

    def __init__(self, code: str, line: int, given: Any = None, allowed: Any = None, **params: Any) -> None:
        super().__init__(code)
        self.code, self.line, self.given, self.allowed, self.params = code, line, given, allowed, params


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
        lines = careful(_json_lines(path, tell, name, form), path, name, faults)
        return OpenedTable(name, None, 1, _records(lines, name, faults))
    if suffix == ".xlsx":
        cells = _sheet(path, tell, name, faults)
    elif suffix in SUFFIXES:
        cells = _lines(path, tell, "\t" if suffix == ".tsv" else None, name, form)
    else:
        faults.add("import.wrong_type", (name, 1), path.suffix or path.name, SUFFIXES)
        faults.unread = True
        return None
    return _with_header(careful(cells, path, name, faults), name, faults, form)


def careful(cells: Iterator[tuple[int, Any]], path: Path, name: str, faults: Faults) -> Iterator[tuple[int, Any]]:
    """Turn whatever stops the reading into a fault, so that the other files are still read."""
    try:
        yield from cells
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
    except python_calamine.CalamineError as error:
        faults.add("import.broken_workbook", (name, 1), str(error))
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


def _with_header(cells: Cells, name: str, faults: Faults, form: Form) -> OpenedTable | None:
    line, header = next(((n, row) for n, row in cells if any(row)), (1, None))
    if header is None:
        if not faults.unread:
            faults.add("import.no_header", (name, 1))
            faults.unread = True
        return None
    if form.is_header and not form.is_header(header):
        numbers = [str(number) for number in range(1, len(header) + 1)]
        rows = _body(itertools.chain([(line, header)], cells), numbers, name, faults)
        return OpenedTable(name, tuple(numbers), 0, rows)
    names = [cell.strip() for cell in header]
    twice = sorted({column for column in names if column and names.count(column) > 1})
    for column in twice:
        faults.add("import.duplicate_column", (name, line), column)
    if twice:
        faults.unread = True
        return None
    return OpenedTable(name, tuple(filter(None, names)), line, _body(cells, names, name, faults))


def _body(cells: Cells, names: list[str], file: str, faults: Faults) -> Iterator[Row]:
    width, unnamed = len(names), [number for number, name in enumerate(names) if not name]
    for line, row in cells:
        if len(row) != width:
            if any(row):
                code = "import.too_many_cells" if len(row) > width else "import.too_few_cells"
                faults.add(code, (file, line), len(row), width)
            continue
        if not any(row):
            continue
        values = dict(zip(names, row))  # noqa: B905 (the lengths are equal, and asking again takes its time)
        if "" in values:
            del values[""]
            for number in [n for n in unnamed if row[n]]:
                faults.add("import.unnamed_column", (file, line), number + 1)
                unnamed.remove(number)
        yield Row(file, line, values)


def _lines(path: Path, tell: Progress, delimiter: str | None, name: str, form: Form) -> Cells:
    """The records of a CSV or TSV file with the line where each starts."""
    csv.field_size_limit(LONGEST_CELL)
    with path.open("rb") as file, _text(file, "", name, form) as stream:
        head = head_of(stream)
        delimiter = delimiter or next((d for d in ",;\t" if d in head[-1]), ",")
        reader = csv.reader(itertools.chain(head, stream), delimiter=delimiter, strict=True)
        start = 1
        try:
            for record in reader:
                yield start, record
                if not reader.line_num % STEP:
                    tell(file.tell())
                start = reader.line_num + 1
        except csv.Error as error:
            raise Stop("import.broken_quotes", start, str(error)) from error


def _text(file: BinaryIO, newline: str, name: str, form: Form) -> io.TextIOWrapper:
    """The file as text. UTF-16 is full of nulls, and they mean nothing there."""
    encoding = encoding_of(file, name, form)
    if encoding != "utf-16":
        refuse_nulls(file)
    return io.TextIOWrapper(file, encoding=encoding, newline=newline)


def head_of(lines: Iterable[str]) -> list[str]:
    """The lines up to the first that is not blank; one empty line where there is none."""
    head = []
    for line in lines:
        head.append(line)
        if not line.isspace():
            return head
    return [*head, ""]


def refuse_nulls(file: BinaryIO) -> None:
    """A text holds no null character: then it is another kind of file under a wrong name."""
    position = 0
    while chunk := file.read(1 << 20):
        found = chunk.find(b"\0")
        if found >= 0:
            file.seek(0)
            raise Stop("import.null_character", 1 + file.read(position + found).count(b"\n"))
        position += len(chunk)
    file.seek(0)


def _json_lines(path: Path, tell: Progress, name: str, form: Form) -> Iterator[tuple[int, str]]:
    """The lines that are not blank. Only a line feed ends a line: a text may hold other line separators."""
    with path.open("rb") as file, _text(file, "\n", name, form) as stream:
        for number, line in enumerate(stream, 1):
            if not line.isspace():
                yield number, line
            if not number % STEP:
                tell(file.tell())


def _records(lines: Iterator[tuple[int, str]], file: str, faults: Faults) -> Iterator[Row]:
    decode = json.JSONDecoder(object_pairs_hook=_record, parse_constant=_no_number).decode
    for line, text in lines:
        try:
            values = decode(text)
        except _Twice as twice:
            faults.add("import.duplicate_column", (file, line), str(twice))
        except (ValueError, RecursionError) as error:
            faults.add("import.broken_json", (file, line), str(error))
        else:
            if not isinstance(values, dict):
                faults.add("import.not_an_object", (file, line), text[:40].strip())
            elif "\\u" not in text or all(map(is_text, itertools.chain(values, values.values()))):
                yield Row(file, line, values)
            else:
                faults.add("import.broken_text", (file, line))


class _Twice(Exception):
    pass


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = {name.strip(): value for name, value in pairs}
    if len(record) != len(pairs):
        names = [name.strip() for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return record


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def is_text(value: Any) -> bool:
    """JSON escapes can spell half a character, or a null: neither can be stored."""
    return not isinstance(value, str) or not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value)


def _sheet(path: Path, tell: Progress, name: str, faults: Faults) -> Cells:
    """The rows of the first sheet, counted as the spreadsheet counts them."""
    with path.open("rb") as file, python_calamine.CalamineWorkbook.from_filelike(file) as workbook:
        sheet = workbook.get_sheet_by_index(0)
        size, height = path.stat().st_size, max(sheet.total_height, 1)
        for number, row in enumerate(sheet.iter_rows(), 1):
            yield number, [cell if type(cell) is str else cell_text(cell, (name, number), faults) for cell in row]
            if not number % STEP:
                tell(size * number // height)


def cell_text(value: Any, place: Place, faults: Faults) -> str:
    """A workbook's cell as text: 3.0 is 3, a date is written the ISO way."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        if abs(value) >= EXACT_DIGITS:
            faults.add("import.long_number", place, value)
        return str(int(value)) if value == int(value) else repr(value)
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    return str(value)
