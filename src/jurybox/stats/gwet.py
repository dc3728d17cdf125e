"""Gwet's AC1 and AC2: agreement corrected for chance in a way that stays steady when one level is rare.

AC1 counts equal ratings only (weights "identity"); AC2 lets near misses count. Gwet (2008), Computing inter-rater
reliability and its variance in the presence of high agreement, Br. J. Math. Stat. Psychol. 61:29-48.
"""

from jurybox.stats.agreement_weights import Weights
from jurybox.stats.chance import corrected
from jurybox.stats.estimate import Estimate, Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.patterns import Patterns, count_patterns


@only_finite()
def gwet_ac(
    unit: Ints,
    code: Ints,
    levels: Floats,
    weights: Weights = "identity",
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
) -> Estimate:
    """AC1 or AC2 = (p_a - p_e) / (1 - p_e), p_e = T_w / (q (q - 1)) · Σ π_c (1 - π_c), over q = len(levels) levels.

    Levels that nobody used count in q: give the scale as it was offered.

    >>> import numpy as np
    >>> table = np.array([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    >>> first, second = np.repeat(np.indices((3, 3)).reshape(2, 9), table.ravel(), axis=1)
    >>> found = gwet_ac(np.tile(np.arange(100), 2), np.concatenate([first, second]), np.arange(3.0))
    >>> round(found.value, 4), round(found.standard_error, 4)
    (0.8493, 0.0434)
    """
    return gwet_of(count_patterns(unit, code, len(levels), blocks=blocks), levels, weights, confidence)


@only_finite()
def gwet_of(patterns: Patterns, levels: Floats, weights: Weights = "identity", confidence: float = 0.95) -> Estimate:
    """The same from patterns counted before; over blocks where they were counted with blocks."""
    return corrected(patterns, levels, "gwet", weights, confidence)
