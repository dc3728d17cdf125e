"""Scale: one of some named levels, each with a number."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model
from jurybox.core.questions.base import Measure, twice
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.numbers import ForResults, Number, NumberQuestion, is_number
from jurybox.core.questions.values import Value
from jurybox.core.text import Text


class Level(Model):
    """One named value of a scale; `ours` marks texts that the guideline itself does not give.

    The share of ratings at a `severe` level stands in the results.
    """

    value: Number
    label: Text
    definition: Text | None = None
    examples: tuple[Text, ...] = ()
    ours: bool = False
    severe: ForResults = False


class Scale(NumberQuestion):
    type: Literal["scale"] = "scale"
    levels: Annotated[tuple[Level, ...], Field(min_length=2)]

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [level.value for level in self.levels]
        if not is_number(value) or value not in allowed:
            yield Fault("answer.not_a_level", given=value, allowed=allowed)

    def measure(self) -> Measure:
        labels = {float(level.value): level.label for level in self.levels}
        severe = tuple(float(level.value) for level in self.levels if level.severe)
        return Measure("number", "ordinal", min(labels), max(labels), labels, ranks=True, severe=severe)

    def apart(self, value: Value, other: Value) -> float:
        places = sorted(level.value for level in self.levels)
        return abs(places.index(self.number(value)) - places.index(self.number(other)))

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("levels[{}].value", [level.value for level in self.levels])
