"""The log of judgements: appended, read, never changed; flat numbers and tallies go with it."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.dialects.postgresql import insert as pg_insert

from jurybox.core import Judgement, Standing
from jurybox.store.schema import assignment, draft, judgement, number
from jurybox.store.statement import NewRow, Run, Statement

P = bindparam
_to_json, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
J = judgement.c
_COLUMNS = (
    J.id, J.assignment_id, J.stage, J.answers, J.cannot, J.comment, J.supersedes, J.standing, J.protocol_hash,
    J.guideline_hash, J.channel, J.answered_at, J.received_at, J.elapsed_ms, J.seq,
)  # fmt: skip
APPEND = NewRow(
    insert(judgement).values(
        id=P("id"), study_id=P("study"), assignment_id=P("assignment"), membership_id=P("member"), stage=P("stage"),
        answers=P("answers"), cannot=P("cannot"), comment=P("comment"), supersedes=P("supersedes"),
        standing=P("standing"), protocol_hash=P("protocol_hash"), guideline_hash=P("guideline_hash"),
        channel=P("channel"), answered_at=P("answered_at"), received_at=P("received_at"), elapsed_ms=P("elapsed_ms"),
    ),
    J.seq,
)  # fmt: skip
BY_ID = Statement(select(*_COLUMNS, J.membership_id).where(J.id == P("id")))
OF_STAGE = Statement(
    select(*_COLUMNS).where(J.assignment_id == P("assignment"), J.stage == P("stage")).order_by(J.seq.desc())
)
ADD_NUMBER = Statement(
    insert(number).values(seq=P("seq"), question=P("question"), target=P("target"), value=P("value"))
)
LAST_SEQ = Statement(select(func.coalesce(func.max(J.seq), 0)).where(J.study_id == P("study")))
COUNT_OF_STUDY = Statement(select(func.count()).where(J.study_id == P("study")))
SAVE_DRAFT = Statement(
    pg_insert(draft).values(assignment_id=P("assignment"), stage=P("stage"), body=P("body"), saved_at=P("now"))
    .on_conflict_do_update(index_elements=["assignment_id", "stage"], set_={"body": P("body"), "saved_at": P("now")})
)  # fmt: skip
DRAFT = Statement(select(draft.c.body).where(draft.c.assignment_id == P("assignment"), draft.c.stage == P("stage")))
DELETE_DRAFT = Statement(delete(draft).where(draft.c.assignment_id == P("assignment"), draft.c.stage == P("stage")))


_LATELY = (
    select(assignment.c.id).where(assignment.c.membership_id == P("member")).order_by(assignment.c.position.desc())
    .limit(P("most")).subquery()
)  # fmt: skip
PACE = Statement(
    select(func.count(), func.sum(J.elapsed_ms)).join(_LATELY, _LATELY.c.id == J.assignment_id)
    .where(J.received_at >= P("since"))
)  # fmt: skip


def as_judgement(row: tuple[Any, ...]) -> Judgement:
    values: list[Any] = list(row[:15])
    values[3], values[7] = _from_json(row[3]), Standing(row[7])
    return Judgement(*values)


def append(run: Run, entry: Judgement, study: int, member: int, numbers: Iterable[tuple[str, str, float]]) -> int:
    """Append a judgement with its flat numbers; the new seq. Its tally is counted by the trigger."""
    seq = run.insert(
        APPEND, id=entry.id, study=study, assignment=entry.assignment, member=member, stage=entry.stage,
        answers=_to_json(entry.answers).decode(), cannot=entry.cannot,
        comment=entry.comment, supersedes=entry.supersedes, standing=entry.standing.value,
        protocol_hash=entry.protocol_hash, guideline_hash=entry.guideline_hash, channel=entry.channel,
        answered_at=entry.answered_at, received_at=entry.received_at, elapsed_ms=entry.elapsed_ms,
    )  # fmt: skip
    rows = [{"seq": seq, "question": q, "target": t, "value": v} for q, t, v in numbers]
    if rows:
        run.many(ADD_NUMBER, rows)
    return seq


def judgement_by_id(run: Run, id: str) -> tuple[Judgement, int] | None:
    """A judgement, and the membership it came from."""
    row = run.one(BY_ID, id=id)
    return (as_judgement(row), row[15]) if row else None


def latest(run: Run, assignment: int, stage: int) -> Judgement | None:
    """The judgement that stands: the newest counted one, else the newest surplus; no other ever does."""
    fallback: Judgement | None = None
    for entry in of_stage(run, assignment, stage):
        if entry.standing == Standing.COUNTED:
            return entry
        if entry.standing == Standing.SURPLUS and fallback is None:
            fallback = entry
    return fallback


def of_stage(run: Run, assignment: int, stage: int) -> Iterator[Judgement]:
    """All judgements of one stage of an assignment, the newest first."""
    return (as_judgement(row) for row in run.all(OF_STAGE, assignment=assignment, stage=stage))
