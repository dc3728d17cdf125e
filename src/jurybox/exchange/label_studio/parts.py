"""What a labeling configuration and its results are made of: names, controls and results."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from jurybox.core import TEXT_TYPES, Field, JsonObject, Protocol, Text, in_language
from jurybox.core.questions import QuestionBase

INDEX = "{{idx}}"
REMARK = "jurybox-remark"
"""The control that takes the comment of a judgement."""
OBJECTS = {**dict.fromkeys(TEXT_TYPES, "Text"), "image": "Image", "video": "Video", "audio": "Audio"}


REPEATED: Mapping[str, tuple[str, ...]] = {
    "": (),
    "segments": ("segment", "output"),
    "candidates": ("candidate",),
    "outputs": ("output",),
}
"""By the list in the data: what the questions are about that are asked of each entry."""
LISTED: Mapping[str, tuple[str, ...]] = {
    "": (),
    "segments": ("segment", "output"),
    "candidates": ("system", "output"),
    "outputs": ("segment", "system", "output"),
}
"""And the fields that have a value in each."""


@dataclass(slots=True)
class ControlNames:
    """What controls and objects are called: those of segments and candidates are numbered by a Repeater."""

    protocol: Protocol

    @property
    def each(self) -> str:
        """The list in the data that is gone through, if there is one."""
        unit = self.protocol.unit
        if unit.segments:
            return "segments" if unit.candidates == 1 else "outputs"
        return "" if unit.candidates == 1 else "candidates"

    def is_repeated(self, question: QuestionBase) -> bool:
        return question.about in REPEATED[self.each]

    def is_carried(self, question: QuestionBase) -> bool:
        """Whether answers have a place: where all outputs stand in one list, neither a segment nor a candidate has."""
        return self.each != "outputs" or question.about in ("output", "unit")

    def is_in_list(self, spec: Field) -> bool:
        """Whether a field has one value for each entry of the list."""
        return spec.per in LISTED[self.each]

    def control(self, question: QuestionBase, part: str = "", index: str | int = INDEX) -> str:
        name = f"{question.id}__{part}" if part else question.id
        return f"{name}_{index}" if self.is_repeated(question) else name

    def shown(self, name: str, index: str | int = INDEX) -> str:
        repeated = self.is_in_list(self.protocol.fields[name])
        return f"field-{name}_{index}" if repeated else f"field-{name}"

    def target(self, question: QuestionBase, shown: tuple[str, ...], index: str | int = INDEX) -> str:
        """What a control points to: an object that stands beside it."""
        carried = [n for n in shown if self.protocol.fields[n].type in OBJECTS]
        if question.marked_field is not None:
            return self.shown(question.marked_field, index)
        near = [n for n in carried if self.is_in_list(self.protocol.fields[n]) == self.is_repeated(question)]
        return self.shown((near or carried)[-1], index)


@dataclass(frozen=True, slots=True)
class ControlMaker:
    """Makes the controls of questions."""

    names: ControlNames
    shown: tuple[str, ...]
    lang: str

    def say(self, text: Text) -> str:
        return in_language(text, [self.lang])

    def control(self, tag: str, question: QuestionBase, part: str = "", **attributes: str) -> Xml.Element:
        target = self.names.target(question, self.shown)
        required = {"required": "true"} if question.required and tag not in ("Labels",) and not part else {}
        return Xml.Element(
            tag, {"name": self.names.control(question, part), "toName": target, **required, **attributes}
        )

    def choices(self, question: QuestionBase, options: list[tuple[str, str]], how: str) -> Xml.Element:
        """A control to choose from (label, id)."""
        control = self.control("Choices", question, choice=how)
        if question.none_is_an_answer:
            control.attrib.pop("required", None)
        for label, id in options:
            Xml.SubElement(control, "Choice", value=label, alias=id)
        return control


@dataclass(frozen=True, slots=True)
class ResultMaker:
    """Makes the results of one answer: which entry of the list it is about, and what it points to."""

    names: ControlNames
    index: int
    to: str
    letters: Mapping[str, str]
    """By the id of a candidate."""
    text: str | None
    """What was marked, where marks were asked for."""
    lost: Counter[str]
    """Counts what results cannot hold."""

    def result(self, question: QuestionBase, kind: str, value: JsonObject, part: str = "") -> JsonObject:
        return result_of(self.names.control(question, part, self.index), self.to, kind, value)


def result_of(control: str, to: str, kind: str, value: JsonObject) -> JsonObject:
    return {"from_name": control, "to_name": to, "type": kind, "origin": "manual", "value": value}
