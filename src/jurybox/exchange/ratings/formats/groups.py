"""Ratings brought together by what they are about, for formats that list an output with all that was said of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from jurybox.exchange.ratings.formats.rating import Rating


@dataclass(slots=True)
class RatedOutput:
    """One system's output of one item, with its ratings in the order they came."""

    item: str
    system: str
    first: Rating
    by_rater: dict[str, list[Rating]] = field(default_factory=dict)

    @property
    def source(self) -> str:
        return self.first.source or ""

    @property
    def text(self) -> str:
        return self.first.output or ""


def outputs_of(ratings: Iterable[Rating]) -> list[RatedOutput]:
    """One per item and system, in the order they first came."""
    found: dict[tuple[str, str], RatedOutput] = {}
    for rating in ratings:
        output = found.setdefault((rating.item, rating.system), RatedOutput(rating.item, rating.system, rating))
        if rating.question:
            output.by_rater.setdefault(rating.rater, []).append(rating)
    return list(found.values())


def questions_of(outputs: Iterable[RatedOutput]) -> list[str]:
    """Every question, in the order they first came."""
    return list(dict.fromkeys(r.question for o in outputs for said in o.by_rater.values() for r in said))
