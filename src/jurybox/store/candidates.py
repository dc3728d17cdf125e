"""What is shown: items with their fields, and candidates with the output that stands for them."""

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, select

from jurybox.store.schema import candidate, candidate_system, item, output, system
from jurybox.store.statement import Run, Statement

P = bindparam
_from_json = msgspec.json.Decoder().decode
_SHOWN = (
    select(
        item.c.fields, item.c.segments, item.c.grp, item.c.withdrawn_at,
        candidate.c.id, output.c.segment, output.c.fields,
    )
    .join(candidate, candidate.c.item_id == item.c.id)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .order_by(candidate.c.id, output.c.segment)
)  # fmt: skip
CONTENT_OF_ITEM = Statement(_SHOWN.where(item.c.id == P("item")))
CONTENT_OF_CANDIDATE = Statement(_SHOWN.where(item.c.id == P("item"), candidate.c.id == P("candidate")))
WITHDRAWN_AT = Statement(select(item.c.withdrawn_at).where(item.c.id == P("item")))
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
    if len(candidates) == 1:
        rows = run.all(CONTENT_OF_CANDIDATE, item=item_id, candidate=candidates[0])
    else:
        rows = run.all(CONTENT_OF_ITEM, item=item_id)
    shown: dict[int, ShownCandidate] = {}
    for *_, id, segment, fields in rows:
        entry = shown.setdefault(id, ShownCandidate({}, []))
        if segment == 0:
            entry.fields.update(_from_json(fields))
        else:
            entry.segments.append(_from_json(fields))
    fields, segments, group, withdrawn_at, *_ = rows[0]
    return Content(_from_json(fields), _from_json(segments), group, withdrawn_at is not None, shown)


def is_withdrawn(run: Run, item_id: int) -> bool:
    return run.value(WITHDRAWN_AT, item=item_id) is not None


def withdrawn_candidates(run: Run, study: int) -> frozenset[int]:
    """Candidates of which every system has been withdrawn."""
    return frozenset(row[0] for row in run.all(WITHDRAWN, study=study))
