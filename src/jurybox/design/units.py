"""From the candidates of an item to its units: one by one, all together, or subsets of a size."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Literal

from jurybox.core.protocol import UnitShape
from jurybox.design.order import draw

MOST_TRIED = 2_000


def units_of_item(candidates: Sequence[int], shape: UnitShape, seed: str, item: int) -> list[tuple[int, ...]]:
    """The candidates of each unit of an item.

    >>> units_of_item([1, 2, 3], UnitShape(candidates=2), "s", 0)
    [(1, 2), (1, 3), (2, 3)]
    """
    if not candidates:
        return []
    if shape.candidates == 1:
        return [(c,) for c in candidates]
    if shape.candidates == "all" or len(candidates) <= shape.candidates:
        return [tuple(candidates)]
    return _subsets(candidates, shape.candidates, shape.subsets, seed, item)


def _subsets(
    candidates: Sequence[int], size: int, wanted: int | Literal["all"], seed: str, item: int
) -> list[tuple[int, ...]]:
    """All subsets, or a draw in which every candidate stands about equally often."""
    total = comb(len(candidates), size)
    if wanted == "all" or wanted >= total:
        return list(combinations(candidates, size))
    used = dict.fromkeys(candidates, 0)
    chosen: list[tuple[int, ...]] = []
    turn = 0
    while len(chosen) < wanted and turn < MOST_TRIED:
        turn += 1
        ranked = sorted(candidates, key=lambda c: (used[c], draw(seed, "subset", item, turn, c)))
        subset = tuple(sorted(ranked[:size], key=candidates.index))
        if subset in chosen and turn % 7:
            continue
        if subset not in chosen:
            chosen.append(subset)
        for candidate in subset:
            used[candidate] += 1
    return chosen
