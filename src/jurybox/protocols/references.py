"""Fields, unit, stages and quorum: what they say of each other must hold."""

from collections.abc import Iterable, Iterator

from jurybox.core import RESERVED_COLUMNS, Fault
from jurybox.protocols.sketch import Sketch
from jurybox.protocols.tree import Loc


def reference_faults(sketch: Sketch) -> Iterator[Fault]:
    yield from _field_faults(sketch)
    yield from _unit_faults(sketch)
    yield from _stage_faults(sketch)
    yield from _quorum_faults(sketch)
    yield from _id_faults(sketch)


def _field_faults(sketch: Sketch) -> Iterator[Fault]:
    for name, spec in sketch.protocol.fields.items():
        loc: Loc = ("fields", name)
        if name in RESERVED_COLUMNS:
            yield sketch.fault("protocol.reserved_field", loc, name, taken=list(RESERVED_COLUMNS))
        if spec.guide and not spec.optional:
            yield sketch.fault("protocol.guide_required", (*loc, "guide"), name)
        if spec.per == "segment" and not sketch.protocol.unit.segments and sketch.whole(("unit",)):
            yield sketch.fault("protocol.no_segments", (*loc, "per"), "segment")
        if spec.lang_field is not None:
            yield from _language_field_faults(sketch, (*loc, "lang_field"), spec.lang_field)
    if sketch.protocol.stages and not _something_to_rate(sketch):
        yield sketch.fault("protocol.nothing_to_rate", ("fields",), allowed=_rateable(sketch))


def _language_field_faults(sketch: Sketch, loc: Loc, name: str) -> Iterator[Fault]:
    held = {n: f for n, f in sketch.protocol.fields.items() if f.type == "text" and f.per == "item"}
    if name not in sketch.protocol.fields and name in sketch.names.fields:
        return
    if name not in held:
        yield sketch.unknown("protocol.unknown_language_field", loc, name, list(held))


def _rateable(sketch: Sketch) -> list[str]:
    return [
        name for name, spec in sketch.protocol.fields.items() if spec.per in ("system", "output") and not spec.guide
    ]


def _something_to_rate(sketch: Sketch) -> bool:
    """Whether some stage shows what a system made; what does not parse gets the benefit of the doubt."""
    shown = {name for stage in sketch.protocol.stages for name in stage.show}
    lost = sketch.names.fields - set(sketch.protocol.fields)
    return bool(shown & {*_rateable(sketch), *lost}) or not sketch.whole(("stages",))


def _unit_faults(sketch: Sketch) -> Iterator[Fault]:
    unit = sketch.protocol.unit
    if unit.subsets != "all" and unit.candidates in (1, "all"):
        yield sketch.fault("protocol.subsets_of_nothing", ("unit", "subsets"), unit.subsets)


def _stage_faults(sketch: Sketch) -> Iterator[Fault]:
    known = list(sketch.protocol.fields)
    for s, stage in enumerate(sketch.protocol.stages):
        for f, name in enumerate(stage.show):
            if name not in sketch.names.fields:
                yield sketch.unknown("protocol.unknown_field", ("stages", s, "show", f), name, known)
            elif name in stage.show[:f]:
                yield sketch.fault("protocol.shown_twice", ("stages", s, "show", f), name)
        if s == 0 and stage.opens == "batch":
            yield sketch.fault("protocol.first_stage_waits", ("stages", 0, "opens"), "batch", ["unit"])


def _quorum_faults(sketch: Sketch) -> Iterator[Fault]:
    quorum, least = sketch.protocol.quorum, sketch.protocol.least_raters
    said = quorum.items() if isinstance(quorum, dict) else [("", quorum)]
    for stage, number in said:
        if number < least and sketch.whole(("least_raters",)) and sketch.whole(("quorum",)):
            loc: Loc = ("quorum", stage) if stage else ("quorum",)
            yield sketch.fault("protocol.quorum_below_least", loc, number, least)
    for name in quorum if isinstance(quorum, dict) else ():
        if name not in sketch.names.stages:
            known = [stage.id for stage in sketch.protocol.stages if stage.id]
            yield sketch.unknown("protocol.unknown_stage", ("quorum", name), name, known)


def _id_faults(sketch: Sketch) -> Iterator[Fault]:
    protocol = sketch.protocol
    yield from _twice(sketch, "stage", [(("stages", s, "id"), x.id) for s, x in enumerate(protocol.stages) if x.id])
    asked = [
        (("stages", s, "ask", q, "id"), question.id)
        for s, stage in enumerate(protocol.stages)
        for q, question in enumerate(stage.ask)
    ]
    yield from _twice(sketch, "question", asked)
    yield from _twice(sketch, "score", [(("scores", i, "id"), x.id) for i, x in enumerate(protocol.scores)])
    yield from _twice(sketch, "example", [(("examples", i, "id"), x.id) for i, x in enumerate(protocol.examples)])
    yield from _twice(sketch, "language", [(("languages", i), x) for i, x in enumerate(protocol.languages)])


def _twice(sketch: Sketch, noun: str, ids: Iterable[tuple[Loc, str]]) -> Iterator[Fault]:
    seen: dict[str, Loc] = {}
    for loc, id in ids:
        if id in seen:
            yield sketch.fault("protocol.same_id", loc, id, noun=noun, first=sketch.root.follow(seen[id])[0].line)
        seen.setdefault(id, loc)
