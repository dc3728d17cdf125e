"""Columns by the names of the fields that they fill: what a select gives, and what an insert takes.

A field has the name of its column; `study` stands for `study_id`, and `group` and `window`, words of SQL, for `grp`
and `win`.
"""

import dataclasses
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import Column, ColumnElement, FromClause, Insert, Table, bindparam, insert

from jurybox.store.statement import Row, Value, Values

T = TypeVar("T")
WORDS_OF_SQL = {"group": "grp", "window": "win"}
_FIELDS = {column: name for name, column in WORDS_OF_SQL.items()}


def columns_of(kind: type, /, *tables: FromClause, **columns: ColumnElement[Any]) -> list[ColumnElement[Any]]:
    """The columns of a select in the order of the fields of `kind`.

    Each is the one of that name in the first of the tables that has it, or stands beside the name of its field. So the
    order is said once, by the type, and no column can slip into another's field.
    """
    names = names_of(kind)
    if unknown := columns.keys() - {*names}:
        raise TypeError(f"{kind.__name__} has the fields {names}, not {sorted(unknown)}")
    return [columns[name] if name in columns else _column(name, tables) for name in names]


def select_as(kind: type, /, *tables: FromClause, **columns: ColumnElement[Any]) -> sqlalchemy.Select[Any]:
    """A select of what `kind` is made of."""
    return sqlalchemy.select(*columns_of(kind, *tables, **columns))


def names_of(kind: type) -> list[str]:
    """The fields of a dataclass, a named tuple or a struct."""
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    return list(getattr(kind, "_fields", ()) or getattr(kind, "__struct_fields__", ()))


def _column(name: str, tables: Sequence[FromClause]) -> ColumnElement[Any]:
    for table in tables:
        for column in (name, f"{name}_id", WORDS_OF_SQL.get(name, name)):
            if column in table.c:
                return table.c[column]
    raise TypeError(f"no column for {name} in {', '.join(map(str, tables))}")


def insert_into(table: Table, /, *, without: Sequence[str] = (), **fixed: Value) -> Insert:
    """An insert of a whole row but for its own key, what is `fixed` and what is left empty.

    Its parameters are named as fields are.
    """
    keys = table.primary_key.columns
    own = keys[0].name if len(keys) == 1 and not keys[0].foreign_keys else None
    taken = [column for column in table.columns if column.name not in (own, *without)]
    return insert(table).values({c.name: fixed[c.name] if c.name in fixed else bindparam(_field(c)) for c in taken})


def _field(column: Column[Any]) -> str:
    if column.name in _FIELDS:
        return _FIELDS[column.name]
    return column.name.removesuffix("_id") if column.foreign_keys else column.name


def maker(kind: type[T], /, **convert: Callable[..., object]) -> Callable[..., T]:
    """Makes `kind` of a row; what lies in the database in another form is converted by its field."""
    names = names_of(kind)
    places = [(names.index(name), change) for name, change in convert.items()]

    def make(*row: Value) -> T:
        values: list[object] = [*row]
        for place, change in places:
            values[place] = change(values[place])
        return kind(*values)

    return make


def values_of(kind: type) -> Callable[[object], Values]:
    """Makes the parameters of an insert of something of that kind: its fields by name."""
    names = names_of(kind)
    read: Callable[[object], Row] = attrgetter(*names)
    return lambda made: dict(zip(names, read(made)))  # noqa: B905 - on the hot path, and as many by making
