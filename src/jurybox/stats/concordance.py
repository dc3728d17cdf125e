"""Kendall's W: whether raters put the units into the same order."""

from dataclasses import dataclass, replace

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.jackknife import GROUPS, with_pseudo_values
from jurybox.stats.linearised import FEWEST_BLOCKS


@dataclass(frozen=True, slots=True)
class Concordance:
    """W, and the test that raters order the units at random."""

    w: Estimate
    chi2: float | None = None
    freedom: int | None = None
    p: float | None = None


def kendall_w(
    unit: Ints, rater: Ints, code: Ints, n_levels: int, confidence: float = 0.95, *, blocks: Ints | None = None
) -> Concordance:
    """W = 12 S / (m² (n³ - n) - m T), χ² = m (n - 1) W on n - 1 degrees of freedom (Kendall & Gibbons 1990, ch. 6).

    S is the sum of squares of the units' rank sums about their mean over m raters and n units, T = Σ (t³ - t) over all
    ties of every rater. It needs every rater on every unit: units that lack a rater are left out and counted. The
    interval leaves out groups of units in turn, or of `blocks` of units.

    >>> found = kendall_w(np.tile(np.arange(4), 2), np.repeat([0, 1], 4), np.array([0, 1, 2, 3, 1, 0, 2, 3]), 4)
    >>> round(found.w.value, 3), round(found.chi2, 3)
    (0.9, 5.4)
    """
    raters = np.unique(rater)
    if len(raters) < 2:
        return Concordance(undefined("one_rater" if len(raters) else "no_ratings"))
    table, units, dropped = _complete(unit, np.searchsorted(raters, rater), code, len(raters))
    n, m = table.shape
    left_out = {"incomplete": dropped} if dropped else {}
    if n < 2:
        return Concordance(undefined("incomplete_design" if dropped else "too_few_units", n, n * m, left_out))
    value = _w(table, n_levels)
    if value is None:
        return Concordance(undefined("no_variance", n, n * m, left_out))
    found = Estimate(value, units=n, ratings=n * m, left_out=left_out)
    chi2 = m * (n - 1) * value
    own = None if blocks is None else np.unique(np.asarray(blocks)[units], return_inverse=True)[1]
    return Concordance(_with_interval(found, table, n_levels, confidence, own), chi2, n - 1, _tail(chi2, n - 1))


def _complete(unit: Ints, who: Ints, code: Ints, raters: int) -> tuple[Ints, Ints, int]:
    """Units by raters, of the units that all have rated; which these are; and how many are not."""
    sizes = np.bincount(unit)
    complete = sizes == raters
    keep = complete[unit]
    place = np.cumsum(complete) - 1
    table = np.zeros((int(complete.sum()), raters), np.int64)
    table[place[unit[keep]], who[keep]] = code[keep]
    return table, np.flatnonzero(complete), int((sizes > 0).sum() - complete.sum())


def _w(table: Ints, n_levels: int) -> float | None:
    n, m = table.shape
    counts = np.stack([np.bincount(column, minlength=n_levels) for column in table.T]).astype(float)
    ranks = np.cumsum(counts, axis=1) - (counts - 1) / 2
    sums = ranks[np.arange(m), table].sum(axis=1)
    ties = float((counts**3 - counts).sum())
    room = m**2 * (float(n) ** 3 - n) - m * ties
    # all tied: n³ - n from every rater
    return None if room <= 0 else 12 * float(((sums - m * (n + 1) / 2) ** 2).sum()) / room


def _with_interval(found: Estimate, table: Ints, n_levels: int, confidence: float, blocks: Ints | None) -> Estimate:
    """Units or blocks are left out in turn, in groups where they are many: ranks among the rest are made anew."""
    block = np.arange(len(table)) if blocks is None else blocks
    number = int(block.max()) + 1
    if blocks is not None and number < FEWEST_BLOCKS:
        return replace(found, reason="too_few_blocks")
    groups = min(number, GROUPS)
    without = [_w(table[block % groups != g], n_levels) for g in range(groups)]
    if found.units < 3 or any(value is None for value in without):
        return replace(found, reason="too_few_units")
    values: Floats = np.array(without, float)
    return with_pseudo_values(found, values, confidence, method="jackknife" if blocks is None else "jackknife_blocks")


def _tail(chi2: float, freedom: int) -> float:
    from scipy.special import chdtrc

    return float(chdtrc(freedom, chi2))
