"""Numbers as answers: which are taken, and how many steps lie between two of them."""

from typing import Annotated, TypeGuard, cast

from pydantic import Field, StrictFloat, StrictInt

from jurybox.core.questions.base import Named, QuestionBase
from jurybox.core.questions.values import Value

Number = StrictInt | StrictFloat
LARGEST = 2**53
ForResults = Annotated[bool, Field(exclude=True)]
"""What results make of answers: raters are not sent it."""


class NumberQuestion(QuestionBase):
    """Of a question that is answered with a number: it is that number, and names nothing."""

    def names(self) -> tuple[Named, ...]:
        return ()

    def held(self, value: Value) -> list[str]:
        return []

    def number(self, value: Value) -> float:
        return float(cast(float, value))


def is_number(value: object) -> TypeGuard[float]:
    """A real number of a size that a float holds exactly; True, NaN and 10**400 are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST


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
