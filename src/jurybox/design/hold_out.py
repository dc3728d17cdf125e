"""The hold-out: the units that a rater gets without suggestions, to measure what suggestions do."""

from jurybox.design.order import draw

ALL = 2**64


def is_held_out(share: float, seed: str, rater: int | str, unit: int) -> bool:
    """Whether this rater gets this unit without suggestions: drawn for the two alone, whatever the others get.

    >>> sum(is_held_out(0.2, "seed", "rater", unit) for unit in range(10_000))
    1955
    """
    return draw(seed, "hold-out", rater, unit) < share * ALL
