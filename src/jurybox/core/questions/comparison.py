"""What preference and ranking share: an answer says which candidates are better than which."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from jurybox.core.questions.base import About, Measure, Named, QuestionBase, all_or_nothing


class ComparisonQuestion(QuestionBase):
    about: About = "unit"

    compares: ClassVar[bool] = True

    @abstractmethod
    def groups(self, value: Any, candidates: Sequence[str]) -> list[list[str]]:
        """The candidates of a sound answer in groups, the best first."""

    @abstractmethod
    def leaves_open(self, value: Any) -> bool:
        """Whether those in one group were not compared; otherwise they are equally good."""

    @abstractmethod
    def renamed(self, value: Any, rename: Callable[[Any], Any]) -> Any: ...

    def measure(self) -> Measure:
        return Measure("comparison", "nominal", ranks=True)

    def names(self) -> tuple[Named, ...]:
        return ()

    def held(self, value: Any) -> list[str]:
        return []

    def number(self, value: Any) -> None:
        return None

    def apart(self, value: Any, other: Any) -> float:
        return all_or_nothing(value == other)
