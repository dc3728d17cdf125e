"""Drafts: what raters have not submitted yet; one row per assignment and stage, gone on submit, in no export."""

import json
from collections.abc import Mapping

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from jurybox.core import Assignment, JsonObject
from jurybox.store.schema import draft
from jurybox.store.statement import Run, Scalar, Statement, memory_of

P = bindparam
_OF_STAGE = (draft.c.assignment_id == P("assignment"), draft.c.stage == P("stage"))
_SAVE = Statement(
    upsert(draft)
    .values(assignment_id=P("assignment"), stage=P("stage"), body=P("body"), saved_at=P("now"))
    .on_conflict_do_update(index_elements=["assignment_id", "stage"], set_={"body": P("body"), "saved_at": P("now")}),
    keeps=True,
)
_BODY = Scalar(str, select(draft.c.body).where(*_OF_STAGE))
_SAVED_AT = Scalar(int, select(draft.c.saved_at).where(*_OF_STAGE))
_DELETE = Statement(delete(draft).where(*_OF_STAGE), keeps=True)


def save(run: Run, a: Assignment, *, stage: int, body: Mapping[str, object], now: int) -> None:
    _SAVE.do(run, assignment=a.id, stage=stage, body=json.dumps(body, ensure_ascii=False), now=now)
    if (memory := memory_of(run)) is not None:
        memory.drafted(a, True)


def of_next_stage(run: Run, a: Assignment) -> JsonObject | None:
    """What a rater has said so far of the stage that is next."""
    return None if a.stage is None else of_stage(run, a, stage=a.stage)


def of_stage(run: Run, a: Assignment, *, stage: int) -> JsonObject | None:
    """What a rater has said of a stage and not submitted, or what was given back to them."""
    body = _BODY.one(run, assignment=a.id, stage=stage) if a.has_draft else None
    return json.loads(body) if body else None


def saved_at(run: Run, a: Assignment, *, stage: int) -> int | None:
    return _SAVED_AT.one(run, assignment=a.id, stage=stage)


def delete_of(run: Run, a: Assignment, *, stage: int) -> None:
    _DELETE.do(run, assignment=a.id, stage=stage)
    if (memory := memory_of(run)) is not None:
        memory.drafted(a, False)
