"""Intraclass correlation: the share of all variance that is between units.

Six forms of Shrout & Fleiss (1979): 1 raters differ from unit to unit, 2 raters are a sample of raters, 3 these raters
only; one rating, or the mean of k. Complete designs have exact F intervals (McGraw & Wong 1996) where units are
independent and raters a sample; all others go by variance components, and their intervals leave out groups of units or
blocks in turn (and of raters, for forms 1 and 2 where raters are a sample).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from jurybox.stats.components import Sums, one_way, sums_of, sums_without, two_way
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.jackknife import GROUPS, jackknife_variance, stretched, with_pseudo_values
from jurybox.stats.linearised import FEWEST_BLOCKS, FEWEST_UNITS
from jurybox.stats.reasons import Reason

Form = Literal["ICC(1,1)", "ICC(2,1)", "ICC(3,1)", "ICC(1,k)", "ICC(2,k)", "ICC(3,k)"]
FORMS: tuple[Form, ...] = ("ICC(1,1)", "ICC(2,1)", "ICC(3,1)", "ICC(1,k)", "ICC(2,k)", "ICC(3,k)")
RatersAre = Literal["fixed", "random"]
NOTHING_VARIES = 1e-12
FEWEST_RATERS = 3  # as a sample of raters


@only_finite()
def icc(
    unit: Ints,
    rater: Ints,
    value: Floats,
    confidence: float = 0.95,
    *,
    blocks: Ints | None = None,
    raters_are: RatersAre = "random",
) -> dict[Form, Estimate]:
    """All six forms; k is the number of raters, or the harmonic mean of ratings per unit where some are missing.

    `blocks` (the block of each unit) are what the interval takes as drawn by chance; `raters_are` fixed: it is about
    these raters, and other ones could give another value.

    >>> ratings = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
    >>> unit, rater = np.indices(ratings.shape).reshape(2, -1)
    >>> [round(found.value, 2) for found in icc(unit, rater, ratings.ravel()).values()]
    [0.17, 0.29, 0.71, 0.44, 0.62, 0.91]
    """
    units, place = np.unique(unit, return_inverse=True)
    raters, rater = np.unique(rater, return_inverse=True)
    y = np.asarray(value, float) - (np.mean(value) if len(value) else 0)
    if reason := _refusal(len(units), len(raters), y):
        return {form: undefined(reason, len(units), len(y)) for form in FORMS}
    block = np.arange(len(units)) if blocks is None else np.unique(np.asarray(blocks)[units], return_inverse=True)[1]
    drawn = _Drawn(block, int(block.max()) + 1, raters_are == "fixed", blocks is not None)
    if len(y) == len(units) * len(raters) and len(np.unique(place * len(raters) + rater)) == len(y):
        table = np.zeros((len(units), len(raters)))
        table[place, rater] = y
        found = _complete(table, confidence)
        if not drawn.is_fixed and drawn.number == len(units):
            return found
        return _by_components(place, rater, y, confidence, drawn, {form: one.value for form, one in found.items()})
    return _by_components(place, rater, y, confidence, drawn)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What an interval takes as drawn by chance: the block of each unit, and whether raters are too."""

    block: Ints
    number: int
    is_fixed: bool
    """These raters and no others."""
    is_given: bool
    """Whether blocks were named; else each unit is one."""


def _refusal(units: int, raters: int, y: Floats) -> Reason | None:
    if not len(y):
        return "no_ratings"
    if raters < 2:
        return "one_rater"
    if units < 2:
        return "too_few_units"
    if units == len(y):
        return "no_overlap"
    return "no_variance" if np.ptp(y) <= NOTHING_VARIES * np.abs(y).max(initial=0) or not y.any() else None


@dataclass(frozen=True, slots=True)
class _Squares:
    """Mean squares of a complete table: rows, columns, residual, within rows."""

    n: int
    k: int
    rows: float
    columns: float
    rest: float
    within: float


def _mean_squares(table: Floats) -> _Squares:
    n, k = table.shape
    total = float(((table - table.mean()) ** 2).sum())
    rows = k * float(((table.mean(axis=1) - table.mean()) ** 2).sum())
    columns = n * float(((table.mean(axis=0) - table.mean()) ** 2).sum())
    within = float(((table - table.mean(axis=1, keepdims=True)) ** 2).sum())
    # what is left by rounding is nothing
    rows, columns, within, rest = (
        part if part > NOTHING_VARIES * total else 0.0 for part in (rows, columns, within, within - columns)
    )
    return _Squares(n, k, rows / (n - 1), columns / (k - 1), rest / ((n - 1) * (k - 1)), within / (n * (k - 1)))


def _complete(table: Floats, confidence: float) -> dict[Form, Estimate]:
    s = _mean_squares(table)
    n, k = s.n, s.k
    spread = s.rows + (k - 1) * s.rest + k * (s.columns - s.rest) / n
    singles = {
        "ICC(1,1)": _ratio(s.rows - s.within, s.rows + (k - 1) * s.within),
        "ICC(2,1)": _ratio(s.rows - s.rest, spread),
        "ICC(3,1)": _ratio(s.rows - s.rest, s.rows + (k - 1) * s.rest),
    }
    means = {
        "ICC(1,k)": _ratio(s.rows - s.within, s.rows),
        "ICC(2,k)": _ratio(s.rows - s.rest, s.rows + (s.columns - s.rest) / n),
        "ICC(3,k)": _ratio(s.rows - s.rest, s.rows),
    }
    single_ranges = _ranges(s, singles["ICC(2,1)"], confidence)
    ranges = (*single_ranges, *((_of_mean(low, k), _of_mean(high, k)) for low, high in single_ranges))
    found: dict[Form, Estimate] = {}
    for form, value, interval in zip(FORMS, (*singles.values(), *means.values()), ranges, strict=True):
        if value is None:
            found[form] = undefined("no_variance", n, n * k)
        elif np.isfinite(interval).all():
            found[form] = Estimate(value, interval, units=n, ratings=n * k, method="anova")
        else:
            found[form] = Estimate(value, reason="too_few_units", units=n, ratings=n * k)
    return found


def _ratio(above: float, below: float) -> float | None:
    """None where what is above is all that there is, and what is below next to nothing."""
    return above / below if below > NOTHING_VARIES * max(abs(above), 1e-300) else None


def _of_mean(single: float, k: float) -> float:
    """Spearman-Brown: the reliability of the mean of k from that of one."""
    below = 1 + (k - 1) * single
    return k * single / below if below > 0 else -np.inf


def _ranges(s: _Squares, agreement: float | None, confidence: float) -> list[tuple[float, float]]:
    """Intervals of the three forms for one rating."""
    df = s.n - 1
    return [
        _f_range(s.rows, s.within, s.k, df, s.n * (s.k - 1), confidence),
        _agreement_range(s, agreement or 0.0, confidence),
        _f_range(s.rows, s.rest, s.k, df, df * (s.k - 1), confidence),
    ]


def _quantile(confidence: float, above: float, below: float) -> float:
    from scipy.special import fdtri

    return float(fdtri(above, below, (1 + confidence) / 2))


def _f_range(rows: float, rest: float, k: int, above: int, below: int, confidence: float) -> tuple[float, float]:
    if rest <= 0:
        return 1.0, 1.0
    low = rows / rest / _quantile(confidence, above, below)
    high = rows / rest * _quantile(confidence, below, above)
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _agreement_range(s: _Squares, value: float, confidence: float) -> tuple[float, float]:
    """Form 2, with Satterthwaite's degrees of freedom (Shrout & Fleiss 1979, p. 424)."""
    n, k = s.n, s.k
    if s.rest <= 0:
        return (1.0, 1.0) if s.columns <= 0 else _f_range(s.rows, s.within, k, n - 1, n * (k - 1), confidence)
    columns = k * value * s.columns / s.rest
    rest = n * (1 + (k - 1) * value) - k * value
    below = (n - 1) * columns**2 + rest**2
    if below <= 0:
        return -np.inf, np.inf
    freedom = (k - 1) * (n - 1) * (columns + rest) ** 2 / below
    noise = k * s.columns + (k * n - k - n) * s.rest
    up, down = _quantile(confidence, n - 1, freedom), _quantile(confidence, freedom, n - 1)
    return (
        n * (s.rows - up * s.rest) / (up * noise + n * s.rows),
        n * (down * s.rows - s.rest) / (noise + n * down * s.rows),
    )


def _by_components(
    unit: Ints,
    rater: Ints,
    y: Floats,
    confidence: float,
    drawn: _Drawn,
    known: Mapping[Form, float | None] | None = None,
) -> dict[Form, Estimate]:
    """Values and intervals from variance components; `known` values of a complete design stay what they are."""
    sizes = np.bincount(unit)
    k = len(sizes) / float((1 / sizes).sum())
    whole = sums_of(unit, rater, y)
    sides = [drawn.block[unit]] if drawn.is_fixed else [drawn.block[unit], rater, np.arange(len(y))]
    without = [_left_out(unit, rater, y, own) for own in sides]
    found: dict[Form, Estimate] = {}
    for form in FORMS:
        point = _shares(whole, form, k) if known is None else _known(known[form])
        if isinstance(point, str):
            found[form] = undefined(point, len(sizes), len(y))
            continue
        estimate = Estimate(float(point[0]), units=len(sizes), ratings=len(y))
        parts = [_shares(sums, form, k) if sums else None for sums in without]
        usable = [None if isinstance(part, str) else part for part in parts]
        found[form] = _with_interval(estimate, usable, drawn, "(3" in form, confidence)
    return found


def _known(value: float | None) -> Floats | Reason:
    return "no_variance" if value is None else np.array([value])


def _left_out(unit: Ints, rater: Ints, y: Floats, own: Ints) -> Sums | None:
    """Without each group of blocks, of raters or of ratings; None where there are too few to leave one out."""
    count = int(own.max()) + 1
    groups = min(count, GROUPS)
    if groups < 3:
        return None
    # drawn, as neighbours may be alike: one film, one day
    group = np.random.default_rng(0).permutation(count) % groups
    return sums_without(unit, rater, y, group[own], groups)


def _shares(sums: Sums, form: Form, k: float) -> Floats | Reason:
    """The share of variance that is between units, per group left out; or why there is none."""
    found = one_way(sums) if "(1" in form else two_way(sums)
    if found is None:
        return "incomplete_design"
    of_units, rest = found[0], found[-1] + (found[1] if "(2" in form else 0)
    both = of_units + (rest / k if form.endswith("k)") else rest)
    if (both <= 0).any():
        return "no_variance"
    share: Floats = of_units / both
    return share


def _with_interval(
    estimate: Estimate, parts: Sequence[Floats | None], drawn: _Drawn, same_raters: bool, confidence: float
) -> Estimate:
    """Variance over blocks and over raters, less what both count: that over single ratings (Cameron et al. 2011).

    Degrees of freedom by Satterthwaite. Form 3 is about these raters, and only units vary.
    """
    blocks = parts[0]
    method = "jackknife_blocks" if drawn.is_given else "jackknife"
    if drawn.is_given and (blocks is None or drawn.number < FEWEST_BLOCKS):
        return replace(estimate, reason="too_few_blocks")
    if blocks is None or estimate.units < FEWEST_UNITS:
        return replace(estimate, reason="too_few_units")
    if same_raters or drawn.is_fixed:
        return with_pseudo_values(estimate, blocks, confidence, method=method)
    raters, ratings = parts[1:]
    if raters is None or ratings is None or len(raters) < FEWEST_RATERS:
        return replace(estimate, reason="too_few_raters")
    by_block, by_rater, by_rating = (jackknife_variance(stretched(part)) for part in (blocks, raters, ratings))
    more = max(by_rater - by_rating, 0.0)
    below = by_block**2 / (len(blocks) - 1) + more**2 / (len(raters) - 1)
    freedom = max(1, int((by_block + more) ** 2 / below)) if below else len(blocks) - 1
    return with_pseudo_values(estimate, blocks, confidence, more, freedom, method)
