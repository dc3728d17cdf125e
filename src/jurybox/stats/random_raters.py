"""How sure differences and means are where raters are a sample: others would rate with other likings.

The variance has a part of the blocks and a part of the raters. With every rater on every item it comes from mean
squares (Cornfield & Tukey 1956); else it is clustered both ways (Cameron, Gelbach & Miller 2011). Either way it is
tested by t with one degree of freedom less than there are raters, for they are what there is least of.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jurybox.stats.absorbed import Rows, Solved, few_blocks, rows_by_block, rows_of, solve, weights
from jurybox.stats.additive import t_test
from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.means import item_means
from jurybox.stats.paired import all_pairs
from jurybox.stats.rated import Rated
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import counts, sums

FEWEST_RATERS = 3


@dataclass(frozen=True, slots=True)
class RandomRaters:
    """Estimates with what raters as a sample make of their certainty; NaN and a reason where nothing can be said."""

    estimate: Floats
    p: Floats
    """Of the hypothesis that the estimate is 0."""
    low: Floats
    high: Floats
    standard_error: Floats
    raters: Ints
    """How many say something of it: of a difference those who rated both systems."""
    reason: tuple[Reason | None, ...]


@only_finite()
def random_rater_tests(
    rated: Rated,
    blocks: Ints,
    *,
    fixed_variance: Floats | None = None,
    is_adjusted: bool = False,
    confidence: float = 0.95,
) -> RandomRaters:
    """All pairs of systems (in the order of `all_pairs`); `blocks` is the block of each item.

    Every rater on every item for both: with the mean squares of the differences per item (or block) and rater,
    variance = (MS_rater + max(MS_item - MS_rest, 0)) / (items x raters). Else V_block + V_rater - V_block x rater of
    weight times residual, in the model system + item or, `is_adjusted`, system + item + rater. Never below
    `fixed_variance`, that of the raters there are (by blocks alone, if it is not given).

    >>> rated = np.array([[i, s, r] for i in range(4) for s in range(2) for r in range(3)]).T
    >>> value = rated[1] * np.array([1.0, 1.5, 0.5])[rated[2]] + np.sin(np.arange(24.0))
    >>> found = random_rater_tests(Rated(*rated, value, 4, 2, 3), np.arange(4))
    >>> found.p.round(3).tolist(), found.raters.tolist()
    ([0.745], [3])
    """
    design = _design(rated, blocks, is_adjusted)
    first, second = all_pairs(rated.n_systems)
    parts = _parts(design, lambda found, _: found[:, :-1] * found[:, -1:], is_contrast=True)
    seen = _seen(rated).astype(float)
    raters = np.rint(seen.T @ seen).astype(int)[first, second]

    def of_pairs(square: Floats) -> Floats:
        own = np.diag(square)
        return np.asarray(own[first] + own[second] - 2 * square[first, second], dtype=float)

    is_complete = design.is_complete[first] & design.is_complete[second]
    variance = _variance(parts, of_pairs, is_complete, raters, fixed_variance)
    is_estimable = design.solved.is_estimable(first, second)
    estimate = np.where(is_estimable, design.solved.effect[first] - design.solved.effect[second], np.nan)
    reason: list[Reason | None] = [None if told else "not_connected" for told in is_estimable]
    return _tested(estimate, variance, raters, reason, confidence)


@only_finite()
def random_rater_means(
    rated: Rated,
    blocks: Ints,
    *,
    fixed_variance: Floats | None = None,
    confidence: float = 0.95,
) -> RandomRaters:
    """The same of the mean of each system over all items; with complete items that is its plain mean.

    >>> rated = np.array([[i, s, r] for i in range(4) for s in range(2) for r in range(3)]).T
    >>> given = Rated(*rated, np.sin(np.arange(24.0)), 4, 2, 3)
    >>> random_rater_means(given, np.arange(4)).estimate.round(3).tolist()
    [0.359, -0.277]
    """
    design = _design(rated, blocks, is_adjusted=False)
    level, own, balance = _item_effects(design)
    mean_level = float(level.mean()) if len(level) else 0.0

    def flow(found: Floats, part: slice) -> Floats:
        places = design.rows.item[part]
        change = found[:, :-1] * found[:, -1:]
        shared = (found[:, -1] + level[places] - mean_level) / own[places] / len(level)
        return np.asarray(change - (change @ balance)[:, None] + shared[:, None], dtype=float)

    parts = _parts(design, flow, is_contrast=False)
    raters = _seen(rated).sum(axis=0)
    variance = _variance(parts, np.diag, design.is_complete, raters, fixed_variance)
    estimate = design.solved.effect[: rated.n_systems] + mean_level + design.rows.mean
    seen = np.flatnonzero(raters)
    is_one = bool(design.solved.is_estimable(seen, np.repeat(seen[:1], len(seen))).all())
    why: Reason | None = None if is_one else "not_connected"
    reason: list[Reason | None] = [why if number else "no_ratings" for number in raters]
    return _tested(estimate, variance, raters, reason, confidence)


@dataclass(frozen=True, slots=True)
class _Design:
    rows: Rows
    weight: Floats | None
    solved: Solved
    is_complete: Flags
    """Which systems every rater rated on every item, as often."""


def _design(rated: Rated, blocks: Ints, is_adjusted: bool) -> _Design:
    n_systems = rated.n_systems
    rows = rows_by_block(rated, blocks)
    n_items = len(rows.item_start)
    cell = rows.item * np.int64(n_systems) + rows.system
    number = counts(cell, n_items * n_systems)
    if is_adjusted:
        return _Design(rows, None, solve(rows), np.zeros(n_systems, bool))
    means = item_means(rated.item, rated.system, rated.value, len(blocks), n_systems)
    fitted = rows_by_block(means, blocks)
    return _Design(rows, 1 / number[cell], solve(fitted), _is_complete(rows))


def _is_complete(rows: Rows) -> Flags:
    raters = int(np.count_nonzero(counts(rows.rater_codes, rows.n_raters)))
    key = (rows.item * np.int64(rows.n_raters) + rows.rater_codes) * rows.n_systems + rows.system
    cell, number = np.unique(key, return_counts=True)
    system = cell % max(rows.n_systems, 1)
    least, most = np.full(rows.n_systems, np.iinfo(np.int64).max), np.zeros(rows.n_systems, np.int64)
    np.minimum.at(least, system, number)
    np.maximum.at(most, system, number)
    return np.asarray((counts(system, rows.n_systems) == len(rows.item_start) * raters) & (least == most), dtype=bool)


@dataclass(frozen=True, slots=True)
class _Parts:
    """Products of what ratings contribute to systems, summed by block, by rater, and by both."""

    blocks: int
    raters: int
    by_block: Floats
    by_rater: Floats
    by_both: Floats
    crossed: Floats
    """Of rater sums with rater sums that weigh each block by its share of the items."""
    sizes: float
    """The sum of the squares of those shares."""

    @property
    def rest(self) -> Floats:
        """What block and rater together leave over, in a complete design."""
        left = self.by_both - self.by_block / max(self.raters, 1) - self.crossed - self.crossed.T
        return left + self.sizes * self.by_rater


def _parts(design: _Design, flow: Callable[[Floats, slice], Floats], is_contrast: bool) -> _Parts:
    """One pass over the blocks; `flow` makes contributions (rows x systems) of weights and residuals."""
    rows, n = design.rows, design.rows.n_systems
    by_block, by_both = np.zeros((2, n, n))
    by_rater, shared = np.zeros((2, rows.n_raters, n))
    ends = np.searchsorted(rows.item_start, np.append(rows.block_start, len(rows.value)))
    block_of_item = np.repeat(np.arange(len(rows.block)), np.diff(ends))
    size = np.diff(ends) / max(1, len(rows.item_start))
    for some in few_blocks(rows, len(size)):
        part = rows_of(rows, some)
        found = weights(rows, design.solved, part, design.weight)
        own = np.ones(len(found)) if design.weight is None else design.weight[part]
        change = own[:, None] * flow(found, part)
        whole = np.add.reduceat(change, rows.block_start[some] - part.start, axis=0)
        item, rater, told = _by_item_and_rater(rows, part, change, found * own[:, None], own, is_contrast)
        key, place = np.unique(block_of_item[item] * np.int64(rows.n_raters) + rater, return_inverse=True)
        both = _summed(place, told, len(key))
        by_block += whole.T @ whole
        by_both += both.T @ both
        np.add.at(by_rater, key % rows.n_raters, both)
        np.add.at(shared, key % rows.n_raters, size[key // rows.n_raters, None] * both)
    raters = int(np.count_nonzero(counts(rows.rater_codes, rows.n_raters)))
    return _Parts(
        len(size), raters, by_block, by_rater.T @ by_rater, by_both, by_rater.T @ shared, float((size**2).sum())
    )


def _by_item_and_rater(
    rows: Rows, part: slice, change: Floats, found: Floats, own: Floats, is_contrast: bool
) -> tuple[Ints, Ints, Floats]:
    """Item, rater, and what the rater contributes there.

    A rater pulls the effect of an item towards themself, and so looks more like the others than they are. In a contrast
    their residuals are taken from the effect that the item has without them. Where all systems of the item have the
    same raters this changes nothing.
    """
    key, place = np.unique(rows.item[part] * np.int64(rows.n_raters) + rows.rater_codes[part], return_inverse=True)
    item, rater = np.divmod(key, rows.n_raters)
    told = _summed(place, change, len(key))
    if is_contrast:
        sum_, number = _summed(place, found, len(key)), sums(place, own, len(key))
        others = (
            sums(rows.item[part] - rows.item[part.start], own, int(item[-1] - item[0]) + 1)[item - item[0]] - number
        )
        has_others = others > 1e-9
        told += sum_[:, :-1] * np.where(has_others, sum_[:, -1] / np.where(has_others, others, 1.0), 0.0)[:, None]
    return item, rater, told


def _summed(code: Ints, value: Floats, n: int) -> Floats:
    """Sums of the rows of each code."""
    return np.column_stack([sums(code, column, n) for column in value.T])


def _variance(
    parts: _Parts, of: Callable[[Floats], Floats], is_complete: Flags, raters: Ints, fixed: Floats | None
) -> Floats:
    """Blocks and raters together, never less than blocks alone."""
    few = parts.blocks / max(parts.blocks - 1, 1) if parts.blocks > 1 else np.nan
    by_block = few * of(parts.by_block)
    with np.errstate(divide="ignore", invalid="ignore"):
        correction = np.where(raters > 1, raters / (raters - 1), np.nan)
    by_rater = correction * of(parts.by_rater)
    rest = np.where(is_complete, few * correction * of(parts.rest), of(parts.by_both))
    both = by_rater + np.maximum(by_block - rest, 0.0)
    return np.asarray(np.maximum(both, by_block if fixed is None else fixed), dtype=float)


def _seen(rated: Rated) -> Flags:
    """Raters x systems: who rated what."""
    key = np.asarray(rated.rater, np.int64) * rated.n_systems + rated.system
    number = counts(key, rated.n_raters * rated.n_systems).reshape(rated.n_raters, rated.n_systems)
    return np.asarray(number > 0, dtype=bool)


def _item_effects(design: _Design) -> tuple[Floats, Floats, Floats]:
    """The effect of each item, how many outputs it has, and the mean share of each system in an item."""
    rows, n = design.rows, design.rows.n_systems
    assert design.weight is not None
    n_items = len(rows.item_start)
    outputs = sums(rows.item, design.weight, n_items)
    level = sums(rows.item, design.weight * (rows.value - design.solved.effect[rows.system]), n_items)
    balance = sums(rows.system, design.weight / outputs[rows.item], n) / max(n_items, 1)
    return level / outputs, outputs, balance


def _tested(
    estimate: Floats, variance: Floats, raters: Ints, reason: list[Reason | None], confidence: float
) -> RandomRaters:
    """p and interval by t with raters - 1 degrees of freedom."""
    why: list[Reason | None] = [
        one or ("too_few_raters" if number < FEWEST_RATERS else None)
        for one, number in zip(reason, raters.tolist(), strict=True)
    ]
    is_told = np.array([one is None for one in why], dtype=bool)
    variance = np.where(is_told, variance, np.nan)
    found = np.where([one in (None, "too_few_raters") for one in why], estimate, np.nan)
    p, low, high = t_test(found, variance, np.maximum(raters - 1.0, 1.0), confidence)
    return RandomRaters(found, p, low, high, np.sqrt(variance), raters, tuple(why))
