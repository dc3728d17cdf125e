"""Questions: each must be answerable about what it names, and must fit the stage it stands in."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from jurybox.core import TEXT_TYPES, Fault, Stage
from jurybox.core.questions import (
    Choice,
    Comment,
    Condition,
    Edit,
    FromMarks,
    MarkLabel,
    Marks,
    Measure,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    Tags,
    for_every_type,
    on_step,
)
from jurybox.protocols.sketch import Sketch
from jurybox.protocols.tree import Loc

MARKABLE = {
    "unit": ("item",),
    "segment": ("item", "segment", "output"),
    "candidate": ("item", "system", "output"),
    "output": ("item", "segment", "system", "output"),
}
"""Of which fields a target has exactly one text to mark."""


def question_faults(sketch: Sketch) -> Iterator[Fault]:
    for s, stage in enumerate(sketch.protocol.stages):
        for q, question in enumerate(stage.ask):
            loc: Loc = ("stages", s, "ask", q)
            yield from _duplicates(sketch, loc, question)
            yield from _about_faults(sketch, loc, question)
            yield from CHECKS[type(question)](sketch, loc, stage, question)
            if question.only_if is not None:
                yield from _condition_faults(sketch, (*loc, "only_if"), stage, question, question.only_if)


def _duplicates(sketch: Sketch, loc: Loc, question: QuestionBase) -> Iterator[Fault]:
    for path, what in question.duplicates():
        steps = tuple(
            int(part) if part.isdigit() else part for part in path.replace("[", ".").replace("]", "").split(".")
        )
        yield sketch.fault("protocol.stands_twice", (*loc, *steps), what, question=question.id, part=steps[-1])


def _about_faults(sketch: Sketch, loc: Loc, question: QuestionBase) -> Iterator[Fault]:
    if not sketch.whole(("unit",)):
        return
    unit = sketch.protocol.unit
    place = (*loc, "about")
    if question.about in ("segment", "output") and not unit.segments:
        yield sketch.fault("protocol.no_segments", place, question.about)
    if question.compares:
        if question.about != "unit":
            yield sketch.fault("protocol.compare_about", place, question.about, ["unit"])
        if unit.candidates == 1:
            yield sketch.fault("protocol.nothing_to_compare", (*loc, "type"), 1, question=question.id)


def _condition_faults(
    sketch: Sketch, loc: Loc, stage: Stage, question: QuestionBase, condition: Condition
) -> Iterator[Fault]:
    """A condition looks back: at a question that stands earlier in the stage, so that none can wait for itself."""
    earlier = [other.id for other in stage.ask[: stage.ask.index(question)]]
    source = stage.question(condition.question)
    place = (*loc, "question")
    if source is None:
        parses = any(other.id == condition.question for _, other in sketch.protocol.questions())
        if parses or condition.question not in sketch.names.questions:  # else: said elsewhere
            yield sketch.unknown("protocol.condition_unknown", place, condition.question, earlier)
        return
    allowed = list(dict.fromkeys(("unit", question.about)))
    if source.id not in earlier:
        yield sketch.fault("protocol.condition_not_earlier", place, source.id, earlier)
    elif source.about not in allowed:
        yield sketch.fault("protocol.condition_of_other_target", place, source.about, allowed)
    if sketch.whole((*loc[:-2], stage.ask.index(source))):
        yield from _never_asked(sketch, loc, source, condition)


def _never_asked(sketch: Sketch, loc: Loc, source: QuestionBase, condition: Condition) -> Iterator[Fault]:
    """What no answer to the earlier question can say."""
    measure, known = source.measure(), source.condition_names()
    numbers = [measure.lowest, measure.highest] if measure.is_number else []
    said = [*known, *(f"{number:g}" for number in measure.labels or numbers if number is not None)]
    for n, wanted in enumerate(condition.any_of):
        if wanted not in known and not (isinstance(wanted, int | float) and _can_be(measure, wanted, wanted)):
            yield sketch.fault("protocol.condition_never", (*loc, "any_of", n), wanted, said, question=source.id)
    if condition.least is None and condition.most is None:
        return
    bounds = {"least": condition.least, "most": condition.most}
    if condition.any_of or not _can_be(measure, condition.least, condition.most):
        yield sketch.fault("protocol.condition_never", loc, bounds, numbers or known, question=source.id)


def _can_be(measure: Measure, least: float | None, most: float | None) -> bool:
    """Whether some number of a question lies between two."""
    low, high = -math.inf if least is None else least, math.inf if most is None else most
    if measure.labels:
        return measure.is_number and any(low <= value <= high for value in [*measure.labels, measure.lowest or 0.0])
    ends = (
        -math.inf if measure.lowest is None else measure.lowest,
        math.inf if measure.highest is None else measure.highest,
    )
    return measure.is_number and low <= high and low <= ends[1] and high >= ends[0]


def _no_faults(sketch: Sketch, loc: Loc, stage: Stage, question: QuestionBase) -> Iterator[Fault]:
    """Of types whose grammar says it all."""
    return iter(())


def _scale_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Scale) -> Iterator[Fault]:
    if all(level.severe for level in question.levels):
        severe = [level.value for level in question.levels]
        yield sketch.fault("protocol.all_severe", (*loc, "levels"), severe, question=question.id)


def _slider_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Slider) -> Iterator[Fault]:
    if question.min >= question.max:
        yield sketch.fault("protocol.min_above_max", (*loc, "max"), question.max, question.min)
        return
    for a, anchor in enumerate(question.anchors):
        if not question.min <= anchor.value <= question.max:
            allowed = [question.min, question.max]
            yield sketch.fault("protocol.anchor_outside", (*loc, "anchors", a, "value"), anchor.value, allowed)


def _stepper_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Stepper) -> Iterator[Fault]:
    if question.max is not None and question.max < question.min:
        yield sketch.fault("protocol.min_above_max", (*loc, "max"), question.max, question.min)
    if question.half_may_be_zero and (question.min, question.step) != (0, 0.5):
        given = {"min": question.min, "step": question.step}
        yield sketch.fault("protocol.no_half_to_be_zero", (*loc, "half_may_be_zero"), given, {"min": 0, "step": 0.5})
    if question.from_marks is not None:
        yield from _from_marks_faults(sketch, loc, stage, question, question.from_marks)


def _from_marks_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Stepper, given: FromMarks) -> Iterator[Fault]:
    name, label = given.question, given.label
    place = (*loc, "from_marks", "question")
    source = stage.question(name)
    if (
        source is None
        and name in sketch.names.questions
        and not any(x.id == name for _, x in sketch.protocol.questions())
    ):
        return  # it is asked, but does not parse; that is said elsewhere
    if source is None or (addends := source.addends()) is None:
        marks = [other.id for other in stage.ask if other.addends() is not None]
        yield sketch.unknown("protocol.unknown_marks", place, name, marks)
        return
    if source.about != question.about:
        yield sketch.fault("protocol.marks_of_other_target", place, source.about, [question.about], question=name)
    if label not in addends.labels and sketch.whole((*loc[:-1], stage.ask.index(source))):
        known = list(addends.labels)
        yield sketch.unknown("protocol.unknown_label", (*loc, "from_marks", "label"), label, known, question=name)
    off = [worth for worth in addends.worths if not on_step(float(worth), 0, float(question.step))]
    if off or question.min > 0 or not on_step(0, float(question.min), float(question.step)):
        steps = {"min": question.min, "step": question.step}
        yield sketch.fault("protocol.sum_off_the_steps", (*loc, "step"), steps, off or [0], question=name)


def _choice_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Choice) -> Iterator[Fault]:
    if question.fewest > question.most:
        yield sketch.fault("protocol.least_above_most", (*loc, "least"), question.fewest, question.most)
    if question.most > len(question.options) and sketch.whole((*loc, "options")):
        yield sketch.fault("protocol.most_above_options", (*loc, "most"), question.most, len(question.options))


def _edit_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Edit) -> Iterator[Fault]:
    yield from _marked_field_faults(sketch, (*loc, "field"), stage, question, question.field)
    spec = sketch.protocol.fields.get(question.field)
    if spec is not None and spec.is_text and spec.type != "text":
        yield sketch.fault("protocol.edit_of_form", (*loc, "field"), question.field, ["text"], type=spec.type)
    if question.about == "unit":
        allowed = ["candidate", "segment", "output"]
        yield sketch.fault("protocol.edit_about_unit", (*loc, "about"), question.about, allowed)


def _marks_faults(sketch: Sketch, loc: Loc, stage: Stage, question: Marks) -> Iterator[Fault]:
    for n, label in enumerate(question.labels):
        yield from _label_faults(sketch, (*loc, "labels", n), question, label)
        for m, inner in enumerate(label.labels):
            place: Loc = (*loc, "labels", n, "labels", m)
            yield from _label_faults(sketch, place, question, inner)
            if inner.labels:
                yield sketch.fault("protocol.labels_too_deep", (*place, "labels"), inner.id)
    yield from _marked_field_faults(sketch, (*loc, "field"), stage, question, question.field)
    for n, field in enumerate(question.also):
        if field == question.field:
            yield sketch.fault("protocol.stands_twice", (*loc, "also", n), field, question=question.id, part="also")
        else:
            yield from _marked_field_faults(sketch, (*loc, "also", n), stage, question, field)
    yield from _preset_faults(sketch, loc, question)


def _preset_faults(sketch: Sketch, loc: Loc, question: Marks) -> Iterator[Fault]:
    """A preset speaks of labels or categories, and of weights that they may carry."""
    known = [*question.category_labels(), *question.all_labels()]
    for name, worths in (question.presets or {}).items():
        for label, weights in worths.items():
            place: Loc = (*loc, "presets", name, label)
            if label not in known:
                if sketch.whole((*loc, "labels")):
                    yield sketch.unknown("protocol.unknown_label", place, label, known, question=question.id)
                continue
            allowed = [weight.id for weight in question.weights]
            allowed = question.weights_of(label) if label in question.all_labels() else allowed
            for weight in weights:
                if weight not in allowed and sketch.whole((*loc, "weights")):
                    yield sketch.unknown("protocol.unknown_weight", (*place, weight), weight, allowed)


def _label_faults(sketch: Sketch, loc: Loc, question: Marks, label: MarkLabel) -> Iterator[Fault]:
    known = [weight.id for weight in question.weights]
    for w, weight in enumerate(label.weights):
        if weight not in known and sketch.whole((*loc[:4], "weights")):
            yield sketch.unknown("protocol.unknown_weight", (*loc, "weights", w), weight, known)


def _marked_field_faults(
    sketch: Sketch, place: Loc, stage: Stage, question: QuestionBase, field: str
) -> Iterator[Fault]:
    if field not in sketch.protocol.fields:
        if field not in sketch.names.fields:
            yield sketch.unknown("protocol.unknown_field", place, field, list(sketch.protocol.fields))
        return
    spec = sketch.protocol.fields[field]
    if not spec.is_text:
        yield sketch.fault("protocol.not_a_text_field", place, field, list(TEXT_TYPES), type=spec.type)
    elif field not in stage.show:
        yield sketch.fault("protocol.marks_of_hidden", place, field, list(stage.show))
    elif not _one_text(sketch, question.about, spec.per):
        yield sketch.fault("protocol.marks_of_many", place, field, about=question.about, per=spec.per)


def _one_text(sketch: Sketch, about: str, per: str) -> bool:
    unit = sketch.protocol.unit
    if about == "candidate" and per == "output":
        return not unit.segments
    if about == "segment" and per == "output":
        return unit.candidates == 1
    return per in MARKABLE[about]


Check = Callable[[Sketch, Loc, Stage, Any], Iterator[Fault]]
CHECKS: dict[type[QuestionBase], Check] = for_every_type(
    {
        Scale: _scale_faults,
        Slider: _slider_faults,
        Stepper: _stepper_faults,
        Tags: _no_faults,
        Marks: _marks_faults,
        Preference: _no_faults,
        Ranking: _no_faults,
        Choice: _choice_faults,
        Comment: _no_faults,
        Edit: _edit_faults,
    }
)
