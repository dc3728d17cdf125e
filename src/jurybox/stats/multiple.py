"""Adjusted p-values for many comparisons at once."""

from typing import Literal, get_args

import numpy as np

from jurybox.stats.estimate import Floats
from jurybox.stats.finite import only_finite

Correction = Literal["holm", "bh", "by", "none"]
CORRECTIONS: tuple[Correction, ...] = get_args(Correction)


@only_finite("p")
def adjust(p: Floats, correction: Correction = "holm") -> Floats:
    """Adjusted p-values; a p of NaN (no test was possible) stays NaN and is not counted among the tests.

    holm: max over smaller p of (m - i + 1) · p₍ᵢ₎ (Holm 1979), holds the chance of any false claim.
    bh: min over larger p of m / i · p₍ᵢ₎ (Benjamini & Hochberg 1995), holds the share of false claims.
    by: the same times 1 + 1/2 + … + 1/m (Benjamini & Yekutieli 2001), under any dependence.

    >>> adjust(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    if correction not in CORRECTIONS:
        raise ValueError(f"Correction {correction!r} is not one of {', '.join(CORRECTIONS)}.")
    found = np.array(p, dtype=float)
    is_tested = ~np.isnan(found)
    m = int(is_tested.sum())
    if correction == "none" or not m:
        return found
    order = np.argsort(found[is_tested], kind="stable")
    ranked, place = found[is_tested][order], np.arange(1, m + 1)
    if correction == "holm":
        raised = np.maximum.accumulate(ranked * (m - place + 1))
    else:
        factor = float((1 / place).sum()) if correction == "by" else 1.0
        raised = np.minimum.accumulate((ranked * m / place * factor)[::-1])[::-1]
    back = np.empty(m)
    back[order] = np.minimum(raised, 1.0)
    found[is_tested] = back
    return found
