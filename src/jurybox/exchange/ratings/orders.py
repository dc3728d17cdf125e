"""Preferences and rankings as our export writes them: systems in groups, the best first; empty where none is good."""

import json
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis import Asked, Comparisons
from jurybox.exchange.ratings.rankings import PlacedSystems, compared, paired
from jurybox.stats import Flags, Floats, Ints

Groups = list[list[str]]


@dataclass(frozen=True, slots=True)
class OrdersFound:
    """One entry for each system of each order: whose it is, and the group it stands in, the best first."""

    asked: Asked
    names: tuple[str, ...]
    order: Ints
    item: Ints
    rater: Ints
    system: Ints
    place: Floats
    is_open: bool
    """Those in one of several groups were not compared with each other."""

    def comparisons(self, code: dict[str, int]) -> Comparisons:
        """Every two systems that were compared, by the numbers that the table gives them."""
        system = np.array([code[name] for name in self.names], np.int32)[self.system]
        one, other = paired(self.order, system)
        lowest, highest = self._ends()
        if self.is_open:
            said = (self.place[one] != self.place[other]) | (lowest == highest)[self.order[one]]
            one, other = one[said], other[said]
        in_pairs = bool((np.bincount(self.order) == 2).all())
        placed = PlacedSystems(self.item, self.rater, system, self.place)
        bad: Flags = (lowest > 0)[self.order[one]]
        both_bad = bad if bad.any() else None
        return replace(compared(self.asked, placed, one, other), in_pairs=in_pairs, both_bad=both_bad)

    def _ends(self) -> tuple[Floats, Floats]:
        """The first and the last place that is taken in each order; where none is any good the best is not."""
        orders = int(self.order.max(initial=-1)) + 1
        lowest, highest = np.full(orders, np.inf), np.zeros(orders)
        np.minimum.at(lowest, self.order, self.place)
        np.maximum.at(highest, self.order, self.place)
        return lowest, highest


def orders_of(
    asked: Asked, texts: tuple[str, ...], code: Ints, item: Ints, rater: Ints, is_open: bool
) -> OrdersFound | None:
    """`texts[code]` is what each row says, of its item and by its rater. None: some text is no order."""
    read = {one: groups_of(texts[one]) for one in np.unique(code).tolist()}
    if any(groups is None for groups in read.values()):
        return None
    names = sorted({name for groups in read.values() for group in groups or [] for name in group})
    number = {name: place for place, name in enumerate(names)}
    entries = {
        one: [(number[name], place) for place, group in enumerate(groups or []) for name in group]
        for one, groups in read.items()
    }
    size = np.array([len(entries[one]) for one in code.tolist()], np.int64)
    flat = [entry for one in code.tolist() for entry in entries[one]]
    order = np.repeat(np.arange(len(code)), size)
    system, place = np.array(flat, float).reshape(-1, 2).T
    return OrdersFound(asked, tuple(names), order, item[order], rater[order], system.astype(np.int32), place, is_open)


def groups_of(text: str) -> Groups | None:
    """Systems by place as our export writes them; None: the text is no order.

    >>> groups_of('[["x"], ["y", "z"]]'), groups_of("[1]")
    ([['x'], ['y', 'z']], None)
    """
    try:
        read = json.loads(text) if text else []
    except ValueError:
        return None
    is_order = isinstance(read, list) and all(
        isinstance(group, list) and all(isinstance(name, str) for name in group) for group in read
    )
    return read if is_order else None
