"""Making the projections again from the log: free slots, tallies, flat numbers, finished counts."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from jurybox.core import Judgement, Standing
from jurybox.store.log import _COLUMNS as LOG_COLUMNS
from jurybox.store.log import ADD_NUMBER, as_judgement
from jurybox.store.schema import assignment, item, judgement, membership, number, slot, tally, unit
from jurybox.store.statement import Run, Statement

P = bindparam
PAGE = 5_000
PAGE_OF_LOG = Statement(
    select(*LOG_COLUMNS)
    .where(judgement.c.study_id == P("study"), judgement.c.seq > P("after"))
    .order_by(judgement.c.seq)
    .limit(P("most"))
)
ASSIGNMENTS = Statement(
    select(assignment.c.id, assignment.c.unit_id, assignment.c.state, assignment.c.stage, assignment.c.stages)
    .where(assignment.c.study_id == P("study"), assignment.c.purpose == "rating")
)  # fmt: skip
SLOTS = Statement(select(slot.c.unit_id, slot.c.stage, slot.c.quorum).where(slot.c.study_id == P("study")))
UNITS = Statement(
    select(unit.c.id, unit.c.candidates, item.c.withdrawn_at)
    .join(item, item.c.id == unit.c.item_id)
    .where(unit.c.study_id == P("study"))
)
SET_SLOT = Statement(
    update(slot)
    .where(slot.c.unit_id == P("unit"), slot.c.stage == P("at_stage"))
    .values(open_slots=P("free"), cannot=P("said_cannot"))
)
_MINE = select(membership.c.id).where(membership.c.study_id == P("study"))
HOLD_MEMBERSHIPS = Statement(_MINE.order_by(membership.c.id).with_for_update())
HOLD_LEASES = Statement(
    select(assignment.c.id)
    .where(assignment.c.study_id == P("study"), assignment.c.state == "leased")
    .order_by(assignment.c.id)
    .with_for_update()
)
DROP_TALLIES = Statement(delete(tally).where(tally.c.membership_id.in_(_MINE)))
MAKE_TALLIES = Statement(
    insert(tally).from_select(
        ["membership_id", "stage", "standing", "judgements"],
        select(judgement.c.membership_id, judgement.c.stage, judgement.c.standing, func.count())
        .where(judgement.c.study_id == P("study"))
        .group_by(judgement.c.membership_id, judgement.c.stage, judgement.c.standing),
    )
)
DROP_NUMBERS = Statement(
    delete(number).where(number.c.seq.in_(select(judgement.c.seq).where(judgement.c.study_id == P("study"))))
)
COUNT_DONE = Statement(
    update(membership).where(membership.c.study_id == P("study")).values(
        done=select(func.count()).where(
            assignment.c.membership_id == membership.c.id, assignment.c.purpose == "rating",
            assignment.c.state == "done",
        ).scalar_subquery()
    )
)  # fmt: skip


def read_log(run: Run, study: int) -> Iterator[Judgement]:
    """Every judgement of a study in the order of the log, a page at a time."""
    after = 0
    while rows := run.all(PAGE_OF_LOG, study=study, after=after, most=PAGE):
        for row in rows:
            yield as_judgement(row)
        after = rows[-1][14]


def hold_still(run: Run, study: int) -> None:
    """Keep raters out until this transaction ends: what was counted must not change before it is written.

    A rater's transaction begins with their membership, and leases that others let run out are passed over when held.
    SQLite has one writer at a time anyway.
    """
    if run.dialect == "postgresql":
        run.all(HOLD_MEMBERSHIPS, study=study)
        run.all(HOLD_LEASES, study=study)


def rebuild_counts(run: Run, study: int) -> None:
    run.do(DROP_TALLIES, study=study)
    run.do(MAKE_TALLIES, study=study)
    run.do(COUNT_DONE, study=study)


def rebuild_numbers(run: Run, study: int, numbers: Iterable[tuple[int, str, str, float]]) -> None:
    """Write the flat numbers again; `numbers` gives (seq, question, target, value)."""
    run.do(DROP_NUMBERS, study=study)
    page: list[dict[str, Any]] = []
    for seq, question, target, value in numbers:
        page.append({"seq": seq, "question": question, "target": target, "value": value})
        if len(page) >= PAGE:
            run.many(ADD_NUMBER, page)
            page.clear()
    if page:
        run.many(ADD_NUMBER, page)


def current_judgements(entries: Iterable[Judgement]) -> dict[tuple[int, int], Judgement]:
    """The counted judgement that stands, by assignment and stage."""
    return {(e.assignment, e.stage): e for e in entries if e.standing == Standing.COUNTED}


def rebuild_slots(run: Run, study: int, pilot_seq: int, withdrawn: frozenset[int]) -> None:
    """Free slots of every stage of every unit, from who holds one and who has judged."""
    held: Counter[tuple[int, int]] = Counter()
    cannot: Counter[tuple[int, int]] = Counter()
    unit_of: dict[int, int] = {}
    for id, unit_id, state, stage, stages in run.all(ASSIGNMENTS, study=study):
        unit_of[id] = unit_id
        if state in ("leased", "planned") and stage is not None:
            held.update((unit_id, s) for s in json.loads(stages) if s >= stage)
    for (assignment_id, stage), entry in current_judgements(read_log(run, study)).items():
        if assignment_id in unit_of and (entry.seq or 0) > pilot_seq:
            (held if entry.cannot is None else cannot)[unit_of[assignment_id], stage] += 1
    closed = {
        id
        for id, candidates, gone in run.all(UNITS, study=study)
        if gone is not None or withdrawn.issuperset(json.loads(candidates))
    }
    rows = []
    for unit_id, stage, quorum in run.all(SLOTS, study=study):
        place = (unit_id, stage)
        free = quorum - held[place] - max(0, cannot[place] - quorum)
        rows.append({
            "unit": unit_id, "at_stage": stage, "said_cannot": cannot[place],
            "free": 0 if unit_id in closed or not quorum else max(0, free),
        })  # fmt: skip
    run.many(SET_SLOT, rows)
