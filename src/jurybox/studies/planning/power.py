"""The smallest difference that a study could find, in closed form: the page that answers at once loads no scipy.

It is `stats.detectable_by_blocks` with the quantiles of t by Cornish and Fisher (Abramowitz and Stegun 26.7.5) and the
noncentral t by its normal approximation (26.7.10); a test holds the two together.
"""

from math import floor, sqrt
from statistics import NormalDist

ALPHA, POWER = 0.05, 0.8
STEPLESS = 50
"""With more blocks the level of a sign-flip test has no steps to speak of."""
_normal = NormalDist()


def fewest_blocks(pairs: int) -> int:
    """With how many blocks sign-flip tests of so many pairs can establish anything: 2^(1 - B) <= .05 / pairs.

    >>> fewest_blocks(1), fewest_blocks(10)
    (6, 9)
    """
    blocks = 1
    while 2.0 ** (1 - blocks) > ALPHA / max(pairs, 1):
        blocks += 1
    return blocks


def detectable(standard_error: float, blocks: int, pairs: int) -> float | None:
    """The smallest true difference that is found in four of five studies at the level .05 / pairs; None with too few.

    >>> round(detectable(0.1, 100, 1), 2)
    0.28
    """
    if blocks < fewest_blocks(pairs) or standard_error <= 0:
        return None
    return standard_error * _errors_needed(blocks, ALPHA / max(pairs, 1))


def blocks_for(difference: float, spread: float, pairs: int) -> int:
    """With how many blocks so small a difference is found, whose standard error of one block is the spread.

    >>> blocks_for(0.2, 1.0, 1), round(detectable(1 / sqrt(199), 199, 1), 2)
    (199, 0.2)
    """

    def finds(blocks: int) -> bool:
        found = detectable(spread / sqrt(blocks), blocks, pairs)
        return found is not None and found <= difference

    most = fewest_blocks(pairs)
    while not finds(most):
        most *= 2
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if finds(middle) else (middle, most)
    return most


def _errors_needed(blocks: int, level: float) -> float:
    """How many standard errors a difference must have."""
    if blocks >= STEPLESS:
        return _noncentrality(blocks - 1, level)
    finest = 2.0 ** (1 - blocks)
    steps = max(1, floor(level / finest))
    all_one_sign = sqrt(blocks) * _normal.inv_cdf(POWER ** (1 / blocks))
    lost = max(0.0, all_one_sign / _noncentrality(blocks - 1, finest) - 1)
    return _noncentrality(blocks - 1, steps * finest) * (1 + lost / steps)


def _noncentrality(freedom: int, level: float) -> float:
    """δ with P(t' > t) = power: t·(1 - 1/4ν) + z·sqrt(1 + t²/2ν)."""
    t = t_quantile(1 - level / 2, freedom)
    return t * (1 - 1 / (4 * freedom)) + _normal.inv_cdf(POWER) * sqrt(1 + t * t / (2 * freedom))


def t_quantile(share: float, freedom: int) -> float:
    """
    >>> round(t_quantile(0.975, 10), 2)
    2.23
    """
    x, v = _normal.inv_cdf(share), freedom
    terms = (
        (x**3 + x) / (4 * v),
        (5 * x**5 + 16 * x**3 + 3 * x) / (96 * v**2),
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * v**3),
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * v**4),
    )
    return x + sum(terms)
