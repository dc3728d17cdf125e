"""From the candidates of an item to its units: one by one, all together, or subsets of a size."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Literal

from jurybox.core import UnitShape
from jurybox.design.order import draw


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
    taken: set[frozenset[int]] = set()
    while len(chosen) < wanted:
        turn = len(chosen)
        ranked = sorted(candidates, key=lambda c: (used[c], draw(seed, "subset", item, turn, c)))
        subset = next(found for found in map(frozenset, combinations(ranked, size)) if found not in taken)
        taken.add(subset)
        chosen.append(tuple(sorted(subset, key=candidates.index)))
        for candidate in subset:
            used[candidate] += 1
    return chosen
