"""The rows of one study: which tables hold them, how they refer to each other, and fresh ids for them elsewhere."""

import sqlite3
from array import array
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, bindparam, exists, select

from jurybox.store import schema as s
from jurybox.store import table_rows
from jurybox.store.bulk import RESERVE_LOCK
from jurybox.store.statement import Run, Statement

P = bindparam
KEPT = (
    s.protocol, s.study, s.study_event, s.guideline, s.example, s.import_, s.item, s.system, s.output, s.candidate,
    s.candidate_system, s.unit, s.slot, s.returned, s.membership, s.consent, s.questionnaire, s.assignment,
    s.judgement, s.enquiry, s.reply, s.acknowledgement,
)  # fmt: skip
"""What goes with a study, each table after those it refers to."""
STAYS = {
    "rater": "names and ids on platforms",
    "tally": "follows from the log",
    "number": "follows from the log",
    "finding": "follows from the log",
    "draft": "was not submitted",
    "job": "concerns one server",
    "organiser": "names and passwords",
    "session": "concerns one server",
    "sign_in_link": "concerns one server",
    "api_token": "concerns one server",
    "audit": "concerns one server",
}
"""What does not, and why."""

_ITEMS = select(s.item.c.id).where(s.item.c.study_id == P("study"))
_MEMBERS = select(s.membership.c.id).where(s.membership.c.study_id == P("study"))
_DONE = select(s.import_.c.id).where(s.import_.c.study_id == P("study"), s.import_.c.state == "done")
_PUBLISHED = s.reply.c.published == 1


def _of_study() -> dict[str, ColumnElement[bool]]:
    """The condition by table, where it is not simply the study's id."""
    candidates: Select[Any] = select(s.candidate.c.id).where(s.candidate.c.item_id.in_(_ITEMS))
    return {
        "protocol": s.protocol.c.id.in_(select(s.study.c.protocol_id).where(s.study.c.id == P("study"))),
        "study": s.study.c.id == P("study"),
        "import": s.import_.c.id.in_(_DONE),
        "item": s.item.c.import_id.in_(_DONE),
        "output": s.output.c.import_id.in_(_DONE),
        "candidate": s.candidate.c.item_id.in_(_ITEMS),
        "candidate_system": s.candidate_system.c.candidate_id.in_(candidates),
        "enquiry": (s.enquiry.c.study_id == P("study"))
        & exists().where(s.reply.c.enquiry_id == s.enquiry.c.id, _PUBLISHED),
        "reply": (s.reply.c.study_id == P("study")) & _PUBLISHED,
    } | {table.name: table.c.membership_id.in_(_MEMBERS) for table in (s.consent, s.questionnaire, s.acknowledgement)}


CONDITIONS = _of_study()
"""What was not answered to all stays between two people; what a cut-off import left is not there."""


def key_of(table: Table) -> str | None:
    """The integer that others know a row by; None where a row is known by what it joins."""
    keys = [column.name for column in table.primary_key.columns]
    return keys[0] if keys in (["id"], ["seq"]) else None


def references(table: Table) -> dict[str, str]:
    """Columns that name a row of another table that is kept, and that table; the study itself aside."""
    kept = {table.name for table in KEPT} - {"study", "protocol"}
    found = ((column.name, next(iter(column.foreign_keys), None)) for column in table.columns)
    return {name: key.column.table.name for name, key in found if key is not None and key.column.table.name in kept}


def rows_of(run: Run, study: int, table: Table) -> Iterator[tuple[Any, ...]]:
    """The rows of a study in one table, by their key."""
    return table_rows.read_table(run, table, _condition(table), study=study)


def ids_of(run: Run, study: int, table: Table) -> "array[int]":
    """The keys of those rows, rising: eight bytes each."""
    key = table.c[key_of(table) or ""]
    wanted = select(key).where(_condition(table), key > P("after")).order_by(key).limit(P("most"))
    statement, found, after = Statement(wanted), array("q"), 0
    while page := run.all(statement, study=study, after=after, most=table_rows.PAGE):
        found.extend(row[0] for row in page)
        after = found[-1]
    return found


def _condition(table: Table) -> ColumnElement[bool]:
    own = CONDITIONS.get(table.name)
    return own if own is not None else table.c.study_id == P("study")


def fresh_ids(run: Run, table: Table, count: int) -> "array[int]":
    """Rising keys for new rows that nobody else gets, whether others add one row at a time or reserve blocks."""
    key = key_of(table)
    if run.dialect == "sqlite":
        run.cursor.execute(f'SELECT coalesce(max({key}), 0) + 1 FROM "{table.name}"')
        first: int = run.cursor.fetchone()[0]
        return array("q", range(first, first + count))
    run.cursor.execute("SELECT pg_advisory_xact_lock(%s)", (RESERVE_LOCK,))
    sequence = f"pg_get_serial_sequence('{table.name}', '{key}')"
    run.cursor.execute(f"SELECT nextval({sequence}) FROM generate_series(1, %s)", (count,))
    return array("q", sorted(row[0] for row in run.cursor.fetchall()))


def is_refusal(error: BaseException) -> bool:
    """Whether a database said that rows can't stand together: the same key twice, or a key that is not there."""
    if isinstance(error, sqlite3.IntegrityError):
        return True
    return type(error).__module__.startswith("psycopg") and any(
        kind.__name__ in ("IntegrityError", "DataError") for kind in type(error).__mro__
    )


UID_IS_KNOWN = Statement(select(s.study.c.key).where(s.study.c.uid == P("uid")))
ORGANISERS = Statement(select(s.organiser.c.name).order_by(s.organiser.c.id))
