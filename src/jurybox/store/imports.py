"""Imports: items and outputs written under an import id, visible only when its last row says so."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from jurybox.core import Import, Item, Output, System, SystemKind
from jurybox.store.bulk import add_numbered, write_in_chunks
from jurybox.store.database import Database
from jurybox.store.items import OutputFields, _as_item
from jurybox.store.schema import import_, item, output, system
from jurybox.store.statement import ManyRows, Row, Run, Statement

P = bindparam
_encode, _from_json = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
_START = Statement(
    insert(import_)
    .values(study_id=P("study"), state="running", items=0, outputs=0, started_at=P("now"))
    .returning(import_.c.id)
)
_FINISH = Statement(
    update(import_).where(import_.c.id == P("import_id"))
    .values(state="done", items=P("item_count"), outputs=P("output_count"), finished_at=P("now"))
)  # fmt: skip
_UNFINISHED = Statement(select(import_.c.id).where(import_.c.study_id == P("study"), import_.c.state != "done"))
_DROP = (
    Statement(delete(output).where(output.c.import_id == P("import_id"))),
    Statement(delete(item).where(item.c.import_id == P("import_id"))),
    Statement(delete(import_).where(import_.c.id == P("import_id"))),
)
_ADD_ITEM = ManyRows(item, "id", "study_id", "key", "grp", "hash", "fields", "segments", "import_id")
_ADD_OUTPUT = ManyRows(output, "id", "item_id", "system_id", "segment", "fields", "import_id")
_IS_DONE = select(import_.c.id).where(import_.c.study_id == P("study"), import_.c.state == "done")
_OUTPUT = output.join(item, item.c.id == output.c.item_id).join(system, system.c.id == output.c.system_id)
_HAS_OUTPUT = Statement(
    select(item.c.key, system.c.name).select_from(_OUTPUT)
    .where(item.c.study_id == P("study"), output.c.import_id.in_(_IS_DONE)).distinct()
)  # fmt: skip
_STANDS = (item.c.study_id == P("study")) & item.c.withdrawn_at.is_(None) & item.c.import_id.in_(_IS_DONE)
_STANDING_ITEMS = Statement(
    select(item.c.key, item.c.grp, item.c.fields, item.c.segments).where(_STANDS).order_by(item.c.id)
)
_STANDING_OUTPUTS = Statement(
    select(item.c.key, system.c.name, output.c.segment, output.c.fields).select_from(_OUTPUT)
    .where(_STANDS, system.c.withdrawn_at.is_(None), output.c.import_id.in_(_IS_DONE))
    .order_by(output.c.item_id, output.c.system_id, output.c.segment)
)  # fmt: skip
_STANDING_SYSTEMS = Statement(
    select(system.c.name, system.c.kind)
    .where(system.c.study_id == P("study"), system.c.withdrawn_at.is_(None)).order_by(system.c.id)
)  # fmt: skip


def start(run: Run, *, study: int, now: int) -> int:
    """A new import; its id."""
    return int(_START.value(run, study=study, now=now))


def finish(run: Run, import_id: int, *, items: int, outputs: int, now: int) -> None:
    """From now on what was written under an import is there."""
    _FINISH.do(run, import_id=import_id, item_count=items, output_count=outputs, now=now)


def drop_unfinished(run: Run, study: int) -> bool:
    """Clear away the items and outputs of imports that were cut off; whether there were any."""
    found = _UNFINISHED.values(run, study=study)
    for id in found:
        for statement in _DROP:
            statement.do(run, import_id=id)
    return bool(found)


def write_items(
    database: Database, items: Sequence[Item], *, study: int, import_id: int, ids: dict[str, int],
    timer: Callable[[], float], progress: Callable[[int], None] = lambda done: None,
) -> None:  # fmt: skip
    """Write items in short transactions; `ids` learns their numbers by key."""

    def write(run: Run, rows: Sequence[Row]) -> None:
        first = add_numbered(run, _ADD_ITEM, rows)
        ids.update((key, id) for id, (_, key, *_) in enumerate(rows, first))

    write_in_chunks(database, items, write, timer, progress, prepare=lambda chunk: _item_rows(study, import_id, chunk))


def write_outputs(
    database: Database, outputs: Sequence[Output], *, import_id: int, items: Mapping[str, int],
    systems: Mapping[str, int], timer: Callable[[], float], progress: Callable[[int], None] = lambda done: None,
) -> None:  # fmt: skip
    """Write outputs in short transactions; `items` and `systems` are numbers by key and by name."""

    def write(run: Run, rows: Sequence[Row]) -> None:
        add_numbered(run, _ADD_OUTPUT, rows)

    write_in_chunks(
        database, outputs, write, timer, progress,
        prepare=lambda chunk: _output_rows(import_id, chunk, items, systems),
    )  # fmt: skip


def has_outputs(run: Run, study: int) -> set[tuple[str, str]]:
    """Of which items there is an output of which system, by the item's key and the system's name."""
    return {(key, name) for key, name in _HAS_OUTPUT.rows(run, study=study)}


def copyable(run: Run, study: int) -> Import:
    """What of a study can be rated again, as a table would bring it: without what was withdrawn."""
    parts = [
        OutputFields(item=key, system=name, segment=segment, fields=_from_json(fields))
        for key, name, segment, fields in _STANDING_OUTPUTS.rows(run, study=study)
    ]
    outputs = tuple(
        _output(key, name, list(own)) for (key, name), own in groupby(parts, key=lambda p: (p.item, p.system))
    )
    keys, makers = {made.item for made in outputs}, {made.system for made in outputs}
    items = (_as_item(*row) for row in _STANDING_ITEMS.rows(run, study=study))
    systems = (System(name, SystemKind(kind)) for name, kind in _STANDING_SYSTEMS.rows(run, study=study))
    return Import(
        items=tuple(one for one in items if one.key in keys),
        systems=tuple(one for one in systems if one.name in makers),
        outputs=outputs,
    )


def _output(key: str, name: str, parts: list[OutputFields]) -> Output:
    whole: Mapping[str, Any] = next((part.fields for part in parts if part.segment == 0), {})
    return Output(key, name, dict(whole), tuple(part.fields for part in parts if part.segment))


def _text(value: Any) -> str:
    return _encode(value).decode()


def _item_rows(study: int, import_id: int, items: Iterable[Item]) -> list[Row]:
    """Items as they are stored, but for their ids."""
    return [
        (study, entry.key, entry.group, entry.hash(), _text(entry.fields), _segments(entry), import_id)
        for entry in items
    ]  # fmt: skip


def _segments(entry: Item) -> str:
    return _text(entry.document()["segments"]) if entry.segments else "[]"


def _output_rows(
    import_id: int, outputs: Iterable[Output], items: Mapping[str, int], systems: Mapping[str, int]
) -> list[Row]:
    """Outputs as they are stored, but for their ids: a row for the whole, one for each segment."""
    rows: list[Row] = []
    for entry in outputs:
        item, system = items[entry.item], systems[entry.system]
        if entry.fields or not entry.segments:
            rows.append((item, system, 0, _text(entry.fields), import_id))
        rows += [(item, system, n, _text(fields), import_id) for n, fields in enumerate(entry.segments, 1)]
    return rows
