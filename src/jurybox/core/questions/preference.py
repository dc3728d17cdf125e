"""Preference: which of the candidates is better, or that they are equally good, or equally bad."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, cast

from jurybox.core.errors import Fault
from jurybox.core.questions.comparison import ComparisonQuestion
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.values import BetterAnswer, Order, Value

TIE, NEITHER = "tie", "neither"


class Preference(ComparisonQuestion):
    """{better: target}; {better: tie} where ties are allowed; {better: neither} where all of them may be bad."""

    type: Literal["preference"] = "preference"
    ties: bool = True
    neither: bool = False

    def example_cell(self) -> str:
        return "A"

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [*frame.candidates, *self.no_winner()]
        if not isinstance(value, dict) or set(value) != {"better"} or value["better"] not in allowed:
            yield Fault("answer.not_a_preference", given=value, allowed=allowed)

    def no_winner(self) -> list[str]:
        """What can be said in place of a candidate."""
        return [TIE] * self.ties + [NEITHER] * self.neither

    def condition_names(self) -> list[str]:
        """Letters are drawn anew for each rater, so nothing hangs on one of them."""
        return self.no_winner()

    def named_in(self, value: Value) -> list[str]:
        return [_better(value)]

    def groups(self, value: Value, candidates: Sequence[str]) -> Order:
        """Where none is any good, the first group is empty."""
        better = _better(value)
        rest = [candidate for candidate in candidates if candidate != better]
        if better == NEITHER:
            return [[], rest]
        return [group for group in ([rest] if better == TIE else [[better], rest]) if group]

    def leaves_open(self, value: Value) -> bool:
        return _better(value) not in (TIE, NEITHER)

    def is_both_bad(self, value: Value) -> bool:
        return _better(value) == NEITHER

    def renamed(self, value: Value, rename: Callable[[str], str]) -> Value:
        """Where there is no winner, and what is no sound answer yet, stays as it is."""
        if isinstance(value, Mapping) and value.get("better") not in (None, TIE, NEITHER):
            return BetterAnswer(better=rename(_better(value)))
        return value


def _better(value: Value) -> str:
    return cast(BetterAnswer, value)["better"]
