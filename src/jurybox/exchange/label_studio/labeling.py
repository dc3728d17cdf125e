"""A protocol as a labeling configuration: what Label Studio must show and ask to collect the same answers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as Xml

from jurybox.core import Field, Protocol, in_language
from jurybox.core.questions import Choice, Comment, Marks, Preference, QuestionBase, Scale, Slider, Stepper, Tags

INDEX = "{{idx}}"
REMARK = "jurybox-remark"
"""The control that takes the comment of a judgement."""
OBJECTS = {"text": "Text", "image": "Image", "video": "Video", "audio": "Audio"}


@dataclass(slots=True)
class ControlNames:
    """What controls and objects are called: those of segments and candidates are numbered by a Repeater."""

    protocol: Protocol

    @property
    def each(self) -> str:
        """The list in the data that is gone through, if there is one."""
        if self.protocol.unit.segments:
            return "segments"
        return "" if self.protocol.unit.candidates == 1 else "candidates"

    def is_repeated(self, question: QuestionBase) -> bool:
        return bool(self.each) and question.about == self.each.removesuffix("s")

    def is_in_list(self, spec: Field) -> bool:
        """Whether a field has one value for each entry of the list."""
        if self.each == "segments":
            return spec.per in ("segment", "output")
        return bool(self.each) and spec.per in ("system", "output")

    def control(self, question: QuestionBase, part: str = "", index: str | int = INDEX) -> str:
        name = f"{question.id}__{part}" if part else question.id
        return f"{name}_{index}" if self.is_repeated(question) else name

    def shown(self, name: str, index: str | int = INDEX) -> str:
        repeated = self.is_in_list(self.protocol.fields[name])
        return f"field-{name}_{index}" if repeated else f"field-{name}"

    def target(self, question: QuestionBase, shown: tuple[str, ...], index: str | int = INDEX) -> str:
        """What a control points to: an object that stands beside it."""
        carried = [n for n in shown if self.protocol.fields[n].type in OBJECTS]
        if isinstance(question, Marks):
            return self.shown(question.field, index)
        near = [n for n in carried if self.is_in_list(self.protocol.fields[n]) == self.is_repeated(question)]
        return self.shown((near or carried)[-1], index)


@dataclass(slots=True)
class Labeling:
    """A configuration and what it could not say."""

    xml: str
    lost: list[str] = field(default_factory=list)


def labeling_of(protocol: Protocol, shown: tuple[tuple[str, ...], ...], lang: str) -> Labeling:
    """`shown` are the fields of each stage; several stages stand on one page, which is said."""
    return _Writer(protocol, shown, lang).write()


class _Writer:
    def __init__(self, protocol: Protocol, shown: tuple[tuple[str, ...], ...], lang: str) -> None:
        self.protocol, self.stages, self.lang = protocol, shown, lang
        self.fields = tuple(dict.fromkeys(name for names in shown for name in names))
        self.names = ControlNames(protocol)
        self.lost: list[str] = []

    def say(self, text: Any) -> str:
        return in_language(text, [self.lang])

    def write(self) -> Labeling:
        root = Xml.Element("View")
        Xml.SubElement(root, "Header", value=self.say(self.protocol.title))
        inside = [n for n in self.fields if self.names.is_in_list(self.protocol.fields[n])]
        for name in self.fields:
            if name not in inside:
                self._show(root, name)
        asked = [question for _, question in self.protocol.questions()]
        if self.names.each:
            repeater = Xml.SubElement(root, "Repeater", on=f"${self.names.each}", indexFlag=INDEX)
            for name in inside:
                self._show(repeater, name)
            for question in filter(self.names.is_repeated, asked):
                self._ask(repeater, question)
        for question in asked:
            if not self.names.is_repeated(question):
                self._ask(root, question)
        target = self.names.target(Comment(id="remark", prompt={"en": "x"}, about="unit"), self.fields, 0)
        Xml.SubElement(root, "TextArea", name=REMARK, toName=target, placeholder="Comment", maxSubmissions="1")
        if len(self.protocol.stages) > 1:
            self.lost.append("stages: Label Studio shows and asks everything at once")
        Xml.indent(root)
        return Labeling(Xml.tostring(root, encoding="unicode") + "\n", self.lost)

    def _show(self, parent: Xml.Element, name: str) -> None:
        spec = self.protocol.fields[name]
        if spec.type not in OBJECTS:
            self.lost.append(f"field {name}: {spec.type} have no object in Label Studio")
            return
        Xml.SubElement(parent, "Header", value=self.say(spec.label) if spec.label else name, size="5")
        path = f"${self.names.each}[{INDEX}].{name}" if self.names.is_in_list(spec) else f"${name}"
        object = Xml.SubElement(parent, OBJECTS[spec.type], name=self.names.shown(name), value=path)
        if spec.type == "video":
            object.set("framerate", "$fps")
            if self.protocol.unit.segments:
                labels = Xml.SubElement(parent, "TimelineLabels", name="timeline", toName=self.names.shown(name))
                for number in range(1, self.protocol.unit.segments + 1):
                    Xml.SubElement(labels, "Label", value=f"Segment {number}")

    def _ask(self, parent: Xml.Element, question: QuestionBase) -> None:
        Xml.SubElement(parent, "Header", value=self.say(question.prompt), size="4")
        made = list(self._controls(question))
        if not made:
            self.lost.append(f"question {question.id}: {type(question).__name__.lower()} has no control here")
        for control in made:
            parent.append(control)

    def _control(self, tag: str, question: QuestionBase, part: str = "", **attributes: str) -> Xml.Element:
        target = self.names.target(question, self.fields)
        required = {"required": "true"} if question.required and tag not in ("Labels",) and not part else {}
        return Xml.Element(
            tag, {"name": self.names.control(question, part), "toName": target, **required, **attributes}
        )

    def _controls(self, question: QuestionBase) -> Iterator[Xml.Element]:
        if isinstance(question, Tags):
            yield from self._tags(question)
        elif isinstance(question, Scale):
            levels = [(f"{level.value:g} {self.say(level.label)}", f"{level.value:g}") for level in question.levels]
            yield self._choices(question, levels, "single-radio")
        elif isinstance(question, Choice):
            options = [(self.say(option.label), option.id) for option in question.options]
            yield self._choices(
                question, options, "multiple" if question.most > 1 or len(options) == 1 else "single-radio"
            )
        elif isinstance(question, Preference):
            letters = "AB" if question.ties is False else ("A", "B", "tie")
            yield self._choices(question, [(letter, letter) for letter in letters], "single-radio")
        elif isinstance(question, Slider | Stepper):
            bounds = {n: f"{v:g}" for n in ("min", "max", "step") if (v := getattr(question, n)) is not None}
            slider = {"slider": "true"} if isinstance(question, Slider) else {}
            yield self._control("Number", question, **bounds, **slider)
        elif isinstance(question, Comment):
            yield self._control("TextArea", question, maxSubmissions="1")
        elif isinstance(question, Marks):
            yield self._labels(question)

    def _choices(self, question: QuestionBase, options: list[tuple[str, str]], how: str) -> Xml.Element:
        control = self._control("Choices", question, choice=how)
        if isinstance(question, Choice) and question.fewest == 0:
            control.attrib.pop("required", None)
        for label, id in options:
            Xml.SubElement(control, "Choice", value=label, alias=id)
        return control

    def _tags(self, question: Tags) -> Iterator[Xml.Element]:
        for category in question.categories:
            yield Xml.Element("Header", value=self.say(category.label), size="5")
            control = self._control("Choices", question, category.id, choice="multiple")
            for tag in category.tags:
                choice = Xml.SubElement(control, "Choice", value=self.say(tag.label), alias=tag.id)
                if tag.definition:
                    choice.set("hint", self.say(tag.definition))
            yield control
            for tag in category.tags:
                if tag.opens_text:
                    when = {"visibleWhen": "choice-selected", "whenTagName": control.get("name", "")}
                    view = Xml.Element("View", {**when, "whenChoiceValue": self.say(tag.label)})
                    view.append(self._control("TextArea", question, f"{tag.id}__text", maxSubmissions="1"))
                    yield view

    def _labels(self, question: Marks) -> Xml.Element:
        control = self._control("Labels", question)
        for label in question.labels:
            weights = [w for w in question.weights if not label.weights or w.id in label.weights]
            own = [(f"{self.say(label.label)} / {self.say(w.label)}", f"{label.id}/{w.id}") for w in weights]
            for name, alias in own or [(self.say(label.label), label.id)]:
                Xml.SubElement(control, "Label", value=name, alias=alias)
        return control
