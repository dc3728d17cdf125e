"""Slider: a number between two ends."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model
from jurybox.core.questions.base import Measure, twice
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.numbers import Number, NumberQuestion, is_number, on_step, steps_between
from jurybox.core.questions.values import Value
from jurybox.core.text import Text


class Anchor(Model):
    value: Number
    label: Text


class Slider(NumberQuestion):
    type: Literal["slider"] = "slider"
    min: Number = 0
    max: Number = 100
    step: Annotated[Number, Field(gt=0)] = 1
    anchors: tuple[Anchor, ...] = ()

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not is_number(value) or not self.min <= value <= self.max or not on_step(value, self.min, self.step):
            yield Fault(
                "answer.off_the_slider", given=value, allowed={"min": self.min, "max": self.max, "step": self.step}
            )

    def measure(self) -> Measure:
        return Measure("number", "interval", float(self.min), float(self.max), ranks=True, step=float(self.step))

    def apart(self, value: Value, other: Value) -> float:
        return steps_between(self.number(value), self.number(other), self.step)

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("anchors[{}].value", [anchor.value for anchor in self.anchors])
