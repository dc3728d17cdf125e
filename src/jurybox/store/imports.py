"""Imports: items and outputs written under an import id, visible only when its last row says so."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

import msgspec
from sqlalchemy import bindparam, delete, select, update

from jurybox.core import Fields, Import, Item, Output, System, SystemKind
from jurybox.store.bulk import Chunks, add_numbered
from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.items import _ITEM, _OUTPUT, OutputFields, _as_item, _as_output
from jurybox.store.schema import import_, item, output, suggestion, system
from jurybox.store.statement import ManyRows, NewRow, Row, Run, Scalar, Select, Statement, Tuples

P = bindparam
_encode = msgspec.json.Encoder().encode
_START = NewRow(insert_into(import_, state="running", items=0, outputs=0, without=("finished_at",)))
_FINISH = Statement(
    update(import_)
    .where(import_.c.id == P("import_id"))
    .values(state="done", items=P("item_count"), outputs=P("output_count"), finished_at=P("now"))
)
_UNFINISHED = Scalar(int, select(import_.c.id).where(import_.c.study_id == P("study"), import_.c.state != "done"))
_DROP = (
    Statement(delete(suggestion).where(suggestion.c.import_id == P("import_id"))),
    Statement(delete(output).where(output.c.import_id == P("import_id"))),
    Statement(delete(item).where(item.c.import_id == P("import_id"))),
    Statement(delete(import_).where(import_.c.id == P("import_id"))),
)
_ITEMS_OF = select(item.c.id).where(item.c.study_id == P("study"))
_DROP_ALL = (
    Statement(delete(suggestion).where(suggestion.c.study_id == P("study"))),
    Statement(delete(output).where(output.c.item_id.in_(_ITEMS_OF))),
    Statement(delete(item).where(item.c.study_id == P("study"))),
    Statement(delete(system).where(system.c.study_id == P("study"))),
    Statement(delete(import_).where(import_.c.study_id == P("study"))),
)
_ADD_ITEM = ManyRows(item, "id", "study_id", "key", "grp", "hash", "fields", "segments", "import_id")
_ADD_OUTPUT = ManyRows(output, "id", "item_id", "system_id", "segment", "fields", "import_id")
_IS_DONE = select(import_.c.id).where(import_.c.study_id == P("study"), import_.c.state == "done")
_HAS_OUTPUT = Tuples[tuple[str, str]](
    select(item.c.key, system.c.name)
    .select_from(output)
    .join(item, item.c.id == output.c.item_id)
    .join(system, system.c.id == output.c.system_id)
    .where(item.c.study_id == P("study"), output.c.import_id.in_(_IS_DONE))
    .distinct()
)
_STANDS = (item.c.study_id == P("study")) & item.c.withdrawn_at.is_(None) & item.c.import_id.in_(_IS_DONE)
_STANDING_ITEMS = Select(_as_item, _ITEM.where(_STANDS).order_by(item.c.id))
_STANDING_OUTPUTS = Select(
    _as_output, _OUTPUT.where(_STANDS, system.c.withdrawn_at.is_(None), output.c.import_id.in_(_IS_DONE))
)
_STANDING_SYSTEMS = Select(
    maker(System, kind=SystemKind),
    select_as(System, system)
    .where(system.c.study_id == P("study"), system.c.withdrawn_at.is_(None))
    .order_by(system.c.id),
)


def start(run: Run, *, study: int, now: int) -> int:
    """A new import; its id."""
    return _START.insert(run, study=study, started_at=now)


def finish(run: Run, import_id: int, *, items: int, outputs: int, now: int) -> None:
    """From now on what was written under an import is there."""
    _FINISH.do(run, import_id=import_id, item_count=items, output_count=outputs, now=now)


def drop_unfinished(run: Run, study: int) -> bool:
    """Clear away the items and outputs of imports that were cut off; whether there were any."""
    found = _UNFINISHED.all(run, study=study)
    for id in found:
        for statement in _DROP:
            statement.do(run, import_id=id)
    return bool(found)


def drop_all(run: Run, study: int) -> None:
    """Take every item, output and suggestion out of a draft, of which nothing else speaks yet."""
    for statement in _DROP_ALL:
        statement.do(run, study=study)


def write_items(chunks: Chunks, items: Sequence[Item], *, study: int, import_id: int, ids: dict[str, int]) -> None:
    """Write items in short transactions; `ids` learns their numbers by key."""

    def job_of(chunk: Sequence[Item]) -> Callable[[Run], None]:
        rows = _item_rows(study, import_id, chunk)

        def write(run: Run) -> None:
            first = add_numbered(run, _ADD_ITEM, rows)
            ids.update((entry.key, id) for id, entry in enumerate(chunk, first))

        return write

    chunks.write(items, job_of)


def write_outputs(
    chunks: Chunks, outputs: Sequence[Output], *, import_id: int, items: Mapping[str, int], systems: Mapping[str, int]
) -> None:
    """Write outputs in short transactions; `items` and `systems` are numbers by key and by name."""

    def job_of(chunk: Sequence[Output]) -> Callable[[Run], None]:
        rows = _output_rows(import_id, chunk, items, systems)

        def write(run: Run) -> None:
            add_numbered(run, _ADD_OUTPUT, rows)

        return write

    chunks.write(outputs, job_of)


def has_outputs(run: Run, study: int) -> set[tuple[str, str]]:
    """Of which items there is an output of which system, by the item's key and the system's name."""
    return set(_HAS_OUTPUT.all(run, study=study))


def copyable(run: Run, study: int) -> Import:
    """What of a study can be rated again, as a table would bring it: without what was withdrawn."""
    parts = _STANDING_OUTPUTS.all(run, study=study)
    outputs = tuple(
        _output(key, name, list(own)) for (key, name), own in groupby(parts, key=lambda p: (p.item, p.system))
    )
    keys, makers = {made.item for made in outputs}, {made.system for made in outputs}
    return Import(
        items=tuple(one for one in _STANDING_ITEMS.all(run, study=study) if one.key in keys),
        systems=tuple(one for one in _STANDING_SYSTEMS.all(run, study=study) if one.name in makers),
        outputs=outputs,
    )


def _output(key: str, name: str, parts: list[OutputFields]) -> Output:
    whole: Fields = next((part.fields for part in parts if part.segment == 0), {})
    return Output(key, name, dict(whole), tuple(part.fields for part in parts if part.segment))


def _text(value: object) -> str:
    return _encode(value).decode()


def _item_rows(study: int, import_id: int, items: Iterable[Item]) -> list[Row]:
    """Items as they are stored, but for their ids."""
    return [
        (study, entry.key, entry.group, entry.hash(), _text(entry.fields), _segments(entry), import_id)
        for entry in items
    ]


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
