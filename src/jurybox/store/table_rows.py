"""All tables as plain rows, out of one state of either database and into an empty one of either kind."""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import ColumnElement, Table, bindparam, insert, select, tuple_

from jurybox.store.schema import metadata
from jurybox.store.statement import Run, Statement

PAGE = 5_000
PASSING = ("session", "sign_in_link", "job", "tally", "finding")
"""Not kept in a backup: what concerns one running server only, tallies, which the judgements bring with them, and
findings, which are computed again."""

TABLES = [table for table in metadata.sorted_tables if table.name not in PASSING]


def read_table(
    run: Run, table: Table, where: ColumnElement[bool] | None = None, **params: Any
) -> Iterator[tuple[Any, ...]]:
    """Every row of a table by its primary key, a page at a time; of some rows, where a condition is given."""
    rows_of = select(*table.columns) if where is None else select(*table.columns).where(where)
    keys = list(table.primary_key.columns)
    names = [f"after_{column.name}" for column in keys]
    first = Statement(rows_of.order_by(*keys).limit(bindparam("most")))
    after = tuple_(*keys) > tuple_(
        *(bindparam(name, type_=column.type) for name, column in zip(names, keys, strict=True))
    )
    following = Statement(rows_of.where(after).order_by(*keys).limit(bindparam("most")))
    places = [list(table.columns).index(column) for column in keys]
    rows = run.all(first, most=PAGE, **params)
    while rows:
        yield from rows
        last = {name: rows[-1][place] for name, place in zip(names, places, strict=True)}
        rows = run.all(following, most=PAGE, **last, **params) if len(rows) == PAGE else []


def write_table(run: Run, table: Table, rows: Iterable[list[Any]]) -> int:
    """Insert rows as they are, ids included; how many there were."""
    names = [column.name for column in table.columns]
    statement = Statement(insert(table).values({name: bindparam(name) for name in names}))
    count, page = 0, []
    for row in rows:
        page.append(dict(zip(names, row, strict=True)))
        if len(page) == PAGE:
            run.many(statement, page)
            count, page = count + len(page), []
    if page:
        run.many(statement, page)
    return count + len(page)


def restart_ids(run: Run) -> None:
    """After inserting rows with their ids, PostgreSQL must count on from the highest."""
    if run.dialect != "postgresql":
        return
    for table in TABLES:
        column = next((c.name for c in table.primary_key.columns if c.name in ("id", "seq")), None)
        if column is None or table.name == "number":
            continue
        run.cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column}'), "
            f"coalesce((SELECT max({column}) FROM {table.name}), 0) + 1, false)"
        )


def is_empty(run: Run) -> bool:
    """Whether nothing has been written to this database yet."""
    return all(run.one(Statement(select(table).limit(1))) is None for table in TABLES)
