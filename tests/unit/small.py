"""Small protocols to test with: plain documents, changed in one place at a time."""

import copy
import json
from typing import Any

from jurybox.core.hashing import canonical_bytes
from jurybox.core.protocol import Protocol
from jurybox.protocols import lint_text, read_protocol

Spec = dict[str, Any]
LEVELS = [{"value": n, "label": {"en": f"Level {n}"}} for n in range(1, 6)]
SCALE: Spec = {"type": "scale", "id": "quality", "prompt": {"en": "How good?"}, "levels": LEVELS}
SLIDER: Spec = {"type": "slider", "id": "percent", "prompt": {"en": "How much?"}, "min": 0, "max": 10, "step": 0.5}
STEPPER: Spec = {"type": "stepper", "id": "steps", "prompt": {"en": "How many?"}, "step": 0.5}
TAGS: Spec = {
    "type": "tags",
    "id": "errors",
    "prompt": {"en": "Which errors?"},
    "categories": [
        {
            "id": "content",
            "label": {"en": "Content"},
            "tags": [
                {"id": "wrong", "label": {"en": "Wrong"}},
                {"id": "other", "label": {"en": "Other"}, "opens_text": True, "counts": False},
            ],
        },
        {"id": "form", "label": {"en": "Form"}, "tags": [{"id": "typo", "label": {"en": "Typo"}}]},
    ],
}
MARKS: Spec = {
    "type": "marks",
    "id": "spans",
    "prompt": {"en": "Mark."},
    "weights": [
        {"id": "full", "label": {"en": "Full"}, "value": 1},
        {"id": "half", "label": {"en": "Half"}, "value": 0.5},
    ],
    "labels": [
        {"id": "object", "label": {"en": "Object"}},
        {"id": "relation", "label": {"en": "Relation"}, "weights": ["full"]},
    ],
    "counted": True,
    "allow_missing": True,
}
PREFERENCE: Spec = {"type": "preference", "id": "better", "prompt": {"en": "Which?"}}
RANKING: Spec = {"type": "ranking", "id": "order", "prompt": {"en": "In which order?"}}
CHOICE: Spec = {
    "type": "choice",
    "id": "kinds",
    "prompt": {"en": "Which?"},
    "most": 2,
    "options": [{"id": name, "label": {"en": name}} for name in ("one", "two", "three")],
}
TICK: Spec = {
    "type": "choice",
    "id": "tick",
    "prompt": {"en": "Is it?"},
    "options": [{"id": "yes", "label": {"en": "Yes"}}],
}
COMMENT: Spec = {"type": "comment", "id": "note", "prompt": {"en": "Anything else?"}, "longest": 20}

CASES: dict[str, Spec] = {
    q["id"]: q for q in (SCALE, SLIDER, STEPPER, TAGS, MARKS, PREFERENCE, RANKING, CHOICE, TICK, COMMENT)
}
COMPARING = ("better", "order")


def document(*questions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A sound protocol with one stage; `changes` replace top-level keys."""
    return copy.deepcopy(
        {
            "id": "small",
            "version": 1,
            "title": {"en": "Small"},
            "description": {"en": "Small."},
            "fields": {"source": "text", "output": "text"},
            "stages": [{"id": "rating", "show": ["source", "output"], "ask": list(questions) or [SCALE]}],
            **changes,
        }
    )


def protocol(*questions: dict[str, Any], **changes: Any) -> Protocol:
    return read_protocol(canonical_bytes(document(*questions, **changes)))


def lint(*questions: dict[str, Any], **changes: Any) -> list[tuple[str, str]]:
    """(code, where) of every fault; the code without `protocol.`"""
    faults = lint_text(json.dumps(document(*questions, **changes), indent=1), "small.json")
    return [(fault.code.removeprefix("protocol."), fault.where) for fault in faults]
