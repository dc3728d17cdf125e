"""What a labeling configuration shows and asks: its objects and controls, and what its Repeater goes through."""

import re
from dataclasses import dataclass

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.label_studio import guess_fields
from jurybox.exchange.label_studio.asked import Control, DraftTexts
from jurybox.exchange.label_studio.blocks import fold
from jurybox.exchange.label_studio.config import XmlElement
from jurybox.exchange.label_studio.shown import ShownObject, heading_of, parts_of

OBJECTS = {
    "Text": "text",
    "HyperText": "text",
    "Image": "image",
    "Video": "video",
    "Audio": "audio",
    "AudioPlus": "audio",
}
HEADINGS = ("Header", "Panel")
LONGEST = 60
"""Characters shown of a text that is not carried."""
LAYOUT = ("View", "Header", "Style", "Label", "Choice", "Collapse", "Panel", "Repeater", "Filter", "Markdown")


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    element: XmlElement


class Scene:
    """Everything of a configuration, in its order. `sample` is the data of some tasks."""

    def __init__(self, root: XmlElement, lang: str, segments: int | None, sample: list[JsonObject]) -> None:
        self.root, self.sample = root, sample
        self.texts = DraftTexts(lang)
        self.shown: list[ShownObject] = []
        self.controls: list[Control] = []
        self.repeaters: list[XmlElement] = []
        self._heading: Heading | None = None
        self._spans = {label.get("value") for spans in root.all("TimelineLabels") for label in spans.all("Label")}
        self._walk(root, None, None)
        self._head(None)
        self._blocks = None if self.repeaters else fold(self.shown, self.controls, self.texts)
        if self._blocks is not None:
            self.shown, self.controls = self._blocks.shown, self._blocks.controls
        self.segments = self._segments(segments)
        pairs = [c for c in self.controls if c.element.tag == "Pairwise"]
        self.pair = pairs[0].targets[:2] if pairs else []
        if self.pair and self.segments:
            self.texts.note(
                pairs[0].element, "Pairwise compares whole outputs: the Repeater is not carried as segments."
            )
            self.segments = 0
        self.each = bool(self.repeaters or self._blocks) and not self.segments
        """Whether what is repeated are candidates."""

    def about(self, control: Control) -> str:
        if control.is_repeated:
            return "segment" if self.segments else "candidate"
        return "unit" if self.segments or self.pair or self.each else "candidate"

    def _walk(self, element: XmlElement, repeater: XmlElement | None, when: XmlElement | None) -> None:
        tag = element.tag
        when = element if element.get("visibleWhen") else when
        if tag in HEADINGS and element.get("value"):
            self._show(element, "text", repeater)
        elif tag == "Repeater":
            self.repeaters.append(element)
            repeater = element
        elif tag in OBJECTS and element.get("name"):
            self._show(element, OBJECTS[tag], repeater)
        elif element.get("toName"):
            self._control(element, repeater, when)
        elif tag not in LAYOUT:
            self.texts.note(element, f"{tag} {element.get('name')}: not carried.".replace(" :", ":"))
        for child in element.children:
            if child.tag not in ("Choice", "Label"):
                self._walk(child, repeater, when)

    def _show(self, element: XmlElement, kind: str, repeater: XmlElement | None) -> None:
        """What an element shows of a task; nothing but words are the heading of what follows."""
        value = element.get("value")
        parts = parts_of(self._unflagged(value, repeater))
        if not parts and kind == "text" and element.tag != "HyperText":
            self._head(Heading(heading_of(value), element))
            return
        if not parts:
            what = f"{element.tag} {element.get('name')}"
            self.texts.note(element, f"{what}: not carried, as it shows the same in every task: {value[:LONGEST]}")
            return
        before = self._take_heading() if self._heading and self._heading.element.tag == "Text" else ""
        for part in parts:
            name = element.get("name") or part.path
            label = "" if part.label in self._spans else part.label or before
            one = ShownObject(name, part.path, kind, repeater is not None, element, label=label)
            self.shown.append(one)
        if element.tag == "HyperText":
            self.texts.note(element, f"HyperText {element.get('name')}: shown as plain text.")

    def _head(self, heading: Heading | None) -> None:
        """A new heading; one that nothing followed is lost, unless it only numbers what the timeline numbers too."""
        if self._heading is not None and self._heading.text not in self._spans | {""}:
            lost = self._heading
            self.texts.note(
                lost.element, f"{lost.element.tag} “{lost.text[:LONGEST]}”: not carried, as nothing follows it."
            )
        self._heading = heading

    def _take_heading(self) -> str:
        heading, self._heading = self._heading, None
        return heading.text if heading and heading.text not in self._spans else ""

    def _unflagged(self, value: str, repeater: XmlElement | None) -> str:
        """$ad_block[{{idx}}].text is ad_block[].text."""
        flag = repeater.get("indexFlag", "{{idx}}") if repeater else "{{idx}}"
        return value.replace(f"[{flag}]", "[]")

    def _control(self, element: XmlElement, repeater: XmlElement | None, when: XmlElement | None) -> None:
        flag = repeater.get("indexFlag", "{{idx}}") if repeater else "{{idx}}"
        stem = re.sub(r"[\W_]*$", "", element.get("name").replace(flag, "")) or element.tag.lower()
        heading = "" if element.tag == "TimelineLabels" else self._take_heading()
        self.controls.append(Control(element, stem, heading, repeater is not None, when))

    def _segments(self, said: int | None) -> int:
        """Segments or candidates are gone through: the organiser says so, the tasks do, or the timeline."""
        if not self.repeaters and self._blocks is None:
            return 0
        if said is not None:
            return said
        on = self._blocks.on if self._blocks else self.repeaters[0].get("on").lstrip("$")
        entries = [found for data in self.sample if isinstance(found := data.get(on), list)]
        if entries:
            systems = [_systems_of(found) for found in entries]
            return 0 if any(len(found) > 1 for found in systems) else max(map(len, entries))
        if self._spans:
            return self._blocks.count if self._blocks else len(self._spans)
        first = self._blocks.element if self._blocks else self.repeaters[0]
        many = f"--segments {self._blocks.count}" if self._blocks else "how many"
        self.texts.note(first, f"The entries of {on} are taken for candidates. If they are segments, say {many}.")
        return 0


def _systems_of(entries: list[JsonValue]) -> set[str]:
    """The names of systems in the entries of a task."""
    return {str(e[name]) for e in entries if isinstance(e, dict) for name in guess_fields.SYSTEM if name in e}
