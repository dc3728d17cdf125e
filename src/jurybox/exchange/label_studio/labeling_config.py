"""A protocol as a labeling configuration: what Label Studio must show and ask to collect the same answers."""

from dataclasses import dataclass, field
from typing import cast
from xml.etree import ElementTree as Xml

from jurybox.core import Protocol, holds
from jurybox.core.questions import Comment, QuestionBase, Value
from jurybox.exchange.label_studio.parts import INDEX, OBJECTS, REMARK, ControlMaker, ControlNames
from jurybox.exchange.label_studio.rules import CONTROLS


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
        self.protocol, self.stages = protocol, shown
        self.fields = tuple(dict.fromkeys(name for names in shown for name in names))
        self.names = ControlNames(protocol)
        self.make = ControlMaker(self.names, self.fields, lang)
        self.lost: list[str] = []

    def write(self) -> Labeling:
        root = Xml.Element("View")
        Xml.SubElement(root, "Header", value=self.make.say(self.protocol.title))
        inside = [n for n in self.fields if self.names.is_in_list(self.protocol.fields[n])]
        for name in self.fields:
            if name not in inside:
                self._show(root, name)
        questions = [question for _, question in self.protocol.questions()]
        asked = [question for question in questions if self.names.is_carried(question)]
        for question in questions:
            if question not in asked:
                self.lost.append(f"question {question.id}: of many outputs only each one and the unit are asked about")
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
        if spec.is_text and spec.type != "text":
            self.lost.append(f"field {name}: {spec.type} is shown as plain text")
        if spec.difference:
            self.lost.append(f"field {name}: the difference to {spec.difference} is not shown")
        Xml.SubElement(parent, "Header", value=self.make.say(spec.label) if spec.label else name, size="5")
        path = f"${self.names.each}[{INDEX}].{name}" if self.names.is_in_list(spec) else f"${name}"
        object = Xml.SubElement(parent, OBJECTS[spec.type], name=self.names.shown(name), value=path)
        if spec.type == "video":
            object.set("framerate", "$fps")
            if self.protocol.unit.segments:
                labels = Xml.SubElement(parent, "TimelineLabels", name="timeline", toName=self.names.shown(name))
                for number in range(1, self.protocol.unit.fixed + 1):
                    Xml.SubElement(labels, "Label", value=f"Segment {number}")

    def _ask(self, parent: Xml.Element, question: QuestionBase) -> None:
        Xml.SubElement(parent, "Header", value=self.make.say(question.prompt), size="4")
        made = list(CONTROLS[type(question)].controls(question, self.make))
        if not made:
            self.lost.append(f"question {question.id}: {question.type} has no control here")
        shown_when = self._condition(question)
        for control in made:
            control.attrib.update(shown_when)
            parent.append(control)

    def _condition(self, question: QuestionBase) -> dict[str, str]:
        """A condition on choices, by what Label Studio has for it; any other is named as not carried."""
        condition = question.only_if
        if condition is None:
            return {}
        source = self.protocol.question(condition.question)
        controls = list(CONTROLS[type(source)].controls(source, self.make))
        chosen = [one.value for one in CONTROLS[type(source)].chosen(source)]
        wanted = [value for value in chosen if self._holds(question, source, value)]
        values = [value if isinstance(value, str) else f"{value:g}" for value in wanted]
        labels = [one.get("value", "") for one in (controls[0] if controls else []) if one.get("alias") in values]
        if len(controls) != 1 or controls[0].tag != "Choices" or any("," in one for one in [*values, *labels]):
            self.lost.append(f"question {question.id}: what it is only asked after has no form in Label Studio")
            return {}
        when = {"visibleWhen": "choice-selected", "whenTagName": self.names.control(source)}
        return when | {"whenChoiceValue": ",".join(dict.fromkeys([*values, *labels]))}

    def _holds(self, question: QuestionBase, source: QuestionBase, chosen: str | float) -> bool:
        """Whether the question is asked where this was chosen."""
        assert question.only_if is not None
        return holds(question.only_if, source, cast(Value, CONTROLS[type(source)].part(source, chosen).value))
