"""Letters instead of names: the order of candidates is drawn anew per rater and unit."""

from collections.abc import Sequence

from jurybox.design.order import shuffled


def candidate_order(
    candidates: Sequence[int], seed: str, rater: str, unit: int, purpose: str = "rating", avoid: Sequence[int] = ()
) -> list[int]:
    """Candidates as this rater sees them, the first under A. A repeat avoids the order of the first pass.

    >>> candidate_order([1, 2, 3], "seed", "rater", 7, "repeat", avoid=candidate_order([1, 2, 3], "seed", "rater", 7)) \
        != candidate_order([1, 2, 3], "seed", "rater", 7)
    True
    """
    if len(candidates) == 1:
        return list(candidates)
    order = shuffled(candidates, seed, "letters", rater, unit, purpose)
    if list(avoid) == order:
        order = order[1:] + order[:1]
    return order
