"""Stepper: a number in steps, open upwards unless it says otherwise; it may add up from marks."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.questions.base import FromMarks, Measure
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.numbers import ForResults, Number, NumberQuestion, is_number, on_step, steps_between
from jurybox.core.questions.values import Value

OPEN_STEPPER_LIMIT = 10_000
"""A stepper is open upwards, but a number beyond this is a slip of the finger."""


class Stepper(NumberQuestion):
    type: Literal["stepper"] = "stepper"
    min: Number = 0
    max: Number | None = None
    step: Annotated[Number, Field(gt=0)] = 1
    from_marks: FromMarks | None = None
    half_may_be_zero: ForResults = False
    """Whether results may be looked at as if 0.5 had meant 0: people used it so where older tools had no zero."""

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not is_number(value) or not self._is_inside(value) or not on_step(value, self.min, self.step):
            yield Fault(
                "answer.off_the_steps", given=value, allowed={"min": self.min, "max": self.max, "step": self.step}
            )

    def _is_inside(self, number: float) -> bool:
        return self.min <= number and (self.max is None or number <= self.max)

    def slip(self, value: Value) -> Fault | None:
        if self.max is not None or self.number(value) <= OPEN_STEPPER_LIMIT:
            return None
        return Fault("answer.off_the_steps", given=value, allowed={"max": OPEN_STEPPER_LIMIT})

    def measure(self) -> Measure:
        top = None if self.max is None else float(self.max)
        halves = self.half_may_be_zero
        return Measure(
            "number", "interval", float(self.min), top, ranks=True, half_may_be_zero=halves, step=float(self.step)
        )

    def apart(self, value: Value, other: Value) -> float:
        return steps_between(self.number(value), self.number(other), self.step)

    @property
    def sum_of(self) -> FromMarks | None:
        return self.from_marks
