"""Rows that name an item, system and segment once more: the organiser chooses which to keep, and each is listed."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.files import OpenedTable, Row, at, short
from jurybox.exchange.items.reading import Repeated

Identity = tuple[str, str, str]


def identity(values: JsonObject) -> Identity:
    """Item, system and segment as one row names them."""
    item, system, segment = (_text(values.get(name)) for name in ("id", "system", "segment"))
    return item, system, segment


def _text(value: JsonValue) -> str:
    if isinstance(value, str):
        return value.strip()
    return "" if value is None else json.dumps(value)


def row_of(system: str, segment: str, text: str) -> str | None:
    """What people know a row by.

    >>> row_of("alpha", "4", "Es regnet."), row_of("", "", "")
    ('alpha, 4: Es regnet.', None)
    """
    who = ", ".join(filter(None, (system, segment)))
    return ": ".join(filter(None, (who, str(short(text.strip()))))) or None


class Repeats:
    """Lets the rows through that are to be kept; `left_out` says where the others stood."""

    def __init__(self, choice: Repeated) -> None:
        self.choice = choice
        self.left_out: list[str] = []
        self._seen: Counter[Identity] = Counter()

    def of(self, tables: list[OpenedTable]) -> list[OpenedTable]:
        """The tables with the rows that stay. For the last of each, all must be read before the first is known."""
        if self.choice == "refuse":
            return tables
        if self.choice != "last":
            kept = self._first if self.choice == "first" else self._numbered
            return [OpenedTable(t.file, t.columns, t.header, kept(t.rows)) for t in tables]
        all_rows = [list(table.rows) for table in tables]
        self._seen = Counter(identity(row.values) for rows in all_rows for row in rows)
        return [
            OpenedTable(t.file, t.columns, t.header, self._last(rows)) for t, rows in zip(tables, all_rows, strict=True)
        ]

    def _first(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            who = identity(row.values)
            self._seen[who] += 1
            if self._seen[who] == 1 or not who[0]:
                yield row
            else:
                self.left_out.append(at(row[:2]))

    def _last(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            who = identity(row.values)
            self._seen[who] -= 1
            if not self._seen[who] or not who[0]:
                yield row
            else:
                self.left_out.append(at(row[:2]))

    def _numbered(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The second is item~2: the same for every system whose rows come in the same order."""
        for row in rows:
            who = identity(row.values)
            self._seen[who] += 1
            if self._seen[who] > 1 and who[0]:
                row.values["id"] = f"{who[0]}~{self._seen[who]}"
            yield row
