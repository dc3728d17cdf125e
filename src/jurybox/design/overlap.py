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


def fixed_lists(work: Sequence[Work], raters: Mapping[str, Sequence[str]], seed: str) -> dict[str, list[Work]]:
    """Each rater's work. `raters` maps a rater to their groups; no groups means all.

    A piece of work with fewer eligible raters than its quorum goes to all of them.
    """
    lists: dict[str, list[Work]] = {rater: [] for rater in raters}
    heaps = {group: _heap(group, raters, seed) for group in {w.group for w in work}}
    load = dict.fromkeys(raters, 0)
    for piece in work:
        heap = heaps[piece.group]
        taken: list[str] = []
        while heap and len(taken) < piece.quorum:
            known, _, rater = heappop(heap)
            if known < load[rater]:
                heappush(heap, _entry(rater, load[rater], seed))
                continue
            taken.append(rater)
        for rater in taken:
            lists[rater].append(piece)
            load[rater] += len(piece.units)
            heappush(heap, _entry(rater, load[rater], seed))
    return lists


def _heap(group: str, raters: Mapping[str, Sequence[str]], seed: str) -> list[tuple[int, int, str]]:
    heap = [_entry(rater, 0, seed) for rater, groups in raters.items() if not groups or group in groups]
    heapify(heap)
    return heap


def _entry(rater: str, load: int, seed: str) -> tuple[int, int, str]:
    """Ties are drawn anew at every load, so that raters are paired with all others in turn."""
    return load, draw(seed, "list", rater, load), rater
