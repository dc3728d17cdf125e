"""One item with its outputs and everything that was said of it, for an organiser to look at."""

from sqlalchemy import bindparam, select

from jurybox.store.schema import assignment, candidate, candidate_system, item, judgement, output, system, unit
from jurybox.store.statement import Row, Run, Statement

P = bindparam
J = judgement.c
ITEM = Statement(
    select(item.c.id, item.c.grp, item.c.fields, item.c.segments, item.c.withdrawn_at)
    .where(item.c.study_id == P("study"), item.c.key == P("item_key"))
)  # fmt: skip
OUTPUTS = Statement(
    select(candidate.c.id, output.c.segment, output.c.fields)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .where(candidate.c.item_id == P("item")).order_by(candidate.c.id, output.c.segment)
)  # fmt: skip
SYSTEMS = Statement(
    select(candidate.c.id, system.c.name)
    .join(candidate_system, candidate_system.c.candidate_id == candidate.c.id)
    .join(system, system.c.id == candidate_system.c.system_id)
    .where(candidate.c.item_id == P("item")).order_by(candidate.c.id, system.c.id)
)  # fmt: skip
SAID = Statement(
    select(J.seq, J.membership_id, J.stage, J.answers, J.cannot, J.comment, assignment.c.id, assignment.c.purpose)
    .join(assignment, assignment.c.id == J.assignment_id).join(unit, unit.c.id == assignment.c.unit_id)
    .where(unit.c.item_id == P("item"), J.standing == "counted").order_by(J.seq)
)  # fmt: skip


def item_row(run: Run, study: int, key: str) -> Row | None:
    """(id, group, fields, segments, withdrawn at)."""
    return run.one(ITEM, study=study, item_key=key)


def outputs_of(run: Run, item: int) -> list[Row]:
    """(candidate, segment, fields) of everything that is shown of an item."""
    return run.all(OUTPUTS, item=item)


def systems_of(run: Run, item: int) -> list[Row]:
    """(candidate, system) of an item."""
    return run.all(SYSTEMS, item=item)


def said_of(run: Run, item: int) -> list[Row]:
    """Every counted judgement of an item, in order."""
    return run.all(SAID, item=item)
