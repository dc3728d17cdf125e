"""How far raters put the same things into the same order: Kendall's W and tau, over many items with an order each."""

from typing import NamedTuple

import numpy as np

from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.preference_agreement import over_blocks
from jurybox.stats.tally import distinct_keys, sums


class RankingAgreement(NamedTuple):
    """Both are means over panels: raters who ordered the same systems of the same item."""

    w: Estimate
    tau: Estimate


class _Orders(NamedTuple):
    """Comparisons, each belonging to an order: what one rater said of one item. Of two systems the lower is first."""

    order: Ints
    panel: Ints
    """Of each order."""
    first: Ints
    second: Ints
    outcome: Ints
    block: Ints
    """Of each panel."""
    is_complete: bool
    """Whether every order compares every two of its systems."""


def agreement_on_orders(
    item: Ints, rater: Ints, first: Ints, second: Ints, outcome: Ints, blocks: Ints, confidence: float = 0.95
) -> RankingAgreement:
    """From rankings taken apart into pairs (`outcome` 1, 0, -1); `blocks` of each pair.

    W = |Σ_r c_r|² / (m Σ_r |c_r|²), c_r the centred ranks of m raters: Kendall's with his correction for ties (Kendall
    & Gibbons 1990, ch. 6). It needs orders that leave nothing open. tau-b of two raters is Σ o_r o_s / (|o_r| |o_s|) of
    pairs of systems, a pair that a rater left open (the middle of best-worst) counting as tied; the mean over all pairs
    of m raters is (|Σ_r o_r/|o_r||² - m) / (m (m - 1)).

    >>> item, rater = np.zeros(6, int), np.repeat([0, 1], 3)
    >>> first, second = np.tile([0, 0, 1], 2), np.tile([1, 2, 2], 2)
    >>> found = agreement_on_orders(item, rater, first, second, np.array([1, 1, 1, 1, 1, -1]), item)
    >>> found.w.value, round(found.tau.value, 3)
    (0.75, 0.333)
    """
    if not len(item):
        return RankingAgreement(undefined("no_ratings"), undefined("no_ratings"))
    if (rater == rater[0]).all():
        alone = undefined("one_rater", ratings=len(item))
        return RankingAgreement(alone, alone)
    orders = _orders(item, rater, first, second, outcome, blocks)
    w = _w(orders, confidence) if orders.is_complete else undefined("incomplete_design")
    return RankingAgreement(w, _tau(orders, confidence))


def _orders(item: Ints, rater: Ints, first: Ints, second: Ints, outcome: Ints, blocks: Ints) -> _Orders:
    lower, upper = np.minimum(first, second).astype(np.int64), np.maximum(first, second)
    n = int(upper.max()) + 1
    _, order = np.unique(item.astype(np.int64) * (int(rater.max()) + 1) + rater, return_inverse=True)
    _, once = np.unique((order * n + lower) * n + upper, return_index=True)
    order = order[once]
    one, other = lower[once], upper[once]
    signed = np.where(first[once] < second[once], outcome[once], -outcome[once])
    held = distinct_keys(np.concatenate([order * n + one, order * n + other]))
    size = np.bincount(held // n)
    of_order = np.empty(len(size), np.int64)
    of_order[order] = item[once]
    name = np.random.default_rng(0).integers(1 << 62, size=n, dtype=np.int64)  # a set is told by the sum of names
    of_set = np.zeros(len(size), np.int64)
    np.add.at(of_set, held // n, name[held % n])
    sets, which = np.unique(of_set, return_inverse=True)
    _, panel = np.unique(of_order * len(sets) + which, return_inverse=True)
    block = np.empty(int(panel.max()) + 1, np.int64)
    block[panel[order]] = blocks[once]
    is_complete = bool((np.bincount(order) * 2 == size * (size - 1)).all())
    return _Orders(order, panel, one, other, signed, block, is_complete)


def _w(orders: _Orders, confidence: float) -> Estimate:
    """Half of wins less defeats is how far a system stands above the middle of its order."""
    n = int(orders.second.max()) + 1
    system = np.concatenate([orders.first, orders.second])
    half = np.concatenate([orders.outcome, -orders.outcome]) / 2
    place = np.tile(orders.order, 2) * n + system
    cell, at = np.unique(place, return_inverse=True)
    centred = sums(at, half, len(cell))
    panel = orders.panel[cell // n]
    raters = np.bincount(orders.panel)
    together = _squares(panel * n + cell % n, centred, n, len(raters))
    room = raters * sums(panel, centred**2, len(raters))
    return _mean(together, room, raters, orders, confidence)


def _tau(orders: _Orders, confidence: float) -> Estimate:
    n = int(orders.second.max()) + 1
    length = np.sqrt(np.bincount(orders.order, orders.outcome**2))
    has_order = length > 0
    unit = orders.outcome / np.where(has_order, length, 1.0)[orders.order]
    raters = np.bincount(orders.panel[has_order], minlength=len(orders.block))
    pair = orders.first * n + orders.second
    together = _squares(orders.panel[orders.order] * (n * n) + pair, unit, n * n, len(raters))
    return _mean(together - raters, (raters * (raters - 1)).astype(float), raters, orders, confidence)


def _squares(key: Ints, value: Floats, width: int, panels: int) -> Floats:
    """|Σ_r x_r|² of each panel: values added up by key, squared, and added up by panel."""
    cell, at = np.unique(key, return_inverse=True)
    return sums(cell // width, sums(at, value, len(cell)) ** 2, panels)


def _mean(above: Floats, below: Floats, raters: Ints, orders: _Orders, confidence: float) -> Estimate:
    """Over panels of two or more raters of whom anyone put anything before anything."""
    keep = (raters > 1) & (below > 0)
    alone = int(np.bincount(orders.panel).sum() - raters[keep].sum())
    left_out = {"single_rating": alone} if alone else {}
    if not keep.any():
        return undefined(
            "no_overlap" if not (np.bincount(orders.panel) > 1).any() else "no_variance", left_out=left_out
        )
    values = above[keep] / below[keep]
    value = float(values.mean())
    estimate = Estimate(value, units=int(keep.sum()), ratings=int(raters[keep].sum()), left_out=left_out)
    return over_blocks(estimate, (values - value) / len(values), orders.block[keep], confidence)
