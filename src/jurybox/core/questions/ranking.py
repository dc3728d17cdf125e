"""Ranking: the candidates, best first, ties allowed or not; or only the best and the worst of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, cast

from jurybox.core.errors import Fault
from jurybox.core.questions.base import all_or_nothing
from jurybox.core.questions.comparison import ComparisonQuestion
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.values import Order, Value


class Ranking(ComparisonQuestion):
    """Groups of targets, best first; `best-worst` names one best, one worst, and leaves the rest between."""

    type: Literal["ranking"] = "ranking"
    ties: bool = False
    mode: Literal["full", "best-worst"] = "full"

    def example_cell(self) -> str:
        return "A > B"

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not isinstance(value, list) or not all(isinstance(g, list) and g for g in value):
            yield Fault("answer.not_a_ranking", given=value, allowed=list(frame.candidates))
            return
        ranked = [x for group in value for x in group]
        if sorted(map(str, ranked)) != sorted(frame.candidates):
            yield Fault("answer.not_all_ranked", given=ranked, allowed=list(frame.candidates))
        elif self.mode == "full" and not self.ties and any(len(group) > 1 for group in value):
            yield Fault("answer.no_ties", given=value)
        elif self.mode == "best-worst" and (
            len(value) > 3 or len(value) < 2 or len(value[0]) > 1 or len(value[-1]) > 1
        ):
            yield Fault("answer.not_best_worst", given=value)

    def groups(self, value: Value, candidates: Sequence[str]) -> Order:
        return [list(group) for group in cast(Order, value)]

    def leaves_open(self, value: Value) -> bool:
        return self.mode == "best-worst"

    def apart(self, value: Value, other: Value) -> float:
        """Those in one group stand side by side, in no order."""
        said, says = ([set(group) for group in cast(Order, one)] for one in (value, other))
        return all_or_nothing(said == says)

    def renamed(self, value: Value, rename: Callable[[str], str]) -> Value:
        return [[rename(x) for x in group] for group in value] if isinstance(value, list) else value

    def frame_of(self, value: Value, frame: Frame) -> Frame:
        """A ranking names those candidates that had not been withdrawn when it was made."""
        if not isinstance(value, list):
            return frame
        ranked = [entry for group in value if isinstance(group, list) for entry in group]
        return replace(frame, candidates=tuple(c for c in frame.candidates if c in ranked))
