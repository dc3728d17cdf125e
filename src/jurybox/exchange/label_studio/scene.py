"""What a labeling configuration shows and asks: its objects and controls, and what its Repeater goes through."""

import re
from dataclasses import dataclass

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.label_studio import guess_fields
from jurybox.exchange.label_studio.asked import Control, DraftTexts
from jurybox.exchange.label_studio.config import XmlElement

OBJECTS = {
    "Text": "text",
    "HyperText": "text",
    "Image": "image",
    "Video": "video",
    "Audio": "audio",
    "AudioPlus": "audio",
}
LAYOUT = ("View", "Header", "Style", "Label", "Choice", "Collapse", "Panel", "Repeater", "Filter", "Markdown")


@dataclass(slots=True)
class ShownObject:
    """Something that the configuration shows."""

    name: str
    path: str
    kind: str
    is_repeated: bool
    element: XmlElement
    field: str = ""


class Scene:
    """Everything of a configuration, in its order. `sample` is the data of some tasks."""

    def __init__(self, root: XmlElement, lang: str, segments: int | None, sample: list[JsonObject]) -> None:
        self.root, self.sample = root, sample
        self.texts = DraftTexts(lang)
        self.shown: list[ShownObject] = []
        self.controls: list[Control] = []
        self.repeaters: list[XmlElement] = []
        self._header = ""
        self._walk(root, None, None)
        self.segments = self._segments(segments)
        pairs = [c for c in self.controls if c.element.tag == "Pairwise"]
        self.pair = pairs[0].targets[:2] if pairs else []
        if self.pair and self.segments:
            self.texts.note(
                pairs[0].element, "Pairwise compares whole outputs: the Repeater is not carried as segments."
            )
            self.segments = 0
        self.each = bool(self.repeaters) and not self.segments
        """Whether the Repeater goes through candidates."""

    def about(self, control: Control) -> str:
        if control.is_repeated:
            return "segment" if self.segments else "candidate"
        return "unit" if self.segments or self.pair or self.each else "candidate"

    def _walk(self, element: XmlElement, repeater: XmlElement | None, when: XmlElement | None) -> None:
        tag = element.tag
        when = element if element.get("visibleWhen") else when
        if tag == "Header":
            self._header = element.get("value")
        elif tag == "Repeater":
            self.repeaters.append(element)
            repeater = element
        elif tag in OBJECTS and element.get("name"):
            path = self._path(element.get("value"), repeater)
            self.shown.append(ShownObject(element.get("name"), path, OBJECTS[tag], repeater is not None, element))
            if tag == "HyperText":
                self.texts.note(element, f"HyperText {element.get('name')}: shown as plain text.")
        elif element.get("toName"):
            self._control(element, repeater, when)
        elif tag not in LAYOUT:
            self.texts.note(element, f"{tag} {element.get('name')}: not carried.".replace(" :", ":"))
        for child in element.children:
            if child.tag not in ("Choice", "Label"):
                self._walk(child, repeater, when)

    def _path(self, value: str, repeater: XmlElement | None) -> str:
        """$ad_block[{{idx}}].text is ad_block[].text."""
        flag = repeater.get("indexFlag", "{{idx}}") if repeater else "{{idx}}"
        return value.replace(f"[{flag}]", "[]").lstrip("$").removeprefix(".")

    def _control(self, element: XmlElement, repeater: XmlElement | None, when: XmlElement | None) -> None:
        flag = repeater.get("indexFlag", "{{idx}}") if repeater else "{{idx}}"
        stem = re.sub(r"[\W_]*$", "", element.get("name").replace(flag, "")) or element.tag.lower()
        self.controls.append(Control(element, stem, self._header, repeater is not None, when))
        self._header = ""

    def _segments(self, said: int | None) -> int:
        """A Repeater goes through segments or candidates: the organiser says so, the tasks do, or the timeline."""
        if not self.repeaters:
            return 0
        if said is not None:
            return said
        on = self.repeaters[0].get("on").lstrip("$")
        entries = [found for data in self.sample if isinstance(found := data.get(on), list)]
        if entries:
            systems = [_systems_of(found) for found in entries]
            return 0 if any(len(found) > 1 for found in systems) else max(map(len, entries))
        spans = [c.element for c in self.controls if c.element.tag == "TimelineLabels"]
        if spans:
            return len(list(spans[0].all("Label")))
        repeater = self.repeaters[0]
        self.texts.note(
            repeater, f"Repeater on {on}: its entries are taken for candidates. If they are segments, say how many."
        )
        return 0


def _systems_of(entries: list[JsonValue]) -> set[str]:
    """The names of systems in the entries of a task."""
    return {str(e[name]) for e in entries if isinstance(e, dict) for name in guess_fields.SYSTEM if name in e}
