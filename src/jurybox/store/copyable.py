"""What of a study can be rated again: items, systems, outputs and worked examples, without what was withdrawn."""

import json
from itertools import groupby
from typing import Any

from sqlalchemy import bindparam, select

from jurybox.core import Import, Item, Output, Segment, System, SystemKind
from jurybox.store.schema import example, import_, item, output, system
from jurybox.store.statement import Run, Statement

P = bindparam
EXAMPLES = Statement(select(example.c.content).where(example.c.study_id == P("study")).order_by(example.c.number))
_DONE = select(import_.c.id).where(import_.c.study_id == P("study"), import_.c.state == "done")
_STANDING = (item.c.study_id == P("study")) & item.c.withdrawn_at.is_(None) & item.c.import_id.in_(_DONE)
ITEMS = Statement(select(item.c.key, item.c.grp, item.c.fields, item.c.segments).where(_STANDING).order_by(item.c.id))
OUTPUTS = Statement(
    select(item.c.key, system.c.name, output.c.segment, output.c.fields)
    .select_from(output).join(item, item.c.id == output.c.item_id).join(system, system.c.id == output.c.system_id)
    .where(_STANDING, system.c.withdrawn_at.is_(None), output.c.import_id.in_(_DONE))
    .order_by(output.c.item_id, output.c.system_id, output.c.segment)
)  # fmt: skip
SYSTEMS = Statement(
    select(system.c.name, system.c.kind)
    .where(system.c.study_id == P("study"), system.c.withdrawn_at.is_(None)).order_by(system.c.id)
)  # fmt: skip


def standing(run: Run, study: int) -> Import:
    """Items, systems and outputs as a table would bring them."""
    outputs = tuple(
        _output(key, name, [row[2:] for row in rows])
        for (key, name), rows in groupby(run.all(OUTPUTS, study=study), key=lambda row: (row[0], row[1]))
    )
    items, makers = {output.item for output in outputs}, {output.system for output in outputs}
    return Import(
        tuple(_item(*row) for row in run.all(ITEMS, study=study) if row[0] in items),
        tuple(System(name, SystemKind(kind)) for name, kind in run.all(SYSTEMS, study=study) if name in makers),
        outputs,
    )


def examples(run: Run, study: int) -> list[str]:
    """What the worked examples show, each as one JSON text, in their order."""
    return [content for (content,) in run.all(EXAMPLES, study=study)]


def _item(key: str, group: str, fields: str, segments: str) -> Item:
    return Item(key, group, json.loads(fields), tuple(Segment(**segment) for segment in json.loads(segments)))


def _output(item: str, system: str, parts: list[tuple[Any, ...]]) -> Output:
    read = [(segment, json.loads(fields)) for segment, fields in parts]
    whole: dict[str, Any] = next((fields for segment, fields in read if segment == 0), {})
    return Output(item, system, whole, tuple(fields for segment, fields in read if segment))
