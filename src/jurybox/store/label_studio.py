"""What files of Label Studio are compared with: the outputs of a study, and the units that are rated."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, select, text

from jurybox.store.schema import (
    assignment,
    candidate,
    candidate_system,
    import_,
    item,
    judgement,
    membership,
    output,
    system,
    unit,
)
from jurybox.store.statement import Run, Statement

P = bindparam
A, J = assignment.c, judgement.c
_from_json = msgspec.json.Decoder().decode
OUTPUTS = Statement(
    select(item.c.key, system.c.name, output.c.segment, output.c.fields)
    .select_from(output).join(item, item.c.id == output.c.item_id).join(system, system.c.id == output.c.system_id)
    .join(import_, import_.c.id == output.c.import_id)
    .where(item.c.study_id == P("study"), import_.c.state == "done")
    .order_by(output.c.item_id, output.c.system_id, output.c.segment)
)  # fmt: skip
CANDIDATES = Statement(
    select(item.c.key, system.c.name, candidate.c.id)
    .select_from(candidate_system).join(candidate, candidate.c.id == candidate_system.c.candidate_id)
    .join(item, item.c.id == candidate.c.item_id).join(system, system.c.id == candidate_system.c.system_id)
    .where(item.c.study_id == P("study"))
)  # fmt: skip
"""A candidate once for each system that made it."""
UNITS = Statement(
    select(unit.c.id, unit.c.item_id, item.c.key, unit.c.candidates).join(item, item.c.id == unit.c.item_id)
    .where(unit.c.study_id == P("study")).order_by(unit.c.place)
)  # fmt: skip


JUDGED = Statement(
    select(
        A.unit_id, A.id, A.purpose, A.repeat_of, membership.c.uid, J.stage, J.answers, J.cannot, J.comment,
        J.answered_at, J.received_at, J.elapsed_ms,
    )
    .select_from(judgement).join(assignment, A.id == J.assignment_id)
    .join(membership, membership.c.id == J.membership_id)
    .where(
        J.study_id == P("study"), J.standing == "counted", J.seq > P("pilot"), A.unit_id >= P("first"),
        A.unit_id <= P("last"), text("assignment.purpose IN ('rating', 'repeat')"),
    ).order_by(A.unit_id, A.id, J.stage, J.seq)
)  # fmt: skip
SHOWN = Statement(
    select(
        unit.c.id, unit.c.candidates, item.c.key, item.c.grp, item.c.fields, item.c.segments, item.c.withdrawn_at,
        candidate.c.id, output.c.segment, output.c.fields,
    )
    .select_from(unit).join(item, item.c.id == unit.c.item_id).join(candidate, candidate.c.item_id == item.c.id)
    .join(output, (output.c.item_id == item.c.id) & (output.c.system_id == candidate.c.system_id))
    .where(unit.c.study_id == P("study"), unit.c.id >= P("first"), unit.c.id <= P("last"))
    .order_by(unit.c.id, candidate.c.id, output.c.segment)
)  # fmt: skip
UNIT_IDS = Statement(select(unit.c.id).where(unit.c.study_id == P("study")).order_by(unit.c.id))


class UnitJudgement(NamedTuple):
    """A counted judgement of a unit; of one assignment and stage the last one stands."""

    unit: int
    assignment: int
    purpose: str
    repeat_of: int | None
    rater: str
    stage: int
    answers: str
    cannot: str | None
    comment: str | None
    answered_at: int | None
    received_at: int
    elapsed_ms: int | None


def outputs(run: Run, study: int) -> Iterator[tuple[str, str, int, dict[str, Any]]]:
    """(item, system, segment, fields) of every output; segment 0 is for the item as a whole."""
    for key, name, segment, fields in run.all(OUTPUTS, study=study):
        yield key, name, segment, _from_json(fields)


def units(run: Run, study: int) -> Iterator[tuple[int, int, str, list[int]]]:
    """(unit, item, key of the item, candidates) in the order of the pool."""
    for id, item_id, key, candidates in run.all(UNITS, study=study):
        yield id, item_id, key, _from_json(candidates)
