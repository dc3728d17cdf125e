"""A document with the line of every part, read from YAML 1.2 or JSON without stopping at the first fault.

ruamel composes the nodes; we build plain values from them ourselves, because its constructor raises at the first
duplicate key and knows values (dates, sets, merged maps) that a canonical JSON document can't hold.
"""

import io
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from ruamel.yaml.nodes import Node as YamlNode

from jurybox.core import Fault, JsonObject, JsonValue

Loc = tuple[str | int, ...]
MOST_NODES = 200_000
"""Aliases are unfolded; a document that grows beyond this was made to grow."""
LONGEST = 1_000_000
"""Characters of a document: reading YAML takes a second for every hundred thousand."""
DEEPEST = 60
"""Brackets within brackets. Each costs more than the one around it, and stands for nothing that we know."""
LONGEST_NUMBER = 20
"""Digits shown of a number that is far too long."""

_TAG = "tag:yaml.org,2002:"
_NUMBERS_AND_SUCH = {_TAG + "int", _TAG + "float", _TAG + "bool", _TAG + "null"}
_PLAIN = {_TAG + "str", _TAG + "timestamp", _TAG + "merge", _TAG + "map", _TAG + "seq"}


@dataclass(slots=True, eq=False)
class Node:
    """A part of a document: where it stands, on which line, and its value (a dict or list of nodes, or a scalar)."""

    loc: Loc
    line: int
    value: "NodeValue"

    def children(self) -> "Iterator[Node]":
        if isinstance(self.value, dict):
            yield from self.value.values()
        elif isinstance(self.value, list):
            yield from self.value

    def plain(self) -> JsonValue:
        """The part without positions."""
        if isinstance(self.value, dict):
            return self.document()
        return [child.plain() for child in self.value] if isinstance(self.value, list) else self.value

    def document(self) -> JsonObject:
        """A mapping without positions."""
        assert isinstance(self.value, dict)
        return {key: child.plain() for key, child in self.value.items()}

    def size(self) -> int:
        return len(self.value) if isinstance(self.value, (dict, list)) else 0

    def copy(self) -> "Node":
        if isinstance(self.value, dict):
            return Node(self.loc, self.line, {key: child.copy() for key, child in self.value.items()})
        value = [child.copy() for child in self.value] if isinstance(self.value, list) else self.value
        return Node(self.loc, self.line, value)

    def child(self, step: str | int) -> "Node | None":
        if isinstance(self.value, dict):
            return self.value.get(step) if isinstance(step, str) else None
        if isinstance(self.value, list) and isinstance(step, int) and step < len(self.value):
            return self.value[step]
        return None

    def follow(self, loc: Loc) -> "tuple[Node, Loc]":
        """The deepest node on the way, and the steps that led nowhere."""
        node, missed = self, []
        for step in loc:
            found = node.child(step)
            if found is None:
                missed.append(step)
            else:
                node = found
        return node, tuple(missed)


NodeValue = str | float | list[Node] | dict[str, Node] | None


def path_of(loc: Loc) -> str:
    """A location as it is printed.

    >>> path_of(("stages", 0, "ask", 1, "id"))
    'stages[0].ask[1].id'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc).removeprefix(".")


def read_tree(text: str, file: str) -> tuple[Node | None, list[Fault]]:
    """The document as a tree, and every fault of its writing. No tree when it can't be read at all."""
    if reason := _beyond(text):
        return None, [Fault("protocol.syntax", given=reason, file=file, line=1)]
    reader = _Reader(file, is_json=file.endswith(".json"))
    try:
        root = reader.read(text.removeprefix("\ufeff"))
    except (YAMLError, RecursionError) as error:
        return None, [_syntax_fault(error, text, file)]
    except json.JSONDecodeError as error:
        return None, [Fault("protocol.syntax", given=error.msg, file=file, line=error.lineno)]
    if root is None or not isinstance(root.value, dict):
        given = None if root is None else root.plain()
        return None, [*reader.faults, Fault("protocol.not_a_document", given=given, file=file, line=1)]
    return root, reader.faults


def _beyond(text: str) -> str | None:
    """Why a text is not even tried."""
    if len(text) > LONGEST:
        return f"it has more than {LONGEST:,} characters"
    depth = accumulate(1 if bracket in "[{" else -1 for bracket in re.findall(r"[\[\]{}]", text))
    return "it is nested too deeply" if max(depth, default=0) > DEEPEST else None


def _syntax_fault(error: Exception, text: str, file: str) -> Fault:
    problem, line = "it is nested too deeply", 1
    if isinstance(error, MarkedYAMLError):
        parts = [str(part) for part in (error.context, error.problem) if part]
        problem = ", ".join(parts) or "it is not YAML"
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
    elif isinstance(error, YAMLError):
        position = getattr(error, "position", 0)
        problem, line = "a control character stands here", text.count("\n", 0, position) + 1
    return Fault("protocol.syntax", given=problem, file=file, line=line)


@dataclass
class _Reader:
    file: str
    is_json: bool
    faults: list[Fault] = field(default_factory=list)
    text: str = ""
    nodes: int = 0
    open: set[int] = field(default_factory=set)

    def read(self, text: str) -> Node | None:
        if self.is_json:
            json.loads(text, parse_int=str)  # a number of thousands of digits is told below, with its place
            # No tab can stand inside a JSON string, and ruamel refuses tabs between tokens.
            text = text.replace("\t", " ")
        elif re.match(r"%YAML\s+1\.[01]\b", text):
            raise MarkedYAMLError(problem="protocols are YAML 1.2, where `no` and 12:30 are texts")
        self.text = text
        yaml = YAML(typ="safe", pure=True)
        yaml.composer.warn_double_anchors = False
        self.constructor = yaml.constructor
        composed = yaml.compose(io.StringIO(text))
        return None if composed is None else self._build(composed, (), composed.start_mark.line + 1)

    def _fault(self, code: str, loc: Loc, line: int, given: object = None, **params: object) -> None:
        self.faults.append(Fault(code, path_of(loc), given, None, params, self.file, line))

    def _build(self, node: YamlNode, loc: Loc, line: int) -> Node:
        self.nodes += 1
        if self.nodes > MOST_NODES or id(node) in self.open:
            raise MarkedYAMLError(problem="its aliases never end", problem_mark=node.start_mark)
        self.open.add(id(node))
        try:
            return Node(loc, line, self._value(node, loc, line))
        finally:
            self.open.discard(id(node))

    def _value(self, node: YamlNode, loc: Loc, line: int) -> "NodeValue":
        if node.tag not in _PLAIN | _NUMBERS_AND_SUCH:
            self._fault("protocol.yaml_tag", loc, node.start_mark.line + 1, node.tag)
        if isinstance(node, MappingNode):
            return self._mapping(node, loc)
        if isinstance(node, SequenceNode):
            return [self._build(item, (*loc, i), item.start_mark.line + 1) for i, item in enumerate(node.value)]
        assert isinstance(node, ScalarNode)
        return self._scalar(node, loc, line)

    def _mapping(self, node: MappingNode, loc: Loc) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, ScalarNode) or key.tag not in _PLAIN:
                given = self._scalar(key, loc, line) if isinstance(key, ScalarNode) else "a list or a mapping"
                self._fault("protocol.key_not_text", loc, line, given)
                continue
            name = str(self._scalar(key, loc, line))
            if name in found:
                self._fault("protocol.duplicate_key", (*loc, name), line, name, first=found[name].line)
                continue
            found[name] = self._build(value, (*loc, name), line)
        return found

    def _scalar(self, node: ScalarNode, loc: Loc, line: int) -> str | float | None:
        value: str | float | None = node.value
        try:
            if self.is_json:
                value = json.loads(self.text[node.start_mark.index : node.end_mark.index])
            elif node.tag in _NUMBERS_AND_SUCH:
                value = self.constructor.yaml_constructors[node.tag](self.constructor, node)
        except ValueError:  # more digits than Python reads
            self._fault("protocol.not_finite", loc, line, f"{node.value[:LONGEST_NUMBER]}…")
            return 0
        if isinstance(value, float) and not math.isfinite(value):
            self._fault("protocol.not_finite", loc, line, node.value)
            return 0
        if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            self._fault("protocol.half_a_character", loc, line, value.encode("ascii", "backslashreplace").decode())
            return value.encode("utf-8", "replace").decode()
        return value
