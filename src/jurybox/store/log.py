"""The log of judgements: appended, read, never changed; flat numbers and tallies go with it."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, func, insert, select, text

from jurybox.core import Answers, Judgement, Standing
from jurybox.store.schema import assignment, judgement, membership, number, study, tally, unit
from jurybox.store.statement import NewRow, Run, Select, Statement, fields_of

P = bindparam
A, J = assignment.c, judgement.c
_to_json, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder(Answers).decode
_PAGE = 5_000


class KnownJudgement(NamedTuple):
    """A judgement, and the membership that it came from."""

    judgement: Judgement
    membership: int


class FlatNumber(NamedTuple):
    """A numeric answer as it lies beside the log."""

    seq: int
    question: str
    target: str
    value: float


class LogState(NamedTuple):
    """What results depend on."""

    study_version: int
    """The number of the last study event."""
    last_seq: int
    judgements: int


class ItemJudgement(NamedTuple):
    """A counted judgement of an item; of one assignment and stage the last one stands."""

    seq: int
    membership: int
    stage: int
    answers: Answers
    cannot: str | None
    comment: str | None
    assignment: int
    purpose: str


class UnitJudgement(NamedTuple):
    """A counted judgement of a unit; of one assignment and stage the last one stands."""

    unit: int
    assignment: int
    purpose: str
    repeat_of: int | None
    rater: str
    stage: int
    answers: Answers
    cannot: str | None
    comment: str | None
    answered_at: int | None
    received_at: int
    elapsed_ms: int | None


_NAMES = [field.name for field in fields(Judgement)]


def _judgement(*row: Any) -> Judgement:
    values = dict(zip(_NAMES, row, strict=True))
    values["answers"], values["standing"] = _from_json(values["answers"]), Standing(values["standing"])
    return Judgement(**values)


def _known(*row: Any) -> KnownJudgement:
    *columns, membership = row
    return KnownJudgement(judgement=_judgement(*columns), membership=membership)


def _of_item(*row: Any) -> ItemJudgement:
    made = ItemJudgement(*row)
    return made._replace(answers=_from_json(str(made.answers)))


def _of_unit(*row: Any) -> UnitJudgement:
    made = UnitJudgement(*row)
    return made._replace(answers=_from_json(str(made.answers)))


_FIELDS = fields_of(
    Judgement, id=J.id, assignment=J.assignment_id, stage=J.stage, answers=J.answers, cannot=J.cannot,
    comment=J.comment, supersedes=J.supersedes, standing=J.standing, protocol_hash=J.protocol_hash,
    guideline_hash=J.guideline_hash, channel=J.channel, answered_at=J.answered_at, received_at=J.received_at,
    elapsed_ms=J.elapsed_ms, seq=J.seq,
)  # fmt: skip
_APPEND = NewRow(
    insert(judgement).values(
        id=P("id"), study_id=P("study"), assignment_id=P("assignment"), membership_id=P("member"), stage=P("stage"),
        answers=P("answers"), cannot=P("cannot"), comment=P("comment"), supersedes=P("supersedes"),
        standing=P("standing"), protocol_hash=P("protocol_hash"), guideline_hash=P("guideline_hash"),
        channel=P("channel"), answered_at=P("answered_at"), received_at=P("received_at"), elapsed_ms=P("elapsed_ms"),
    ),
    J.seq,
)  # fmt: skip
_ADD_NUMBER = Statement(
    insert(number).values(seq=P("seq"), question=P("question"), target=P("target"), value=P("value"))
)
_BY_ID = Select(_known, select(*_FIELDS, J.membership_id).where(J.id == P("id")))
_OF_STAGE = Select(
    _judgement,
    select(*_FIELDS).where(J.assignment_id == P("assignment"), J.stage == P("stage")).order_by(J.seq.desc()),
)
_OF_STUDY = Select(
    _judgement,
    select(*_FIELDS).where(J.study_id == P("study"), J.seq > P("after")).order_by(J.seq).limit(P("most")),
)
_OF_ITEM = Select(
    _of_item,
    select(
        *fields_of(
            ItemJudgement, seq=J.seq, membership=J.membership_id, stage=J.stage, answers=J.answers, cannot=J.cannot,
            comment=J.comment, assignment=A.id, purpose=A.purpose,
        )
    ).join(assignment, A.id == J.assignment_id).join(unit, unit.c.id == A.unit_id)
    .where(unit.c.item_id == P("item"), J.standing == "counted").order_by(J.seq),
)  # fmt: skip
_OF_UNITS = Select(
    _of_unit,
    select(
        *fields_of(
            UnitJudgement, unit=A.unit_id, assignment=A.id, purpose=A.purpose, repeat_of=A.repeat_of,
            rater=membership.c.uid, stage=J.stage, answers=J.answers, cannot=J.cannot, comment=J.comment,
            answered_at=J.answered_at, received_at=J.received_at, elapsed_ms=J.elapsed_ms,
        )
    )
    .select_from(judgement).join(assignment, A.id == J.assignment_id)
    .join(membership, membership.c.id == J.membership_id)
    .where(
        J.study_id == P("study"), J.standing == "counted", J.seq > P("after"), A.unit_id >= P("first"),
        A.unit_id <= P("last"), text("assignment.purpose IN ('rating', 'repeat')"),
    ).order_by(A.unit_id, A.id, J.stage, J.seq),
)  # fmt: skip
_LAST_SEQ = select(func.coalesce(func.max(J.seq), 0)).where(J.study_id == P("study"))
_LAST = Statement(_LAST_SEQ)
_COUNT = Statement(select(func.count()).where(J.study_id == P("study")))
_TALLY = tally.join(membership, membership.c.id == tally.c.membership_id)
_STATE = Statement(
    select(
        *fields_of(
            LogState, study_version=study.c.version, last_seq=_LAST_SEQ.scalar_subquery(),
            judgements=select(func.coalesce(func.sum(tally.c.judgements), 0)).select_from(_TALLY)
            .where(membership.c.study_id == P("study")).scalar_subquery(),
        )
    ).where(study.c.id == P("study"))
)  # fmt: skip
_STANDINGS = Statement(
    select(tally.c.standing, func.sum(tally.c.judgements)).select_from(_TALLY)
    .where(membership.c.study_id == P("study")).group_by(tally.c.standing)
)  # fmt: skip


def append(run: Run, entry: Judgement, *, study: int, member: int, numbers: Iterable[tuple[str, str, float]]) -> int:
    """Append a judgement with its flat numbers; the new seq. Its tally is counted by the trigger."""
    seq = _APPEND.insert(
        run, id=entry.id, study=study, assignment=entry.assignment, member=member, stage=entry.stage,
        answers=_to_json(entry.answers).decode(), cannot=entry.cannot,
        comment=entry.comment, supersedes=entry.supersedes, standing=entry.standing.value,
        protocol_hash=entry.protocol_hash, guideline_hash=entry.guideline_hash, channel=entry.channel,
        answered_at=entry.answered_at, received_at=entry.received_at, elapsed_ms=entry.elapsed_ms,
    )  # fmt: skip
    rows = [{"seq": seq, "question": q, "target": t, "value": v} for q, t, v in numbers]
    if rows:
        _ADD_NUMBER.many(run, rows)
    return seq


def add_numbers(run: Run, numbers: Iterable[FlatNumber]) -> None:
    """Flat numbers of judgements that stand in the log already."""
    _ADD_NUMBER.many(run, (entry._asdict() for entry in numbers))


def by_id(run: Run, id: str) -> KnownJudgement | None:
    return _BY_ID.one(run, id=id)


def latest(run: Run, *, assignment: int, stage: int) -> Judgement | None:
    """The judgement that stands: the newest counted one, else the newest surplus; no other ever does."""
    fallback: Judgement | None = None
    for entry in _OF_STAGE.all(run, assignment=assignment, stage=stage):
        if entry.standing == Standing.COUNTED:
            return entry
        if entry.standing == Standing.SURPLUS and fallback is None:
            fallback = entry
    return fallback


def of_study(run: Run, study: int) -> Iterator[Judgement]:
    """Every judgement of a study in the order of the log, a page at a time."""
    after = 0
    while page := _OF_STUDY.all(run, study=study, after=after, most=_PAGE):
        yield from page
        after = page[-1].seq or 0


def of_item(run: Run, item: int) -> list[ItemJudgement]:
    """Every counted judgement of an item, in order."""
    return _OF_ITEM.all(run, item=item)


def of_units(run: Run, *, study: int, first: int, last: int, after: int) -> list[UnitJudgement]:
    """What was said, after a seq, of the units with ids from one to another: by unit, assignment and stage."""
    return _OF_UNITS.all(run, study=study, first=first, last=last, after=after)


def last_seq(run: Run, study: int) -> int:
    return int(_LAST.value(run, study=study))


def count(run: Run, study: int) -> int:
    return int(_COUNT.value(run, study=study))


def state_of(run: Run, study: int) -> LogState:
    row = _STATE.row(run, study=study) or (0, 0, 0)
    return LogState(*map(int, row))


def count_by_standing(run: Run, study: int) -> dict[str, int]:
    return {standing: int(count) for standing, count in _STANDINGS.rows(run, study=study)}
