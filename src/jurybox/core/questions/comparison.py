"""What preference and ranking share: an answer says which candidates are better than which."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from jurybox.core.questions.base import Measure, Named, QuestionBase, all_or_nothing
from jurybox.core.questions.frame import About
from jurybox.core.questions.values import Order, Value


class ComparisonQuestion(QuestionBase):
    about: About = "unit"

    compares: ClassVar[bool] = True

    @abstractmethod
    def groups(self, value: Value, candidates: Sequence[str]) -> Order:
        """The candidates of a sound answer in groups, the best first."""

    @abstractmethod
    def leaves_open(self, value: Value) -> bool:
        """Whether those in one group were not compared; otherwise they are equally good."""

    def is_both_bad(self, value: Value) -> bool:
        """Whether a sound answer says that no candidate is any good: a tie for strengths, counted apart."""
        return False

    @abstractmethod
    def renamed(self, value: Value, rename: Callable[[str], str]) -> Value: ...

    def measure(self) -> Measure:
        return Measure("comparison", "nominal", ranks=True)

    def names(self) -> tuple[Named, ...]:
        return ()

    def held(self, value: Value) -> list[str]:
        return []

    def number(self, value: Value) -> None:
        return None

    def apart(self, value: Value, other: Value) -> float:
        return all_or_nothing(value == other)
