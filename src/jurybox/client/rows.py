"""Whatever a program holds as rows, for what reads files: the same checks and the same words for both."""

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from jurybox.client.shape import Outputs
from jurybox.client.words import in_words, library
from jurybox.core import JuryboxError, Refused

ROWS = "rows.jsonl"
"""What the file is called in a fault; the line is the number of the row."""


def paths_of(given: Outputs) -> list[Path] | None:
    """The files that are meant; None where it is rows."""
    if isinstance(given, (str, Path)):
        return [Path(given)]
    if not isinstance(given, (list, tuple)) or not given:
        return None
    paths = [Path(one) for one in given if isinstance(one, (str, Path))]
    return paths if len(paths) == len(given) else None


def rows_of(given: Outputs) -> Iterable[object]:
    """Rows by the names of their columns, out of lists and out of the data frames of pandas, polars and Arrow."""
    for method, arguments in (("to_dicts", ()), ("to_pylist", ()), ("to_dict", ("records",))):
        if not isinstance(given, Mapping) and hasattr(given, method):
            found: Iterable[object] = getattr(given, method)(*arguments)
            return found
    if hasattr(given, "__arrow_c_stream__") and not isinstance(given, Iterable):
        taken: list[object] = library("pyarrow").table(given).to_pylist()
        return taken
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise Refused.of("client.no_rows", given=type(given).__name__)
    return given


@contextmanager
def as_files(given: Outputs) -> Iterator[list[Path]]:
    """Paths as they are; rows as one file of JSON lines that is gone afterwards. Empty cells are left out of it."""
    paths = paths_of(given)
    if paths is not None:
        yield paths
        return
    with tempfile.TemporaryDirectory(prefix="jurybox-") as folder:
        path = Path(folder) / ROWS
        with path.open("w", encoding="utf-8") as file:
            for number, row in enumerate(rows_of(given), start=1):
                file.write(_line(row, number) + "\n")
        try:
            yield [path]
        except JuryboxError as error:  # whoever gave rows knows of no file
            error.faults = tuple(replace(f, file=ROWS) if f.file == str(path) else f for f in error.faults)
            raise


@in_words()
def _line(row: object, number: int) -> str:
    if not isinstance(row, Mapping):
        raise Refused.of("client.no_row", given=type(row).__name__, number=number)
    kept = {str(name): cell for name, cell in row.items() if cell is not None and not _is_missing(cell)}
    try:
        return json.dumps(kept, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise Refused.of("client.bad_cell", given=str(error), number=number) from error


def _is_missing(cell: object) -> bool:
    """NaN and NaT, which are not equal to themselves, and what pandas calls NA."""
    try:
        return bool(cell != cell)
    except (TypeError, ValueError):
        return type(cell).__name__ == "NAType"


def _plain(cell: object) -> object:
    """Numbers of numpy, and times."""
    if hasattr(cell, "item"):
        return cell.item()
    if hasattr(cell, "isoformat"):
        return cell.isoformat()
    raise TypeError(f"a {type(cell).__name__}")
