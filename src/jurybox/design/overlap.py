"""Fixed lists: which rater gets which units, so that each is rated as often as its quorum and work is even."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from jurybox.design.order import draw


@dataclass(frozen=True, slots=True)
class Work:
    """What goes to one rater as a whole: a unit, or all units of an item where a stage hides something."""

    units: tuple[int, ...]
    group: str
    quorum: int
    barred: frozenset[str] = frozenset()
    """Raters who must not get it: they have it already, or may do nothing of it."""


def fixed_lists(
    work: Sequence[Work], raters: Mapping[str, Sequence[str]], seed: str, load: Mapping[str, int] | None = None
) -> dict[str, list[Work]]:
    """Each rater's work. `raters` maps a rater to their groups; no groups means all. `load` is what they have already.

    A piece of work with fewer eligible raters than its quorum goes to all of them.
    """
    lists: dict[str, list[Work]] = {rater: [] for rater in raters}
    loads = {rater: (load or {}).get(rater, 0) for rater in raters}
    heaps = {group: _heap(group, raters, seed, loads) for group in {w.group for w in work}}
    for piece in work:
        heap = heaps[piece.group]
        taken: list[str] = []
        passed: list[str] = []
        while heap and len(taken) < piece.quorum:
            known, _, rater = heappop(heap)
            if known < loads[rater]:
                heappush(heap, _entry(rater, loads[rater], seed))
                continue
            (passed if rater in piece.barred else taken).append(rater)
        for rater in taken:
            lists[rater].append(piece)
            loads[rater] += len(piece.units)
        for rater in taken + passed:
            heappush(heap, _entry(rater, loads[rater], seed))
    return lists


def _heap(
    group: str, raters: Mapping[str, Sequence[str]], seed: str, loads: Mapping[str, int]
) -> list[tuple[int, int, str]]:
    heap = [_entry(rater, loads[rater], seed) for rater, groups in raters.items() if not groups or group in groups]
    heapify(heap)
    return heap


def _entry(rater: str, load: int, seed: str) -> tuple[int, int, str]:
    """Ties are drawn anew at every load, so that raters are paired with all others in turn."""
    return load, draw(seed, "list", rater, load), rater
