"""Fields, unit, stages and quorum: what they say of each other must hold."""

from collections.abc import Iterable, Iterator

from jurybox.core import RESERVED_COLUMNS, Fault, Field
from jurybox.protocols.sketch import Sketch
from jurybox.protocols.tree import Loc

COMPARED = ("text", "code")
"""What can be compared word by word."""


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
        for key in ("roles", "turns"):
            if getattr(spec, key) is not None and spec.type != "conversation":
                yield sketch.fault("protocol.only_conversations", (*loc, key), spec.type, "conversation", key=key)
        if spec.difference is not None:
            yield from _difference_faults(sketch, name, spec, spec.difference)
    if sketch.protocol.stages and not _something_to_rate(sketch):
        yield sketch.fault("protocol.nothing_to_rate", ("fields",), allowed=_rateable(sketch))


def _language_field_faults(sketch: Sketch, loc: Loc, name: str) -> Iterator[Fault]:
    held = {n: f for n, f in sketch.protocol.fields.items() if f.type == "text" and f.per == "item"}
    if name not in sketch.protocol.fields and name in sketch.names.fields:
        return
    if name not in held:
        yield sketch.unknown("protocol.unknown_language_field", loc, name, list(held))


def _difference_faults(sketch: Sketch, name: str, spec: Field, other: str) -> Iterator[Fault]:
    """Two plain texts that stand together wherever the first is shown: neither could be hidden from its difference."""
    loc: Loc = ("fields", name, "difference")
    if spec.type not in COMPARED:
        yield sketch.fault("protocol.not_a_text_field", loc, name, list(COMPARED), type=spec.type)
    known = {n: f for n, f in sketch.protocol.fields.items() if n != name and f.type in COMPARED}
    if other not in known:
        if other == name or other in sketch.protocol.fields or other not in sketch.names.fields:
            yield sketch.unknown("protocol.unknown_field", loc, other, list(known))
        return
    if known[other].per not in ("item", spec.per):
        yield sketch.fault("protocol.difference_apart", loc, other, ["item", spec.per], per=known[other].per)
    for stage in sketch.protocol.stages:
        if name in stage.show and other not in stage.show:
            yield sketch.fault("protocol.difference_hidden", loc, other, field=name, stage=stage.id)


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
    if unit.window is not None and not unit.segments and sketch.whole(("unit", "segments")):
        yield sketch.fault("protocol.window_of_nothing", ("unit", "window"), unit.segments)


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
