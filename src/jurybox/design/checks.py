"""Where checks come: one in every stretch of a rater's units, at a place that the seed draws for this rater.

The first place of a stretch is never one, so that two checks never stand side by side, nor the first three of all.
"""

from collections.abc import Sequence
from math import ceil, floor
from typing import TypeVar

from jurybox.design.order import draw

FIRST_FREE = 3
"""So many units come to every rater before the first check."""
MOST_SHARE = 0.25
"""With more there would be stretches without a place."""
T = TypeVar("T")


def is_check_place(place: int, share: float, seed: str, rater: str) -> bool:
    """Whether the unit with this number, from 0, is a check.

    >>> [place for place in range(40) if is_check_place(place, 0.1, "seed", "rater")]
    [8, 14, 28, 39]
    """
    return bool(share) and place == _place_in(floor(place * share + 1e-9), share, seed, rater)


def _place_in(stretch: int, share: float, seed: str, rater: str) -> int:
    """The place of the check in a stretch."""
    start, end = (ceil(n / share - 1e-9) for n in (stretch, stretch + 1))
    first = max(start + 1, FIRST_FREE)
    return first + draw(seed, "check place", rater, stretch) % max(1, end - first)


def checks_before(place: int, share: float, seed: str, rater: str) -> int:
    """How many places before this one are for checks.

    >>> [checks_before(place, 0.1, "seed", "rater") for place in (8, 9, 40)]
    [0, 1, 4]
    """
    if not share or place <= 0:
        return 0
    stretch = floor(place * share + 1e-9)
    return stretch + (_place_in(stretch, share, seed, rater) < place)


def checks_among(first: int, units: int, share: float, seed: str, rater: str) -> int:
    """How many checks come between so many further units, the first of which has this number.

    >>> checks_among(0, 37, 0.1, "seed", "rater"), checks_among(9, 1, 0.1, "seed", "rater")
    (4, 0)
    """
    if not share or units <= 0:
        return 0
    before, found = checks_before(first, share, seed, rater), 0
    while (now := checks_before(first + units + found, share, seed, rater) - before) != found:
        found = now
    return found


def with_checks(units: Sequence[T], checks: Sequence[tuple[int, T]], done: int) -> list[T]:
    """Units in the order that was drawn for them, each check where its place is, when so many are done already.

    >>> with_checks("abcd", [(2, "X"), (4, "Y")], 0), with_checks("d", [(9, "Y")], 4)
    (['a', 'b', 'X', 'c', 'Y', 'd'], ['d', 'Y'])
    """
    waiting = sorted(checks, key=lambda check: check[0])
    found: list[T] = []
    for unit in units:
        while waiting and waiting[0][0] <= done + len(found):
            found.append(waiting.pop(0)[1])
        found.append(unit)
    return found + [check for _, check in waiting]
