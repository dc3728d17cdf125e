"""Planned repeats: a share of a rater's units comes again, late enough not to be remembered."""

from collections.abc import Sequence
from math import ceil, floor

from jurybox.design.order import draw

LEAST_GAP = 10
GAP_SHARE = 0.1


def gap(list_length: int) -> int:
    """How many units must lie between the first pass and its repeat: 10, or a tenth of the list.

    >>> gap(50), gap(200)
    (10, 20)
    """
    return max(LEAST_GAP, ceil(GAP_SHARE * list_length))


def planned(finished: int, share: float, expected: int) -> int:
    """How many units of a pool have been set to come again when a rater has finished so many.

    The last units come too late for a gap, so the earlier ones stand in for them: whoever rates as many units as
    expected meets the share asked for.

    >>> planned(90, 0.1, 200), planned(180, 0.1, 200), planned(200, 0.1, 200)
    (10, 20, 20)
    """
    early = expected - gap(expected)
    rate = min(1.0, share * expected / early) if early > 0 else share
    return floor(min(finished * rate, max(finished, expected) * share) + 1e-9)


def one_of(units: Sequence[int], seed: str, rater: str) -> int:
    """Which of some units comes again."""
    return min(units, key=lambda unit: draw(seed, "repeat", rater, unit))


def chosen_of_list(units: Sequence[int], share: float, seed: str, rater: str) -> list[int]:
    """Positions in a fixed list whose units come again: the share asked for, all early enough for the gap.

    >>> len(chosen_of_list(range(200), 0.1, "s", "r"))
    20
    """
    early = range(max(0, len(units) - gap(len(units))))
    wanted = min(round(share * len(units)), len(early))
    return sorted(sorted(early, key=lambda p: draw(seed, "repeat", rater, units[p]))[:wanted])
