"""The types of what passes between a rater's page and the server, written for TypeScript from the Python types.

`python -m tools.wire_types` writes the file; a test compares it with the Python types.
"""

import inspect
from collections.abc import Iterator, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

import msgspec
from pydantic import BaseModel

from jurybox.core import (
    FieldType,
    JsonObject,
    JudgementDraft,
    MadeBy,
    Per,
    StudyState,
    Text,
    Unchecked,
    Verdict,
    Way,
    WhatNow,
)
from jurybox.core.questions import (
    QUESTION_TYPES,
    BetterAnswer,
    Condition,
    EditAnswer,
    FromMarks,
    MarkAnswer,
    QuestionBase,
    TagAnswer,
    Value,
)
from jurybox.core.questions.choice import Option
from jurybox.core.questions.frame import About
from jurybox.core.questions.marks import MarkLabel, Weight
from jurybox.core.questions.scale import Level
from jurybox.core.questions.slider import Anchor
from jurybox.core.questions.tags import Category, Tag
from jurybox.studies.rating import wire
from jurybox.web.problems import FaultBody, ProblemBody
from jurybox.web.rater.panel import ChangeHtml, GuidelineHtml
from tools.shell import ROOT, say

PATH = ROOT / "src" / "jurybox" / "web" / "rater" / "static" / "models" / "wire.d.ts"
WIDTH = 140
HEAD = """\
// The types of what passes between page and server: docs/design/wire.md, and the protocol grammar of jurybox.core.
// Made from the Python types by `python -m tools.wire_types`, never by hand. The browser does not load this file.

/** A text per language: {en: "Good", es: "Buena"}. */
export type Text = Record<string, string>;
/** A number, a text, options, an order, tags, marks or a preference: each element knows which its question takes. */
export type Value = any;
/** "unit", a segment number as text, a letter, or a letter with a segment number: "A.3". */
export type Target = string;
"""
NAMED: dict[str, object] = {
    "About": About, "Per": Per, "Way": Way, "MadeBy": MadeBy, "FieldType": FieldType, "StudyState": StudyState,
    "Verdict": Verdict, "Level": Level, "Anchor": Anchor, "Option": Option, "Tag": Tag, "Category": Category,
    "Weight": Weight, "MarkLabel": MarkLabel, "FromMarks": FromMarks, "Condition": Condition,
    "Question": QuestionBase, "TagAnswer": TagAnswer,
    "Mark": MarkAnswer, "Better": BetterAnswer, "Edited": EditAnswer,
    "ValueGiven": wire.ValueGiven, "CannotGiven": wire.CannotGiven,
    "RemovedGiven": wire.RemovedGiven,
    "GivenAnswers": wire.GivenAnswers, "Answers": wire.SentAnswers, "Field": wire.ShownField, "Stage": wire.ShownStage,
    "UnitShape": wire.ShownUnitShape, "Protocol": wire.ShownProtocol, "Progress": wire.Progress,
    "Study": wire.RatersStudy, "Frames": wire.ShownFrames, "Small": wire.ShownSmaller, "Media": wire.ShownMedia,
    "Person": wire.ShownPerson, "FieldValue": wire.ShownValue, "Fields": wire.ShownFields, "Segment": wire.ShownSegment,
    "Window": wire.ShownWindow, "Candidate": wire.LetteredCandidate,
    "RuleMade": wire.ShownRule, "ExampleNumber": wire.ExampleNumber,
    "Draft": wire.SavedDraft, "Packet": wire.Packet, "NextState": wire.NextState, "Next": wire.NextUnits,
    "OwnState": wire.OwnState, "Assigned": wire.OwnAssignment, "Assignments": wire.OwnAssignments,
    "GlimpseScore": wire.GlimpseScore, "Glimpse": wire.Glimpse, "Glimpses": wire.Glimpses, "OwnPace": wire.OwnPace,
    "Summary": wire.OwnSummary,
    "FeedbackAnswer": wire.FeedbackAnswer, "Feedback": wire.Feedback, "Receipt": wire.JudgementReceipt,
    "ExpectedAnswer": wire.ExpectedAnswer, "WorkedSegment": wire.WorkedSegment, "WorkedExample": wire.WorkedExample,
    "WorkedExamples": wire.WorkedExamples, "News": wire.News, "Reply": wire.ShownReply, "Enquiry": wire.OwnEnquiry,
    "PublishedReply": wire.PublishedReply, "Enquiries": wire.OwnEnquiries, "Judgement": JudgementDraft,
    "Change": ChangeHtml, "Guideline": GuidelineHtml, "Fault": FaultBody,
    "Problem": ProblemBody, "WhatNow": WhatNow, "QuestionResult": wire.QuestionResult,
    "ExampleResult": wire.ExampleResult, "CalibrationResult": wire.CalibrationResult,
    "AskedCalibration": wire.AskedCalibration,
}  # fmt: skip
"""By the names that the page's scripts know them by."""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}
AS_MADE = {
    ("Stage", "ask"): "Question[]",
    ("Judgement", "answers"): "Answers",
    ("Judgement", "answered_at"): "string",
    ("Judgement", "elapsed_ms"): "number",
    ("Judgement", "lang"): "string",
}
"""Members of which Python knows less than the page: it hands them on, or checks what comes from anybody."""
ANY_QUESTION = "A question as the protocol writes it; which of the parts below `required` it has depends on `type`."
STRIPPED = "examples"
"""What questions are sent without to who is still to rate worked examples."""

Member = tuple[str, bool, str]
"""Its name, whether it may be left out, and its type."""


def text() -> str:
    return HEAD + "".join(_declared(name, kind) for name, kind in NAMED.items())


def _declared(name: str, kind: object) -> str:
    members = list(_members(kind)) if isinstance(kind, type) and not issubclass(kind, Enum) else None
    if members is None or not isinstance(kind, type):
        return f"export type {name} = {written(kind, name)};\n"
    listed = [
        f"{member}{'?' if may_lack else ''}: {AS_MADE.get((name, member), of)}" for member, may_lack, of in members
    ]
    line = f"export type {name} = {{ {'; '.join(listed)} }};\n"
    block = f"export type {name} = {{\n" + "".join(f"  {member};\n" for member in listed) + "};\n"
    return _comment(kind) + (line if len(line) <= WIDTH else block)


def _comment(kind: type) -> str:
    said = ANY_QUESTION if kind is QuestionBase else vars(kind).get("__doc__")
    return f"/** {said.splitlines()[0]} */\n" if said else ""


def _members(kind: type) -> Iterator[Member]:
    if is_typeddict(kind):
        lacking: frozenset[str] = vars(kind)["__optional_keys__"]
        for name, hint in inspect.get_annotations(kind).items():
            yield name, name in lacking, written(hint)
    elif issubclass(kind, QuestionBase):
        yield from _question()
    elif issubclass(kind, BaseModel):
        yield from _of_model(kind)
    elif issubclass(kind, msgspec.Struct):  # the page sends all of it
        for field in msgspec.structs.fields(kind):
            yield field.name, False, written(field.type)


def _of_model(kind: type[BaseModel]) -> Iterator[Member]:
    """As protocols are sent: without what is None or only for results."""
    for name, field in kind.model_fields.items():
        if not field.exclude:
            parts = _parts(field.annotation)
            yield name, NoneType in parts or name == STRIPPED, _joined(p for p in parts if p is not NoneType)


def _question() -> Iterator[Member]:
    """All types in one: what is there beside the common parts depends on `type`."""
    common = [member for member in _of_model(QuestionBase) if member[0] != "type"]
    yield "type", False, " | ".join(f"'{name}'" for name in QUESTION_TYPES)
    yield from common
    own: dict[str, dict[str, None]] = {}
    for question_type in QUESTION_TYPES.values():
        for name, _, written in _of_model(question_type):
            if name not in QuestionBase.model_fields:
                own.setdefault(name, {})[written] = None
    yield from ((name, True, " | ".join(written)) for name, written in own.items())


def _parts(kind: object) -> tuple[object, ...]:
    """What a union is of."""
    kind = _bare(kind)
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _bare(kind: object) -> object:
    while kind != Text and get_origin(kind) in (Annotated, NotRequired):
        kind = get_args(kind)[0]
    return kind


def _joined(parts: Iterator[object] | tuple[object, ...]) -> str:
    return " | ".join(dict.fromkeys(written(part) for part in parts))


def written(kind: object, declaring: str = "") -> str:
    kind = _bare(kind)
    if kind == Text or kind == get_args(Text)[0]:
        return "Text"
    if kind == Value:
        return "Value"
    if known := next((name for name, named in NAMED.items() if named == kind and name != declaring), None):
        return known
    if isinstance(kind, type) and kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return " | ".join(f"'{one.value}'" for one in kind)
    return _composed(kind)


def _composed(kind: object) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f"'{one}'" if isinstance(one, str) else str(one) for one in parts)
    if origin in (Union, UnionType):
        others = tuple(part for part in parts if part not in get_args(Value))
        return _joined((Value, *others)) if set(get_args(Value)) <= set(parts) else _joined(parts)
    if origin in (list, tuple):
        entry = written(parts[0])
        return f"({entry})[]" if " | " in entry else f"{entry}[]"
    if kind is Unchecked:
        return "unknown"
    if kind == JsonObject:
        return "Record<string, unknown>"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"Record<string, {written(parts[1])}>"
    raise TypeError(f"wire_types does not know how to write {kind}; is it missing in NAMED?")


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
    say(f"{PATH.relative_to(ROOT)} written")
