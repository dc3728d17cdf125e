"""The log of judgements: appended, read, never changed; flat numbers and tallies go with it."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Double, Text, bindparam, func, insert, literal_column, select, text

from jurybox.core import BESIDE_RESULTS, Answers, Judgement, Standing
from jurybox.store.columns import insert_into, maker, select_as, values_of
from jurybox.store.people import KEPT_ID
from jurybox.store.schema import assignment, judgement, membership, number, study, study_event, tally, unit
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement, Tuples, Value, Values

P = bindparam
A, J = assignment.c, judgement.c
_to_json, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder(Answers).decode
_PAGE = 5_000


class JudgedStage(NamedTuple):
    """A stage of an assignment that was judged."""

    assignment: int
    stage: int


class KnownJudgement(NamedTuple):
    """A judgement, and the membership of who sent it."""

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
    candidates: list[int]
    received_at: int
    elapsed_ms: int | None


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


_judgement = maker(Judgement, answers=_from_json, standing=Standing)

_LAST_RECEIVED = Scalar(
    int, select(J.received_at).where(J.study_id == P("study")).order_by(J.seq.desc()).limit(literal_column("1"))
)


def _known(membership: int, *columns: Value) -> KnownJudgement:
    return KnownJudgement(_judgement(*columns), membership)


_values = values_of(Judgement)
_JUDGEMENT = select_as(Judgement, judgement)
_APPEND = NewRow(insert_into(judgement), keeps=True)
_ADD_NUMBER = Statement(insert_into(number), keeps=True)
_ADD_NUMBER_TO = Statement(
    insert(number).from_select(
        ["seq", "question", "target", "value"],
        select(J.seq, P("question", type_=Text), P("target", type_=Text), P("value", type_=Double)).where(
            J.id == P("judgement")
        ),
    ),
    keeps=True,
)
"""To a judgement that was just appended, by its id."""
_BY_ID = Select(
    _known,
    select(KEPT_ID, *_JUDGEMENT.selected_columns)
    .join(membership, membership.c.id == J.membership_id)
    .where(J.id == P("id")),
)
_OF_STAGE = Select(
    _judgement,
    _JUDGEMENT.where(J.assignment_id == P("assignment"), J.stage == P("stage")).order_by(J.seq.desc()),
)
_OF_STUDY = Select(
    _judgement,
    _JUDGEMENT.where(J.study_id == P("study"), J.seq > P("after")).order_by(J.seq).limit(P("most")),
)
_UNDER_GUIDELINE = Select(
    JudgedStage,
    select(J.assignment_id, J.stage)
    .join(assignment, A.id == J.assignment_id)
    .where(J.study_id == P("study"), J.guideline_hash == P("hash"), J.standing == "counted", J.seq > P("after"))
    .where(text("assignment.purpose = 'rating'"))
    .group_by(J.assignment_id, J.stage)
    .order_by(J.assignment_id, J.stage),
)
_JUDGED_STAGES = Scalar(
    int,
    select(J.stage)
    .where(J.assignment_id == P("assignment"), text("standing IN ('counted', 'surplus', 'final')"))
    .group_by(J.stage),
)
_OF_STANDING = Select(
    _judgement, _JUDGEMENT.where(J.study_id == P("study"), J.standing == P("standing")).order_by(J.seq)
)
_COUNTS = text("assignment.purpose <> 'merged'")
_OF_ITEM = Select(
    maker(ItemJudgement, answers=_from_json, candidates=json.loads),
    select_as(ItemJudgement, judgement, assignment, membership=A.membership_id)
    .join(assignment, A.id == J.assignment_id)
    .join(unit, unit.c.id == A.unit_id)
    .where(unit.c.item_id == P("item"), J.standing == "counted", _COUNTS)
    .order_by(J.seq),
)
_OF_UNITS = Select(
    maker(UnitJudgement, answers=_from_json),
    select_as(UnitJudgement, judgement, assignment, rater=membership.c.uid)
    .select_from(judgement)
    .join(assignment, A.id == J.assignment_id)
    .join(membership, membership.c.id == A.membership_id)
    .where(J.study_id == P("study"), J.standing == "counted", J.seq > P("after"))
    .where(membership.c.merged_into.is_(None))
    .where(A.unit_id >= P("first"), A.unit_id <= P("last"), text("assignment.purpose IN ('rating', 'repeat')"))
    .order_by(A.unit_id, A.id, J.stage, J.seq),
)
_LAST_SEQ = select(func.coalesce(func.max(J.seq), 0)).where(J.study_id == P("study"))
_LAST = Scalar(int, _LAST_SEQ)
_COUNT = Scalar(int, select(func.count()).where(J.study_id == P("study")))
_TALLY = tally.join(membership, membership.c.id == tally.c.membership_id)
_TALLIED = func.coalesce(func.sum(tally.c.judgements), 0)
_IN_ALL = select(_TALLIED).select_from(_TALLY).where(membership.c.study_id == P("study"))
_CHANGED = select(func.coalesce(func.max(study_event.c.number), 0)).where(
    study_event.c.study_id == study.c.id, *(study_event.c.kind != kind.value for kind in sorted(BESIDE_RESULTS))
)
"""The last event that may have changed results."""
_STATE = Select(
    maker(LogState, judgements=int),
    select_as(
        LogState,
        study_version=_CHANGED.scalar_subquery(),
        last_seq=_LAST_SEQ.scalar_subquery(),
        judgements=_IN_ALL.scalar_subquery(),
    ).where(study.c.id == P("study")),
)
_STANDINGS = Tuples[tuple[str, int]](_IN_ALL.with_only_columns(tally.c.standing, _TALLIED).group_by(tally.c.standing))

_CHANNELS = Tuples[tuple[int, str]](
    select(KEPT_ID, J.channel)
    .join(membership, membership.c.id == J.membership_id)
    .where(J.study_id == P("study"))
    .group_by(KEPT_ID, J.channel)
)


def append(run: Run, entry: Judgement, *, study: int, member: int, numbers: Iterable[tuple[str, str, float]]) -> None:
    """Append a judgement with its flat numbers. Its tally is counted by the trigger."""
    row = _values(entry)
    row["answers"], row["standing"] = _to_json(entry.answers).decode(), entry.standing.value
    row["study"], row["membership"] = study, member
    rows: list[Values] = [{"question": q, "target": t, "value": v} for q, t, v in numbers]
    if run._dialect == "sqlite":
        seq = _APPEND.add(run, row)
        if rows:
            _ADD_NUMBER.many(run, ({**row, "seq": seq} for row in rows))
    else:  # without waiting to be told the seq
        _APPEND.send_values(run, row)
        for number_row in rows:
            _ADD_NUMBER_TO.send(run, judgement=entry.id, **number_row)


def add_numbers(run: Run, numbers: Sequence[FlatNumber]) -> None:
    """Flat numbers of judgements that stand in the log already."""
    if numbers:
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


def under_guideline(run: Run, *, study: int, hash: str, after: int) -> list[JudgedStage]:
    """The ratings after a seq of which some judgement was made under a revision."""
    return _UNDER_GUIDELINE.all(run, study=study, hash=hash, after=after)


def judged_stages(run: Run, assignment: int) -> set[int]:
    """The stages of an assignment that its rater is done with."""
    return set(_JUDGED_STAGES.all(run, assignment=assignment))


def of_standing(run: Run, study: int, standing: Standing) -> list[Judgement]:
    """Every judgement of a study with that standing, in the order of the log."""
    return _OF_STANDING.all(run, study=study, standing=standing.value)


def of_item(run: Run, item: int) -> list[ItemJudgement]:
    """Every counted judgement of an item, in order."""
    return _OF_ITEM.all(run, item=item)


def of_units(run: Run, *, study: int, first: int, last: int, after: int) -> list[UnitJudgement]:
    """What was said, after a seq, of the units with ids from one to another: by unit, assignment and stage."""
    return _OF_UNITS.all(run, study=study, first=first, last=last, after=after)


def last_seq(run: Run, study: int) -> int:
    return _LAST.only(run, study=study)


def count(run: Run, study: int) -> int:
    return _COUNT.only(run, study=study)


def state_of(run: Run, study: int) -> LogState:
    return _STATE.one(run, study=study) or LogState(0, 0, 0)


def count_by_standing(run: Run, study: int) -> dict[str, int]:
    return {standing: int(count) for standing, count in _STANDINGS.all(run, study=study)}


def members_with_only(run: Run, study: int, channels: Collection[str]) -> set[int]:
    """Raters whose judgements came in by these channels and no others; not those who have none."""
    found: dict[int, set[str]] = {}
    for member, channel in _CHANNELS.all(run, study=study):
        found.setdefault(member, set()).add(channel)
    return {member for member, came_by in found.items() if came_by <= set(channels)}


def last_received(run: Run, study: int) -> int | None:
    """When the last judgement of a study came in."""
    return _LAST_RECEIVED.one(run, study=study)
