"""What a study that is planned would hold, and how fast people were with a protocol before."""

from typing import NamedTuple

from sqlalchemy import bindparam, case, func, select

from jurybox.store.schema import import_, item, judgement, output, protocol, study
from jurybox.store.statement import Run, Select

P = bindparam


class TimedStage(NamedTuple):
    """How long a rater took for a stage."""

    stage: int
    elapsed_ms: int


class ItemShape(NamedTuple):
    """So many items of a group have outputs of so many systems, and so many segments."""

    group: str
    systems: int
    items: int
    segments: int = 0
    equal: int = 0
    """Outputs of each that are the same as another one's, letter by letter; not looked for in segments."""


_PER_ITEM = (
    select(
        item.c.grp,
        item.c.id,
        func.count(output.c.system_id.distinct()).label("systems"),
        func.coalesce(func.max(output.c.segment), 0).label("segments"),
        (func.count(output.c.fields) - func.count(output.c.fields.distinct())).label("equal"),
    )
    .join(import_, import_.c.id == item.c.import_id)
    .outerjoin(output, output.c.item_id == item.c.id)
    .where(item.c.study_id == P("study"), import_.c.state == "done", item.c.withdrawn_at.is_(None))
    .group_by(item.c.grp, item.c.id)
    .subquery()
)
_EQUAL = case((_PER_ITEM.c.segments == 0, _PER_ITEM.c.equal), else_=0)
_SHAPE = (_PER_ITEM.c.grp, _PER_ITEM.c.systems, _PER_ITEM.c.segments, _EQUAL)
_SHAPES = Select(
    ItemShape,
    select(_PER_ITEM.c.grp, _PER_ITEM.c.systems, func.count(), _PER_ITEM.c.segments, _EQUAL)
    .group_by(*_SHAPE)
    .order_by(*_SHAPE),
)
_ELAPSED = Select(
    TimedStage,
    select(judgement.c.stage, judgement.c.elapsed_ms)
    .join(study, study.c.id == judgement.c.study_id)
    .join(protocol, protocol.c.id == study.c.protocol_id)
    .where(protocol.c.name == P("protocol"), judgement.c.channel != "demo", judgement.c.elapsed_ms > 0)
    .order_by(judgement.c.seq.desc())
    .limit(P("most")),
)


def shapes(run: Run, study: int) -> list[ItemShape]:
    """The items of a study that are not withdrawn, by group and by how many systems made something of how
    many segments of them."""
    return _SHAPES.all(run, study=study)


def elapsed(run: Run, protocol: str, most: int) -> list[TimedStage]:
    """How long raters took for the newest judgements under any version of a protocol, pretend raters aside."""
    return _ELAPSED.all(run, protocol=protocol, most=most)
