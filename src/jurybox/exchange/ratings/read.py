"""Tables of ratings into columns of codes; whether each has the columns that are needed, and every fault at once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from jurybox.exchange.files import PIECE, SUFFIXES, Form, OpenedTable, cell_text, open_table
from jurybox.exchange.ratings.columns import CodedTable, Gathering, check_lengths
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.options import BY_FILE, RatingsReading
from jurybox.exchange.ratings.shapes import has_column, needed_by, shape_of
from jurybox.stats import Ints

Progress = Callable[[int, int], None]
"""Told how many bytes are read, of how many."""


def read_coded(
    paths: Sequence[Path], form: Form, reading: RatingsReading, faults: RatingFaults, progress: Progress | None = None
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

        if path.is_dir():
            faults.add("ratings.folder", (files[number], 1), None, SUFFIXES)
            faults.unread = True
        elif table := open_table(path, files[number], faults, tell, form):
            _Taken(table, number, gathering, faults).read()
    _check_alike(gathering, faults)
    coded = gathering.table(files, paths)
    check_lengths(coded, faults)
    return coded


@dataclass(frozen=True, slots=True)
class _Taken:
    """One table on its way in."""

    table: OpenedTable
    number: int
    gathering: Gathering
    faults: RatingFaults

    def read(self) -> None:
        columns = self.table.columns
        if columns is None:
            self._read_objects()
        elif self._check(columns, self.table.header):
            for lines, cells in self.table.texts(self.gathering.wanted):
                self.gathering.add(self.number, _whole(lines), cells)

    def _read_objects(self) -> None:
        """JSON: each object names its own columns, so all are known only at the end."""
        file, faults, seen = self.table.file, self.faults, dict[str, None]()
        while piece := list(islice(self.table.rows, PIECE)):
            for row in piece:
                seen.update(dict.fromkeys(row.values))
            cells = {
                name: [cell_text(row.values.get(name), (file, row.line), faults) for row in piece]
                for name in sorted(self.gathering.wanted & seen.keys())
            }
            self.gathering.add(self.number, _whole([row.line for row in piece]), cells)
        if seen or not faults.unread:
            self._check(list(seen), 1)

    def _check(self, names: Sequence[str], line: int) -> bool:
        """Tell what is missing; whether the rows can be read."""
        reading, found, place = self.gathering.reading, set(names), (self.table.file, line)
        self.gathering.found.update(dict.fromkeys(names))
        before = len(self.faults)
        for role, name in _needed(found, reading):
            nearest = _nearest(name, list(names))
            option = role.replace("_", "-")
            self.faults.add("ratings.no_column", place, name, list(names), role=role, option=option, nearest=nearest)
        if _lacks_values(found, reading):
            self.faults.add("ratings.no_values", place, None, list(names))
        self.gathering.headers.append((self.table.file, frozenset(found & self.gathering.wanted)))
        if len(self.faults) > before:
            self.faults.unread = True
        return len(self.faults) == before


def _whole(lines: Sequence[int]) -> Ints:
    """Mostly each record has a line of its own, and this is the quick way."""
    return np.arange(lines.start, lines.stop, dtype=np.int32) if isinstance(lines, range) else np.array(lines, np.int32)


def _lacks_values(found: set[str], reading: RatingsReading) -> bool:
    is_named = "value" in reading.columns  # and told by that name, if it is not there
    return shape_of(found, reading) == "ratings" and not is_named and not has_column("value", found, reading)


def _check_alike(gathering: Gathering, faults: RatingFaults) -> None:
    """Files that are read as one table have the same columns, as far as these are of use."""
    for file, found in gathering.headers[1:]:
        first, known = gathering.headers[0]
        for name in sorted(known ^ found):
            lacks, has = (file, first) if name in known else (first, file)
            faults.add("ratings.columns_differ", (lacks, 1), name, other=has)


def _needed(found: set[str], reading: RatingsReading) -> Iterable[tuple[str, str]]:
    for role in needed_by(found, reading):
        if role not in reading.columns and not has_column(role, found, reading):
            yield role, role
    for role, name in reading.columns.items():
        if name != BY_FILE and name not in found:
            yield role, name
    more = {"by": reading.by, "resample": reading.resample, "raters-by": reading.raters_by}
    for role, column in more.items():
        is_ours = role == "resample" and column in ("item", "document")  # analysis says whether there are any
        if column is not None and column not in found and not is_ours:
            yield role, column
    for role, names in (("where", reading.where), ("ranks", reading.ranks)):
        for name in names:
            if name not in found:
                yield role, name


def _nearest(name: str, names: list[str]) -> str | None:
    from jurybox.exchange.items import nearest  # loads pydantic, which reading a good table does without

    return nearest(name, names)
