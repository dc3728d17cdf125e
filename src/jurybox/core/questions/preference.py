"""Preference: which of the candidates is better."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from jurybox.core.errors import Fault
from jurybox.core.questions.base import Frame
from jurybox.core.questions.comparison import ComparisonQuestion


class Preference(ComparisonQuestion):
    """{better: target}, or {better: tie} where ties are allowed."""

    type: Literal["preference"] = "preference"
    ties: bool = True

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [*frame.candidates, *(["tie"] if self.ties else [])]
        if not isinstance(value, dict) or set(value) != {"better"} or value["better"] not in allowed:
            yield Fault("answer.not_a_preference", given=value, allowed=allowed)

    def groups(self, value: Any, candidates: Sequence[str]) -> list[list[str]]:
        better = value["better"]
        rest = [candidate for candidate in candidates if candidate != better]
        return [group for group in ([rest] if better == "tie" else [[better], rest]) if group]

    def leaves_open(self, value: Any) -> bool:
        return bool(value["better"] != "tie")

    def renamed(self, value: Any, rename: Callable[[Any], Any]) -> Any:
        is_tie = not isinstance(value, dict) or value.get("better") in (None, "tie")
        return value if is_tie else {"better": rename(value["better"])}
