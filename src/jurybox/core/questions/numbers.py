"""Questions answered with a number: scale (named levels), slider (a range), stepper (steps, open upwards)."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, StrictFloat, StrictInt

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.base import Frame, QuestionBase, is_number, twice
from jurybox.core.text import Text

Number = StrictInt | StrictFloat


class Level(Model):
    """One named value of a scale; `ours` marks texts that the guideline itself does not give."""

    value: Number
    label: Text
    definition: Text | None = None
    examples: tuple[Text, ...] = ()
    ours: bool = False


class Scale(QuestionBase):
    type: Literal["scale"] = "scale"
    levels: Annotated[tuple[Level, ...], Field(min_length=2)]

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [level.value for level in self.levels]
        if not is_number(value) or value not in allowed:
            yield Fault("answer.not_a_level", given=value, allowed=allowed)

    def number(self, value: Any) -> float | None:
        return float(value)

    def apart(self, value: Any, other: Any) -> float:
        places = sorted(level.value for level in self.levels)
        return abs(places.index(value) - places.index(other))

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("levels[{}].value", [level.value for level in self.levels])


class Anchor(Model):
    value: Number
    label: Text


class Slider(QuestionBase):
    type: Literal["slider"] = "slider"
    min: Number = 0
    max: Number = 100
    step: Annotated[Number, Field(gt=0)] = 1
    anchors: tuple[Anchor, ...] = ()

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        if not is_number(value) or not self.min <= value <= self.max or not on_step(value, self.min, self.step):
            yield Fault(
                "answer.off_the_slider", given=value, allowed={"min": self.min, "max": self.max, "step": self.step}
            )

    def number(self, value: Any) -> float | None:
        return float(value)

    def apart(self, value: Any, other: Any) -> float:
        return steps_between(value, other, self.step)

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("anchors[{}].value", [anchor.value for anchor in self.anchors])


class FromMarks(Model):
    """A stepper that adds up by itself from the marks of another question, for one label."""

    question: Name
    label: Name


class Stepper(QuestionBase):
    type: Literal["stepper"] = "stepper"
    min: Number = 0
    max: Number | None = None
    step: Annotated[Number, Field(gt=0)] = 1
    from_marks: FromMarks | None = None

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        inside = is_number(value) and self.min <= value and (self.max is None or value <= self.max)
        if not inside or not on_step(value, self.min, self.step):
            yield Fault(
                "answer.off_the_steps", given=value, allowed={"min": self.min, "max": self.max, "step": self.step}
            )

    def number(self, value: Any) -> float | None:
        return float(value)

    def apart(self, value: Any, other: Any) -> float:
        return steps_between(value, other, self.step)


def steps_between(value: float, other: float, step: float) -> float:
    """
    >>> steps_between(2.5, 3, 0.5), steps_between(0.3, 0.1, 0.1)
    (1.0, 2.0)
    """
    return round(abs(value - other) / step, 9)


def on_step(value: float, start: float, step: float) -> bool:
    """Whether value is start plus a whole number of steps, up to rounding of binary fractions.

    >>> on_step(1.5, 0, 0.5), on_step(0.3, 0, 0.1), on_step(1.2, 0, 0.5)
    (True, True, False)
    """
    steps = (value - start) / step
    return abs(steps - round(steps)) < 1e-9 * max(1.0, abs(steps))
