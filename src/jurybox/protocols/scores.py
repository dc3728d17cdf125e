"""Scores and rules: they may name only what is asked, and must fit the type of what they name."""

from collections.abc import Iterator
from typing import get_args

from jurybox.core import LETTERS, Fault, Rule, Score
from jurybox.core.questions import Counted, Frame, QuestionBase, Value
from jurybox.protocols.sketch import Sketch
from jurybox.protocols.tree import Loc

SHAPES: dict[str, tuple[type, ...]] = {
    "value": (str,),
    "count": (str,),
    "marks": (str,),
    "edits": (str,),
    "mean": (str, tuple),
    "sum": (str, tuple),
    "weighted": (dict,),
}
PARTS = ("category", "tag", "mark", "option", "preset", "edits")
EDITS = get_args(Counted)
SHAPE_WORDS: dict[type, str] = {str: "one name", tuple: "a list of names", dict: "a mapping of names to weights"}


def score_faults(sketch: Sketch) -> Iterator[Fault]:
    questions = {name: asked.question for name, asked in sketch.asked().items()}
    abouts: dict[str, str] = {q.id: q.about for q in questions.values()}
    for n, score in enumerate(sketch.protocol.scores):
        loc: Loc = ("scores", n)
        if type(score.of) not in SHAPES[score.rule]:
            allowed = [SHAPE_WORDS[shape] for shape in SHAPES[score.rule]]
            yield sketch.fault(
                "protocol.score_shape", (*loc, "of"), SHAPE_WORDS[type(score.of)], allowed, rule=score.rule
            )
        earlier = [s.id for s in sketch.protocol.scores[:n]]
        for place, name in _sources(score, loc):
            yield from _source_faults(sketch, place, name, score, questions, earlier)
        yield from _part_faults(sketch, loc, score, questions)
        about = {abouts[name] for name in score.sources() if name in abouts} - {"unit"}
        if len(about) > 1:
            yield sketch.fault("protocol.score_mixes", (*loc, "of"), sorted(about), score=score.id)
        abouts[score.id] = next(iter(sorted(about)), "unit")


def _sources(score: Score, loc: Loc) -> Iterator[tuple[Loc, str]]:
    if isinstance(score.of, str):
        yield (*loc, "of"), score.of
    else:
        for i, name in enumerate(score.of):
            yield (*loc, "of", name if isinstance(score.of, dict) else i), name


def _source_faults(
    sketch: Sketch, loc: Loc, name: str, score: Score, questions: dict[str, QuestionBase], earlier: list[str]
) -> Iterator[Fault]:
    counts = score.rule in ("count", "marks", "edits")
    if name in questions:
        if not _fits(score.rule, questions[name]):
            allowed = [q.id for q in questions.values() if _fits(score.rule, q)]
            asked = questions[name].type
            yield sketch.fault("protocol.score_misfit", loc, name, allowed, rule=score.rule, type=asked)
    elif name in earlier:
        if counts:
            allowed = [q.id for q in questions.values() if _fits(score.rule, q)]
            yield sketch.fault("protocol.score_misfit", loc, name, allowed, rule=score.rule, type="score")
    elif name in sketch.names.scores and name not in sketch.names.questions:
        yield sketch.fault("protocol.later_score", loc, name, earlier)
    elif name not in sketch.names.questions:
        allowed = [q.id for q in questions.values() if _fits(score.rule, q)] + ([] if counts else earlier)
        yield sketch.unknown("protocol.score_of_nothing", loc, name, allowed)


def _fits(rule: str, question: QuestionBase) -> bool:
    if rule == "marks":
        return question.addends() is not None
    if rule == "edits":
        return question.edited_field is not None
    return bool(question.names()) if rule == "count" else question.measure().has_number


def _part_faults(sketch: Sketch, loc: Loc, score: Score, questions: dict[str, QuestionBase]) -> Iterator[Fault]:
    """`category`, `tag`, `mark` and `option` narrow what is counted, `preset` weighs it; elsewhere they do nothing."""
    given: dict[str, str] = {key: name for key in PARTS if (name := getattr(score, key)) is not None}
    if score.rule == "edits" and score.edits is None:
        yield sketch.fault("protocol.edits_of_what", loc, None, list(EDITS), score=score.id)
    names = score.sources()
    question = questions.get(names[0]) if len(names) == 1 else None
    if not given or (question is None and any(name in sketch.names.questions for name in names)):
        return
    allowed = _countable(score, question)
    for key, name in given.items():
        if key not in allowed:
            yield sketch.fault("protocol.score_part_unused", (*loc, key), name, rule=score.rule, key=key)
        elif name not in allowed[key] and sketch.whole(sketch.asked()[names[0]].loc):
            yield sketch.unknown("protocol.unknown_part", (*loc, key), name, allowed[key], key=key, question=names[0])


def _countable(score: Score, question: QuestionBase | None) -> dict[str, list[str]]:
    """The parts that a score may name; a tag that does not count would give 0 for ever."""
    if score.rule == "edits":
        return {"edits": list(EDITS)}
    if question is None or score.rule not in ("count", "marks") or not _fits(score.rule, question):
        return {}
    inside = [one for one in question.names() if score.category in (None, one.category)] or question.names()
    categories = list(question.category_labels())
    addends = question.addends()
    presets = addends.presets if addends is not None and score.rule == "marks" else ()
    return {
        question.part_key: [one.id for one in inside if one.counts],
        **({"category": categories} if categories else {}),
        **({"preset": list(presets)} if presets else {}),
    }


def rule_faults(sketch: Sketch) -> Iterator[Fault]:
    for n, rule in enumerate(sketch.protocol.rules):
        yield from _condition_faults(sketch, ("rules", n, "when"), rule)
        for name, value in rule.answer.items():
            yield from _answer_faults(sketch, ("rules", n, "answer", name), name, value)


def _condition_faults(sketch: Sketch, loc: Loc, rule: Rule) -> Iterator[Fault]:
    given = [key for key in ("same_text", "empty") if getattr(rule.when, key) is not None]
    if len(given) != 1 and sketch.whole(loc):
        yield sketch.fault("protocol.one_condition", loc, given or None, ["same_text", "empty"])
    named: list[tuple[Loc, str]] = [((*loc, "same_text", i), name) for i, name in enumerate(rule.when.same_text or ())]
    if rule.when.empty is not None:
        named.append(((*loc, "empty"), rule.when.empty))
    for place, name in named:
        spec = sketch.protocol.fields.get(name)
        texts = [n for n, field in sketch.protocol.fields.items() if field.is_text]
        if spec is None and name not in sketch.names.fields:
            yield sketch.unknown("protocol.unknown_field", place, name, texts)
        elif spec is not None and not spec.is_text:
            yield sketch.fault("protocol.not_a_text_field", place, name, texts, type=spec.type)


def _answer_faults(sketch: Sketch, loc: Loc, name: str, value: Value) -> Iterator[Fault]:
    asked = sketch.asked()
    if name not in asked:
        if name not in sketch.names.questions:
            yield sketch.unknown("protocol.rule_of_nothing", loc, name, list(asked))
        return
    place, _, question = asked[name]
    if question.about == "unit":
        yield sketch.fault("protocol.rule_about_unit", loc, name, ["candidate", "segment", "output"])
    elif question.is_by_hand:
        yield sketch.fault("protocol.only_by_hand", loc, name, question=name, type=question.type)
    elif sketch.whole(place):
        many = sketch.protocol.unit.candidates
        frame = Frame(candidates=tuple(LETTERS[: many if isinstance(many, int) else 2]))
        for fault in question.faults(value, "A", frame):
            yield sketch.fault(fault.code, loc, fault.given, fault.allowed, **{**fault.params, "question": name})
