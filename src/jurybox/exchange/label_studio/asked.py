"""The controls of a labeling configuration as questions of a protocol, as far as there are any."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NotRequired, Required, TypedDict

from jurybox.exchange.label_studio.config import XmlElement

MOST_LEVELS = 101
Words = dict[str, str]
"""A text by language."""


class DraftLevel(TypedDict):
    value: float | None
    label: Words
    ours: NotRequired[bool]


class DraftName(TypedDict):
    """A tag, an option or the label of a mark."""

    id: str
    label: Words
    definition: NotRequired[Words]
    opens_text: NotRequired[bool]


class DraftCategory(TypedDict):
    id: str
    label: Words
    tags: list[DraftName]


class Question(TypedDict, total=False):
    """A question as a protocol has it, with the parts of its type."""

    type: Required[str]
    id: Required[str]
    prompt: Required[Words]
    levels: list[DraftLevel]
    options: list[DraftName]
    min: float
    max: float
    step: float
    ties: bool
    categories: list[DraftCategory]
    labels: list[DraftName]
    required: bool
    field: str
    about: str


class Uncarried(Exception):
    """Why a control has no question."""


def name_of(text: str, taken: Iterable[str] = (), fallback: str = "x") -> str:
    """An id made of some words, and unlike those that are taken.

    >>> name_of("Wrong action!"), name_of("Größe"), name_of("5 stars"), name_of("a b", taken=["a_b"]), name_of("语言")
    ('wrong_action', 'grosse', 'x_5_stars', 'a_b_2', 'x')
    """
    folded = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "_", folded).strip("_")[:50]
    plain = plain if plain[:1].isalpha() else f"{fallback}_{plain}".rstrip("_")
    used, number = set(taken), 2
    found = plain
    while found in used:
        found, number = f"{plain}_{number}", number + 1
    return found


@dataclass(slots=True)
class Control:
    """A control with what surrounds it."""

    element: XmlElement
    stem: str
    header: str
    is_repeated: bool
    when: XmlElement | None = None
    """What makes it visible, if that depends on something."""

    @property
    def targets(self) -> list[str]:
        return [name.strip() for name in self.element.get("toName").split(",") if name.strip()]


@dataclass(slots=True)
class DraftTexts:
    """Texts in the one language of a draft."""

    lang: str
    notes: list[tuple[int, str]] = field(default_factory=list)

    def of(self, text: str) -> dict[str, str]:
        return {self.lang: text}

    def note(self, element: XmlElement, what: str) -> None:
        self.notes.append((element.line, what))


def prompt_of(control: Control) -> str:
    """The heading before a control, or its own words."""
    own = control.element.get("title") or control.element.get("label") or control.header
    return own or re.sub(r"[_\W]+", " ", control.stem).strip().capitalize() or "?"


def base(control: Control, texts: DraftTexts, kind: str, id: str) -> Question:
    return {"type": kind, "id": id, "prompt": texts.of(prompt_of(control))}


def options_of(control: Control, texts: DraftTexts) -> list[tuple[str, str, str]]:
    """(value, what a result says, hint) of every choice; nested ones in their order."""
    choices = list(control.element.all("Choice"))
    if not choices or control.element.get("value").startswith("$"):
        raise Uncarried("its choices come from the data of each task")
    if any(choice.children for choice in choices) and control.element.tag == "Choices":
        texts.note(control.element, f"Choices {control.stem}: nested choices stand side by side.")
    _note_default(control, texts, ", ".join(one.get("value") for one in choices if one.is_on("selected")))
    named = [(c.get("value") or c.get("alias"), c.get("alias") or c.get("value"), c.get("hint")) for c in choices]
    found = [entry for entry in named if entry[0]]
    if not found:
        raise Uncarried("its choices have no values")
    return found


def _note_default(control: Control, texts: DraftTexts, value: str) -> None:
    """Nothing is preselected: a default that was left alone can't be told from a considered answer."""
    if value:
        tag, stem = control.element.tag, control.stem
        texts.note(control.element, f"{tag} {stem}: its default {value} is left out, as nothing is preselected here.")


def _named(id: str, label: str, hint: str, texts: DraftTexts) -> DraftName:
    named: DraftName = {"id": id, "label": texts.of(label)}
    if hint:
        named["definition"] = texts.of(hint)
    return named


def single(control: Control, texts: DraftTexts, id: str) -> Question:
    options = options_of(control, texts)
    numbered = [re.match(r"^\s*(-?\d{1,6}(?:\.\d{1,3})?)\b[\s:.)–-]*(.*)$", value) for value, _, _ in options]
    if len(options) > 1 and all(numbered) and len({n[1] for n in numbered if n}) == len(options):
        levels: list[DraftLevel] = [{"value": _number(n[1]), "label": texts.of(n[2] or n[1])} for n in numbered if n]
        return {**base(control, texts, "scale", id), "levels": levels, "required": control.element.is_on("required")}
    made: list[DraftName] = []
    for value, alias, hint in options:
        made.append(_named(name_of(alias, (o["id"] for o in made)), value, hint, texts))
    return {**base(control, texts, "choice", id), "options": made, "required": control.element.is_on("required")}


def rating(control: Control, texts: DraftTexts, id: str) -> Question:
    most = control.element.get("maxRating", "5")
    if not most.isdecimal() or not 2 <= int(most) <= MOST_LEVELS:
        raise Uncarried(f"maxRating is {most}")
    numbers = range(1, int(most) + 1)
    levels: list[DraftLevel] = [{"value": n, "label": texts.of(str(n)), "ours": True} for n in numbers]
    texts.note(control.element, f"Rating {control.stem}: its levels have no names. Give them some.")
    _note_default(control, texts, control.element.get("defaultValue"))
    return {**base(control, texts, "scale", id), "levels": levels, "required": control.element.is_on("required")}


BOUNDS: tuple[Literal["min", "max", "step"], ...] = ("min", "max", "step")


def number(control: Control, texts: DraftTexts, id: str) -> Question:
    element = control.element
    given = {name: _number(element.get(name)) for name in BOUNDS if element.get(name)}
    bounds = {name: value for name, value in given.items() if value is not None}
    if len(bounds) < len(given) or bounds.get("step", 1) <= 0:
        raise Uncarried("min, max and step are no numbers")
    if "max" in bounds and bounds["max"] <= bounds.get("min", 0):
        raise Uncarried("its highest value is not above its lowest")
    kind = "slider" if element.is_on("slider") and {"min", "max"} <= bounds.keys() else "stepper"
    if "min" not in bounds:
        texts.note(element, f"Number {control.stem}: it has no lowest value; it is 0 here.")
    _note_default(control, texts, element.get("defaultValue"))
    made = base(control, texts, kind, id)
    for bound in BOUNDS:
        if bound in bounds:
            made[bound] = bounds[bound]
    made["required"] = element.is_on("required")
    return made


def written(control: Control, texts: DraftTexts, id: str) -> Question:
    _note_default(control, texts, control.element.get("value"))
    return {**base(control, texts, "comment", id), "required": control.element.is_on("required")}


def pairwise(control: Control, texts: DraftTexts, id: str) -> Question:
    return {**base(control, texts, "preference", id), "ties": False, "about": "unit"}


def categories_of(controls: list[Control], texts: DraftTexts) -> list[DraftCategory]:
    """Several controls of ticks as the categories of one question."""
    found: list[DraftCategory] = []
    used: list[str] = []
    for control in controls:
        id = name_of(control.stem, (c["id"] for c in found))
        label = control.header or prompt_of(control)
        tags = []
        for value, alias, hint in options_of(control, texts):
            plain = name_of(alias)
            tag = name_of(f"{id}_{plain}" if plain in used else plain, used)
            used.append(tag)
            tags.append(_named(tag, value, hint, texts))
        found.append({"id": id, "label": texts.of(label), "tags": tags})
    return found


def taxonomy(control: Control, texts: DraftTexts, id: str) -> Question:
    """The topmost choices are the categories, what is below them the tags."""
    categories: list[DraftCategory] = []
    used: list[str] = []
    alone = [top for top in control.element.children if top.tag == "Choice" and not top.children]
    tops = [top for top in control.element.children if top.tag == "Choice" and top.children]
    groups = [(top.get("value"), list(top.all("Choice"))) for top in tops] + ([("Other", alone)] if alone else [])
    if not groups:
        raise Uncarried("its choices come from the data of each task")
    for label, choices in groups:
        tags: list[DraftName] = []
        for choice in choices:
            used.append(name_of(choice.get("alias") or choice.get("value"), used))
            tags.append({"id": used[-1], "label": texts.of(choice.get("value"))})
        categories.append({"id": name_of(label, (c["id"] for c in categories)), "label": texts.of(label), "tags": tags})
    if any(choice.children for _, choices in groups for choice in choices):
        texts.note(control.element, f"Taxonomy {control.stem}: levels below the second stand side by side.")
    return {**base(control, texts, "tags", id), "categories": categories}


def spans(control: Control, texts: DraftTexts, id: str) -> Question:
    labels: list[DraftName] = []
    for label in control.element.all("Label"):
        value = label.get("value")
        if value:
            named = name_of(label.get("alias") or value, (one["id"] for one in labels))
            labels.append({"id": named, "label": texts.of(value)})
    if not labels:
        raise Uncarried("its labels come from the data of each task")
    return {**base(control, texts, "marks", id), "labels": labels}


def _number(text: str) -> float | int | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() else value


MARKERS = ("Labels", "HyperTextLabels")
"""Controls that mark spans of a text."""
MAKERS: dict[str, Callable[[Control, DraftTexts, str], Question]] = {
    "Choices": single,
    "Rating": rating,
    "Number": number,
    "TextArea": written,
    "Pairwise": pairwise,
    "Taxonomy": taxonomy,
    **dict.fromkeys(MARKERS, spans),
}
