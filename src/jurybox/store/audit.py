"""What was done to a server and to who organises on it. Rows are added, never changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select

from jurybox.core import JsonData, JsonObject, Overtaken, rfc3339
from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.schema import audit
from jurybox.store.seen import seen_version
from jurybox.store.statement import Run, Scalar, Select, Statement


@dataclass(frozen=True, slots=True)
class AuditRow:
    who: str
    what: str
    data: JsonObject
    at: int


@dataclass(frozen=True, slots=True)
class AuditEntry(AuditRow):
    """One with its number."""

    id: int


_ADD = Statement(insert_into(audit))
_NEWEST = Select(
    maker(AuditRow, data=json.loads),
    select_as(AuditRow, audit).order_by(audit.c.id.desc()).limit(bindparam("most")),
)
_SINCE = Select(
    maker(AuditRow, data=json.loads),
    select_as(AuditRow, audit).where(audit.c.id > bindparam("seen")).order_by(audit.c.id),
)
_PAGE = Select(
    maker(AuditEntry, data=json.loads),
    select_as(AuditEntry, audit)
    .where(audit.c.id < bindparam("before"), audit.c.at >= bindparam("since"))
    .order_by(audit.c.id.desc())
    .limit(bindparam("most")),
)
_LAST = Scalar(int, select(func.coalesce(func.max(audit.c.id), 0)))


def append(run: Run, *, who: str, what: str, data: Mapping[str, JsonData], now: int) -> None:
    """Refused where its author has not seen what somebody else did to the same organiser; see `based_on`."""
    seen = seen_version()
    since = [] if seen is None else _SINCE.all(run, seen=seen)
    same = [row for row in since if row.data.get("organiser") == data.get("organiser")]
    if same:
        whom, last = data.get("organiser"), same[-1]
        raise Overtaken.of("organiser.changed_since", given=whom, who=last.who, at=rfc3339(last.at))
    record(run, who=who, what=what, data=data, now=now)


def record(run: Run, *, who: str, what: str, data: Mapping[str, JsonData], now: int) -> None:
    """Write down what happened, whatever its author had seen. People are named by their ids."""
    _ADD.do(run, who=who, what=what, data=json.dumps(data, ensure_ascii=False), at=now)


def page(run: Run, *, before: int, since: int, most: int) -> list[AuditEntry]:
    """Entries before a number and since a time, the newest first."""
    return _PAGE.all(run, before=before, since=since, most=most)


def newest(run: Run, most: int) -> list[AuditRow]:
    """What was done last, the newest first."""
    return _NEWEST.all(run, most=most)


def last(run: Run) -> int:
    """The number of what was done last."""
    return _LAST.only(run)
