"""Preference: which of the candidates is better."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, cast

from jurybox.core.errors import Fault
from jurybox.core.questions.base import Frame
from jurybox.core.questions.comparison import ComparisonQuestion
from jurybox.core.questions.values import BetterAnswer, Order, Value


class Preference(ComparisonQuestion):
    """{better: target}, or {better: tie} where ties are allowed."""

    type: Literal["preference"] = "preference"
    ties: bool = True

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [*frame.candidates, *(["tie"] if self.ties else [])]
        if not isinstance(value, dict) or set(value) != {"better"} or value["better"] not in allowed:
            yield Fault("answer.not_a_preference", given=value, allowed=allowed)

    def groups(self, value: Value, candidates: Sequence[str]) -> Order:
        better = _better(value)
        rest = [candidate for candidate in candidates if candidate != better]
        return [group for group in ([rest] if better == "tie" else [[better], rest]) if group]

    def leaves_open(self, value: Value) -> bool:
        return _better(value) != "tie"

    def renamed(self, value: Value, rename: Callable[[str], str]) -> Value:
        """A tie, and what is no sound answer yet, stays as it is."""
        if isinstance(value, Mapping) and value.get("better") not in (None, "tie"):
            return BetterAnswer(better=rename(value["better"]))
        return value


def _better(value: Value) -> str:
    return cast(BetterAnswer, value)["better"]
