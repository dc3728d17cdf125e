"""The protocol: the executable form of a guideline. One grammar for all of them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import Field as F
from pydantic import field_validator

from jurybox.core.model import Model, Name
from jurybox.core.questions import Question, QuestionBase
from jurybox.core.text import Language, Text
from jurybox.core.unit_shape import UnitShape

if TYPE_CHECKING:
    from jurybox.core.json_value import JsonValue
    from jurybox.core.questions import Value
else:
    JsonValue = Value = Any  # taken as they are: the linter checks values against their fields and questions

FieldType = Literal["text", "markdown", "code", "conversation", "table", "image", "audio", "video", "people"]
Task = Literal["translation", "summaries", "captions", "film", "dialogue", "rewriting", "comparing"]
"""What kind of text a protocol is for; the shelf is sorted by it."""
TASKS: tuple[str, ...] = get_args(Task)
Per = Literal["item", "segment", "system", "output"]
RESERVED_COLUMNS = ("id", "group", "system", "kind", "segment", "start", "end")
"""Columns of an items table that are not fields, so no field may have such a name."""

MEDIA_TYPES = ("image", "audio", "video")
TEXT_TYPES = ("text", "markdown", "code", "conversation", "table")
"""All of them are stored as a text and differ in how it is shown: offsets of marks count that text (core/forms.py)."""


class Field(Model):
    """Something that can be shown.

    per item     the same for all systems            per segment  the same for all systems, one per segment
    per system   each system's own, for the item     per output   each system's own, one per segment
    """

    type: FieldType
    label: Text | None = None
    per: Per = "item"
    optional: bool = False
    guide: bool = False
    """Shown only where the study turns guides on: a reference to look at, never a thing to rate."""
    lang: Language | None = None
    lang_field: Name | None = None
    """The item field that holds the language of this text."""
    roles: Annotated[dict[Name, Text], F(min_length=1)] | None = None
    """Of a conversation: who speaks, by the name that turns have."""
    turns: Literal["text", "markdown"] | None = None
    """Of a conversation: how what is said is shown; as plain text if nothing is said."""
    difference: Name | None = None
    """The field that this text is compared with: its words are shown as kept, added or removed."""

    @property
    def is_text(self) -> bool:
        return self.type in TEXT_TYPES


class Stage(Model):
    """What is shown and asked together. `opens: batch` waits until the batch has finished the stage before."""

    id: Name
    title: Text | None = None
    show: Annotated[tuple[Name, ...], F(min_length=1)]
    ask: Annotated[tuple[Question, ...], F(min_length=1)]
    opens: Literal["unit", "batch"] = "unit"

    def question(self, id: str) -> QuestionBase | None:
        return next((q for q in self.ask if q.id == id), None)


class When(Model):
    """Exactly one condition: two fields hold the same text, or a field is empty."""

    same_text: tuple[Name, Name] | None = None
    empty: Name | None = None


class Rule(Model):
    """An answer that follows from the texts, filled in by the software and marked as such."""

    when: When
    answer: Annotated[dict[Name, Value], F(min_length=1)]
    because: Text


class Score(Model):
    """A number computed from answers.

    value     the answer of one question              mean, sum  over several questions or scores
    weighted  sum of weight times question or score   count      how many tags, options or marks
    marks     sum over marks of weight times count  edits  of an edit: characters, words, or the rate of characters
    """

    id: Name
    rule: Literal["value", "mean", "sum", "weighted", "count", "marks", "edits"]
    of: Name | Annotated[tuple[Name, ...], F(min_length=1)] | Annotated[dict[Name, float], F(min_length=1)]
    label: Text | None = None
    category: Name | None = None
    tag: Name | None = None
    mark: Name | None = None
    option: Name | None = None
    preset: Name | None = None
    """Of marks: the preset by which they weigh."""
    edits: Literal["characters", "words", "character_rate"] | None = None
    """Of an edit: what is counted. Its `value` is the rate of words."""
    better: Literal["higher", "lower"] = "higher"

    def sources(self) -> tuple[str, ...]:
        return (self.of,) if isinstance(self.of, str) else tuple(self.of)


class ExampleAnswer(Model):
    """What the guideline says an answer should be; `accept` lists values that are as good; `derived` is ours.

    `within` is how far a number may lie from `value`, on either side, and be as good.
    """

    question: Name
    target: str = "A"
    value: Value
    accept: tuple[Value, ...] = ()
    within: Annotated[float, F(gt=0)] | None = None
    why: Text | None = None
    derived: bool = False


class ExampleCandidate(Model):
    fields: dict[Name, JsonValue] = {}
    segments: tuple[dict[Name, JsonValue], ...] = ()


class Example(Model):
    """A worked example. Its candidates have the letters A, B, C in the order they are written."""

    id: Name
    title: Text | None = None
    lang: Language | None = None
    source_lang: Language | None = None
    """The language of what was translated, where an example is a translation."""
    fields: dict[Name, JsonValue] = {}
    segments: tuple[dict[str, JsonValue], ...] = ()
    candidates: Annotated[tuple[ExampleCandidate, ...], F(min_length=1)]
    answers: Annotated[tuple[ExampleAnswer, ...], F(min_length=1)]
    note: Text | None = None
    ours: bool = False
    calibration: bool = True


class Credit(Model):
    """Where the guideline comes from."""

    guideline: str
    authors: str | None = None
    year: int | None = None
    note: str | None = None


class Results(Model):
    """What results show without being asked."""

    points: Literal["groups"] | None = None
    """`groups`: every group of items by itself, and points for the place that a system has in each."""


class Protocol(Model):
    id: Name
    version: Annotated[int, F(ge=1)]
    title: Text
    description: Text
    task: Task | None = None
    credit: Credit | None = None
    unit: UnitShape = UnitShape()
    quorum: Annotated[int, F(ge=1)] | Annotated[dict[Name, Annotated[int, F(ge=1)]], F(min_length=1)] = 1
    least_raters: Annotated[int, F(ge=1)] = 1
    """How many raters the guideline asks for at the least, at every stage. A study may have fewer, and is told so."""
    fields: Annotated[dict[Name, Field], F(min_length=1)]
    stages: Annotated[tuple[Stage, ...], F(min_length=1)]
    rules: tuple[Rule, ...] = ()
    scores: tuple[Score, ...] = ()
    results: Results = Results()
    examples: tuple[Example, ...] = ()
    merge: Literal["exact", "same-words", "none"] = "exact"
    assign: Literal["pool", "fixed"] = "pool"
    order: Literal["random", "sequential"] = "random"
    repeats: Annotated[float, F(ge=0, le=1)] = 0
    calibration: bool = True
    languages: tuple[Language, ...] = ("en",)

    @field_validator("fields", mode="before")
    @classmethod
    def _short_fields(cls, fields: object) -> object:
        """`source: text` is short for `source: {type: text}`; `output` belongs to a system unless it says otherwise."""
        if not isinstance(fields, Mapping):
            return fields
        return {name: _long_field(name, spec) for name, spec in fields.items()}

    @property
    def name(self) -> str:
        return f"{self.id}@{self.version}"

    def questions(self) -> Iterator[tuple[Stage, QuestionBase]]:
        for stage in self.stages:
            for question in stage.ask:
                yield stage, question

    def lower_is_better(self, question: QuestionBase) -> bool:
        """Whether less of it is better: by its kind, or as a score says that only hands on its answer."""
        values = (score for score in self.scores if score.rule == "value" and score.sources() == (question.id,))
        return question.measure().lower_is_better or any(score.better == "lower" for score in values)

    @property
    def needs_texts(self) -> bool:
        """Whether checking an answer takes the texts: marks lie inside them, edits change them, rules follow from them,
        and of a document they say how many segments there are."""
        is_of_text = any(question.marked_field or question.edited_field for _, question in self.questions())
        return bool(self.rules) or self.unit.has_documents or is_of_text

    def question(self, id: str) -> QuestionBase:
        return next(q for _, q in self.questions() if q.id == id)

    def stage_number(self, id: str) -> int | None:
        return next((n for n, stage in enumerate(self.stages) if stage.id == id), None)

    def quorum_of(self, stage: Stage) -> int:
        return self.quorum if isinstance(self.quorum, int) else self.quorum.get(stage.id, 1)

    def hidden_in(self, number: int) -> frozenset[str]:
        """The fields that a later stage shows and this one hides: seeing them spoils this stage for good."""
        later = {name for stage in self.stages[number + 1 :] for name in stage.show}
        return frozenset(later - set(self.stages[number].show))

    def reveals(self, number: int) -> bool:
        """Whether this stage shows a field that an earlier one hides."""
        return any(set(self.stages[number].show) & self.hidden_in(earlier) for earlier in range(number))


def _long_field(name: object, spec: object) -> object:
    spec = {"type": spec} if isinstance(spec, str) else spec
    if name == "output" and isinstance(spec, Mapping) and "per" not in spec:
        return {**spec, "per": "output"}
    return spec
