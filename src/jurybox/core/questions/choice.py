"""Choice: one or more of some options. A tick is a choice with one option."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, cast

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.base import Measure, Named, QuestionBase, all_or_nothing, twice, unknown
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.values import Value
from jurybox.core.text import Text


class Option(Model):
    id: Name
    label: Text
    definition: Text | None = None


class Choice(QuestionBase):
    type: Literal["choice"] = "choice"
    options: Annotated[tuple[Option, ...], Field(min_length=1)]
    least: Annotated[int, Field(ge=0)] | None = None
    """How many at least; none for a tick, one otherwise."""
    most: Annotated[int, Field(ge=1)] = 1

    part_key: ClassVar[str] = "option"

    @property
    def fewest(self) -> int:
        if self.least is not None:
            return self.least
        return 0 if self.is_tick else 1

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        known = [option.id for option in self.options]
        if not isinstance(value, list):
            yield Fault("answer.not_a_list", given=value, allowed=known)
            return
        for i, option in enumerate(value):
            if option not in known:
                yield unknown("answer.unknown_option", option, known, f"[{i}]")
        if len({str(v) for v in value}) != len(value) or not self.fewest <= len(value) <= self.most:
            yield Fault("answer.wrong_number_chosen", given=value, allowed=[self.fewest, self.most])

    @property
    def is_tick(self) -> bool:
        return len(self.options) == 1

    @property
    def none_is_an_answer(self) -> bool:
        return self.fewest == 0

    def is_left(self, value: Value | None) -> bool:
        """A tick that is not set looks like one that nobody saw."""
        return (self.is_tick and not value) or super().is_left(value)

    def example_cell(self) -> str | None:
        return self.options[0].id if self.measure().kind == "category" else super().example_cell()

    def measure(self) -> Measure:
        """A tick is a nought or a one; one of several options a category; several of several a set of tags."""
        if self.is_tick:
            return Measure("number", "nominal", 0.0, 1.0, {1.0: self.options[0].label}, ranks=True)
        return Measure("category" if self.most == 1 else "tags", "nominal")

    def names(self) -> tuple[Named, ...]:
        return tuple(Named(option.id, option.label) for option in self.options)

    def held(self, value: Value) -> list[str]:
        return list(cast(list[str], value))

    def number(self, value: Value) -> float | None:
        return float(len(self.held(value))) if self.is_tick else None

    def apart(self, value: Value, other: Value) -> float:
        return all_or_nothing(set(self.held(value)) == set(self.held(other)))

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("options[{}].id", [option.id for option in self.options])
