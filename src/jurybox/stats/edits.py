"""Agreement about what was changed in a text: F1 over pairs of raters, from how far their texts are apart."""

import numpy as np

from jurybox.stats.estimate import Estimate, Ints, undefined
from jurybox.stats.linearised import ratio_of_sums


def edit_f1(
    unit: Ints,
    edits: Ints,
    one: Ints,
    other: Ints,
    apart: Ints,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """F1 = Σ (|A| + |B| - d) / Σ (|A| + |B|) over all pairs of ratings of a unit.

    |A| and |B| are how many edits each made of the text that both were shown (`edits`, by rating), d how many lie
    between what they made of it (`apart`, of the ratings `one` and `other`). As |A| + |B| - d is twice what the two
    edited alike wherever their edits do not touch, this is the F1 of the edits: 1 where both made the same text, and 0
    where no edit is shared, for d is never above |A| + |B|. Two ratings that change nothing add nothing.

    >>> unit, edits = np.array([0, 0, 1, 1]), np.array([2, 1, 3, 3])
    >>> round(edit_f1(unit, edits, np.array([0, 2]), np.array([1, 3]), np.array([1, 6])).value, 3)
    0.222
    """
    sizes = np.bincount(unit)
    sizes = np.where(sizes > 1, sizes, 0)
    units, ratings = int((sizes > 0).sum()), int(sizes.sum())
    if not units:
        return undefined("no_overlap" if len(unit) else "no_ratings")
    both, of = edits[one] + edits[other], unit[one]
    below = np.bincount(of, both, len(sizes)).astype(float)
    above = np.bincount(of, both - apart, len(sizes)).astype(float)
    if below.sum() <= 0:
        return undefined("no_variance", units, ratings)
    estimate = Estimate(float(above.sum() / below.sum()), units=units, ratings=ratings)
    own = None if blocks is None else blocks[: len(sizes)][sizes > 0]
    return ratio_of_sums(above[sizes > 0], below[sizes > 0], estimate, confidence, blocks=own)
