"""The ratings of one question that people gave, as integer codes: what the statistics of agreement start from."""

from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.table import Asked, QuestionRatings
from jurybox.stats import Floats, Ints, Level, distinct

MOST_STEPS = 1 << 16
MANY_RATIOS = 512
MOST_LEVELS = 21
"""Of a scale of whole numbers whose ends are known; a finer one is taken as continuous."""


@dataclass(frozen=True, slots=True)
class Coded:
    """What people said to one question; what rules made is left out and counted.

    `levels[code]` is the value; the levels rise, and hold those of a scale that nobody chose too.
    """

    asked: Asked
    level: Level
    unit: Ints
    rater: Ints
    value: Floats
    code: Ints
    levels: Floats
    at: Floats | None
    seconds: Floats | None
    rule_made: int

    @property
    def question(self) -> str | None:
        return shown(self.asked)

    @property
    def are_levels_known(self) -> bool:
        """Whether somebody said which levels there are; else there may be others that nobody chose."""
        return self.asked.level_from == "protocol" or bool(_offered(self.asked, self.value))

    def text(self, value: float) -> str:
        """A value as it is shown: the name of a category, else the number."""
        if self.asked.is_category and value.is_integer() and 0 <= value < len(self.asked.names):
            return self.asked.names[int(value)]
        return f"{value:g}"


def level_of(asked: Asked, options: Options) -> Level:
    """A category stays what it is whatever level is asked for: its numbers are names."""
    return asked.level if asked.is_category else options.level or asked.level


def coded(ratings: QuestionRatings, options: Options) -> Coded:
    """The people's part of some ratings."""
    asked = ratings.asked
    people = slice(None) if ratings.by_rule is None else ~ratings.by_rule
    value = ratings.value[people]
    levels, code = _on_the_scale(asked, *levels_of(value))
    return Coded(
        asked=asked,
        level=level_of(asked, options),
        unit=ratings.unit[people],
        rater=ratings.rater[people],
        value=value,
        code=code,
        levels=levels,
        at=None if ratings.at is None else ratings.at[people],
        seconds=None if ratings.seconds is None else ratings.seconds[people],
        rule_made=0 if ratings.by_rule is None else int(ratings.by_rule.sum()),
    )


def coarser(coded: Coded) -> Coded:
    """The same ratings where alpha is wanted again and again: thousands of ratios are rounded to two digits.

    Alpha for many different ratios takes seconds for a million ratings; rounded so, it moves in its third digit.
    """
    if coded.level != "ratio" or len(coded.levels) <= MANY_RATIOS or coded.levels[0] < 0:
        return coded
    positive = np.where(coded.levels > 0, coded.levels, 1.0)
    step = 10.0 ** (np.floor(np.log10(positive)) - 1)
    rounded = np.where(coded.levels > 0, np.round(coded.levels / step) * step, 0.0)
    levels, place = np.unique(np.round(rounded, 12), return_inverse=True)
    return replace(coded, levels=levels, code=place.astype(np.int32)[coded.code])


def _on_the_scale(asked: Asked, levels: Floats, code: Ints) -> tuple[Floats, Ints]:
    """With the levels that were offered and never taken: chance agreement depends on them (Gwet)."""
    offered = list(range(len(asked.names))) if asked.is_category else _offered(asked, levels)
    if not offered or len(offered) == len(levels):
        return levels, code
    scale = np.union1d(levels, np.array(offered, float))
    return scale, np.searchsorted(scale, levels).astype(np.int32)[code]


def _offered(asked: Asked, value: Floats) -> list[float]:
    """The levels of a scale as it was named: by its labels, or by its ends where all values are whole."""
    if asked.labels:
        return list(asked.labels)
    low, high = asked.lowest, asked.highest
    if low is None or high is None or not (low.is_integer() and high.is_integer() and high - low < MOST_LEVELS):
        return []
    is_whole = bool((value == np.round(value)).all())
    return [float(level) for level in range(int(low), int(high) + 1)] if is_whole else []


def levels_of(value: Floats) -> tuple[Floats, Ints]:
    """The values that occur, rising, and the place of each rating's value among them.

    Whole and half numbers are counted instead of sorted: ten times as fast for a million ratings. Of others, sums of
    weights for instance, those that differ by rounding only are one level.

    >>> levels, code = levels_of(np.array([4.0, 1.5, 4.0]))
    >>> levels.tolist(), code.tolist()
    ([1.5, 4.0], [1, 0, 1])
    """
    if not len(value):
        return np.empty(0), np.empty(0, np.int32)
    doubled = value * 2
    lowest = doubled.min()
    if doubled.max() - lowest < MOST_STEPS:
        steps = (doubled - lowest).astype(np.int32)
        if lowest.is_integer() and np.array_equal(steps + lowest, doubled):
            counts = np.bincount(steps)
            place = np.cumsum(counts > 0, dtype=np.int32) - 1
            return (np.flatnonzero(counts) + lowest) / 2, place[steps]
    levels, code = distinct(value)
    return levels, code.astype(np.int32)
