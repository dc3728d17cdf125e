"""What was done to a server and to who organises on it. Rows are added, never changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam

from jurybox.core import JsonData, JsonObject
from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.schema import audit
from jurybox.store.statement import Run, Select, Statement


@dataclass(frozen=True, slots=True)
class AuditRow:
    who: str
    what: str
    data: JsonObject
    at: int


_ADD = Statement(insert_into(audit))
_NEWEST = Select(
    maker(AuditRow, data=json.loads),
    select_as(AuditRow, audit).order_by(audit.c.id.desc()).limit(bindparam("most")),
)


def append(run: Run, *, who: str, what: str, data: Mapping[str, JsonData], now: int) -> None:
    _ADD.do(run, who=who, what=what, data=json.dumps(data, ensure_ascii=False), at=now)


def newest(run: Run, most: int) -> list[AuditRow]:
    """What was done last, the newest first."""
    return _NEWEST.all(run, most=most)
