"""What workbooks need of the store: raters by id, whose an assignment is, and the contents of many units at once."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import bindparam, select, text

from jurybox.core import Assignment, Member
from jurybox.store.candidates import Content, ShownCandidate
from jurybox.store.people import _MEMBER, _member
from jurybox.store.pool import ALL_OF_MEMBER, as_assignment
from jurybox.store.schema import assignment, candidate, item, membership, output, study, unit
from jurybox.store.statement import Run, Statement

P = bindparam
A = assignment.c
_from_json = msgspec.json.Decoder().decode
MEMBER = Statement(
    select(*_MEMBER).join(study, study.c.id == membership.c.study_id).where(membership.c.uid == P("uid"))
    .with_for_update(of=membership)
)  # fmt: skip
MEMBER_ID = Statement(select(membership.c.id).where(membership.c.uid == P("uid")))
OWNER = Statement(
    select(membership.c.uid).join(assignment, A.membership_id == membership.c.id)
    .where(A.uid == P("uid"), text("assignment.example IS NULL"))
)  # fmt: skip
_PARTS = (
    select(
        item.c.id, item.c.fields, item.c.segments, item.c.grp, item.c.withdrawn_at,
        candidate.c.id, output.c.segment, output.c.fields,
    )
    .join(candidate, candidate.c.item_id == item.c.id)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .order_by(item.c.id, candidate.c.id, output.c.segment)
)  # fmt: skip
OPEN_CONTENTS = Statement(
    _PARTS.where(item.c.id.in_(select(A.item_id).where(A.membership_id == P("member"), text("stage IS NOT NULL"))))
)
STUDY_CONTENTS = Statement(_PARTS.where(item.c.study_id == P("study"), item.c.withdrawn_at.is_(None)))
UNITS = Statement(select(unit.c.id, unit.c.item_id, unit.c.candidates).where(unit.c.study_id == P("study")))


def member_to_write(run: Run, uid: str) -> Member | None:
    """A rater of a study, held still: nobody else gives them anything until this transaction ends."""
    return _member(run.one(MEMBER, uid=uid))


def assignments_of(run: Run, member_uid: str) -> list[Assignment]:
    """Everything that a rater was given, worked examples aside."""
    id = run.value(MEMBER_ID, uid=member_uid)
    return [as_assignment(row) for row in run.all(ALL_OF_MEMBER, member=id)]


def owner_of(run: Run, assignment_uid: str) -> str | None:
    """The membership that an assignment belongs to."""
    found: str | None = run.value(OWNER, uid=assignment_uid)
    return found


def open_contents(run: Run, member: int) -> dict[int, Content]:
    """What can be shown of every item that a rater has something open of."""
    return dict(_contents(run.all(OPEN_CONTENTS, member=member)))


def study_contents(run: Run, study_id: int) -> dict[int, Content]:
    """What can be shown of every item of a study that was not withdrawn."""
    return dict(_contents(run.all(STUDY_CONTENTS, study=study_id)))


def _contents(rows: list[tuple[Any, ...]]) -> Iterator[tuple[int, Content]]:
    for id, group in groupby(rows, key=lambda row: row[0]):
        parts = list(group)
        shown: dict[int, ShownCandidate] = {}
        for *_, candidate_id, segment, fields in parts:
            entry = shown.setdefault(candidate_id, ShownCandidate({}, []))
            if segment == 0:
                entry.fields.update(_from_json(fields))
            else:
                entry.segments.append(_from_json(fields))
        _, fields, segments, group_name, withdrawn_at, *_ = parts[0]
        yield id, Content(_from_json(fields), _from_json(segments), group_name, withdrawn_at is not None, shown)
