"""Protocols of our own that ask every type of question about every target, and compute every rule of a score.

What is known to be computed wrongly in 0.1.0 stands by itself in `known_faults`.
"""

from typing import Any

Document = dict[str, Any]
LEVELS = [{"value": n, "label": {"en": f"Level {n}"}} for n in range(1, 6)]
LABELS = [{"id": "thing", "label": {"en": "Thing"}}, {"id": "deed", "label": {"en": "Deed"}, "weights": ["light"]}]
WEIGHTS = [
    {"id": "light", "label": {"en": "Light"}, "value": 1},
    {"id": "heavy", "label": {"en": "Heavy"}, "value": 4},
]
CATEGORIES = [
    {"id": "content", "label": {"en": "Content"}, "tags": [
        {"id": "wrong", "label": {"en": "Wrong"}, "definition": {"en": "It is not so."}, "aliases": ["incorrect"]},
        {"id": "missing", "label": {"en": "Missing"}},
    ]},
    {"id": "form", "label": {"en": "Form"}, "tags": [
        {"id": "clumsy", "label": {"en": "Clumsy"}},
        {"id": "other", "label": {"en": "Something else"}, "opens_text": True, "counts": False},
    ]},
]  # fmt: skip


def every_question(about: str, field: str) -> list[Document]:
    """Every type of question that can be about this target; `field` is the text in which it is marked."""
    asked: list[tuple[str, str, Document]] = [
        ("scale", "level", {"levels": LEVELS, "help": {"en": "Judge the meaning first."}}),
        ("slider", "percent", {"max": 10, "step": 0.5, "anchors": [{"value": 0, "label": {"en": "Useless"}}]}),
        ("stepper", "number", {"min": 0, "step": 1, "max": 8}),
        ("tags", "errors", {"categories": CATEGORIES}),
        ("marks", "marks", {"field": field, "labels": LABELS, "weights": WEIGHTS, "counted": True,
                            "allow_missing": True, "overlap": about != "unit"}),
        ("stepper", "things", {"from_marks": {"question": f"{about}-marks", "label": "thing"}}),
        ("choice", "tick", {"options": _options("right")}),
        ("choice", "kind", {"options": _options("verse", "prose", "list")}),
        ("choice", "topics", {"options": _options("people", "places", "time"), "least": 0, "most": 2}),
        ("comment", "note", {"longest": 200, "required": False}),
    ]  # fmt: skip
    return [
        {"type": kind, "id": f"{about}-{name}", "about": about, "prompt": {"en": f"{name} of the {about}?"}, **rest}
        for kind, name, rest in asked
    ]


def _options(*ids: str) -> list[Document]:
    return [{"id": id, "label": {"en": id.title()}} for id in ids]


COMPARING: list[Document] = [
    {"type": "preference", "id": "better", "prompt": {"en": "Which is better?"}},
    {"type": "preference", "id": "better-one", "ties": False, "prompt": {"en": "Which is better? One must be."}},
    {"type": "ranking", "id": "order", "prompt": {"en": "In which order?"}},
    {"type": "ranking", "id": "order-with-ties", "ties": True, "prompt": {"en": "In which order? Ties may be."}},
    {"type": "ranking", "id": "ends", "mode": "best-worst", "prompt": {"en": "Which is best, which worst?"}},
]


def every_score(about: str) -> list[Document]:
    """Every rule, over questions of one target only."""
    rules: list[tuple[str, str, Any, Document]] = [
        ("value", "value", "level", {"label": {"en": "Level"}}),
        ("ticked", "value", "tick", {}),
        ("mean", "mean", ["level", "percent"], {}),
        ("sum", "sum", ["number", "tick"], {"better": "lower"}),
        ("weighted", "weighted", {"level": 2, "number": -0.5}, {}),
        ("tags", "count", "errors", {"better": "lower"}),
        ("content", "count", "errors", {"category": "content", "better": "lower"}),
        ("clumsy", "count", "errors", {"category": "form", "tag": "clumsy", "better": "lower"}),
        ("marked", "count", "marks", {}),
        ("deeds", "count", "marks", {"mark": "deed"}),
        ("weight", "marks", "marks", {"better": "lower"}),
        ("weight-of-things", "marks", "marks", {"mark": "thing"}),
    ]
    scores = [{"id": f"{about}-s-{id}", "rule": rule, "of": _named(about, of), **rest} for id, rule, of, rest in rules]
    above = [f"{about}-s-mean", f"{about}-s-weighted"]
    return [*scores, {"id": f"{about}-s-above", "rule": "mean", "of": above}]


def _named(about: str, of: Any) -> Any:
    if isinstance(of, str):
        return f"{about}-{of}"
    named = {f"{about}-{name}": weight for name, weight in of.items()} if isinstance(of, dict) else None
    return named or [f"{about}-{name}" for name in of]


def every_candidate() -> Document:
    """All candidates at once, in three stages: alone, beside their source right after, against each other by batch."""
    asked = every_question("candidate", "output")
    adequate = {**asked[0], "id": "adequate", "prompt": {"en": "How much of the meaning is kept?"}}
    rules = [
        {"when": {"same_text": ["output", "source"]}, "answer": {"adequate": 1}, "because": {"en": "It repeats it."}},
        {"when": {"empty": "output"}, "answer": {"candidate-level": 1, "adequate": 1}, "because": {"en": "Empty."}},
    ]
    return _document(
        "every-candidate",
        unit={"candidates": "all"},
        fields={
            "source": {"type": "text", "lang": "en"}, "output": "text", "sound": {"type": "audio", "optional": True},
            "picture": {"type": "image", "optional": True},
            "reference": {"type": "text", "guide": True, "optional": True},
        },
        stages=[
            {"id": "alone", "title": {"en": "Alone"}, "show": ["output"], "ask": asked[:4]},
            {"id": "beside", "show": ["source", "sound", "picture", "output"], "ask": [adequate, *asked[4:]]},
            {"id": "compared", "opens": "batch", "show": ["source", "reference", "output"],
             "ask": [*COMPARING, *every_question("unit", "source")]},
        ],
        quorum={"alone": 2, "beside": 2, "compared": 2},
        rules=rules,
        scores=[
            {"id": "adequate", "rule": "value", "of": "adequate"}, *every_score("candidate"), *every_score("unit"),
        ],
    )  # fmt: skip


def every_segment() -> Document:
    """One candidate in two segments: questions about each segment, the candidate and the unit."""
    shown = ["source", "line", "context", "output"]
    return _document(
        "every-segment",
        unit={"segments": 2, "candidates": 1},
        fields={
            "source": "text", "line": {"type": "text", "per": "segment"},
            "context": {"type": "text", "per": "system", "optional": False}, "output": "text",
        },
        stages=[
            {"id": "parts", "show": shown, "ask": every_question("segment", "output")},
            {"id": "whole", "show": shown,
             "ask": [*every_question("candidate", "context"), *every_question("unit", "source")]},
        ],
        quorum=2,
        scores=[*every_score("segment"), *every_score("candidate")],
    )  # fmt: skip


def known_faults() -> Document:
    """Scores over sources of different targets, and counts of a choice: their numbers are wrong in 0.1.0."""
    asked = [q for about in ("candidate", "unit") for q in every_question(about, "output") if "marks" not in q["id"]]
    wanted = ("level", "percent", "number", "topics")
    return _document(
        "known-faults",
        unit={"candidates": "all"},
        fields={"source": "text", "output": "text"},
        stages=[{"id": "rate", "show": ["source", "output"], "ask": [q for q in asked if q["id"].endswith(wanted)]}],
        quorum=2,
        scores=[
            {"id": "sum", "rule": "sum", "of": ["candidate-level", "unit-level"]},
            {"id": "mean", "rule": "mean", "of": ["candidate-percent", "unit-percent"]},
            {"id": "weighted", "rule": "weighted", "of": {"candidate-number": 2, "unit-number": -1}},
            {"id": "chosen", "rule": "count", "of": "candidate-topics"},
            {"id": "chosen-of-unit", "rule": "count", "of": "unit-topics"},
        ],
    )


def _document(id: str, **parts: Any) -> Document:
    title = {"en": id.replace("-", " ").capitalize()}
    return {"id": id, "version": 1, "title": title, "description": {"en": "Made to be kept."}, **parts}
