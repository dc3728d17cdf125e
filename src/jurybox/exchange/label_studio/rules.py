"""One rule for every type of question: its controls, what answers are written as, and what can be read from a label."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar
from xml.etree import ElementTree as Xml

from jurybox.core import JsonObject, JsonValue
from jurybox.core.questions import (
    BetterAnswer,
    Choice,
    Comment,
    Edit,
    EditAnswer,
    MarkAnswer,
    Marks,
    Order,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    TagAnswer,
    Tags,
    for_every_type,
)
from jurybox.exchange.files import to_units
from jurybox.exchange.label_studio.parts import ControlMaker, ResultMaker

Q = TypeVar("Q", bound=QuestionBase)
V = TypeVar("V")
"""What a sound answer to the question holds."""
Takes = Literal["labels", "number", "text", "side", "spans"]
"""What a control says: labels that were chosen, a number, a text, the left or right side, marked spans."""
Choosable = str | float
"""The id of a tag or option, or the value of a level."""


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """One answer, or one part of it: tags and options of several controls add up."""

    question: str
    value: JsonValue
    adds: bool = False


@dataclass(frozen=True, slots=True)
class LabelMeaning:
    """What a label can mean, and the names it goes by: its own, and others."""

    value: Choosable
    names: list[str]
    category: str = ""
    aliases: tuple[str, ...] = ()


class ControlRule(ABC, Generic[Q, V]):
    """How one type of question stands in Label Studio."""

    takes: frozenset[Takes] = frozenset()
    """What makes an answer of this type beside chosen labels."""

    @abstractmethod
    def controls(self, q: Q, make: ControlMaker) -> Iterator[Xml.Element]:
        """What asks it; nothing where Label Studio has no such control."""

    @abstractmethod
    def results(self, q: Q, value: V, make: ResultMaker) -> Iterator[JsonObject]:
        """An answer as the results of those controls."""

    def chosen(self, q: Q) -> list[LabelMeaning]:
        """Everything that can be chosen."""
        return [LabelMeaning(one.id, [one.id, *one.label.values()], one.category, one.aliases) for one in q.names()]

    def part(self, q: Q, value: Choosable) -> AnswerPart:
        """The answer that a chosen value gives."""
        return AnswerPart(q.id, value)


class ScaleControl(ControlRule[Scale, float]):
    takes = frozenset({"number"})

    def controls(self, q: Scale, make: ControlMaker) -> Iterator[Xml.Element]:
        levels = [(f"{level.value:g} {make.say(level.label)}", f"{level.value:g}") for level in q.levels]
        yield make.choices(q, levels, "single-radio")

    def results(self, q: Scale, value: float, make: ResultMaker) -> Iterator[JsonObject]:
        yield make.result(q, "choices", {"choices": [f"{value:g}"]})

    def chosen(self, q: Scale) -> list[LabelMeaning]:
        """A level is often written with its number before its name."""
        found = []
        for level in q.levels:
            number, texts = f"{level.value:g}", list(level.label.values())
            both = [f"{number}{between}{text}" for text in texts for between in (" ", " - ", ": ", ". ")]
            found.append(LabelMeaning(level.value, [number, *texts, *both]))
        return found


class NumberControl(ControlRule[Slider | Stepper, float]):
    takes = frozenset({"number"})

    def __init__(self, **attributes: str) -> None:
        self.attributes = attributes

    def controls(self, q: Slider | Stepper, make: ControlMaker) -> Iterator[Xml.Element]:
        bounds = {"min": q.min, "max": q.max, "step": q.step}
        given = {name: f"{bound:g}" for name, bound in bounds.items() if bound is not None}
        yield make.control("Number", q, **given, **self.attributes)

    def results(self, q: Slider | Stepper, value: float, make: ResultMaker) -> Iterator[JsonObject]:
        yield make.result(q, "number", {"number": value})


class TagsControl(ControlRule[Tags, list[TagAnswer]]):
    """A control for each category, and one for each text that a tag opens."""

    def controls(self, q: Tags, make: ControlMaker) -> Iterator[Xml.Element]:
        for category in q.categories:
            yield Xml.Element("Header", value=make.say(category.label), size="5")
            control = make.control("Choices", q, category.id, choice="multiple")
            for tag in category.tags:
                choice = Xml.SubElement(control, "Choice", value=make.say(tag.label), alias=tag.id)
                if tag.definition:
                    choice.set("hint", make.say(tag.definition))
            yield control
            for tag in category.tags:
                if tag.opens_text:
                    when = {"visibleWhen": "choice-selected", "whenTagName": control.get("name", "")}
                    view = Xml.Element("View", {**when, "whenChoiceValue": make.say(tag.label)})
                    view.append(make.control("TextArea", q, f"{tag.id}__text", maxSubmissions="1"))
                    yield view

    def results(self, q: Tags, value: list[TagAnswer], make: ResultMaker) -> Iterator[JsonObject]:
        given = {tag["id"]: tag.get("text") for tag in value}
        for category in q.categories:
            chosen = [tag.id for tag in category.tags if tag.id in given]
            if chosen:
                yield make.result(q, "choices", {"choices": [*chosen]}, category.id)
            for tag in chosen:
                if given[tag]:
                    yield make.result(q, "textarea", {"text": [given[tag]]}, f"{tag}__text")

    def part(self, q: Tags, value: Choosable) -> AnswerPart:
        return AnswerPart(q.id, [{"id": value}], adds=True)


class MarksControl(ControlRule[Marks, list[MarkAnswer]]):
    takes = frozenset({"spans"})

    def controls(self, q: Marks, make: ControlMaker) -> Iterator[Xml.Element]:
        control = make.control("Labels", q)
        for label in q.all_labels().values():
            weights = [w for w in q.weights if w.id in q.weights_of(label.id)]
            own = [(f"{make.say(label.label)} / {make.say(w.label)}", f"{label.id}/{w.id}") for w in weights]
            for name, alias in own or [(make.say(label.label), label.id)]:
                Xml.SubElement(control, "Label", value=name, alias=alias)
        yield control

    def results(self, q: Marks, value: list[MarkAnswer], make: ResultMaker) -> Iterator[JsonObject]:
        """Places as JavaScript counts them; what stands for something that is not in the text has no place."""
        for mark in value:
            first, last = mark["start"], mark["end"]
            make.lost["mark reasons"] += bool(mark.get("reason"))
            if first is None or last is None or first == last or make.text is None or q.field_of(mark) != q.field:
                make.lost["marks"] += 1
                continue
            start, end = to_units(make.text, first, last)
            label = mark["label"] + (f"/{mark['weight']}" if mark.get("weight") else "")
            said: JsonObject = {"start": start, "end": end, "text": make.text[first:last], "labels": [label]}
            for _ in range(mark.get("count", 1)):
                yield make.result(q, "labels", said)

    def chosen(self, q: Marks) -> list[LabelMeaning]:
        """A label alone marks nothing."""
        return []


class PreferenceControl(ControlRule[Preference, BetterAnswer]):
    takes = frozenset({"side"})

    def controls(self, q: Preference, make: ControlMaker) -> Iterator[Xml.Element]:
        yield make.choices(q, [(name, name) for name in self._sides(q)], "single-radio")

    def results(self, q: Preference, value: BetterAnswer, make: ResultMaker) -> Iterator[JsonObject]:
        yield make.result(q, "choices", {"choices": [make.letters.get(value["better"], value["better"])]})

    def chosen(self, q: Preference) -> list[LabelMeaning]:
        return [LabelMeaning(name, [name]) for name in self._sides(q)]

    def _sides(self, q: Preference) -> list[str]:
        return ["A", "B", *q.no_winner()]

    def part(self, q: Preference, value: Choosable) -> AnswerPart:
        return AnswerPart(q.id, {"better": value})


class RankingControl(ControlRule[Ranking, Order]):
    """It has no control here, so its answers are counted as lost."""

    def controls(self, q: Ranking, make: ControlMaker) -> Iterator[Xml.Element]:
        return iter(())

    def results(self, q: Ranking, value: Order, make: ResultMaker) -> Iterator[JsonObject]:
        make.lost["ranking"] += 1
        return iter(())


class ChoiceControl(ControlRule[Choice, list[str]]):
    def controls(self, q: Choice, make: ControlMaker) -> Iterator[Xml.Element]:
        options = [(make.say(option.label), option.id) for option in q.options]
        yield make.choices(q, options, "multiple" if q.most > 1 or q.is_tick else "single-radio")

    def results(self, q: Choice, value: list[str], make: ResultMaker) -> Iterator[JsonObject]:
        if value:
            yield make.result(q, "choices", {"choices": [*value]})

    def part(self, q: Choice, value: Choosable) -> AnswerPart:
        return AnswerPart(q.id, [value], adds=True)


class CommentControl(ControlRule[Comment, str]):
    takes = frozenset({"text"})

    def controls(self, q: Comment, make: ControlMaker) -> Iterator[Xml.Element]:
        yield make.control("TextArea", q, maxSubmissions="1")

    def results(self, q: Comment, value: str, make: ResultMaker) -> Iterator[JsonObject]:
        yield make.result(q, "textarea", {"text": [value]})


class EditControl(ControlRule[Edit, EditAnswer]):
    """A text area beside the text, empty at first: one that is filled in beforehand could be handed in unread."""

    takes = frozenset({"text"})

    def controls(self, q: Edit, make: ControlMaker) -> Iterator[Xml.Element]:
        yield make.control("TextArea", q, maxSubmissions="1", rows="4")

    def results(self, q: Edit, value: EditAnswer, make: ResultMaker) -> Iterator[JsonObject]:
        yield make.result(q, "textarea", {"text": [value["text"]]})

    def part(self, q: Edit, value: Choosable) -> AnswerPart:
        return AnswerPart(q.id, {"text": value})


CONTROLS: dict[type[QuestionBase], ControlRule[Any, Any]] = for_every_type(
    {
        Scale: ScaleControl(),
        Slider: NumberControl(slider="true"),
        Stepper: NumberControl(),
        Tags: TagsControl(),
        Marks: MarksControl(),
        Preference: PreferenceControl(),
        Ranking: RankingControl(),
        Choice: ChoiceControl(),
        Comment: CommentControl(),
        Edit: EditControl(),
    }
)
