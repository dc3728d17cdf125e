"""Counts for the organiser: how far a study is, and what waits for them."""

import json
from collections import Counter
from typing import Any

from sqlalchemy import bindparam, case, func, literal_column, select, text

from jurybox.store.schema import assignment, import_, item, judgement, membership, slot, study, tally, unit
from jurybox.store.statement import Run, Statement

P = bindparam
PER_STUDY = Statement(
    select(
        study.c.id,
        select(func.coalesce(func.sum(import_.c["items"]), 0)).where(import_.c.study_id == study.c.id)
        .scalar_subquery(),
        select(func.coalesce(func.sum(import_.c.outputs), 0)).where(import_.c.study_id == study.c.id).scalar_subquery(),
        study.c.places,
        select(func.count()).select_from(membership).where(membership.c.study_id == study.c.id).scalar_subquery(),
        select(func.coalesce(func.sum(tally.c.judgements), 0)).select_from(tally)
        .join(membership, membership.c.id == tally.c.membership_id).where(membership.c.study_id == study.c.id)
        .scalar_subquery(),
    )
)  # fmt: skip
COVERAGE = Statement(
    select(
        slot.c.grp, slot.c.stage, func.count(), func.coalesce(func.sum(slot.c.quorum), 0),
        func.coalesce(func.sum(slot.c.open_slots), 0),
        func.coalesce(func.sum(case((slot.c.open_slots == 0, 1), else_=0)), 0),
    ).where(slot.c.study_id == P("study")).group_by(slot.c.grp, slot.c.stage).order_by(slot.c.grp, slot.c.stage)
)  # fmt: skip
HELD = Statement(
    select(unit.c.grp, assignment.c.stages, assignment.c.stage, func.count())
    .join(unit, unit.c.id == assignment.c.unit_id)
    .where(
        assignment.c.study_id == P("study"), assignment.c.purpose == "rating",
        assignment.c.state.in_([literal_column("'leased'"), literal_column("'planned'")]),
    ).group_by(unit.c.grp, assignment.c.stages, assignment.c.stage)
)  # fmt: skip
INBOX = Statement(
    select(slot.c.unit_id, item.c.key, slot.c.grp, slot.c.stage, slot.c.cannot, slot.c.quorum)
    .join(item, item.c.id == slot.c.item_id)
    .where(slot.c.study_id == P("study"), text("cannot > quorum"), text("quorum > 0"), item.c.withdrawn_at.is_(None))
    .order_by(slot.c.place).limit(literal_column("200"))
)  # fmt: skip
REASONS = Statement(
    select(judgement.c.cannot).join(assignment, assignment.c.id == judgement.c.assignment_id)
    .where(assignment.c.unit_id == P("unit"), judgement.c.stage == P("stage"), judgement.c.cannot.is_not(None))
    .order_by(judgement.c.seq)
)  # fmt: skip
STANDINGS = Statement(
    select(tally.c.standing, func.sum(tally.c.judgements)).join(membership, membership.c.id == tally.c.membership_id)
    .where(membership.c.study_id == P("study")).group_by(tally.c.standing)
)  # fmt: skip


def per_study(run: Run) -> dict[int, tuple[int, int, int, int, int]]:
    """Items, outputs, units, raters and judgements of every study."""
    return {row[0]: tuple(int(n) for n in row[1:]) for row in run.all(PER_STUDY)}  # type: ignore[misc]


def coverage(run: Run, study_id: int) -> list[dict[str, Any]]:
    """Per group and stage: units, slots in all, answered, still free, and units whose slots are all taken.

    What is neither answered nor free is held: by a lease, a fixed list or a workbook.
    """
    held = _held(run, study_id)
    found = []
    for group, stage, units, slots, free, full in run.all(COVERAGE, study=study_id):
        taken = int(slots) - int(free)
        # A stage that needs nobody takes no slot, though it goes with the assignment.
        done = taken - min(taken, held[group, stage])
        found.append({
            "group": group, "stage": stage, "units": int(units), "slots": int(slots), "done": done, "open": int(free),
            "full": int(full),
        })  # fmt: skip
    return found


def _held(run: Run, study_id: int) -> Counter[tuple[str, int]]:
    """Slots of leases, fixed lists and workbooks, by group and stage."""
    held: Counter[tuple[str, int]] = Counter()
    for group, stages, following, count in run.all(HELD, study=study_id):
        for stage in json.loads(stages):
            if following is not None and stage >= following:
                held[group, stage] += count
    return held
