"""What is shown: items with their fields, and candidates with the output that stands for them."""

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, select

from jurybox.store.schema import candidate, candidate_system, item, output, system
from jurybox.store.statement import Run, Statement

P = bindparam
_from_json = msgspec.json.Decoder().decode
ITEM = Statement(select(item.c.fields, item.c.segments, item.c.grp, item.c.withdrawn_at).where(item.c.id == P("item")))
_SHOWN = (
    select(candidate.c.id, output.c.segment, output.c.fields)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .order_by(candidate.c.id, output.c.segment)
)
OUTPUTS_OF_ITEM = Statement(_SHOWN.where(candidate.c.item_id == P("item")))
OUTPUTS_OF_CANDIDATE = Statement(_SHOWN.where(candidate.c.id == P("candidate")))
WITHDRAWN = Statement(
    select(candidate_system.c.candidate_id)
    .join(system, system.c.id == candidate_system.c.system_id)
    .where(system.c.study_id == P("study"))
    .group_by(candidate_system.c.candidate_id)
    .having(func.count(system.c.withdrawn_at) == func.count())
)


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    """What one candidate shows: fields for the whole item, and one dict per segment."""

    fields: dict[str, Any]
    segments: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that could be shown of a unit, before the stage decides what is."""

    fields: dict[str, Any]
    segments: list[dict[str, Any]]
    group: str
    withdrawn: bool
    candidates: dict[int, ShownCandidate]

    def texts(self, candidate: int) -> dict[str, Any]:
        """The item's and one candidate's fields together: what rules look at."""
        return {**self.fields, **self.candidates[candidate].fields}


def content_of(run: Run, item_id: int, candidates: list[int]) -> Content:
    row = run.one(ITEM, item=item_id)
    assert row is not None
    found = (
        run.all(OUTPUTS_OF_CANDIDATE, candidate=candidates[0])
        if len(candidates) == 1
        else run.all(OUTPUTS_OF_ITEM, item=item_id)
    )
    shown: dict[int, ShownCandidate] = {}
    for id, segment, fields in found:
        entry = shown.setdefault(id, ShownCandidate({}, []))
        if segment == 0:
            entry.fields.update(_from_json(fields))
        else:
            entry.segments.append(_from_json(fields))
    return Content(_from_json(row[0]), _from_json(row[1]), row[2], row[3] is not None, shown)


def withdrawn_candidates(run: Run, study: int) -> frozenset[int]:
    """Candidates of which every system has been withdrawn."""
    return frozenset(row[0] for row in run.all(WITHDRAWN, study=study))
