"""A protocol that fits the ratings of an earlier study: its questions, with the scales and names that were used."""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurybox.core import Fault, canonical_bytes, hash_bytes, refuse
from jurybox.core.questions import on_step
from jurybox.exchange.ratings.formats import Rating
from jurybox.protocols import LoadedProtocol, lint_text, read_protocol
from jurybox.studies.carry.ratings.names import ids_for, slug

Spec = dict[str, Any]
SCALES = ((1, 5), (0, 5), (0, 6), (1, 7), (0, 10), (1, 10))
"""The usual ones; the first that has room for all values is taken."""
STEPS = (1, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001, 1e-6, 1e-12)
WEIGHTS = {"neutral": 0, "minor": 1, "major": 5, "critical": 10}
"""What severities cost; one that is not known costs 1."""
STAGE = "rating"


@dataclass(slots=True)
class Heard:
    """What was said under one question."""

    name: str
    stage: str
    numbers: set[float] = field(default_factory=set)
    labels: dict[str, None] = field(default_factory=dict)
    with_text: dict[str, None] = field(default_factory=dict)
    sets: bool = False
    marks: dict[str, None] = field(default_factory=dict)
    weights: dict[str, None] = field(default_factory=dict)
    sides: set[str] = field(default_factory=set)
    counted: bool = False
    with_reasons: bool = False
    none_said: bool = False
    """Whether somebody looked and marked nothing."""
    kinds: set[str] = field(default_factory=set)
    ties: bool = False
    neither: bool = False
    """Whether somebody said that none is any good."""
    preference: bool = True
    whole: bool = True
    """Whether no system was named: then it is about the unit."""

    def hear(self, rating: Rating) -> None:
        kind = "labels" if rating.kind == "label" else rating.kind
        self.kinds.add(kind)
        self.whole = self.whole and not rating.system
        if rating.value is not None:
            self.numbers.add(rating.value)
        if rating.labels is not None:
            self.labels.update(dict.fromkeys(rating.labels))
            self.sets = self.sets or len(rating.labels) != 1
            if rating.text and rating.labels:
                self.with_text[rating.labels[0]] = None
        self.none_said = self.none_said or rating.marks == ()
        for mark in rating.marks or ():
            self.marks[mark.label] = None
            self.weights.update(dict.fromkeys([mark.weight] if mark.weight else []))
            self.sides.add(mark.field)
            self.counted = self.counted or mark.count > 1
            self.with_reasons = self.with_reasons or mark.reason is not None
        if rating.order is not None:
            is_bad = bool(rating.order) and not rating.order[0]
            self.neither = self.neither or is_bad
            self.ties = self.ties or (not is_bad and any(len(group) > 1 for group in rating.order))
            self.preference = self.preference and sum(map(len, rating.order)) == 2


def fitting_protocol(ratings: Iterable[Rating], id: str, title: str) -> LoadedProtocol:
    """Refused where a question was answered in two ways that no one question has."""
    heard: dict[str, Heard] = {}
    texts: set[str] = set()
    for rating in ratings:
        texts |= {name for name in ("source", "output") if getattr(rating, name)}
        if rating.question:
            one = heard.setdefault(rating.question, Heard(rating.question, rating.stage or STAGE))
            one.hear(rating)
    refuse(
        Fault("imported.mixed_question", given=one.name, allowed=sorted(one.kinds - {"cannot"}))
        for one in heard.values()
        if len(one.kinds - {"cannot"}) > 1
    )
    if not heard:
        refuse([Fault("imported.no_ratings")])
    return made_protocol(protocol_document(list(heard.values()), texts, id, title))


def protocol_document(heard: list[Heard], texts: set[str], id: str, title: str) -> Spec:
    """A protocol in which each of these is asked, on the texts that there are."""
    ids = ids_for([one.name for one in heard], "question")
    stage_ids = ids_for([one.stage for one in heard], "stage")
    shown = [name for name in ("source", "output") if name in texts] or ["output"]
    asked: dict[str, list[Spec]] = {}
    for one in heard:
        asked.setdefault(stage_ids[one.stage], []).extend(_questions(one, ids[one.name]))
    fields: Spec = {name: {"type": "text", "optional": True} for name in shown}
    if "output" not in fields:
        fields["output"] = {"type": "text", "optional": True}
    compared = [one for one in heard if "order" in one.kinds]
    together = 2 if all(one.preference for one in compared) else "all"
    return {
        "id": slug(id) or "imported",
        "version": 1,
        "title": {"en": title},
        "description": {"en": "Made for ratings that were given elsewhere, from the questions and values they hold."},
        "fields": fields,
        **({"unit": {"candidates": together}} if compared else {}),
        "stages": [{"id": stage, "show": shown, "ask": questions} for stage, questions in asked.items()],
        "scores": [score for one in heard for score in _scores(one, ids[one.name])],
        "merge": "none",
        "calibration": False,
    }


def _questions(one: Heard, id: str) -> list[Spec]:
    base = {"id": id, "prompt": {"en": one.name}, "required": False, "about": "unit" if one.whole else "candidate"}
    kind = next(iter(one.kinds - {"cannot"}), "nothing")
    return [{**base, **spec} for spec in FITTING[kind](one, id)]


def _number(one: Heard, id: str) -> list[Spec]:
    values = one.numbers
    lowest, highest = min(values), max(values)
    if all(value == int(value) for value in values):
        for low, high in SCALES:
            if low <= lowest and highest <= high:
                levels = [{"value": n, "label": {"en": str(n)}} for n in range(low, high + 1)]
                return [{"type": "scale", "levels": levels}]
    low, high = (0, 100) if 0 <= lowest and highest <= 100 else (math.floor(lowest), math.ceil(highest))
    step = next(step for step in STEPS if all(on_step(value, low, step) for value in values))
    return [{"type": "slider", "min": low, "max": max(high, low + 1), "step": step}]


def _marks(one: Heard, id: str) -> list[Spec]:
    """One question for all that was marked: what it cost adds up, on whichever side it lies."""
    first, *also = [side for side in ("output", "source") if side in one.sides] or ["output"]
    return [{**_marks_spec(one), "field": first, **({"also": also} if also else {})}]


def _marks_spec(one: Heard) -> Spec:
    labels, weights = ids_for(one.marks or ["error"], "label"), ids_for(one.weights, "weight")
    return {
        "type": "marks",
        "allow_missing": True,
        "counted": one.counted,
        **({"reasons": "optional"} if one.with_reasons else {}),
        **({"none": {"en": "No errors"}} if one.none_said else {}),
        "labels": [{"id": id, "label": {"en": name}} for name, id in labels.items()],
        "weights": [
            {"id": id, "label": {"en": name}, "value": WEIGHTS.get(name.casefold(), 1)} for name, id in weights.items()
        ],
    }


def _order(one: Heard, id: str) -> list[Spec]:
    spec: Spec = {"type": "preference" if one.preference else "ranking", "ties": one.ties, "about": "unit"}
    return [{**spec, "neither": True} if one.preference and one.neither else spec]


def _labels(one: Heard, id: str) -> list[Spec]:
    return [_tags(one) if one.sets or one.with_text or not one.labels else _choice(one)]


def _comment(one: Heard, id: str) -> list[Spec]:
    return [{"type": "comment"}]


def _tags(one: Heard) -> Spec:
    ids = ids_for(one.labels or ["other"], "tag")
    tags = [
        {"id": id, "label": {"en": name}} | ({"opens_text": True} if name in one.with_text else {})
        for name, id in ids.items()
    ]
    return {"type": "tags", "categories": [{"id": "all", "label": {"en": "All"}, "tags": tags}]}


def _choice(one: Heard) -> Spec:
    options = [{"id": id, "label": {"en": name}} for name, id in ids_for(one.labels, "option").items()]
    return {"type": "choice", "options": options}


FITTING: dict[str, Callable[[Heard, str], list[Spec]]] = {
    "number": _number,
    "marks": _marks,
    "order": _order,
    "labels": _labels,
    "text": _comment,
    "nothing": _comment,
}
"""By the kind of what was said, the questions that it answers."""


def _scores(one: Heard, id: str) -> list[Spec]:
    if one.numbers:
        return [{"id": id, "rule": "value", "of": id}]
    return [{"id": f"{id}-penalty", "rule": "marks", "of": id, "better": "lower"}] if one.marks else []


def made_protocol(document: Spec) -> LoadedProtocol:
    """A document as a protocol, if it has no fault."""
    refuse(lint_text(json.dumps(document, ensure_ascii=False)))
    content = canonical_bytes(document)
    return LoadedProtocol(read_protocol(content), document, content, hash_bytes("protocol", content), {}, {}, Path())
