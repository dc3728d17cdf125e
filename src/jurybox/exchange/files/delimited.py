"""CSV and TSV, read some hundred records at a time, each with the line where it starts.

A `.csv` may divide its columns by comma, semicolon (as Excel does in much of Europe) or tab: no column name holds any
of them, so the header tells; a title above it is told by the line after it. Quotes follow CSV rules in `.tsv` too,
unless its lines say otherwise.
Cells are looked up while they are still in the processor's cache: a million rows take about a second.
"""

import csv
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jurybox.core import Fault
from jurybox.exchange.files.encoding import Form, text_stream
from jurybox.exchange.files.faults import Stop, short
from jurybox.exchange.files.table import PIECE, Records

if TYPE_CHECKING:
    from _csv import Reader

DELIMITERS = ",;\t"
HEAD = 2
"""So many lines tell how columns are divided."""
LINE_BREAK = re.compile(r"\r\n|\r|\n")


def read_records(
    path: Path, name: str, form: Form, tell: Callable[[int], None], delimiter: str | None = None
) -> Iterator[Records]:
    """The records of a file; what was read before a fault still comes, then the fault is raised."""
    with path.open("rb") as file, text_stream(file, name, form, "") as stream:
        head = _head(stream)
        delimiter = delimiter or _delimiter([line for line in head if not line.isspace()])
        plain = not form.quotes or (delimiter == "\t" and _has_plain_quotes(path, name, form, stream.encoding))
        quoting: Literal[0, 3] = csv.QUOTE_NONE if plain else csv.QUOTE_MINIMAL
        reader = csv.reader(itertools.chain(head, stream), delimiter=delimiter, strict=True, quoting=quoting)
        try:
            for piece in _pieces(reader, form.longest_cell, delimiter):
                yield piece
                del piece  # freed before the next one is read, which then finds its memory in the cache
                tell(file.tell())
        except Stop as stop:
            if stop.code == "import.broken_quotes":
                stop.given = short(_line(path, stream.encoding, stop.line))
            raise


def _line(path: Path, encoding: str, number: int) -> str:
    with path.open(encoding=encoding, errors="replace", newline="") as lines:
        return next(itertools.islice(lines, number - 1, None), "").strip()


def _has_plain_quotes(path: Path, name: str, form: Form, encoding: str) -> bool:
    """Whether quotes in a tab-separated table are characters like any other, as in machine translation; told if so.

    Every line has the same number of tabs, and with quotes around cells the file can't be read, or several lines would
    be one record.
    """
    if form.note is None:
        return False
    with path.open(encoding=encoding, newline="") as lines:
        try:
            begun = _first_quoted(lines)
        except UnicodeError:  # the reading itself says so
            return False
    if begun is None:
        return False
    with path.open(encoding=encoding, newline="") as lines:
        before = csv.field_size_limit(form.longest_cell)
        try:
            reader = csv.reader(lines, delimiter="\t", strict=True)
            pairs = all(reader.line_num == number for number, _ in enumerate(reader, 1))
        except csv.Error:
            pairs = False
        finally:
            csv.field_size_limit(before)
    if not pairs:
        number = begun
        form.note(Fault("import.quotes_plain", f"{name}:{number}", None, None, {}, name, number))
    return not pairs


def _first_quoted(lines: Iterable[str]) -> int | None:
    """The first line with a quote that opens a cell and does not pair there, or else the first with one that opens a
    cell; None where there is none, or where lines have different numbers of tabs."""
    tabs, begun, open_ = None, None, None
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        own = line.count("\t")
        tabs = own if tabs is None else tabs
        if own != tabs:
            return None
        if open_ is None and (line[0] == '"' or '\t"' in line):
            cells = [cell for cell in line.rstrip("\r\n").split("\t") if cell.startswith('"')]
            begun = begun or number
            open_ = number if any(cell.count('"') % 2 for cell in cells) else None
    return open_ or begun


def _pieces(reader: "Reader", longest: int, divider: str) -> Iterator[Records]:
    while True:
        start, records = reader.line_num + 1, list[list[str]]()
        fault = _take(reader, records, longest)
        if fault is not None:
            yield Records(_lines(start, records), records, divider)
            raise _stop(fault, start + sum(map(_height, records)), longest)
        if not records:
            return
        is_plain = reader.line_num - start + 1 == len(records)
        lines = range(start, start + len(records)) if is_plain else _lines(start, records)
        yield Records(lines, records, divider)
        del records


def _head(lines: Iterable[str]) -> list[str]:
    """The lines up to the second that is not blank."""
    head, written = [], 0
    for line in lines:
        head.append(line)
        written += not line.isspace()
        if written == HEAD:
            break
    return head


def _delimiter(written: list[str]) -> str:
    """What the first line holds; but a comma in a title is none, where the line after it is divided otherwise.

    A line that ends within quotes is the beginning of a text, which says nothing of columns.

    >>> _delimiter(["id;text", "1;so, then"]), _delimiter(["Group 3, November", "id;text"]), _delimiter([])
    (';', ';', ',')
    >>> _delimiter(["id,text", '"one; ']), _delimiter(["id;text", '"one, two";x'])
    (',', ';')
    """
    whole = [line if line.count('"') % 2 == 0 else "" for line in written]
    found = [next((d for d in DELIMITERS if d in line), "") for line in whole]
    first, second = [*found, "", ""][:HEAD]
    return second if second and (not first or first not in written[1]) else first or ","


def _take(reader: Iterator[list[str]], records: list[list[str]], longest: int) -> csv.Error | UnicodeError | None:
    """Some more records, and what stopped the reading. The limit of cells is everybody's: it stays as it was found."""
    before = csv.field_size_limit(longest)
    try:
        records.extend(itertools.islice(reader, PIECE))
    except (csv.Error, UnicodeError) as error:
        return error
    finally:
        csv.field_size_limit(before)
    return None


def _stop(fault: csv.Error | UnicodeError, line: int, longest: int) -> Exception:
    if isinstance(fault, UnicodeError):
        return fault
    if "field limit" in str(fault):
        return Stop("ratings.long_cell", line, None, longest)
    return Stop("import.broken_quotes", line)


def _lines(start: int, records: list[list[str]]) -> list[int]:
    """Where each record starts."""
    return list(itertools.accumulate(map(_height, records), initial=start))[:-1]


def _height(record: list[str]) -> int:
    """How many lines a record takes: a quoted cell may hold line breaks."""
    return 1 + sum(len(LINE_BREAK.findall(cell)) for cell in record)
