"""The rows of a table from before, as they stand: of the first sheet that has any, or of a file of another kind."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from jurybox.exchange.files import SUFFIXES, Faults, Form, Stop, careful, open_table, read_records
from jurybox.exchange.workbooks.cells import FoundCell, is_empty
from jurybox.exchange.workbooks.open_workbook import open_sheets

StandingRow = tuple[int, Sequence[FoundCell]]
"""The line of a row, and its cells."""
Standing = tuple[str, list[StandingRow]]
"""The name of the sheet, empty where there is none, and its rows."""


def standing_rows(path: Path, name: str, form: Form, faults: Faults) -> Standing | None:
    """The rows that say anything; None where the file can't be read. What is wrong with it goes to `faults`."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        faults.add("workbook.wrong_old_type", (name, 1), path.suffix or path.name, SUFFIXES)
        return None
    read = {".xlsx": _of_workbook, ".csv": _of_text, ".tsv": _of_text}.get(suffix, _of_objects)
    found = next(careful(read(path, name, form, faults), path, name, faults), None)
    if found is not None and not found[1]:
        faults.add("workbook.no_rows", (name, 1))
        return None
    return found


def _of_workbook(path: Path, name: str, form: Form, faults: Faults) -> Iterator[Standing]:
    with open_sheets(path) as book:
        for title in book.names:
            rows = [(n, row) for n, row in book.rows(title) if _says(row)]
            if rows:
                yield title, rows
                return
    raise Stop("workbook.no_rows", 1)


def _of_text(path: Path, name: str, form: Form, faults: Faults) -> Iterator[Standing]:
    rows: list[StandingRow] = []
    delimiter = "\t" if path.suffix.lower() == ".tsv" else None
    for lines, cells, _ in read_records(path, name, form, lambda done: None, delimiter):
        rows += [(line, record) for line, record in zip(lines, cells, strict=True) if any(record)]
    yield "", rows


def _of_objects(path: Path, name: str, form: Form, faults: Faults) -> Iterator[Standing]:
    """Objects and typed tables name their columns themselves; these stand as a first row."""
    table = open_table(path, name, faults, form=form)
    found = [] if table is None else list(table.rows)
    if table is None or faults.unread:
        return
    columns = list(table.columns or dict.fromkeys(column for row in found for column in row.values))
    rows = [(row.line, [_cell(row.values.get(column)) for column in columns]) for row in found]
    yield "", [(1, columns), *rows] if rows else []


def _cell(value: object) -> FoundCell:
    if isinstance(value, list):
        return "\n".join(map(str, value))
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _says(row: Sequence[FoundCell]) -> bool:
    return any(not is_empty(cell) for cell in row)
