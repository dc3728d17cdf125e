"""The log with what each judgement was about, for export: a page at a time, whatever the size."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from jurybox.store.overview import LOG_PAGE
from jurybox.store.schema import assignment, candidate_system, item, judgement, system
from jurybox.store.statement import Run, Statement

P = bindparam
PAGE = 2_000
ABOUT = Statement(
    select(
        assignment.c.id, item.c.key, item.c.grp, item.c.withdrawn_at, assignment.c.candidates, assignment.c.purpose,
        assignment.c.position, assignment.c.example,
    )
    .outerjoin(item, item.c.id == assignment.c.item_id)
    .where(assignment.c.id.in_(select(judgement.c.assignment_id).where(
        judgement.c.study_id == P("study"), judgement.c.seq > P("after"), judgement.c.seq <= P("until"))))
)  # fmt: skip
COUNTED = Statement(
    select(judgement.c.seq, judgement.c.assignment_id, judgement.c.stage)
    .where(judgement.c.study_id == P("study"), judgement.c.standing == "counted")
    .order_by(judgement.c.seq)
)
SYSTEMS_OF_CANDIDATE = Statement(
    select(candidate_system.c.candidate_id, system.c.name, system.c.withdrawn_at)
    .join(system, system.c.id == candidate_system.c.system_id)
    .where(system.c.study_id == P("study")).order_by(candidate_system.c.candidate_id, system.c.id)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Logged:
    """A judgement with its assignment, as it is exported."""

    seq: int
    id: str
    stage: int
    answers: dict[str, dict[str, Any]]
    cannot: str | None
    comment: str | None
    supersedes: str | None
    standing: str
    protocol_hash: str
    guideline_hash: str | None
    channel: str
    answered_at: int | None
    received_at: int
    elapsed_ms: int | None
    assignment: int
    membership: str
    rater: str
    item: str
    group: str
    item_withdrawn: bool
    candidates: list[int]
    purpose: str
    position: int
    example: int | None
    """Which worked example was rated; then `item` and `group` are empty."""


def logged(run: Run, study: int) -> Iterator[Logged]:
    """The whole log of a study, in order."""
    after = 0
    while rows := run.all(LOG_PAGE, study=study, after=after, most=PAGE):
        until = rows[-1][0]
        about = {row[0]: row[1:] for row in run.all(ABOUT, study=study, after=after, until=until)}
        for row in rows:
            key, grp, gone, candidates, *rest = about[row[14]]
            values: list[Any] = [*row, key or "", grp or "", gone is not None, json.loads(candidates), *rest]
            values[3] = json.loads(row[3])
            yield Logged(*values)
        after = until


def candidate_systems(run: Run, study: int) -> dict[int, list[tuple[str, bool]]]:
    """The systems behind each candidate, and whether each has been withdrawn."""
    found: dict[int, list[tuple[str, bool]]] = {}
    for id, name, gone in run.all(SYSTEMS_OF_CANDIDATE, study=study):
        found.setdefault(id, []).append((name, gone is not None))
    return found
