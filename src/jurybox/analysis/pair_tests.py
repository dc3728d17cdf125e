"""Every two systems of one question: what their difference is, and whether the data can tell it from none.

Items are compared within blocks by sign-flip. Where systems have different items, differences come from the additive
model of systems and items. Where raters are not crossed with systems within items, what raters' severity explains is
taken out as well, and a difference is established only if it is with and without that: the test with the larger p is
the one shown. Where a difference can't be told from raters' severity at all, or from the items, nothing is said of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from jurybox.analysis.vocabulary import Note
from jurybox.stats import (
    Contrasts,
    Flags,
    Floats,
    Ints,
    ItemMeans,
    Rated,
    Reason,
    adjust,
    all_pairs,
    clustered_t,
    complete_items,
    is_crossed,
    item_model,
    random_rater_tests,
    rater_contrast_errors,
    sign_flip,
)

SIGNIFICANT = 0.05
Method = Literal["sign_flip", "rater_adjusted", "random_raters"]
SIGN_FLIP: Method = "sign_flip"
RATER_ADJUSTED: Method = "rater_adjusted"
RANDOM_RATERS: Method = "random_raters"
FEWEST_BLOCKS = 2
MOST_CELLS = 1 << 23
"""Blocks x pairs held at a time: 64 MB for each number of them."""
EQUAL = 1e-10


@dataclass(frozen=True, slots=True)
class PairTests:
    """By pair, in the order of all tables of pairs; NaN where nothing can be told, and `notes` say why."""

    first: Ints
    second: Ints
    difference: Floats
    low: Floats
    high: Floats
    p: Floats
    p_adjusted: Floats
    error: Floats
    """Standard error of the difference, for planning."""
    freedom: Floats
    """Of the error: blocks less one, or raters less one."""
    blocks: Ints
    method: tuple[Method, ...]
    notes: tuple[Note | Reason | None, ...]
    p_random: Floats
    """Adjusted, with raters taken as a sample; NaN with fewer than three."""
    are_raters_crossed: bool = True

    @property
    def is_established(self) -> Flags:
        return self.p_adjusted <= SIGNIFICANT

    def better(self, n_systems: int, higher_is_better: bool) -> Flags:
        """Who (row) is established as better than whom (column)."""
        difference = self.difference if higher_is_better else -self.difference
        found = np.zeros((n_systems, n_systems), bool)
        found[self.first, self.second] = self.is_established & (difference > 0)
        found[self.second, self.first] = self.is_established & (difference < 0)
        return found


def pair_tests(
    means: ItemMeans,
    rows: Rated,
    blocks: Ints,
    has_equal_items: bool,
    takes_raters_as_sample: bool,
    confidence: float,
) -> PairTests:
    """All pairs; `blocks` has a code for every item. In `rows` what a rule made stands for every rater of the item."""
    blocks = blocks_in_use(means, blocks)
    model = complete_items(means, blocks) if has_equal_items else item_model(means, blocks)
    slices = _slices(means.n_systems * (means.n_systems - 1) // 2, int(blocks.max(initial=-1)) + 1)
    found = _joined([_by_sign_flip(model.contrasts(pairs), confidence) for pairs in slices])
    are_crossed = is_crossed(rows)
    if not are_crossed:
        found = _with_raters_taken_out(found, rows, blocks, confidence)
    sampled = _as_sample(found, rows, blocks, confidence, are_crossed)
    if takes_raters_as_sample:
        found = sampled
    return replace(
        found,
        p_adjusted=adjust(found.p, "holm"),
        p_random=adjust(sampled.p, "holm"),
        are_raters_crossed=are_crossed,
    )


def blocks_in_use(means: ItemMeans, blocks: Ints) -> Ints:
    """The blocks of a part numbered anew, so that it costs what is in it; items without a rating are in the first."""
    is_used = np.zeros(int(np.max(blocks, initial=-1)) + 1, bool)
    is_used[blocks[means.item]] = True
    return np.where(is_used[blocks], np.cumsum(is_used)[blocks] - 1, 0)


def _slices(n_pairs: int, n_blocks: int) -> list[slice]:
    """Pairs that are looked at together, so that blocks x pairs stay within what fits into memory."""
    width = max(1, MOST_CELLS // max(1, n_blocks))
    return [slice(start, start + width) for start in range(0, max(1, n_pairs), width)]


def _joined(parts: list[PairTests]) -> PairTests:
    def every(column: Callable[[PairTests], Floats]) -> Floats:
        return np.concatenate([column(part) for part in parts])

    return PairTests(
        first=np.concatenate([part.first for part in parts]),
        second=np.concatenate([part.second for part in parts]),
        difference=every(lambda part: part.difference),
        low=every(lambda part: part.low),
        high=every(lambda part: part.high),
        p=every(lambda part: part.p),
        p_adjusted=every(lambda part: part.p_adjusted),
        error=every(lambda part: part.error),
        freedom=every(lambda part: part.freedom),
        blocks=np.concatenate([part.blocks for part in parts]),
        method=tuple(one for part in parts for one in part.method),
        notes=tuple(one for part in parts for one in part.notes),
        p_random=every(lambda part: part.p_random),
    )


def _by_sign_flip(contrasts: Contrasts, confidence: float) -> PairTests:
    enough = contrasts.is_estimable & (contrasts.blocks >= FEWEST_BLOCKS)
    difference = without_rounding(contrasts.estimate, contrasts.parts)
    estimate = np.where(enough, difference, np.nan)
    test = sign_flip(contrasts.parts, contrasts.shares, estimate, confidence)
    number = np.maximum(contrasts.blocks, 2)
    error = np.sqrt(number / (number - 1) * (contrasts.parts**2).sum(axis=0))
    return PairTests(
        first=contrasts.first,
        second=contrasts.second,
        difference=np.where(contrasts.is_estimable, difference, np.nan),
        low=test.low,
        high=test.high,
        p=test.p,
        p_adjusted=test.p,
        error=np.where(enough, error, np.nan),
        freedom=np.where(enough, number - 1.0, np.nan),
        blocks=contrasts.blocks,
        method=(SIGN_FLIP,) * len(test.p),
        notes=tuple(None if one else "no_shared_items" for one in contrasts.is_estimable.tolist()),
        p_random=np.full(len(test.p), np.nan),
    )


def without_rounding(estimate: Floats, parts: Floats) -> Floats:
    """Means that are equal but for rounding differ by 0."""
    return np.where(np.abs(estimate) <= EQUAL * np.abs(parts).sum(axis=0), 0.0, estimate)


def _with_raters_taken_out(found: PairTests, rows: Rated, blocks: Ints, confidence: float) -> PairTests:
    """The test with the larger p; nothing where raters and systems can't be told apart."""
    other = rater_contrast_errors(rows, blocks)
    other_p, other_low, other_high = clustered_t(other, confidence)
    is_apart = ~other.is_estimable & ~np.isnan(found.difference)
    is_other = other.is_estimable & ~np.isnan(other_p) & ~(found.p >= other_p)
    is_opposed = (other.estimate * found.difference < 0) & (np.fmax(found.p, other_p) <= SIGNIFICANT)
    p = np.where(is_opposed, 1.0, np.where(is_other, other_p, found.p))
    low = np.where(is_opposed, np.fmin(found.low, other_low), np.where(is_other, other_low, found.low))
    high = np.where(is_opposed, np.fmax(found.high, other_high), np.where(is_other, other_high, found.high))
    unknown = is_apart | (other.is_estimable & np.isnan(other_p))
    return replace(
        found,
        difference=np.where(is_other & ~is_opposed, other.estimate, found.difference),
        low=np.where(unknown, np.nan, low),
        high=np.where(unknown, np.nan, high),
        p=np.where(unknown, np.nan, p),
        error=np.where(unknown, np.nan, np.where(is_other, np.sqrt(other.variance), found.error)),
        freedom=np.where(is_other, other.effective_blocks - 1, found.freedom),
        method=tuple(RATER_ADJUSTED if one else SIGN_FLIP for one in (is_other & ~is_opposed).tolist()),
        notes=tuple(
            "raters_apart" if apart else "too_few_blocks" if lost and note is None else note
            for apart, lost, note in zip(is_apart.tolist(), unknown.tolist(), found.notes, strict=True)
        ),
    )


def _as_sample(found: PairTests, rows: Rated, blocks: Ints, confidence: float, are_crossed: bool) -> PairTests:
    """With raters as a sample: what these raters do not establish, others would not; both tests must say it."""
    test = random_rater_tests(
        rows,
        blocks,
        fixed_variance=np.nan_to_num(found.error) ** 2,
        is_adjusted=not are_crossed,
        confidence=confidence,
    )
    is_known = ~np.isnan(found.p) & ~np.isnan(test.p)
    is_fixed = found.p >= test.p
    is_opposed = (test.estimate * found.difference < 0) & (np.fmax(found.p, test.p) <= SIGNIFICANT)
    notes = zip(is_known.tolist(), np.isnan(found.p).tolist(), found.notes, test.reason, strict=True)
    return replace(
        found,
        difference=np.where(is_known & ~is_fixed, test.estimate, found.difference),
        low=np.where(is_known, np.minimum(found.low, test.low), np.nan),
        high=np.where(is_known, np.maximum(found.high, test.high), np.nan),
        p=np.where(is_known, np.where(is_opposed, 1.0, np.maximum(found.p, test.p)), np.nan),
        error=np.where(is_known, test.standard_error, np.nan),
        freedom=np.where(is_known, np.minimum(test.raters - 1.0, found.freedom), np.nan),
        method=(RANDOM_RATERS,) * len(test.p),
        notes=tuple(
            note if known or note is not None else "too_few_blocks" if lost else reason
            for known, lost, note, reason in notes
        ),
    )


def pairs_of(n_systems: int) -> dict[tuple[int, int], int]:
    """The row of each pair of systems in every table of pairs."""
    first, second = all_pairs(n_systems)
    return {pair: row for row, pair in enumerate(zip(first.tolist(), second.tolist(), strict=True))}
