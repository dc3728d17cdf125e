"""Comment: free text about the unit, a segment or a candidate."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.questions.base import Measure, Named, QuestionBase
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.tags import LONGEST_TEXT
from jurybox.core.questions.values import Value


class Comment(QuestionBase):
    type: Literal["comment"] = "comment"
    required: bool = False
    longest: Annotated[int, Field(ge=1, le=LONGEST_TEXT)] = LONGEST_TEXT

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault("answer.not_a_text", given=value)
        elif len(value) > self.longest:
            yield Fault("answer.text_too_long", given=len(value), allowed=self.longest)
        elif self.required and not value.strip():
            yield Fault("answer.empty_text")

    def measure(self) -> Measure:
        return Measure("text", "nominal")

    def example_cell(self) -> None:
        return None

    def names(self) -> tuple[Named, ...]:
        return ()

    def held(self, value: Value) -> list[str]:
        return []

    def number(self, value: Value) -> None:
        return None

    def apart(self, value: Value, other: Value) -> None:
        return None
