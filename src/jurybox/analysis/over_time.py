"""How agreement changed while ratings came in."""

import numpy as np

from jurybox.analysis.coded import Coded, coarser
from jurybox.analysis.rater_rows import Moment
from jurybox.stats import Ints, alpha_over

CUTS = 20
FEWEST = 10
"""Before so many ratings there is nothing to see."""


def over_time(coded: Coded) -> list[Moment]:
    """Alpha of the first twentieth of the ratings, the first two twentieths, and so on; nothing without times."""
    order = time_order(coded)
    if order is None or len(order) < FEWEST:
        return []
    at, coded = coded.at, coarser(coded)
    assert at is not None
    cuts = np.unique(np.linspace(0, len(order), CUTS + 1).round().astype(int)[1:])
    cuts = cuts[cuts >= min(FEWEST, len(order))]
    curve = alpha_over(coded.unit[order], coded.code[order], coded.levels, coded.level, cuts.tolist())
    return [
        Moment(coded.asked.id, int(cut), float(at[order[cut - 1]]), alpha.value)
        for cut, alpha in zip(cuts, curve, strict=True)
    ]


def time_order(coded: Coded) -> Ints | None:
    """The rows with a time in the order of it; at the same moment by unit and rater, whatever order they came in."""
    if coded.at is None:
        return None
    known = np.flatnonzero(~np.isnan(coded.at))
    if not len(known):
        return None
    at = coded.at[known]
    if (at[1:] > at[:-1]).all():
        return known
    return known[np.lexsort((coded.rater[known], coded.unit[known], at))]
