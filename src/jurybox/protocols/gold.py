"""Checks with known answers: each must be a unit that a protocol can show, with answers that it would take."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from jurybox.core import Example, Fault, JsonValue, canonical_bytes
from jurybox.protocols.examples import example_faults
from jurybox.protocols.sketch import sketch
from jurybox.protocols.structure import structure_faults
from jurybox.protocols.tree import Loc, Node, read_tree

PART = "examples"
"""Checks are written as worked examples are, and looked at in their place."""


def node_of(value: JsonValue, line: int, loc: Loc = ()) -> Node:
    """Plain data as a part of a document, all of it on one line of a file."""
    if isinstance(value, dict):
        return Node(loc, line, {key: node_of(child, line, (*loc, key)) for key, child in value.items()})
    if isinstance(value, list):
        return Node(loc, line, [node_of(child, line, (*loc, n)) for n, child in enumerate(value)])
    return Node(loc, line, value)


def read_gold(
    content: str, checks: Sequence[Node], file: str, folder: Path | None
) -> tuple[tuple[Example, ...], list[Fault]]:
    """The checks of a file, and every fault of them, by line; `content` is the protocol."""
    root, _ = read_tree(content, "protocol.json")
    assert root is not None  # it was read before it was stored
    assert isinstance(root.value, dict)
    root.value[PART] = Node((PART,), 1, [_at(node, (PART, n)) for n, node in enumerate(checks)])
    parts = sketch(root, file)
    faults = [*structure_faults(root, file), *example_faults(parts, folder)]
    told = [replace(fault, where=fault.where.replace(PART, "checks", 1)) for fault in faults]
    sound = [] if told else [Example.model_validate_json(canonical_bytes(node.plain()), strict=True) for node in checks]
    return tuple(sound), sorted(told, key=lambda fault: (fault.line or 0, fault.where))


def _at(node: Node, loc: Loc) -> Node:
    """A part of another document at a place of this one, with its own lines."""
    if isinstance(node.value, dict):
        return Node(loc, node.line, {key: _at(child, (*loc, key)) for key, child in node.value.items()})
    if isinstance(node.value, list):
        return Node(loc, node.line, [_at(child, (*loc, n)) for n, child in enumerate(node.value)])
    return Node(loc, node.line, node.value)
