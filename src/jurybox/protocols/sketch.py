"""The parts of a faulty document that do parse, so that references between them can still be checked."""

from dataclasses import dataclass
from typing import NamedTuple

from pydantic_core import ErrorDetails

from jurybox.core import Fault, Field, JsonObject, JsonValue, Name, Protocol, Stage, Text, canonical_bytes
from jurybox.core.questions import Question, QuestionBase
from jurybox.protocols.structure import TEXT, annotation_at, errors_of, nearest
from jurybox.protocols.tree import Loc, Node, path_of


class _StageParts(Stage):
    id: str = ""
    show: tuple[Name, ...] = ()
    ask: tuple[Question, ...] = ()


class _Parts(Protocol):
    """A protocol of which anything may be missing."""

    id: str = ""
    version: int = 1
    title: Text = {}
    description: Text = {}
    fields: dict[Name, Field] = {}
    stages: tuple[_StageParts, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenNames:
    """What the document as written names, also where that part does not parse: no fault for a reference to it."""

    fields: frozenset[str]
    stages: frozenset[str]
    questions: frozenset[str]
    scores: frozenset[str]


class SketchedStage(NamedTuple):
    loc: Loc
    stage: Stage
    question: QuestionBase


@dataclass(frozen=True)
class Sketch:
    """The parsed parts, and the way from a place in them back to the line in the file."""

    protocol: Protocol
    root: Node
    names: WrittenNames
    file: str
    lost: frozenset[Loc] = frozenset()
    unworded: frozenset[Loc] = frozenset()
    """Texts that do not parse; nothing but their languages hangs on them."""

    def fault(self, code: str, loc: Loc, given: object = None, allowed: object = None, **params: object) -> Fault:
        node, missed = self.root.follow(loc)
        return Fault(code, path_of((*node.loc, *missed)), given, allowed, params, self.file, node.line)

    def unknown(self, code: str, loc: Loc, given: str, allowed: list[str], **params: object) -> Fault:
        """The fault for a name that is not on a list, with the nearest that is."""
        return self.fault(code, loc, given, allowed, nearest=nearest(given, allowed), **params)

    def asked(self) -> dict[str, SketchedStage]:
        """The questions by id with their places; of two with one id, the first."""
        found: dict[str, SketchedStage] = {}
        for s, stage in enumerate(self.protocol.stages):
            for q, question in enumerate(stage.ask):
                found.setdefault(question.id, SketchedStage(("stages", s, "ask", q), stage, question))
        return found

    def whole(self, loc: Loc) -> bool:
        """Whether nothing at or below this place was left out for being broken, texts apart."""
        return not self._touched(loc, self.lost)

    def worded(self, loc: Loc) -> bool:
        return not self._touched(loc, self.unworded)

    def _touched(self, loc: Loc, places: frozenset[Loc]) -> bool:
        node, missed = self.root.follow(loc)
        start = (*node.loc, *missed)
        return any(place[: len(start)] == start for place in places)


def sketch(root: Node, file: str) -> Sketch:
    """Leave out what does not parse, as little as possible, until the rest does."""
    kept = root.copy()
    lost: set[Loc] = set()
    unworded: set[Loc] = set()
    while errors := errors_of(kept, _Parts):
        mended = [_mend(kept, error) for error in errors if _is_missing_text(error)]
        unworded.update(mended)
        broken = _broken(kept, [] if mended else errors)
        _cut(kept, {id(node) for node, _ in broken})
        for node, error in broken:
            if error["type"] != "extra_forbidden":
                (unworded if _in_text(error["loc"]) else lost).add(node.loc)
    protocol = _Parts.model_validate_json(canonical_bytes(kept.plain()), strict=True)
    return Sketch(protocol, kept, names_of(root), file, frozenset(lost), frozenset(unworded))


def _in_text(loc: Loc) -> bool:
    return any(annotation_at(loc[:end]) == TEXT for end in range(len(loc) + 1))


def _is_missing_text(error: ErrorDetails) -> bool:
    return error["type"] == "missing" and annotation_at(error["loc"]) == TEXT


def _mend(root: Node, error: ErrorDetails) -> Loc:
    """A question without a prompt still has levels to check: a missing text is filled with dots."""
    node, _ = root.follow(error["loc"])
    key = str(error["loc"][-1])
    loc = (*node.loc, key)
    assert isinstance(node.value, dict)  # only a mapping lacks a key
    node.value[key] = Node(loc, node.line, {"en": Node((*loc, "en"), node.line, "…")})
    return loc


def _broken(root: Node, errors: list[ErrorDetails]) -> list[tuple[Node, ErrorDetails]]:
    """The smallest parts at fault, each with what is wrong with it."""
    found = {}
    for error in errors:
        node, _ = root.follow(error["loc"])
        found[node.loc] = node, error
    ways = {loc[:n] for loc in found for n in range(len(loc))}
    return [cut for loc, cut in found.items() if loc not in ways]


def _cut(node: Node, broken: set[int]) -> None:
    """Leave out the parts with these identities, wherever they stand."""
    if isinstance(node.value, dict):
        node.value = {key: child for key, child in node.value.items() if id(child) not in broken}
    elif isinstance(node.value, list):
        node.value = [child for child in node.value if id(child) not in broken]
    for child in node.children():
        _cut(child, broken)


def names_of(root: Node) -> WrittenNames:
    document = root.document()
    stages = _dicts(document.get("stages"))
    fields = document.get("fields")
    return WrittenNames(
        fields=frozenset(fields) if isinstance(fields, dict) else frozenset(),
        stages=_ids(stages),
        questions=_ids([question for stage in stages for question in _dicts(stage.get("ask"))]),
        scores=_ids(_dicts(document.get("scores"))),
    )


def _dicts(value: JsonValue) -> list[JsonObject]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _ids(entries: list[JsonObject]) -> frozenset[str]:
    return frozenset(id for entry in entries if isinstance(id := entry.get("id"), str))
