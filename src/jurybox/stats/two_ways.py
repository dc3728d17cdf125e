"""How sure strengths are where both items and raters are a sample: others would rate other items with other likings."""

from typing import Literal, NamedTuple

import numpy as np

from jurybox.stats.distributions import t_below, t_quantile
from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.paired import all_pairs
from jurybox.stats.random_raters import FEWEST_RATERS
from jurybox.stats.reasons import Reason
from jurybox.stats.strength_blocks import FEWEST_BLOCKS, Differences, differences_of, strengths_by_block
from jurybox.stats.strengths import BradleyTerry, ComparedPairs

SureBy = Literal["items_and_raters", "items"]


class TwoWays(NamedTuple):
    """Strengths with mean 0, NaN where nothing can be said; differences in the order of `all_pairs`."""

    strength: Floats
    low: Floats
    high: Floats
    difference: Floats
    difference_low: Floats
    difference_high: Floats
    sure_by: SureBy
    """With fewer raters than three intervals hold for these raters, and no others."""
    reason: Reason | None = None


def strengths_two_ways(compared: ComparedPairs, items: Ints, raters: Ints, confidence: float = 0.95) -> TwoWays:
    """Strengths by Bradley and Terry's model, clustered by items and by raters (Cameron, Gelbach & Miller 2011).

    The variance of a contrast is that by items, and what raters have in common beyond single answers on top of it:
    V = V_items + max(V_raters - V_both, 0), each of the first two with e/(e - 1), e the blocks that it rests on in
    effect. Student's t on the fewer of the two e, less one.

    >>> first, item = np.zeros(64, int), np.repeat(np.arange(32), 2)
    >>> outcome = np.where(np.arange(64) % 4 < 3, 1, -1)
    >>> found = strengths_two_ways(ComparedPairs(first, first + 1, outcome, 2), item, np.arange(64) % 8)
    >>> round(float(found.difference[0]), 3), found.sure_by  # log(3)
    (1.099, 'items_and_raters')
    """
    by_item = strengths_by_block(compared, items, confidence=confidence)
    n = compared.n_systems
    nothing, of_pairs = np.full(n, np.nan), np.full(n * (n - 1) // 2, np.nan)
    if by_item.reason is not None:
        return TwoWays(nothing, nothing, nothing, of_pairs, of_pairs, of_pairs, "items", by_item.reason)
    has_raters = len(np.unique(raters)) >= FEWEST_RATERS
    fits = [by_item]
    if has_raters:
        fits += [strengths_by_block(compared, raters), strengths_by_block(compared, _crossed(items, raters))]
    strength = np.array([np.nan if one.value is None else one.value for one in by_item.strengths])
    first, second = all_pairs(n)
    own = _half([_diagonal(fit) for fit in fits], confidence)
    difference = strength[first] - strength[second]
    half = _half([_of_pairs(fit, first, second) for fit in fits], confidence)
    return TwoWays(
        strength,
        strength - own,
        strength + own,
        difference,
        difference - half,
        difference + half,
        "items_and_raters" if has_raters else "items",
    )


def differences_two_ways(
    compared: ComparedPairs, items: Ints, raters: Ints, by_item: BradleyTerry, confidence: float = 0.95
) -> Differences:
    """The differences of strengths with p, where items and raters are a sample; `by_item` is the fit by items.

    V as in `strengths_two_ways`, with the degrees of Welch and Satterthwaite: V² / (V_items² / (e_items - 1) +
    V_more² / (e_raters - 1)), V_more what raters have in common on top of the items. So few raters widen as far as they
    matter. With fewer than three it is by items alone; p is not below that of a sign-flip over the items.
    """
    if by_item.reason is not None or len(np.unique(raters)) < FEWEST_RATERS:
        return differences_of(by_item, confidence)
    both = _crossed(items, raters)
    has_order = by_item.order_effect is not None
    fits = [by_item, *(strengths_by_block(compared, one, order_effect=has_order) for one in (raters, both))]
    strength = np.array([np.nan if one.value is None else one.value for one in by_item.strengths])
    first, second = all_pairs(len(strength))
    (own, items_in), (of_raters, raters_in), (of_both, _) = (_of_pairs(fit, first, second) for fit in fits)
    enough, some = (np.where(many >= FEWEST_BLOCKS, many, np.nan) for many in (items_in, raters_in))
    by_items = own * enough / (enough - 1)
    more = np.nan_to_num(np.maximum(of_raters * some / (some - 1) - of_both, 0.0))
    value, variance = strength[first] - strength[second], by_items + more
    with np.errstate(invalid="ignore", divide="ignore"):
        degrees = variance**2 / (by_items**2 / (enough - 1) + np.nan_to_num(more**2 / (some - 1)))
        ratio = np.where(value == 0, 0.0, np.abs(value) / np.sqrt(variance))
    least = 2.0 ** (1 - enough)
    half = np.where(least > 1 - confidence, np.nan, t_quantile(0.5 + confidence / 2, degrees) * np.sqrt(variance))
    return Differences(value, value - half, value + half, np.clip(2 * t_below(-ratio, degrees), least, 1.0))


def _crossed(items: Ints, raters: Ints) -> Ints:
    """By comparison, the item and rater that it is of."""
    places: Ints = np.unique(items.astype(np.int64) * (int(raters.max()) + 1) + raters, return_inverse=True)[1]
    return places


def _diagonal(fit: BradleyTerry) -> tuple[Floats, Floats]:
    """The variance of each strength, and the blocks that it rests on."""
    assert fit.covariance is not None
    assert fit.effective_blocks is not None
    return np.diag(fit.covariance), np.diag(fit.effective_blocks)[: len(fit.covariance)]


def _of_pairs(fit: BradleyTerry, first: Ints, second: Ints) -> tuple[Floats, Floats]:
    """The same of differences."""
    assert fit.covariance is not None
    assert fit.effective_blocks is not None
    c = fit.covariance
    return c[first, first] + c[second, second] - 2 * c[first, second], fit.effective_blocks[first, second]


def _half(parts: list[tuple[Floats, Floats]], confidence: float) -> Floats:
    """Half an interval, from variance and blocks by items, and by raters and by both where there are enough."""
    (by_item, items), *others = parts
    enough = np.where(items >= FEWEST_BLOCKS, items, np.nan)
    variance, fewest = by_item * enough / (enough - 1), enough
    if others:
        (by_rater, raters), (by_both, _) = others
        some = np.where(raters >= FEWEST_BLOCKS, raters, np.nan)
        variance = variance + np.maximum(by_rater * some / (some - 1) - by_both, 0.0)
        fewest = np.fmin(enough, some)
    half = t_quantile(0.5 + confidence / 2, fewest - 1) * np.sqrt(np.maximum(variance, 0.0))
    return np.where(2.0 ** (1 - enough) > 1 - confidence, np.nan, half)
