"""What the columns of a table of ratings are called: as was said, as we call them, or by their usual names."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from jurybox.core import JsonValue
from jurybox.exchange.files import Faults, OpenedTable, Place, Row
from jurybox.exchange.ratings.export_columns import COLUMNS, DRAWN, TEXT_COLUMNS, names_of

OURS = {*names_of((*COLUMNS, *TEXT_COLUMNS, DRAWN)), "time"}
ROLES = ("item", "system", "rater", "source", "output", "comment")
"""What may be told by the usual names of a column."""
LOOKED_AT = 50
"""Rows that are looked at to tell a text from a score."""


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """What was said of the columns; what was not is told by its name."""

    map: Mapping[str, str] = field(default_factory=dict)
    """By what we call it (item, system, rater, value …, or a question), the column of the file."""
    ignore: tuple[str, ...] = ()
    rater: str = ""
    """Who gave all of the ratings, where no column says it."""

    def applied(self, table: OpenedTable, guessed: Sequence[str], faults: Faults) -> OpenedTable:
        """The table with our names for its columns; what was said and is not there is a fault."""
        sample = list(itertools.islice(table.rows, LOOKED_AT))
        rows = itertools.chain(sample, table.rows)
        columns = table.columns or tuple(dict.fromkeys(name for row in sample for name in row.values))
        renamed = self._said(columns, (table.file, max(table.header, 1)), faults)
        free = [name for name in columns if name not in OURS and name not in renamed and name not in self.ignore]
        for role, fitting in _guessed(free, sample).items():
            if role in guessed and role not in columns and role not in renamed.values():
                if len(fitting) > 1 and role == "item":
                    fitting = _named(fitting)
                if len(fitting) > 1:
                    place = (table.file, max(table.header, 1))
                    faults.add("import.two_columns", place, ", ".join(fitting), field=role, first=fitting[0])
                renamed[fitting[0]] = role
        is_rated = "rater" in renamed.values() or ("rater" in columns and "rater" not in self.ignore)
        rater = {} if is_rated or not self.rater else {"rater": self.rater}
        if not (renamed or self.ignore or rater):
            return OpenedTable(table.file, table.columns, table.header, rows)
        kept = None
        if table.columns is not None:
            kept = (*(renamed.get(name, name) for name in columns if name not in self.ignore), *rater)
        return OpenedTable(table.file, kept, table.header, self._rows(rows, renamed, rater))

    def _rows(self, rows: Iterable[Row], renamed: Mapping[str, str], added: Mapping[str, JsonValue]) -> Iterator[Row]:
        gone = set(self.ignore)
        for file, line, values in rows:
            kept = {renamed.get(name, name): value for name, value in values.items() if name not in gone}
            yield Row(file, line, {**kept, **added})

    def _said(self, columns: Sequence[str], place: Place, faults: Faults) -> dict[str, str]:
        """By column, what it was said to be."""
        from jurybox.exchange.items import nearest  # loads pydantic, which other formats do without

        for name in [*self.map.values(), *self.ignore]:
            if name not in columns:
                faults.add("import.no_such_column", place, name, list(columns), nearest=nearest(name, list(columns)))
        return {column: role for role, column in self.map.items() if column in columns}


AS_NAMED = ColumnNames()


def _guessed(free: Sequence[str], sample: Sequence[Row]) -> dict[str, list[str]]:
    """By what we call them, the columns that are usually called so. Texts are told from scores by their cells."""
    from jurybox.exchange.items import usual_names

    found: dict[str, list[str]] = {}
    for column in free:
        for role in usual_names(column):
            if role in ("item", "system", "rater") or _holds_words(column, sample):
                found.setdefault(role, []).append(column)
    return found


def _named(columns: list[str]) -> list[str]:
    """Of columns that may name items, those that do not only count the rows; all where each may."""
    from jurybox.exchange.items import is_row_number

    return [column for column in columns if not is_row_number(column)] or columns


def _holds_words(column: str, sample: Sequence[Row]) -> bool:
    texts = [str(row.values.get(column) or "") for row in sample]
    return any(" " in text.strip() or len(text) > 20 for text in texts)
