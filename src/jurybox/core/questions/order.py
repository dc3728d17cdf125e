"""Questions that compare candidates: preference (which is better) and ranking (best first, ties allowed or not)."""

from collections.abc import Iterator
from typing import Any, Literal

from jurybox.core.errors import Fault
from jurybox.core.questions.base import About, Frame, QuestionBase


class Preference(QuestionBase):
    """{better: target}, or {better: tie} where ties are allowed."""

    type: Literal["preference"] = "preference"
    about: About = "unit"
    ties: bool = True

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
        allowed = [*frame.candidates, *(["tie"] if self.ties else [])]
        if not isinstance(value, dict) or set(value) != {"better"} or value["better"] not in allowed:
            yield Fault("answer.not_a_preference", given=value, allowed=allowed)


class Ranking(QuestionBase):
    """Groups of targets, best first; `best-worst` names one best, one worst, and leaves the rest between."""

    type: Literal["ranking"] = "ranking"
    about: About = "unit"
    ties: bool = False
    mode: Literal["full", "best-worst"] = "full"

    def faults(self, value: Any, target: str, frame: Frame) -> Iterator[Fault]:
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
