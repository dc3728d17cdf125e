"""How far raters agree on which of two is better, so that it does not matter which of the two is called the first.

Every pair is counted in both orientations at half weight: chance expects as many wins of the one as of the other. What
is seen is the same in both, so only the margins change, to those of "first" and "second" taken together.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jurybox.stats.distributions import t_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.linearised import FEWEST_UNITS
from jurybox.stats.tally import sums

FIRST, SECOND, TIE, BOTH_BAD = range(4)
TURNED = np.array([SECOND, FIRST, TIE, BOTH_BAD])
"""What an answer is called if the two change places."""
_KINDS = len(TURNED)


class PreferenceAgreement(NamedTuple):
    """Share of the same answers; Cohen's kappa pooled over pairs of raters; Krippendorff's nominal alpha."""

    percent: Estimate
    kappa: Estimate
    alpha: Estimate


class _Counted(NamedTuple):
    """One answer per rater and unit; units as codes without gaps."""

    unit: Ints
    rater: Ints
    code: Ints
    table: Floats
    """Units x kinds of answers."""
    block: Ints
    """Of each unit."""
    left_out: dict[str, int]


def agreement_on_pairs(
    unit: Ints, rater: Ints, code: Ints, blocks: Ints, confidence: float = 0.95
) -> PreferenceAgreement:
    """From answers FIRST, SECOND, TIE or BOTH_BAD about units (two systems of one item), `blocks` of each answer.

    With symmetrised shares: alpha = 1 - D_o/D_e (Krippendorff 2018, ch. 12); kappa = 1 - Σ n D_o / Σ n D_e over pairs
    of raters with n shared units, D_e from the margins of all that each rater shares with anybody (Cohen 1960,
    pooled). The intervals add up what each unit does to the value (its influence) by block: t with blocks - 1 degrees.

    >>> unit, rater = np.repeat(np.arange(6), 2), np.tile([0, 1], 6)
    >>> code = np.array([FIRST, FIRST, SECOND, SECOND, FIRST, FIRST, TIE, TIE, FIRST, SECOND, SECOND, SECOND])
    >>> found = agreement_on_pairs(unit, rater, code, unit)
    >>> [round(one.value, 3) for one in found]
    [0.833, 0.733, 0.756]
    """
    if not len(unit):
        return PreferenceAgreement(*(undefined("no_ratings"),) * 3)
    if (rater == rater[0]).all():
        return PreferenceAgreement(*(undefined("one_rater", ratings=len(rater)),) * 3)
    counted = _counted(unit, rater, code, blocks)
    size = counted.table.sum(axis=1)
    is_paired = size > 1
    if not is_paired.any():
        return PreferenceAgreement(*(undefined("no_overlap", left_out=counted.left_out),) * 3)
    left_out = {**counted.left_out, **({"single_rating": int((~is_paired).sum())} if not is_paired.all() else {})}
    base = Estimate(None, units=int(is_paired.sum()), ratings=int(size[is_paired].sum()), left_out=left_out)
    return PreferenceAgreement(
        _percent(counted, size, base, confidence),
        _kappa(counted, size, base, confidence),
        _alpha(counted, size, base, confidence),
    )


def _counted(unit: Ints, rater: Ints, code: Ints, blocks: Ints) -> _Counted:
    """A rater who was asked twice about the same two has the first answer counted."""
    _, place = np.unique(unit, return_inverse=True)
    width = int(rater.max()) + 1
    _, once = np.unique(place.astype(np.int64) * width + rater, return_index=True)
    unit, rater, code, blocks = place[once], rater[once], code[once], blocks[once]
    n = int(unit.max()) + 1
    table = np.bincount(unit * _KINDS + code, minlength=n * _KINDS).reshape(n, _KINDS).astype(float)
    of_unit = np.empty(n, np.int64)
    of_unit[unit] = blocks
    again = len(place) - len(once)
    return _Counted(unit, rater, code, table, of_unit, {"duplicate": again} if again else {})


def _both_ways(table: Floats) -> Floats:
    return (table + table[:, TURNED]) / 2


def _percent(counted: _Counted, size: Floats, base: Estimate, confidence: float) -> Estimate:
    """The mean over units of the share of their pairs of raters that say the same."""
    keep = size > 1
    table, m = counted.table[keep], size[keep]
    same = (table * (table - 1)).sum(axis=1) / (m * (m - 1))
    value = float(same.mean())
    return over_blocks(replace(base, value=value), (same - value) / len(same), counted.block[keep], confidence)


def _alpha(counted: _Counted, size: Floats, base: Estimate, confidence: float) -> Estimate:
    keep = size > 1
    table, m = counted.table[keep], size[keep]
    apart = (m * m - (table**2).sum(axis=1)) / (m - 1)
    both = _both_ways(table)
    n, shares = float(m.sum()), both.sum(axis=0)
    room = n * n - float((shares**2).sum())
    if room <= 0:
        return _no_variance(base)
    lack = float(apart.sum()) * (n - 1) / room  # (Σ apart / n) / (room / (n (n - 1)))
    slope = 2 * (n * m - both @ shares)  # of the room
    influence = -lack * (apart / apart.sum() + m / (n - 1) - slope / room) if apart.any() else np.zeros(len(m))
    return over_blocks(replace(base, value=1 - lack), influence, counted.block[keep], confidence)


def _kappa(counted: _Counted, size: Floats, base: Estimate, confidence: float) -> Estimate:
    """Sums over pairs of raters of one unit, by (Σ x)² - Σ x²: linear in the answers."""
    paired = size > 1
    together_rated = paired[counted.unit]
    unit = (np.cumsum(paired) - 1)[counted.unit[together_rated]]
    rater, code = counted.rater[together_rated], counted.code[together_rated]
    table, size = counted.table[paired], size[paired]
    n, raters = len(size), int(rater.max()) + 1
    margins = np.bincount(rater * _KINDS + code, minlength=raters * _KINDS).reshape(raters, _KINDS)
    given = np.maximum(margins.sum(axis=1), 1)
    share = _both_ways(margins / given[:, None])
    held = share[rater]
    together = np.stack([sums(unit, column, n) for column in held.T], axis=1)
    pairs = size * (size - 1) / 2
    seen = pairs - (table * (table - 1)).sum(axis=1) / 2
    expected = pairs - ((together**2).sum(axis=1) - sums(unit, (held**2).sum(axis=1), n)) / 2
    total = float(expected.sum())
    if total <= 1e-9 * float(pairs.sum()):
        return _no_variance(base)
    lack = float(seen.sum()) / total
    others = together[unit] - held
    pull = -np.stack([sums(rater, column, raters) for column in others.T], axis=1)
    own = (pull[rater, code] + pull[rater, TURNED[code]]) / 2 - (pull * share).sum(axis=1)[rater]
    moved = sums(unit, own / given[rater], n)  # what a unit does to the margins of its raters
    influence = (lack * (expected + moved) - seen) / total
    return over_blocks(replace(base, value=1 - lack), influence, counted.block[paired], confidence)


def _no_variance(base: Estimate) -> Estimate:
    return replace(base, value=None, reason="no_variance")


def over_blocks(estimate: Estimate, influence: Floats, block: Ints, confidence: float) -> Estimate:
    """The interval from what each unit does to the value: V = B/(B - 1) Σ_b (I_b - mean)², cut off at 1.

    >>> found = over_blocks(Estimate(0.5, units=6), np.array([1.0, 1, 1, -1, -1, -1]) / 60, np.arange(6), 0.95)
    >>> round(found.standard_error, 4)
    0.0447
    """
    assert estimate.value is not None
    _, place = np.unique(block, return_inverse=True)
    by_block = np.bincount(place, influence)
    number = len(by_block)
    if estimate.units < FEWEST_UNITS or number < FEWEST_UNITS:
        return replace(estimate, reason="too_few_units")
    error = float(np.sqrt(number / (number - 1) * ((by_block - by_block.mean()) ** 2).sum()))
    reach = float(t_quantile((1 + confidence) / 2, number - 1.0)) * error
    interval = (estimate.value - reach, min(1.0, estimate.value + reach))
    return replace(estimate, interval=interval, standard_error=error, method="linearised_blocks")
