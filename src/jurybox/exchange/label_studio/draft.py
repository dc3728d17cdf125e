"""A labeling configuration as a draft of a protocol, with everything that it could not carry."""

from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from jurybox.core import RESERVED_COLUMNS, JsonObject
from jurybox.exchange.label_studio.asked import Question, Words, name_of
from jurybox.exchange.label_studio.config import XmlElement
from jurybox.exchange.label_studio.guess_fields import USUAL, plain
from jurybox.exchange.label_studio.paths import leaves
from jurybox.exchange.label_studio.questions import Asker
from jurybox.exchange.label_studio.scene import Scene
from jurybox.exchange.label_studio.shown import ShownObject

REFERENCES = {plain(name) for name in USUAL["reference"]}


@dataclass(frozen=True, slots=True)
class DraftWishes:
    """What the organiser says of the draft."""

    id: str = "draft"
    title: str = "DraftProtocol"
    lang: str = "en"
    segments: int | None = None
    """How many entries a Repeater has, where they are segments; 0 where they are candidates."""


class DraftField(TypedDict):
    type: str
    per: str
    optional: NotRequired[bool]
    label: NotRequired[Words]


Fields = dict[str, DraftField]


class DraftUnit(TypedDict):
    segments: int
    candidates: int | str


class DraftStage(TypedDict):
    id: str
    show: list[str]
    ask: list[Question]


class DraftDocument(TypedDict):
    """A protocol as it is written."""

    id: str
    version: int
    title: Words
    description: Words
    languages: list[str]
    unit: DraftUnit
    fields: Fields
    stages: list[DraftStage]


@dataclass(slots=True)
class DraftProtocol:
    document: DraftDocument
    notes: list[tuple[int, str]]
    """(line, what was not carried, or not as it was)."""
    paths: dict[str, list[str]] = field(default_factory=dict)
    """Where the data of each field stand in a task."""


def draft_protocol(root: XmlElement, wishes: DraftWishes, sample: list[JsonObject] | None = None) -> DraftProtocol:
    """A protocol that asks what the configuration asks. `sample` is the data of some tasks, if there are any."""
    scene = Scene(root, wishes.lang, wishes.segments, sample or [])
    fielder = _Fielder(scene)
    fields = fielder.fields()
    questions = Asker(scene).ask()
    hidden = fielder.reference(fields)
    candidates: int | str = 2 if scene.pair else "all" if scene.each else 1
    texts = scene.texts
    document: DraftDocument = {
        "id": wishes.id,
        "version": 1,
        "title": texts.of(wishes.title),
        "description": texts.of(f"{wishes.title}. A draft, made from a labeling configuration of Label Studio."),
        "languages": [wishes.lang],
        "unit": {"segments": scene.segments, "candidates": candidates},
        "fields": fields,
        "stages": [{"id": "rate", "show": [n for n in fields if n not in hidden], "ask": questions}],
    }
    paths: dict[str, list[str]] = {}
    for one in scene.shown:
        if one.field:
            paths.setdefault(one.field, []).append(one.path)
    return DraftProtocol(document, sorted(texts.notes), paths)


class _Fielder:
    """Names the fields, and says what each belongs to."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def fields(self) -> Fields:
        rated = self._rated()
        fields: Fields = {}
        for one in self.scene.shown:
            is_output = one.name in rated
            if is_output and "output" in fields:
                one.field = "output"
                continue
            one.field = "output" if is_output else self._field_name(one, fields)
            fields[one.field] = {"type": one.kind, "per": self._per(one, is_output)}
            label = one.label or ("" if is_output else _named_by(one.path))
            if label:
                fields[one.field]["label"] = self.scene.texts.of(label)
            if one.field == "context":
                fields[one.field]["optional"] = True
        if "output" not in fields:
            fields["output"] = {"type": "text", "per": "output"}
            self.scene.texts.note(
                self.scene.root, "No object could be taken for the rated output: a text field 'output' was added."
            )
        return fields

    def _rated(self) -> set[str]:
        """What the outputs are: the compared two, what a Repeater shows, what controls point to, or the last text."""
        if self.scene.pair:
            return set(self.scene.pair)
        pointed = {target for control in self.scene.controls for target in control.targets}
        inside = [one for one in self.scene.shown if one.is_repeated]
        pool = inside or self.scene.shown
        texts = [one for one in pool if one.kind == "text"] or pool
        if not texts:
            return set()
        usual = {plain(name): rank for rank, name in enumerate(USUAL["output"][:-2])}

        def rank(one: ShownObject) -> tuple[int, bool, int]:
            named = usual.get(plain(one.path), usual.get(plain(one.name), 99))
            return named, one.name not in pointed, -texts.index(one)

        best = min(texts, key=rank)
        if len(texts) > 1:
            self.scene.texts.note(best.element, f"{best.element.tag} {best.name}: taken for the output that is rated.")
        return {best.name}

    def _field_name(self, one: ShownObject, fields: Fields) -> str:
        own = plain(one.path)
        known = next(
            (n for n, names in USUAL.items() if n != "output" and own in map(plain, names)),
            "",
        )
        name = known if known and known not in fields else name_of(one.path.rpartition(".")[2], fields)
        return name_of(f"{name}_text" if name in (*RESERVED_COLUMNS, "output") else name, fields)

    def _per(self, one: ShownObject, is_output: bool) -> str:
        if is_output:
            return "output"
        if one.is_repeated:
            return "segment" if self.scene.segments else "system"
        return "system" if one.field == "context" and self.scene.segments else "item"

    def reference(self, fields: Fields) -> set[str]:
        """What the tasks hold and nobody is shown: kept as a reference, in no stage."""
        hidden = [p for data in self.scene.sample[:1] for p in leaves(data) if plain(p) in REFERENCES]
        if not hidden or "reference" in fields:
            return set()
        per = "segment" if "[]" in hidden[0] and self.scene.segments else "item"
        label = self.scene.texts.of("Reference")
        fields["reference"] = {"type": "text", "per": per, "optional": True, "label": label}
        self.scene.texts.note(self.scene.root, f"{hidden[0]} is kept as the field 'reference', which no stage shows.")
        return {"reference"}


def _named_by(path: str) -> str:
    """
    >>> _named_by("meta.film_title")
    'Film title'
    """
    return path.rpartition(".")[2].replace("_", " ").strip().capitalize()
