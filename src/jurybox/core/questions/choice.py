"""Choice: one or more of some options. A tick is a choice with one option."""

import math
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.base import Frame, QuestionBase, twice, unknown
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

    @property
    def fewest(self) -> int:
        if self.least is not None:
            return self.least
        return 0 if len(self.options) == 1 else 1

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        known = [option.id for option in self.options]
        if not isinstance(value, list):
            yield Fault("answer.not_a_list", given=value, allowed=known)
            return
        for i, option in enumerate(value):
            if option not in known:
                yield unknown("answer.unknown_option", option, known, f"[{i}]")
        if len({str(v) for v in value}) != len(value) or not self.fewest <= len(value) <= self.most:
            yield Fault("answer.wrong_number_chosen", given=value, allowed=[self.fewest, self.most])

    def number(self, value: Any) -> float | None:
        return float(len(value)) if len(self.options) == 1 else None

    def apart(self, value: Any, other: Any) -> float:
        return 0 if set(value) == set(other) else math.inf

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("options[{}].id", [option.id for option in self.options])
