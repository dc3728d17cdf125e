"""The log and what it speaks of, page by page, for tables of ratings: nothing is ever in memory as a whole."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import bindparam, func, select

from jurybox.store.schema import (
    assignment,
    candidate,
    candidate_system,
    item,
    judgement,
    output,
    slot,
    system,
    unit,
)
from jurybox.store.statement import Row, Run, Statement

P = bindparam
J, A = judgement.c, assignment.c
_PAGE = 5_000

_LOG = Statement(
    select(
        J.seq, J.assignment_id, J.membership_id, J.stage, J.answers, J.cannot, J.standing, J.answered_at,
        J.received_at, J.elapsed_ms, A.purpose, A.item_id, A.candidates, A.repeat_of, A.example, A.batch,
    ).join(assignment, A.id == J.assignment_id)
    .where(J.study_id == P("study"), J.seq > P("after")).order_by(J.seq).limit(P("most"))
)  # fmt: skip
_NEWEST = Statement(
    select(J.assignment_id, J.stage, func.max(J.seq))
    .where(J.study_id == P("study"), J.standing == "counted")
    .group_by(J.assignment_id, J.stage).having(func.count() > 1)
)  # fmt: skip
"""Of every stage that was judged more than once: the judgement that stands."""
_ITEMS = Statement(
    select(item.c.id, item.c.key, item.c.grp)
    .where(item.c.study_id == P("study"), item.c.id > P("after")).order_by(item.c.id).limit(P("most"))
)  # fmt: skip
_WITHDRAWN_ITEMS = Statement(select(item.c.id).where(item.c.study_id == P("study"), item.c.withdrawn_at.is_not(None)))
_CANDIDATES = Statement(
    select(candidate.c.id, candidate.c.item_id, system.c.id)
    .join(candidate_system, candidate_system.c.candidate_id == candidate.c.id)
    .join(system, system.c.id == candidate_system.c.system_id)
    .where(system.c.study_id == P("study"), candidate.c.id > P("after"), candidate.c.id <= P("until"))
    .order_by(candidate.c.id, system.c.id)
)  # fmt: skip
_CANDIDATE_RANGE = Statement(
    select(func.min(candidate.c.id), func.max(candidate.c.id))
    .join(item, item.c.id == candidate.c.item_id).where(item.c.study_id == P("study"))
)  # fmt: skip
_TEXTS = Statement(
    select(candidate.c.id, output.c.segment, output.c.fields, item.c.fields, item.c.segments)
    .join(item, item.c.id == candidate.c.item_id)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .where(item.c.study_id == P("study"), candidate.c.id > P("after"), candidate.c.id <= P("until"))
    .order_by(candidate.c.id, output.c.segment)
)  # fmt: skip
_UNITS = Statement(
    select(unit.c.id, unit.c.item_id, unit.c.candidates, slot.c.stage, slot.c.quorum)
    .join(slot, slot.c.unit_id == unit.c.id)
    .where(unit.c.study_id == P("study"), unit.c.id > P("after"), unit.c.id <= P("until"))
)
_UNIT_RANGE = Statement(select(func.min(unit.c.id), func.max(unit.c.id)).where(unit.c.study_id == P("study")))


def log_rows(run: Run, study: int) -> Iterator[Row]:
    """Every judgement with its assignment, in the order of the log."""
    after = 0
    while rows := _LOG.rows(run, study=study, after=after, most=_PAGE):
        yield from rows
        after = rows[-1][0]


def newest(run: Run, study: int) -> dict[tuple[int, int], int]:
    """By assignment and stage, where there are several counted judgements: the seq of the one that stands."""
    return {(assignment, stage): seq for assignment, stage, seq in _NEWEST.rows(run, study=study)}


def item_rows(run: Run, study: int) -> Iterator[Row]:
    """(id, key, group) of every item."""
    after = 0
    while rows := _ITEMS.rows(run, study=study, after=after, most=_PAGE):
        yield from rows
        after = rows[-1][0]


def withdrawn_items(run: Run, study: int) -> frozenset[int]:
    return frozenset(row[0] for row in _WITHDRAWN_ITEMS.rows(run, study=study))


def candidate_rows(run: Run, study: int) -> Iterator[Row]:
    """(candidate, item, system), each candidate's rows together."""
    return _in_ranges(run, study, _CANDIDATE_RANGE, _CANDIDATES)


def text_rows(run: Run, study: int) -> Iterator[Row]:
    """(candidate, segment, fields of the output, fields of the item, segments of the item), the last three as JSON."""
    return _in_ranges(run, study, _CANDIDATE_RANGE, _TEXTS)


def unit_rows(run: Run, study: int) -> Iterator[Row]:
    """(unit, item, candidates as JSON, stage, quorum): a row for each stage of each unit."""
    return _in_ranges(run, study, _UNIT_RANGE, _UNITS)


def candidate_range(run: Run, study: int) -> tuple[int, int] | None:
    """The lowest and the highest candidate of a study."""
    row: Any = _CANDIDATE_RANGE.row(run, study=study)
    return None if row is None or row[0] is None else (row[0], row[1])


def _in_ranges(run: Run, study: int, whole: Statement, part: Statement) -> Iterator[Row]:
    first, last = whole.row(run, study=study) or (None, None)
    if first is None or last is None:
        return
    for after in range(first - 1, last, _PAGE):
        yield from part.rows(run, study=study, after=after, until=after + _PAGE)
