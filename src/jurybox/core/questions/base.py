"""What all question types share, and what each must say of itself: its check, its measure, its names, its distance."""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from pydantic import StrictFloat, StrictInt

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.frame import About, Frame
from jurybox.core.questions.values import Value
from jurybox.core.text import Text

Kind = Literal["number", "category", "tags", "marks", "comparison", "text", "edit"]


@dataclass(frozen=True, slots=True)
class Measure:
    """What the answers to a question measure: a number, one of several categories, a set of tags …"""

    kind: Kind
    level: Literal["nominal", "ordinal", "interval"]
    lowest: float | None = None
    highest: float | None = None
    labels: Mapping[float, Text] = field(default_factory=dict)
    """Of numbers that have names."""
    ranks: bool = False
    """Whether systems can be ranked by it."""
    severe: tuple[float, ...] = ()
    """The values whose share stands in the results."""
    half_may_be_zero: bool = False
    """Whether results may be looked at as if 0.5 had meant 0."""
    step: float = 1.0
    """Of numbers: how far two that are next to each other are apart."""

    lower_is_better: bool = False
    """Whether systems with less of it are the better ones, whatever a score says."""

    @property
    def is_number(self) -> bool:
        return self.kind == "number"

    @property
    def has_number(self) -> bool:
        """Whether scores can compute with it, though the answer itself may be more than a number."""
        return self.kind in ("number", "edit")

    @property
    def is_marks(self) -> bool:
        return self.kind == "marks"

    @property
    def is_comparison(self) -> bool:
        return self.kind == "comparison"


@dataclass(frozen=True, slots=True)
class Named:
    """Something that an answer can name: a tag, an option, the label of a mark."""

    id: str
    label: Text
    category: str = ""
    counts: bool = True
    """Whether it belongs into rates and agreement."""
    opens_text: bool = False
    aliases: tuple[str, ...] = ()


class Addends(NamedTuple):
    """What a stepper can add up from: the labels of marks, and what their weights are worth."""

    labels: tuple[str, ...]
    worths: tuple[float, ...]
    presets: tuple[str, ...] = ()
    """Other ways to weigh, by name."""


class FromMarks(Model):
    """A stepper that adds up by itself from the marks of another question, for one label."""

    question: Name
    label: Name


class Condition(Model):
    """What must be said to an earlier question: one of some names or numbers, a number in a range, or else anything."""

    question: Name
    any_of: tuple[str | StrictInt | StrictFloat, ...] = ()
    least: StrictInt | StrictFloat | None = None
    most: StrictInt | StrictFloat | None = None


class QuestionBase(Model):
    """What has a `type` defines every abstract method, or it is refused when its class is made."""

    id: Name
    prompt: Text
    help: Text | None = None
    about: About = "candidate"
    required: bool = True
    only_if: Condition | None = None
    """Asked only where this holds; of an earlier question of the stage, about the same target or the unit."""
    type: str

    compares: ClassVar[bool] = False
    """Whether an answer names candidates, and so is about all of them at once."""
    part_key: ClassVar[str] = ""
    """The key under which a score may narrow to one of its names."""

    is_by_hand: ClassVar[bool] = False
    """Whether only a rater can answer it: no rule, worked example, check or suggestion."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        is_type = not cls.model_fields["type"].is_required()
        if is_type and (lacking := sorted(cls.__abstractmethods__)):
            raise TypeError(f"the question type {cls.__name__} lacks {', '.join(lacking)}")

    @abstractmethod
    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        """Every way in which `value` is no answer to this question. `where` is relative to the answer."""

    @abstractmethod
    def measure(self) -> Measure:
        """Kind, level of measurement, bounds and the names of numbers."""

    @abstractmethod
    def names(self) -> tuple[Named, ...]:
        """What an answer can name, in the order of the protocol; none where it is a number, a text or an order."""

    @abstractmethod
    def held(self, value: Value) -> list[str]:
        """The names in a sound answer, entry by entry."""

    @abstractmethod
    def number(self, value: Value) -> float | None:
        """The answer as one number for the flat table, where it is one."""

    @abstractmethod
    def apart(self, value: Value, other: Value) -> float | None:
        """How many steps lie between two sound answers; None where they are not to be compared."""

    def named_in(self, value: Value) -> list[str]:
        """What a condition can ask for in a sound answer: the names in it, and the weights of marks."""
        entries: list[object] = [*value] if isinstance(value, list) else []
        weights = [str(one["weight"]) for one in entries if isinstance(one, Mapping) and one.get("weight")]
        return [*self.held(value), *weights]

    def condition_names(self) -> list[str]:
        """All that `named_in` can give."""
        return [one.id for one in (*self.names(), *self.weight_names())]

    def weight_names(self) -> tuple[Named, ...]:
        """What each entry of an answer can weigh, where it is one of a few; for marks."""
        return ()

    def matched(self, value: Value, other: Value) -> tuple[tuple[int, int], ...]:
        """Which entries of two sound answers say the same, one to one, by their places; for answers of many parts."""
        return ()

    def counterparts(self, value: Value, other: Value) -> tuple[tuple[int, int], ...]:
        """Which entries are about the same thing, though they may say something else of it, by their places."""
        return self.matched(value, other)

    def is_left(self, value: Value | None) -> bool:
        """Whether an answer may never have been touched: nothing, where nothing need be said."""
        return not self.required and (value is None or value == [])

    def duplicates(self) -> Iterator[tuple[str, str]]:
        """Ids or values that stand twice inside this question, as (path, what)."""
        return iter(())

    def category_labels(self) -> dict[str, Text]:
        """What the categories of its names are called, where it has any."""
        return {}

    def example_cell(self) -> str | None:
        """A known answer as a cell of a table has it, to be changed; None where none can be known."""
        measure = self.measure()
        ends = [end for end in (measure.highest, measure.lowest) if end is not None]
        return f"{ends[0] if ends else 0:g}" if measure.is_number else "[]"

    def slip(self, value: Value) -> Fault | None:
        """Why an answer of a rater must be a slip of the finger, though it is a sound one."""
        return None

    def is_blank(self, value: Value) -> bool:
        """Whether a sound answer says no more than none: then it was not looked for."""
        return False

    def renamed(self, value: Value, rename: Callable[[str], str]) -> Value:
        """The answer with other names for the candidates in it."""
        return value

    def stored(self, value: Value, target: str, frame: Frame) -> Value:
        """A sound answer as it is kept, with what follows from the text that was shown."""
        return value

    def frame_of(self, value: Value, frame: Frame) -> Frame:
        """What was shown when a stored answer was given: candidates may have been withdrawn before or since."""
        return frame

    @property
    def none_is_an_answer(self) -> bool:
        """Whether an empty list answers it: looked at, nothing found."""
        return False

    @property
    def marked_field(self) -> str | None:
        """The field in whose text an answer lies; to check it takes that text."""
        return None

    @property
    def marked_fields(self) -> tuple[str, ...]:
        """Every field in whose text an answer may lie."""
        return ()

    @property
    def edited_field(self) -> str | None:
        """The field whose text an answer rewrites; to check and to count it takes that text."""
        return None

    @property
    def sum_of(self) -> FromMarks | None:
        """The marks that its number adds up from, unless it is overwritten with a reason."""
        return None

    def addends(self) -> Addends | None:
        """What others can add up from its answers."""
        return None

    def total(self, value: Value, label: str) -> float | None:
        """What the marks of a label add up to in a sound answer; None where there are no addends."""
        return None


def all_or_nothing(is_same: bool) -> float:
    """The distance of answers that have no steps between them."""
    return 0 if is_same else math.inf


def unknown(code: str, given: object, allowed: object, where: str = "") -> Fault:
    """The fault for a name that is not on a list; it carries the list."""
    return Fault(code, where, given, allowed)


def twice(path: str, values: Iterable[str | float]) -> Iterator[tuple[str, str]]:
    """Yield (path of the later one, value) for each value that stands twice."""
    seen: set[str | float] = set()
    for i, value in enumerate(values):
        if value in seen:
            yield path.format(i), str(value)
        seen.add(value)
