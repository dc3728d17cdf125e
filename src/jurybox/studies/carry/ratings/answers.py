"""What a rating says, as the answer to a question of a protocol."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from jurybox.core import Fault, Protocol, plain_text
from jurybox.core.questions import (
    NEITHER,
    TIE,
    Choice,
    Comment,
    Edit,
    Marks,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    Tags,
    for_every_type,
)
from jurybox.exchange.items import ScoreNames
from jurybox.exchange.ratings.formats import Mark, Rating
from jurybox.exchange.workbooks import is_tick
from jurybox.studies.carry.label_names import label_names
from jurybox.studies.carry.ratings.names import Known

Letter = Callable[[str], str | None]
"""The letter of a system's candidate."""
Found = list[tuple[QuestionBase, Any]]
SIDES = ("output", "source")
"""How other people's formats call the texts, whatever the fields of a protocol are called."""
Answered = tuple[Any, list[Fault]]
"""The answer as the wire has it, and what does not fit."""


class Answering:
    """Finds the question that a rating answers, and the answer as the wire has it; what does not fit is a fault."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self._questions = {question.id: question for _, question in protocol.questions()}
        self._stages = {question.id: number for number, stage in enumerate(protocol.stages) for question in stage.ask}
        self._ids = Known({q.id: tuple(q.prompt.values()) for q in self._questions.values()})
        self._usual = ScoreNames(protocol)
        self._labels: dict[str, Known] = {}
        self._weights: dict[str, Known] = {}

    def question(self, rating: Rating) -> QuestionBase | None:
        found = self._ids.id_of(rating.question) or self._usual.question(rating.question)
        if found is None and rating.marks is not None:  # marks go to the one question that asks for some
            marked = [question for question in self._questions.values() if question.marked_field]
            return marked[0] if len(marked) == 1 else None
        return self._questions[found] if found is not None else None

    def stage(self, rating: Rating) -> int:
        """Of the whole unit: the stage that is named, or the first."""
        found = self.question(rating) if rating.question else None
        if found is not None:
            return self._stages[found.id]
        return self.protocol.stage_number(rating.stage) or 0

    def known(self) -> list[str]:
        return list(self._questions)

    def answers(self, rating: Rating, letter: Letter) -> tuple[Found, list[Fault]]:
        """One answer; two where marks of the source have a question of their own."""
        question = self.question(rating)
        if question is None:
            return [], [Fault("imported.unknown_question", given=rating.question, allowed=self.known())]
        if rating.by == "cannot" and rating.text is None and not question.required and not question.none_is_an_answer:
            return [], []  # an empty cell of a question that may be left out says nothing
        if rating.by == "cannot" and not (rating.text is None and question.none_is_an_answer):
            return [(question, {"cannot": rating.text or "no reason given"})], []
        beside = self._beside(question)
        if not beside:
            return self._answer(question, rating, letter)
        found, faults = Found(), list[Fault]()
        for one in (question, *beside[:1]):
            marks = tuple(mark for mark in rating.marks or () if mark.field == _side(one))
            if one is question or marks:
                answer, wrong = self._answer(one, replace(rating, marks=marks), letter)
                found += answer
                faults += wrong
        return ([] if faults else found), faults

    def _answer(self, question: QuestionBase, rating: Rating, letter: Letter) -> tuple[Found, list[Fault]]:
        is_number = rating.value is not None and not _is_more(question)
        read = _number if is_number else READERS[type(question)]
        value, faults = read(self, question, rating, letter)
        return ([] if faults else [(question, value)]), faults

    def _beside(self, question: QuestionBase) -> list[QuestionBase]:
        """Marks of the source go to a question about the source in the same stage, where there is one; a question that
        is about both texts keeps its own."""
        is_one = question.marked_field is not None and len(question.marked_fields) == 1
        asked = self.protocol.stages[self._stages[question.id]].ask if is_one else ()
        return [other for other in asked if other.marked_field and _side(other) != _side(question)]

    def named(self, question: QuestionBase, names: tuple[str, ...]) -> list[str]:
        """The ids that are meant, by id, label or alias; a name that is unknown stays, and the question refuses it."""
        if question.id not in self._labels:
            whole = label_names(question)
            known = {one.id: (*one.label.values(), *one.aliases, whole[one.id]) for one in question.names()}
            self._labels[question.id] = Known(known)
        return [self._labels[question.id].id_of(name) or name for name in names]

    def weight(self, question: Marks, name: str) -> str:
        known = {weight.id: tuple(weight.label.values()) for weight in question.weights}
        return self._weights.setdefault(question.id, Known(known)).id_of(name) or name


def _is_more(question: QuestionBase) -> bool:
    """Whether an answer is more than a number, or a nought or a one says whether something was chosen."""
    is_ticked = bool(question.names()) and question.measure().is_number
    return is_ticked or question.marked_field is not None or question.edited_field is not None


def _side(question: QuestionBase) -> str:
    return "source" if question.marked_field == "source" else "output"


def _number(answering: Answering, question: QuestionBase, rating: Rating, letter: Letter) -> Answered:
    whole = isinstance(rating.value, float) and rating.value.is_integer()
    value = int(rating.value) if whole and rating.value is not None else rating.value
    return ({"value": value, "by": "override", "reason": rating.text} if rating.by == "override" else value), []


def _as_it_is(answering: Answering, question: QuestionBase, rating: Rating, letter: Letter) -> Answered:
    """No number where one is asked for: the question itself says what is wrong with it."""
    return rating.text or list(rating.labels or ()), []


def _tags(answering: Answering, question: Tags, rating: Rating, letter: Letter) -> Answered:
    ids = answering.named(question, rating.labels or ())
    value: list[dict[str, str]] = [{"id": id} for id in dict.fromkeys(ids)]
    tags = question.all_tags()
    opened = next((one for one in value if one["id"] in tags and tags[one["id"]].opens_text), None)
    if rating.text and opened is not None:
        opened["text"] = rating.text
    return value, []


def _marks(answering: Answering, question: Marks, rating: Rating, letter: Letter) -> Answered:
    return [_mark(answering, question, mark) for mark in rating.marks or ()], []


def _mark(answering: Answering, question: Marks, mark: Mark) -> dict[str, Any]:
    (label,) = answering.named(question, (mark.label,))
    entry: dict[str, Any] = {"start": mark.start, "end": mark.end, "label": label}
    if mark.weight is not None:
        entry["weight"] = answering.weight(question, mark.weight)
    if mark.count != 1:
        entry["count"] = mark.count
    if mark.reason is not None and question.reasons != "none":
        entry["reason"] = mark.reason
    if mark.field in question.also or mark.field not in (question.field, *SIDES):
        entry["field"] = mark.field
    return entry


def _choice(answering: Answering, question: Choice, rating: Rating, letter: Letter) -> Answered:
    if rating.value is not None:
        if question.is_tick and rating.value in (0, 1):
            return [option.id for option in question.options] if rating.value else [], []
        return [rating.value], []
    labels = rating.labels or ()
    if question.is_tick and len(labels) == 1 and (ticked := is_tick(labels[0])) is not None:
        return [option.id for option in question.options] if ticked else [], []
    return answering.named(question, labels), []


def _comment(answering: Answering, question: Comment, rating: Rating, letter: Letter) -> Answered:
    """A table cannot tell a short text from a name."""
    return "|".join(rating.labels) if rating.labels else rating.text, []


def _edit(answering: Answering, question: Edit, rating: Rating, letter: Letter) -> Answered:
    """The text; with nothing counted and nothing changed, its rater said that there is nothing to change."""
    text = rating.text if rating.text is not None or not rating.labels else "|".join(rating.labels)
    if text is None:
        return None if rating.value is None else rating.value, []
    shown = rating.output if question.field == "output" else rating.source if question.field == "source" else None
    is_same = shown is None or plain_text(shown) == plain_text(text)
    return {"text": text, **({"unchanged": True} if rating.value == 0 and is_same else {})}, []


def _ranking(answering: Answering, question: QuestionBase, rating: Rating, letter: Letter) -> Answered:
    if rating.order is None:
        return _as_it_is(answering, question, rating, letter)
    groups = [[letter(system) for system in group] for group in rating.order]
    if any(one is None for group in groups for one in group):
        return None, [Fault("imported.unknown_system", given=[s for g in rating.order for s in g])]
    return groups, []


def _preference(answering: Answering, question: Preference, rating: Rating, letter: Letter) -> Answered:
    groups, faults = _ranking(answering, question, rating, letter)
    if rating.order is None or faults:
        return groups, faults
    if not groups[0]:
        return {"better": NEITHER}, []
    return {"better": TIE if len(groups[0]) > 1 else groups[0][0]}, []


Reader = Callable[[Answering, Any, Rating, Letter], Answered]
READERS: dict[type[QuestionBase], Reader] = for_every_type(
    {
        Scale: _as_it_is,
        Slider: _as_it_is,
        Stepper: _as_it_is,
        Tags: _tags,
        Marks: _marks,
        Preference: _preference,
        Ranking: _ranking,
        Choice: _choice,
        Comment: _comment,
        Edit: _edit,
    }
)
"""Of what is no number: that is taken as one whatever is asked."""
