"""What showing something did to answers, where chance decided of each rater and unit whether it was shown."""

import numpy as np

from jurybox.stats.estimate import Estimate, Flags, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.linearised import FEWEST_BLOCKS, freedom_of, sums_by_block, with_error
from jurybox.stats.tally import counts, sums


@only_finite()
def shown_effect(rater: Ints, shown: Flags, value: Floats, blocks: Ints, confidence: float = 0.95) -> Estimate:
    """The mean of what was answered with it minus without it, each rater compared with themself.

    Least squares of the answer on whether it was shown, with a mean for each rater; what a block contributes is
    added up first, for answers about one block are alike (cluster-robust, its leverage taken out as in CR2).

    >>> rater, shown = np.repeat([0, 1], 10), np.tile([True, False], 10)
    >>> value = np.where(shown, 3.0, 2.0) + rater
    >>> shown_effect(rater, shown, value, np.tile(np.arange(10), 2)).value
    1.0
    """
    if not shown.any() or shown.all():
        return undefined("no_variance", ratings=len(value))
    n = int(rater.max()) + 1
    many = np.maximum(counts(rater, n), 1)
    off = shown - (sums(rater, shown.astype(float), n) / many)[rater]
    centred = value - (sums(rater, value, n) / many)[rater]
    spread = float(off @ off)
    if spread < 1e-12:
        return undefined("no_variance", ratings=len(value))
    effect = float(off @ centred) / spread
    left = off * (centred - effect * off) / spread
    parts, shares = sums_by_block(left, blocks), sums_by_block(off**2 / spread, blocks)
    found = Estimate(effect, units=int((shares > 0).sum()), ratings=len(value))
    if found.units < FEWEST_BLOCKS:
        return Estimate(effect, units=found.units, ratings=len(value), reason="too_few_blocks")
    stretched = parts / np.sqrt(1 - np.minimum(shares, 0.999))
    error = float(np.sqrt(stretched @ stretched))
    return with_error(found, error, confidence, freedom_of(stretched), highest=np.inf, method="linearised_blocks")
