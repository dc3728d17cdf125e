"""Planned repeats: a share of a rater's units comes again, late enough not to be remembered."""

from collections.abc import Sequence
from math import ceil

from jurybox.design.order import draw

LEAST_GAP = 10
GAP_SHARE = 0.1


def gap(list_length: int) -> int:
    """How many units must lie between the first pass and its repeat: 10, or a tenth of the list.

    >>> gap(50), gap(200)
    (10, 20)
    """
    return max(LEAST_GAP, ceil(GAP_SHARE * list_length))


def block_length(share: float) -> int:
    """In a pool, one unit of every block of this many comes again.

    >>> block_length(0.1)
    10
    """
    return max(1, round(1 / share)) if share > 0 else 0


def chosen_of_block(block: Sequence[int], seed: str, rater: str) -> int:
    """Which unit of a block comes again."""
    return min(block, key=lambda unit: draw(seed, "repeat", rater, unit))


def chosen_of_list(units: Sequence[int], share: float, seed: str, rater: str) -> list[int]:
    """Positions in a fixed list whose units come again: the share asked for, all early enough for the gap.

    >>> len(chosen_of_list(range(200), 0.1, "s", "r"))
    20
    """
    early = range(max(0, len(units) - gap(len(units))))
    wanted = min(round(share * len(units)), len(early))
    return sorted(sorted(early, key=lambda p: draw(seed, "repeat", rater, units[p]))[:wanted])
