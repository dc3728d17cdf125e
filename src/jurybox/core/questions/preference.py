"""Preference: which of the candidates is better."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Literal

from jurybox.core.errors import Fault
from jurybox.core.questions.base import About, Frame, Measure, Named, QuestionBase, all_or_nothing


class Preference(QuestionBase):
    """{better: target}, or {better: tie} where ties are allowed."""

    type: Literal["preference"] = "preference"
    about: About = "unit"
    ties: bool = True

    compares: ClassVar[bool] = True

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [*frame.candidates, *(["tie"] if self.ties else [])]
        if not isinstance(value, dict) or set(value) != {"better"} or value["better"] not in allowed:
            yield Fault("answer.not_a_preference", given=value, allowed=allowed)

    def measure(self) -> Measure:
        return Measure("comparison", "nominal", ranks=True)

    def names(self) -> tuple[Named, ...]:
        return ()

    def number(self, value: Any) -> None:
        return None

    def apart(self, value: Any, other: Any) -> float:
        return all_or_nothing(value == other)

    def renamed(self, value: Any, rename: Callable[[Any], Any]) -> Any:
        is_tie = not isinstance(value, dict) or value.get("better") in (None, "tie")
        return value if is_tie else {"better": rename(value["better"])}
