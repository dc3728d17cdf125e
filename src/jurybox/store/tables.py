"""Whole tables as plain rows, for files that carry them: all of a database, or what belongs to one study."""

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    SmallInteger,
    Table,
    Text,
    bindparam,
    exists,
    func,
    insert,
    select,
    tuple_,
)

from jurybox.core import JsonValue
from jurybox.store import schema as s
from jurybox.store.bulk import RESERVE_LOCK
from jurybox.store.migration import HEAD
from jurybox.store.statement import Row, Run, Scalar, Statement, Tuples, Value, Values, number
from jurybox.store.working_time import tallies_again

P = bindparam
SCHEMA = HEAD
"""The schema that these tables have."""
_PAGE = 5_000
_PASSING = ("session", "sign_in_link", "job", "study_work", "maintenance", "tally", "finding")
"""Not kept in a backup: what concerns one running server only, tallies, which the judgements bring with them, and
findings, which are computed again."""
_OF_STUDY = (
    s.protocol,
    s.study,
    s.study_event,
    s.guideline,
    s.example,
    s.import_,
    s.item,
    s.system,
    s.output,
    s.suggestion,
    s.candidate,
    s.candidate_system,
    s.unit,
    s.check_item,
    s.slot,
    s.returned,
    s.membership,
    s.consent,
    s.questionnaire,
    s.assignment,
    s.judgement,
    s.enquiry,
    s.reply,
    s.acknowledgement,
    s.frozen,
)
STAYS = {
    "rater": "names and ids on platforms",
    "join_link": "opens one server only",
    "tally": "follows from the log",
    "number": "follows from the log",
    "finding": "follows from the log",
    "draft": "was not submitted",
    "job": "concerns one server",
    "study_work": "concerns one server",
    "maintenance": "is empty but for a moment",
    "erasure": "concerns one server",
    "organiser": "names and passwords",
    "study_role": "concerns the organisers of one server",
    "session": "concerns one server",
    "sign_in_link": "concerns one server",
    "api_token": "concerns one server",
    "audit": "concerns one server",
    "share": "lets others in",
}
"""What does not go with a study, and why."""


LATER = frozenset({"check_item", "erasure", "frozen", "share", "suggestion"})
"""Tables that 0.1.0 did not have: in an archive or a backup of it they are empty."""


@dataclass(frozen=True, slots=True)
class StoredColumn:
    name: str
    nullable: bool
    fits: Callable[[JsonValue], bool] = field(compare=False)
    """Whether the column holds a value in either database."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it lies in the store. Its rows have the values of its columns, in their order."""

    name: str
    columns: tuple[StoredColumn, ...]
    key: str | None
    """The integer that others know a row by; None where a row is known by what it joins."""
    references: tuple[tuple[str, str], ...]
    """Columns that name a row of another table that goes with a study, and that table; the study itself aside."""

    def column(self, name: str) -> StoredColumn:
        return next(column for column in self.columns if column.name == name)

    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


def _stored(table: Table) -> StoredTable:
    keys = [column.name for column in table.primary_key.columns]
    linked = {table.name for table in _OF_STUDY} - {"study", "protocol"}
    links = ((column.name, s.target_of(column)) for column in table.columns)
    return StoredTable(
        name=table.name,
        columns=tuple(StoredColumn(c.name, bool(c.nullable), _fits(c)) for c in table.columns),
        key=keys[0] if keys in (["id"], ["seq"]) else None,
        references=tuple((name, target) for name, target in links if target is not None and target in linked),
    )


def _fits(column: Column[object]) -> Callable[[JsonValue], bool]:
    empty = bool(column.nullable)
    if isinstance(column.type, Text):
        return lambda value: "\0" not in value if type(value) is str else value is None and empty
    bits = 15 if isinstance(column.type, SmallInteger) else 63 if isinstance(column.type, BigInteger) else 31
    low, high = -(2**bits), 2**bits - 1
    return lambda value: low <= value <= high if type(value) is int else value is None and empty


OF_STUDY = tuple(map(_stored, _OF_STUDY))
"""What goes with a study, each table after those it refers to."""
BACKED_UP = tuple(_stored(table) for table in s.metadata.sorted_tables if table.name not in _PASSING)
"""What goes into a backup, each table after those it refers to."""

_ITEMS = select(s.item.c.id).where(s.item.c.study_id == P("study"))
_MEMBERS = select(s.membership.c.id).where(s.membership.c.study_id == P("study"))
_DONE = select(s.import_.c.id).where(s.import_.c.study_id == P("study"), s.import_.c.state == "done")
_PUBLISHED = s.reply.c.published == 1


def _conditions() -> dict[str, ColumnElement[bool]]:
    """Which rows are a study's, by table, where it is not simply the study's id.

    What was not answered to all stays between two people; what a cut-off import left is not there.
    """
    candidates = select(s.candidate.c.id).where(s.candidate.c.item_id.in_(_ITEMS))
    return {
        "protocol": s.protocol.c.id.in_(select(s.study.c.protocol_id).where(s.study.c.id == P("study"))),
        "study": s.study.c.id == P("study"),
        "import": s.import_.c.id.in_(_DONE),
        "item": s.item.c.import_id.in_(_DONE),
        "output": s.output.c.import_id.in_(_DONE),
        "suggestion": s.suggestion.c.import_id.in_(_DONE),
        "candidate": s.candidate.c.item_id.in_(_ITEMS),
        "candidate_system": s.candidate_system.c.candidate_id.in_(candidates),
        "enquiry": (s.enquiry.c.study_id == P("study"))
        & exists().where(s.reply.c.enquiry_id == s.enquiry.c.id, _PUBLISHED),
        "reply": (s.reply.c.study_id == P("study")) & _PUBLISHED,
    } | {table.name: table.c.membership_id.in_(_MEMBERS) for table in (s.consent, s.questionnaire, s.acknowledgement)}


@cache
def _condition(table: str) -> ColumnElement[bool]:
    own = _conditions().get(table)
    return own if own is not None else s.metadata.tables[table].c.study_id == P("study")


def read(run: Run, table: StoredTable) -> Iterator[Sequence[Value]]:
    """Every row of a table by its primary key, a page at a time."""
    return _read(run, s.metadata.tables[table.name], None)


def read_of_study(run: Run, table: StoredTable, study: int) -> Iterator[Values]:
    """The rows of a study in one table, by their key; the values by column."""
    names = table.names()
    for row in _read(run, s.metadata.tables[table.name], _condition(table.name), study=study):
        yield dict(zip(names, row, strict=True))


def _read(run: Run, table: Table, where: ColumnElement[bool] | None, **params: Value) -> Iterator[Row]:
    rows_of = select(*table.columns) if where is None else select(*table.columns).where(where)
    keys = list(table.primary_key.columns)
    names = [f"after_{column.name}" for column in keys]
    first = Tuples[Row](rows_of.order_by(*keys).limit(P("most")))
    after = tuple_(*keys) > tuple_(*(P(name, type_=column.type) for name, column in zip(names, keys, strict=True)))
    following = Tuples[Row](rows_of.where(after).order_by(*keys).limit(P("most")))
    places = [list(table.columns).index(column) for column in keys]
    rows = first.all(run, most=_PAGE, **params)
    while rows:
        yield from rows
        last = {name: rows[-1][place] for name, place in zip(names, places, strict=True)}
        rows = following.all(run, most=_PAGE, **last, **params) if len(rows) == _PAGE else []


def ids_of_study(run: Run, table: StoredTable, study: int) -> "array[int]":
    """The keys of a study's rows in one table, rising: eight bytes each."""
    key = s.metadata.tables[table.name].c[table.key or ""]
    wanted = select(key).where(_condition(table.name), key > P("after")).order_by(key).limit(P("most"))
    statement, found, after = Scalar(int, wanted), array("q"), 0
    while page := statement.all(run, study=study, after=after, most=_PAGE):
        found.extend(page)
        after = found[-1]
    return found


def fresh_ids(run: Run, table: StoredTable, count: int) -> "array[int]":
    """Rising keys for new rows that nobody else gets, whether others add one row at a time or reserve blocks."""
    if run._dialect == "sqlite":
        first = number(run, f'SELECT coalesce(max({table.key}), 0) + 1 FROM "{table.name}"')
        return array("q", range(first, first + count))
    run._cursor.execute("SELECT pg_advisory_xact_lock(%s)", (RESERVE_LOCK,))
    following = func.nextval(func.pg_get_serial_sequence(table.name, table.key))
    return array("q", sorted(Scalar(int, select(following).select_from(func.generate_series(1, count))).all(run)))


def write(run: Run, table: StoredTable, rows: Iterable[Sequence[Value]]) -> int:
    """Insert rows as they are, ids included; how many there were."""
    names = table.names()
    statement = Statement(insert(s.metadata.tables[table.name]).values({name: P(name) for name in names}))
    count = 0
    page: list[Values] = []
    for row in rows:
        page.append(dict(zip(names, row, strict=True)))
        if len(page) == _PAGE:
            statement.many(run, page)
            count, page = count + len(page), []
    if page:
        statement.many(run, page)
    return count + len(page)


def write_counted_later(run: Run, table: StoredTable, rows: Iterable[Sequence[Value]]) -> int:
    """As `write`, into an empty database; of judgements the tallies are made at once at the end.

    PostgreSQL keeps every version of a row until a transaction ends: to count each judgement by itself would pass
    all versions of its tally, which takes hours where there are hundreds of thousands.
    """
    if run._dialect != "postgresql" or table.name != s.judgement.name:
        return write(run, table, rows)
    run._cursor.execute("ALTER TABLE judgement DISABLE TRIGGER judgement_counts")
    count = write(run, table, rows)
    run._cursor.execute("ALTER TABLE judgement ENABLE TRIGGER judgement_counts")
    run._cursor.execute(tallies_again("true"))
    return count


def restart_ids(run: Run) -> None:
    """After inserting rows with their ids, PostgreSQL must count on from the highest."""
    if run._dialect != "postgresql":
        return
    for table in BACKED_UP:
        if table.key is not None:
            run._cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', '{table.key}'), "
                f"coalesce((SELECT max({table.key}) FROM {table.name}), 0) + 1, false)"
            )


def is_empty(run: Run) -> bool:
    """Whether nothing has been written to this database yet."""
    tables = (s.metadata.tables[table.name] for table in BACKED_UP)
    return not any(Statement(select(table).limit(1)).finds(run) for table in tables)


def is_refusal(error: BaseException) -> bool:
    """Whether a database said that rows can't stand together: the same key twice, or a key that is not there."""
    if isinstance(error, sqlite3.IntegrityError):
        return True
    return type(error).__module__.startswith("psycopg") and any(
        kind.__name__ in ("IntegrityError", "DataError") for kind in type(error).__mro__
    )
