"""How far two marks are the same: the place, the label, the weight. Each names the field that it lies in."""

from collections.abc import Sequence

from jurybox.core.questions.matching import one_to_one
from jurybox.core.questions.values import MarkAnswer

NEARBY = 10
"""So many characters apart two raters may have put what is missing at one place."""


def is_there(mark: MarkAnswer, other: MarkAnswer) -> bool:
    """Whether two marks share at least half of the longer one; what is missing somewhere is missing everywhere."""
    if mark.get("field") != other.get("field"):
        return False
    start, end, begin, stop = mark["start"], mark["end"], other["start"], other["end"]
    if start is None or end is None or begin is None or stop is None:
        return _is_missing(mark) and _is_missing(other)
    if start == end or begin == stop:
        return start == end and begin == stop and abs(start - begin) <= NEARBY
    return 2 * (min(end, stop) - max(start, begin)) >= max(end - start, stop - begin)


def _is_missing(mark: MarkAnswer) -> bool:
    return mark["start"] == mark["end"]


def is_alike(mark: MarkAnswer, other: MarkAnswer) -> bool:
    """In place and label."""
    return mark["label"] == other["label"] and is_there(mark, other)


def is_same(mark: MarkAnswer, other: MarkAnswer) -> bool:
    """In place, label and weight."""
    return (mark.get("weight") or None) == (other.get("weight") or None) and is_alike(mark, other)


def paired(ours: Sequence[MarkAnswer], theirs: Sequence[MarkAnswer]) -> tuple[tuple[int, int], ...]:
    """Which mark is which of the others, by their places: first those that are the same, then those with the same
    label, then those that only stand at the same place."""
    found: list[tuple[int, int]] = []
    for is_pair in (is_same, is_alike, is_there):
        left = [n for n in range(len(ours)) if n not in {a for a, _ in found}]
        right = [n for n in range(len(theirs)) if n not in {b for _, b in found}]
        places = one_to_one([[m for m, b in enumerate(right) if is_pair(ours[a], theirs[b])] for a in left])
        found += [(left[a], right[b]) for a, b in places]
    return tuple(sorted(found))
