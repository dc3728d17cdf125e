"""Stepper: a number in steps, open upwards unless it says otherwise; it may add up from marks."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.questions.base import Frame, FromMarks, Measure
from jurybox.core.questions.numbers import ForResults, Number, NumberQuestion, is_number, on_step, steps_between

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

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        inside = is_number(value) and self.min <= value and (self.max is None or value <= self.max)
        if not inside or not on_step(value, self.min, self.step):
            yield Fault(
                "answer.off_the_steps", given=value, allowed={"min": self.min, "max": self.max, "step": self.step}
            )

    def slip(self, value: Any) -> Fault | None:
        if self.max is not None or value <= OPEN_STEPPER_LIMIT:
            return None
        return Fault("answer.off_the_steps", given=value, allowed={"max": OPEN_STEPPER_LIMIT})

    def measure(self) -> Measure:
        top = None if self.max is None else float(self.max)
        return Measure("number", "interval", float(self.min), top, ranks=True, half_may_be_zero=self.half_may_be_zero)

    def apart(self, value: Any, other: Any) -> float:
        return steps_between(value, other, self.step)

    @property
    def sum_of(self) -> FromMarks | None:
        return self.from_marks
