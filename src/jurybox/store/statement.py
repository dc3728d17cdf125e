"""Statements written in SQLAlchemy Core, compiled once per dialect, run on the driver's own cursor.

Twice as fast as executing through a SQLAlchemy connection, and the same code for both databases.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ClauseElement, Column, Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import Dialect

DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": postgresql.psycopg.dialect(paramstyle="pyformat"),  # type: ignore[no-untyped-call]
}

Row = tuple[Any, ...]


class Statement:
    """A Core statement; its parameters are given by name when it is run."""

    __slots__ = ("_compiled", "clause")

    def __init__(self, clause: ClauseElement) -> None:
        self.clause = clause
        self._compiled: dict[str, tuple[str, dict[str, Any]]] = {}

    def sql(self, dialect: str) -> tuple[str, dict[str, Any]]:
        """The SQL text, and the values that stand in the statement itself."""
        found = self._compiled.get(dialect)
        if found is None:
            compiled = self._clause_for(dialect).compile(dialect=DIALECTS[dialect])
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            found = self._compiled[dialect] = (str(compiled), fixed)
        return found

    def _clause_for(self, dialect: str) -> ClauseElement:
        return self.clause


class NewRow(Statement):
    """An insert whose integer key is wanted. SQLite knows it without RETURNING, in half the time."""

    __slots__ = ("key",)

    def __init__(self, clause: Insert, key: Column[Any]) -> None:
        super().__init__(clause)
        self.key = key

    def _clause_for(self, dialect: str) -> ClauseElement:
        assert isinstance(self.clause, Insert)
        return self.clause if dialect == "sqlite" else self.clause.returning(self.key)


class Run:
    """One transaction's hand on the database: runs statements, gives rows as tuples."""

    __slots__ = ("cursor", "dialect")

    def __init__(self, cursor: Any, dialect: str) -> None:
        self.cursor = cursor
        self.dialect = dialect

    def _execute(self, statement: Statement, params: dict[str, Any]) -> Any:
        sql, fixed = statement.sql(self.dialect)
        self.cursor.execute(sql, {**fixed, **params} if fixed else params)
        return self.cursor

    def all(self, statement: Statement, **params: Any) -> list[Row]:
        rows: list[Row] = self._execute(statement, params).fetchall()
        return rows

    def one(self, statement: Statement, **params: Any) -> Row | None:
        row: Row | None = self._execute(statement, params).fetchone()
        return row

    def value(self, statement: Statement, **params: Any) -> Any:
        row = self.one(statement, **params)
        return None if row is None else row[0]

    def do(self, statement: Statement, **params: Any) -> int:
        """Run a statement that gives no rows; how many rows it touched."""
        count: int = self._execute(statement, params).rowcount
        return count

    def insert(self, statement: NewRow, **params: Any) -> int:
        """Add a row; its key."""
        cursor = self._execute(statement, params)
        key: int = cursor.lastrowid if self.dialect == "sqlite" else cursor.fetchone()[0]
        return key

    def many(self, statement: Statement, rows: Iterable[dict[str, Any]]) -> None:
        sql, fixed = statement.sql(self.dialect)
        self.cursor.executemany(sql, ({**fixed, **row} for row in rows) if fixed else rows)
