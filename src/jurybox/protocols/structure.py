"""What pydantic says about a document, as faults with path and line."""

import re
import types
from difflib import get_close_matches
from typing import Annotated, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from jurybox.core import Fault, Language, Protocol, Text, canonical_bytes
from jurybox.core.questions import QUESTION_TYPES, QuestionBase
from jurybox.protocols.tree import Loc, Node, path_of

TEXT = get_args(Text)[0]
_LANGUAGE_PATTERN = get_args(Language)[1].metadata[0].pattern

WANTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
BOUNDS = {
    "greater_than_equal": ("ge", "{:g} or more"),
    "greater_than": ("gt", "more than {:g}"),
    "less_than_equal": ("le", "{:g} or less"),
    "less_than": ("lt", "less than {:g}"),
}

MOST_ERRORS = 1_000
"""Of what nobody meant as a protocol not every line need be told."""


def structure_faults(root: Node, file: str) -> list[Fault]:
    """Every unknown key, missing key and wrong value of the document."""
    found: dict[Loc, list[Fault]] = {}
    errors = errors_of(root, Protocol)
    for error in errors[:MOST_ERRORS]:
        if _is_echo(root, error):
            continue
        loc, fault = _translate(root, error, file)
        found.setdefault(loc, []).append(fault)
    ways = {loc[:n] for loc in found for n in range(len(loc))}
    faults = [_merge(faults) for loc, faults in found.items() if not _has_deeper(loc, faults, ways)]
    if len(errors) > MOST_ERRORS:
        last = 1 + max(fault.line or 0 for fault in faults)
        faults.append(Fault("import.more_faults", given=len(errors) - MOST_ERRORS, file=file, line=last))
    return faults


def errors_of(root: Node, model: type[BaseModel]) -> list[ErrorDetails]:
    """Pydantic's own list: strict, so that "1" is no number and yes is no truth value."""
    try:
        model.model_validate_json(canonical_bytes(root.plain()), strict=True)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _is_echo(root: Node, error: ErrorDetails) -> bool:
    """A list that is too short only because its items are broken; the items have their own faults."""
    if error["type"] != "too_short":
        return False
    node, _ = root.follow(error["loc"])
    return isinstance(node.value, (dict, list)) and len(node.value) >= int(error["ctx"]["min_length"])


def _has_deeper(loc: Loc, faults: list[Fault], ways: set[Loc]) -> bool:
    """Where a value may be one of several things, the branch that got further is the one that was meant."""
    return loc in ways and all(fault.code == "protocol.wrong_type" for fault in faults)


def _merge(faults: list[Fault]) -> Fault:
    """One fault for one place: a value that fits no branch of a choice is refused once, with all that is allowed."""
    if any(fault.code not in ("protocol.wrong_type", "protocol.not_one_of") for fault in faults):
        # One branch did get past the type, so the types of the others are beside the point.
        faults = [fault for fault in faults if fault.code != "protocol.wrong_type"]
    kept = next((fault for fault in faults if fault.code != "protocol.not_one_of"), faults[0])
    if len(faults) == 1:
        return kept
    allowed: list[object] = []
    for fault in faults:
        allowed += fault.allowed if isinstance(fault.allowed, list) else [fault.allowed]
    allowed = list(dict.fromkeys(allowed))
    if "a number" in allowed:
        allowed = [word for word in allowed if word != "a whole number"]
    return Fault(kept.code, kept.where, kept.given, allowed, kept.params, kept.file, kept.line)


def _translate(root: Node, error: ErrorDetails, file: str) -> tuple[Loc, Fault]:
    kind, loc = error["type"], error["loc"]
    node, _ = root.follow(loc)
    if kind in ("missing", "union_tag_not_found"):
        key = loc[-1] if kind == "missing" else "type"
        if isinstance(node.value, list):
            return node.loc, _fault(node, file, "protocol.wrong_length", len(node.value), _length_at(loc[:-1]))
        allowed = list(QUESTION_TYPES) if key == "type" and kind != "missing" else None
        where = (*node.loc, key)
        return where, Fault("protocol.missing_key", path_of(where), key, allowed, {"key": key}, file, node.line)
    if kind == "union_tag_invalid":
        node, _ = node.follow(("type",))
        return node.loc, _fault(node, file, "protocol.not_one_of", node.plain(), list(QUESTION_TYPES))
    if kind == "extra_forbidden":
        known = known_keys(loc[:-1])
        return node.loc, _fault(node, file, "protocol.unknown_key", loc[-1], known, nearest=nearest(loc[-1], known))
    return node.loc, _value_fault(node, error, file)


def _value_fault(node: Node, error: ErrorDetails, file: str) -> Fault:
    kind, given, ctx = error["type"], error["input"], error.get("ctx", {})
    if error["loc"][-1] == "[key]":
        given = node.loc[-1]
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", ctx["expected"])
        return _fault(node, file, "protocol.not_one_of", given, allowed, nearest=nearest(given, allowed))
    if kind == "string_pattern_mismatch":
        code = "protocol.bad_language" if ctx["pattern"] == _LANGUAGE_PATTERN else "protocol.bad_name"
        return _fault(node, file, code, given)
    if kind == "string_too_short":
        return _fault(node, file, "protocol.empty_text", given)
    if kind == "too_short":
        return _fault(node, file, "protocol.too_few", node.size(), ctx["min_length"])
    if kind == "too_long":
        return _fault(node, file, "protocol.wrong_length", node.size(), ctx["max_length"])
    if kind in BOUNDS:
        bound, words = BOUNDS[kind]
        return _fault(node, file, "protocol.out_of_range", given, words.format(ctx[bound]))
    if kind == "dict_type" and strip(annotation_at(error["loc"])) == TEXT and isinstance(given, str):
        return _fault(node, file, "protocol.text_without_language", given)
    return _fault(node, file, "protocol.wrong_type", given, WANTED.get(kind, error["msg"]))


def _fault(node: Node, file: str, code: str, given: object, allowed: object = None, **params: object) -> Fault:
    return Fault(code, path_of(node.loc), given, allowed, params, file, node.line)


def nearest(name: object, known: list[str]) -> str | None:
    """The known name that was most likely meant."""
    return next(iter(get_close_matches(str(name), known, n=1, cutoff=0.6)), None)


def strip(annotation: object) -> object:
    """An annotation without Annotated and without `| None`."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [arg for arg in get_args(annotation) if arg is not type(None)]
        return strip(rest[0]) if len(rest) == 1 else annotation
    return annotation


def annotation_at(loc: Loc) -> object:
    """The type that the grammar has at a location; a question's type name is a step of its own there."""
    current: object = Protocol
    for step in loc:
        current = strip(current)
        if current is QuestionBase:
            current = QUESTION_TYPES.get(str(step))
        elif get_origin(current) is tuple:
            current = get_args(current)[0]
        elif get_origin(current) is dict:
            current = get_args(current)[1]
        elif isinstance(current, type) and issubclass(current, BaseModel):
            info = current.model_fields.get(str(step))
            current = info.annotation if info else None
        else:
            current = None
    return strip(current)


def known_keys(loc: Loc) -> list[str]:
    model = annotation_at(loc)
    return list(model.model_fields) if isinstance(model, type) and issubclass(model, BaseModel) else []


def _length_at(loc: Loc) -> int:
    return len(get_args(annotation_at(loc)))
