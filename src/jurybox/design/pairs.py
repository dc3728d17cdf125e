"""Which pairs of systems are compared on which items, batch by batch: pure functions of a seed and of what there is.

A pair of systems is chosen first, evenly or by what is known of strengths, then an item for it: the one that has had
the fewest pairs, so that what is said rests on as many items as there are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heapreplace
from itertools import combinations, product
from typing import NamedTuple

from jurybox.design.order import draw, shuffled

SystemPair = tuple[int, int]
"""Two systems by their number, the lower one first."""
EVEN_SHARE = 5
"""One pair in so many is drawn evenly, whatever is known: no pair of systems is ever given up."""


class PairItem(NamedTuple):
    """An item with what systems made of it, as far as it can be shown."""

    id: int
    made: Mapping[int, int]
    """The candidate that shows a system's output, by the number of the system."""
    drawn: Sequence[tuple[int, int]]
    """The pairs of candidates that are units already, or were."""


class DrawnPair(NamedTuple):
    item: int
    candidates: tuple[int, int]


class Undrawn:
    """The pairs that are not drawn yet; it becomes one less with each that is."""

    def __init__(self, items: Sequence[PairItem], seed: str, batch: int) -> None:
        self._items = {one.id: one for one in items}
        self._drawn = {one.id: {frozenset(pair) for pair in one.drawn} for one in items}
        self._turn = {one.id: (len(one.drawn), draw(seed, "pair-item", batch, one.id)) for one in items}
        self.makers = {one.id: _makers(one) for one in items}
        self.room: Counter[SystemPair] = Counter()
        """On how many items two systems can still be compared."""
        self.asked: Counter[SystemPair] = Counter()
        """How often two systems were drawn."""
        self._count(items)
        first = [(self.asked[pair], draw(seed, "pair", batch, *pair), pair) for pair in sorted(self.room)]
        self._rank = {pair: drawn for _, drawn, pair in first}
        self._queue = first
        heapify(self._queue)

    def _count(self, items: Sequence[PairItem]) -> None:
        """Most items have outputs of the same systems, all of them different: those are counted once for all."""
        alike: Counter[tuple[int, ...]] = Counter()
        for one in items:
            makers = self.makers[one.id]
            if len(makers) == len(one.made):
                alike[tuple(sorted(one.made))] += 1
            else:
                for pair in combinations(sorted(makers), 2):
                    self.room.update(_of_systems(makers, pair))
            for drawn in self._drawn[one.id]:
                first, second = drawn
                for both in _of_systems(makers, (first, second)):
                    self.room[both] -= 1
                    self.asked[both] += 1
        for systems, number in alike.items():
            for both in combinations(systems, 2):
                self.room[both] += number

    def ranks(self, systems: int) -> list[list[int]]:
        """Who comes first of equals, by system and system."""
        return [[self._rank.get((a, b), 0) >> 1 for b in range(systems)] for a in range(systems)]

    def even(self) -> SystemPair | None:
        """The two systems that were drawn least often, and can still be compared."""
        while self._queue:
            asked, drawn, pair = self._queue[0]
            if not self.room[pair]:
                heappop(self._queue)
            elif asked != self.asked[pair]:
                heapreplace(self._queue, (self.asked[pair], drawn, pair))
            else:
                return pair
        return None

    def take(self, pair: SystemPair) -> DrawnPair | None:
        """Compare two systems on the item that has had the fewest pairs; None where there is none left for them."""
        found = min((self._turn[one], one) for one in self._open(pair)) if self.room[pair] else None
        if found is None:
            return None
        item = found[1]
        first, second = sorted((self._items[item].made[pair[0]], self._items[item].made[pair[1]]))
        self._drawn[item].add(frozenset((first, second)))
        self._turn[item] = (self._turn[item][0] + 1, self._turn[item][1])
        for both in _of_systems(self.makers[item], (first, second)):
            self.room[both] -= 1
            self.asked[both] += 1
        return DrawnPair(item, (first, second))

    def _open(self, pair: SystemPair) -> Iterator[int]:
        first, second = pair
        for one in self._items.values():
            shown, other = one.made.get(first), one.made.get(second)
            if shown is None or other is None or shown == other:
                continue
            if frozenset((shown, other)) not in self._drawn[one.id]:
                yield one.id


def draw_evenly(undrawn: Undrawn, number: int) -> list[DrawnPair]:
    """So many pairs, of the systems that were drawn least often.

    >>> items = [PairItem(n, {0: 10 * n, 1: 10 * n + 1, 2: 10 * n + 2}, []) for n in (1, 2)]
    >>> drawn = draw_evenly(Undrawn(items, "seed", 0), 3)
    >>> sorted({one % 10 for one in pair.candidates} == {0, 1} for pair in drawn)
    [False, False, True]
    """
    found: list[DrawnPair] = []
    while len(found) < number and (pair := undrawn.even()) is not None:
        if (drawn := undrawn.take(pair)) is not None:
            found.append(drawn)
    return found


def draw_wished(undrawn: Undrawn, pairs: Iterable[SystemPair]) -> list[DrawnPair]:
    """These pairs of systems, as far as there are items for them."""
    return [drawn for pair in pairs if (drawn := undrawn.take(pair)) is not None]


def even_number(pairs: int) -> int:
    """How many of a batch are drawn evenly where the others are chosen.

    >>> even_number(100), even_number(11)
    (20, 3)
    """
    return -(-pairs // EVEN_SHARE)


def mixed(pairs: Sequence[DrawnPair], seed: str, batch: int) -> list[DrawnPair]:
    """The order of a batch in the pool: nothing tells how a pair was drawn."""
    return shuffled(pairs, seed, "pair-place", batch, key=lambda one: (one.item, *one.candidates))


def still_to_draw(items: Iterable[PairItem]) -> int:
    """How many pairs of candidates are not drawn yet.

    >>> still_to_draw([PairItem(1, {0: 10, 1: 11, 2: 11, 3: 12}, [(10, 11)])])
    2
    """
    total = 0
    for one in items:
        shown = set(one.made.values())
        total += len(shown) * (len(shown) - 1) // 2 - sum(shown.issuperset(pair) for pair in one.drawn)
    return total


def _makers(one: PairItem) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for system, candidate in one.made.items():
        found.setdefault(candidate, []).append(system)
    return found


def _of_systems(makers: Mapping[int, Sequence[int]], pair: tuple[int, int]) -> Iterator[SystemPair]:
    """The pairs of systems that two candidates compare: several where systems made the same."""
    for one, other in product(makers.get(pair[0], ()), makers.get(pair[1], ())):
        yield (one, other) if one < other else (other, one)
