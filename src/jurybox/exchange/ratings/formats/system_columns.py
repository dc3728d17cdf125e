"""Tables with columns for each system (`alpha`, `alpha_fluency`, `beta`, `beta_fluency`) as rows for each."""

from collections.abc import Iterable, Iterator, Sequence

from jurybox.core import JsonValue
from jurybox.exchange.files import OpenedTable, Row

SIGNS = " _-.:/|"
"""What may stand between a system and what was asked of it."""


def by_system(table: OpenedTable) -> OpenedTable:
    """The table with one row for each system; as it is where it names systems, or has no such columns."""
    columns = table.columns or ()
    systems = systems_in(columns)
    if not systems or "system" in columns:
        return table
    own = {column for system, names in systems.items() for column in (system, *names.values())}
    asked = dict.fromkeys(name for names in systems.values() for name in names)
    kept = [column for column in columns if column not in own]
    rows = _rows(table.rows, kept, systems)
    return OpenedTable(table.file, (*kept, "system", "output", *asked), table.header, rows)


def systems_in(columns: Sequence[str]) -> dict[str, dict[str, str]]:
    """By system the columns of its scores, by what they are called besides: two systems or more were asked the same.

    >>> systems_in(["id", "a", "a_x", "a_y", "b", "b_x", "b_y"])
    {'a': {'x': 'a_x', 'y': 'a_y'}, 'b': {'x': 'b_x', 'y': 'b_y'}}
    >>> systems_in(["id", "a", "a_x", "b"])
    {}
    """
    found = {column: _scores_of(column, columns) for column in columns}
    found = {column: scores for column, scores in found.items() if scores}
    alike: dict[frozenset[str], list[str]] = {}
    for column, scores in found.items():
        alike.setdefault(frozenset(scores), []).append(column)
    systems = max(alike.values(), key=len, default=[])
    return {column: found[column] for column in systems} if len(systems) > 1 else {}


def _scores_of(system: str, columns: Sequence[str]) -> dict[str, str]:
    longer = [c for c in columns if c.startswith(system) and c != system and c[len(system)] in SIGNS]
    return {column[len(system) :].strip(SIGNS): column for column in longer}


def _rows(rows: Iterable[Row], kept: Sequence[str], systems: dict[str, dict[str, str]]) -> Iterator[Row]:
    for row in rows:
        about: dict[str, JsonValue] = {name: row.values.get(name) for name in kept}
        for system, scores in systems.items():
            said = {name: row.values.get(column) for name, column in scores.items()}
            yield Row(row.file, row.line, {**about, "system": system, "output": row.values.get(system), **said})
