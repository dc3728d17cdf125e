"""Ratings as columns of codes: what statistics of systems and raters together start from."""

from dataclasses import dataclass

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.finite import check


@dataclass(frozen=True, slots=True)
class Rated:
    """One row per rating: who rated which system's output of which item, and how; values are never NaN."""

    item: Ints
    system: Ints
    rater: Ints
    value: Floats
    n_items: int
    n_systems: int
    n_raters: int
    group: Ints | None = None
    """The domain of each item; None: all are of one."""

    def __post_init__(self) -> None:
        check("value", self.value)
