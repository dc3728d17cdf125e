"""Imports: items, systems and outputs written under an import id, visible only when its last row says so."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from jurybox.core import Item, Output, Segment, System
from jurybox.store.bulk import add_numbered
from jurybox.store.schema import assignment, candidate, candidate_system, import_, item, output, slot, system, unit
from jurybox.store.statement import ManyRows, Row, Run, Statement

P = bindparam
_encode = msgspec.json.Encoder().encode
START = Statement(
    insert(import_)
    .values(study_id=P("study"), state="running", items=0, outputs=0, started_at=P("now"))
    .returning(import_.c.id)
)
FINISH = Statement(
    update(import_).where(import_.c.id == P("import_id"))
    .values(state="done", items=P("item_count"), outputs=P("output_count"), finished_at=P("now"))
)  # fmt: skip
UNFINISHED = Statement(select(import_.c.id).where(import_.c.study_id == P("study"), import_.c.state != "done"))
DROP_OUTPUTS = Statement(delete(output).where(output.c.import_id == P("import_id")))
DROP_ITEMS = Statement(delete(item).where(item.c.import_id == P("import_id")))
DROP_IMPORT = Statement(delete(import_).where(import_.c.id == P("import_id")))
DROP_SYSTEM = Statement(delete(system).where(system.c.id == P("system")))
ADD_ITEM = ManyRows(item, "id", "study_id", "key", "grp", "hash", "fields", "segments", "import_id")
ADD_OUTPUT = ManyRows(output, "id", "item_id", "system_id", "segment", "fields", "import_id")
ADD_SYSTEM = Statement(
    insert(system).values(study_id=P("study"), name=P("name"), kind=P("kind")).returning(system.c.id)
)
_DONE = import_.c.state == "done"
ITEM_KEYS = Statement(
    select(item.c.key, item.c.id, item.c.hash, item.c.grp).join(import_, import_.c.id == item.c.import_id)
    .where(item.c.study_id == P("study"), _DONE)
)  # fmt: skip
ITEMS = Statement(
    select(item.c.key, item.c.grp, item.c.fields, item.c.segments).join(import_, import_.c.id == item.c.import_id)
    .where(item.c.study_id == P("study"), _DONE).order_by(item.c.id)
)  # fmt: skip
HAS_OUTPUT = Statement(
    select(item.c.key, system.c.name).select_from(output).join(item, item.c.id == output.c.item_id)
    .join(system, system.c.id == output.c.system_id).join(import_, import_.c.id == output.c.import_id)
    .where(item.c.study_id == P("study"), _DONE).distinct()
)  # fmt: skip
COUNTS = Statement(
    select(func.count(), func.count(item.c.withdrawn_at)).select_from(item)
    .join(import_, import_.c.id == item.c.import_id).where(item.c.study_id == P("study"), _DONE)
)  # fmt: skip
NEW_OUTPUTS = Statement(
    select(output.c.item_id, item.c.grp, item.c.fields, output.c.system_id, output.c.segment, output.c.fields)
    .join(item, item.c.id == output.c.item_id).join(import_, import_.c.id == output.c.import_id)
    .where(
        item.c.study_id == P("study"), _DONE, item.c.withdrawn_at.is_(None),
        ~exists().where(candidate_system.c.candidate_id == candidate.c.id, candidate.c.item_id == output.c.item_id,
                        candidate_system.c.system_id == output.c.system_id),
    ).order_by(output.c.item_id, output.c.system_id, output.c.segment)
)  # fmt: skip
CANDIDATES = Statement(
    select(candidate.c.item_id, candidate.c.id, candidate.c.system_id, output.c.segment, output.c.fields)
    .join(item, item.c.id == candidate.c.item_id)
    .join(output, (output.c.item_id == candidate.c.item_id) & (output.c.system_id == candidate.c.system_id))
    .where(item.c.study_id == P("study")).order_by(candidate.c.item_id, candidate.c.id, output.c.segment)
)  # fmt: skip
ADD_CANDIDATE = Statement(insert(candidate).values(id=P("id"), item_id=P("item"), system_id=P("system")))
ADD_CANDIDATE_SYSTEM = Statement(insert(candidate_system).values(candidate_id=P("candidate"), system_id=P("system")))
ADD_UNIT = Statement(
    insert(unit).values(
        id=P("id"), study_id=P("study"), item_id=P("item"), grp=P("grp"), place=P("place"), candidates=P("candidates")
    )
)
ADD_SLOT = Statement(
    insert(slot).values(
        unit_id=P("unit"), stage=P("stage"), study_id=P("study"), item_id=P("item"), grp=P("grp"), place=P("place"),
        quorum=P("quorum"), open_slots=P("quorum"), cannot=0,
    )
)  # fmt: skip
NEXT_PLACE = Statement(select(func.coalesce(func.max(unit.c.place), -1) + 1).where(unit.c.study_id == P("study")))
UNBEGUN = Statement(
    select(unit.c.id, unit.c.candidates)
    .where(
        unit.c.item_id == P("item"), ~exists().where(assignment.c.unit_id == unit.c.id),
        ~exists().where(slot.c.unit_id == unit.c.id, slot.c.quorum == 0),
    ).limit(1).with_for_update()
)  # fmt: skip
SET_CANDIDATES = Statement(update(unit).where(unit.c.id == P("unit")).values(candidates=P("ids")))
_OF_STUDY = select(item.c.id).where(item.c.study_id == P("study"))
DROP_UNITS = [
    Statement(delete(slot).where(slot.c.study_id == P("study"))),
    Statement(delete(unit).where(unit.c.study_id == P("study"))),
    Statement(
        delete(candidate_system).where(
            candidate_system.c.candidate_id.in_(select(candidate.c.id).where(candidate.c.item_id.in_(_OF_STUDY)))
        )
    ),
    Statement(delete(candidate).where(candidate.c.item_id.in_(_OF_STUDY))),
]
UNITS = Statement(
    select(unit.c.id, unit.c.item_id, unit.c.grp, unit.c.candidates)
    .where(unit.c.study_id == P("study"))
    .order_by(unit.c.place)
)


def text(value: Any) -> str:
    return _encode(value).decode()


def items(run: Run, study: int) -> list[Item]:
    """All items of a study, as they were imported."""
    return [
        Item(key, grp, json.loads(fields), tuple(Segment(**segment) for segment in json.loads(segments)))
        for key, grp, fields, segments in run.all(ITEMS, study=study)
    ]


def drop_unfinished(run: Run, study: int) -> bool:
    """Clear away the items and outputs of imports that were cut off; whether there were any."""
    found = run.all(UNFINISHED, study=study)
    for (id,) in found:
        for statement in (DROP_OUTPUTS, DROP_ITEMS, DROP_IMPORT):
            run.do(statement, import_id=id)
    return bool(found)


def drop_units(run: Run, study: int) -> None:
    """Clear away what an opening left that was cut off; a draft has no units of its own."""
    for statement in DROP_UNITS:
        run.do(statement, study=study)


def item_rows(study: int, import_id: int, items: Iterable[Item]) -> list[Row]:
    """Items as they are stored, but for their ids."""
    return [
        (study, entry.key, entry.group, entry.hash(), text(entry.fields), _segments(entry), import_id)
        for entry in items
    ]  # fmt: skip


def _segments(entry: Item) -> str:
    return text(entry.document()["segments"]) if entry.segments else "[]"


def add_items(run: Run, rows: Sequence[Row], ids: dict[str, int]) -> None:
    """Write a chunk of items; their ids are put into `ids` by key."""
    first = add_numbered(run, ADD_ITEM, rows)
    ids.update((row[1], id) for id, row in enumerate(rows, first))


def add_systems(run: Run, study: int, systems: Iterable[System], known: dict[str, int]) -> None:
    for entry in systems:
        if entry.name not in known:
            known[entry.name] = run.value(ADD_SYSTEM, study=study, name=entry.name, kind=entry.kind.value)


def output_rows(
    import_id: int, outputs: Iterable[Output], items: Mapping[str, int], systems: Mapping[str, int]
) -> list[Row]:
    """Outputs as they are stored, but for their ids: a row for the whole, one for each segment."""
    rows: list[Row] = []
    for entry in outputs:
        item, system = items[entry.item], systems[entry.system]
        if entry.fields or not entry.segments:
            rows.append((item, system, 0, text(entry.fields), import_id))
        rows += [(item, system, n, text(fields), import_id) for n, fields in enumerate(entry.segments, 1)]
    return rows


def add_outputs(run: Run, rows: Sequence[Row]) -> None:
    add_numbered(run, ADD_OUTPUT, rows)
