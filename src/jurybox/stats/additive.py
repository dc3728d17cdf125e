"""Differences of systems in an additive model, block by block: systems + items, or systems + items + raters.

Where systems have different items (or different raters) their plain means differ by what they were given. Here every
difference is what the model system + item (+ rater) says of it, taken apart into what each block contributes, so that
tests and intervals by block work on it as they do on plain differences. With complete items both are the same.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from jurybox.stats.absorbed import EVERY, Products, Rows, Solved, products, rows_by_block, solve
from jurybox.stats.distributions import t_below, t_quantile
from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.means import ItemMeans
from jurybox.stats.paired import all_pairs
from jurybox.stats.rated import Rated
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import counts, sums

_TOGETHER = 1 << 21
_NO_SHARE = 1e-12
NO_SYSTEM = slice(0, 0)
LOOKED_AT_FIRST = 200
"""Items: where raters are not crossed a few show it."""


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Pairs of systems (columns, in the order of `all_pairs`) by blocks (rows).

    Block b contributes parts[b] + (estimate - delta) * shares[b] to estimate - delta.
    """

    first: Ints
    second: Ints
    estimate: Floats
    """NaN where it is not estimable."""
    parts: Floats
    """The sum of weight times residual over the block."""
    shares: Floats
    """The block's share of the sum of squared weights; a column adds up to 1, or is 0 where nothing is estimable."""
    is_estimable: Flags
    blocks: Ints
    """How many blocks have a share."""
    inflation: float = 1.0

    @property
    def effective_blocks(self) -> Floats:
        """As many blocks of equal shares would tell as much."""
        return _over((self.shares**2).sum(axis=0))

    @property
    def variance(self) -> Floats:
        """Clustered by block: the sum of parts² / (1 - share), CR2 in the contrast's own direction."""
        return self.inflation * _squares(self.parts, self.shares)


@dataclass(frozen=True, slots=True)
class ContrastErrors:
    """The same without what each block contributes: for many ratings, where only a t test is made of it."""

    first: Ints
    second: Ints
    estimate: Floats
    variance: Floats
    effective_blocks: Floats
    blocks: Ints
    is_estimable: Flags


class WithError(Protocol):
    """What a t test by blocks needs."""

    @property
    def estimate(self) -> Floats: ...
    @property
    def variance(self) -> Floats: ...
    @property
    def effective_blocks(self) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Of each system the mean that it would have over all items: its effect + the mean of the items' effects."""

    value: Floats
    """NaN where there is none; it may lie beyond the scale."""
    influence: Floats
    """Blocks x systems."""
    blocks: Ints
    """In how many blocks each system was rated."""
    reason: tuple[Reason | None, ...]
    """Why there is none."""

    @property
    def standard_error(self) -> Floats:
        """sqrt(B/(B-1) Σ influence²) over the B blocks of the system; NaN with fewer than two."""
        factor = np.where(self.blocks > 1, self.blocks / np.maximum(self.blocks - 1, 1), np.nan)
        return np.asarray(np.sqrt(factor * (self.influence**2).sum(axis=0)), dtype=float)

    def interval(self, confidence: float = 0.95) -> tuple[Floats, Floats]:
        """value ± t(B - 1) · standard error."""
        half = t_quantile(0.5 + confidence / 2, np.maximum(self.blocks - 1.0, 1.0)) * self.standard_error
        return self.value - half, self.value + half


@dataclass(frozen=True, slots=True)
class ItemModel:
    """Least squares of the mean of each output on system + item."""

    rows: Rows
    solved: Solved
    blocks: Ints
    """Of each item."""

    def contrasts(self, pairs: slice = EVERY) -> Contrasts:
        """All pairs of systems, or some of them in their order: what is held at a time is blocks x pairs."""
        return _by_block(self.rows, self.solved, int(np.max(self.blocks, initial=-1)) + 1, pairs)

    def adjusted(self) -> Adjusted:
        """The mean that each system would have over all items."""
        flow = np.zeros((int(np.max(self.blocks, initial=-1)) + 1, self.rows.n_systems))
        for found in products(self.rows, self.solved, _blocks_at_once(self.rows.n_systems), NO_SYSTEM):
            flow[found.block] = found.told
        return _adjusted(self.rows, self.solved, flow, self.blocks)


def item_model(means: ItemMeans, blocks: Ints) -> ItemModel:
    """The fit; `blocks` is the block of each item.

    With S = Σᵢ (diag(nᵢ) - nᵢnᵢ'/nᵢ.) over the items, a contrast c gives output k the weight z_s(k) less the mean of z
    over its item, where Sz = c. It is estimable where such a z exists.

    >>> from jurybox.stats.paired import item_means_of
    >>> model = item_model(item_means_of([[3.0, 1.0], [4.0, np.nan], [6.0, 5.0]]), np.arange(3))
    >>> model.contrasts().estimate.round(3).tolist(), model.adjusted().value.round(3).tolist()
    ([1.5], [4.333, 2.833])
    """
    rows = rows_by_block(means, blocks)
    return ItemModel(rows, solve(rows), blocks)


def rater_contrasts(rated: Rated, blocks: Ints) -> Contrasts:
    """The same of ratings on system + item + rater; `blocks` is the block of each item (not of each rating).

    A difference is estimable only where it can be told from the raters': not where each system has raters of its own.

    >>> rated = np.array([[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]]).T
    >>> rater_contrasts(Rated(*rated, np.arange(8.0), 2, 2, 2), np.arange(2)).estimate.round(3).tolist()
    [-1.0]
    """
    rows, solved = _with_raters(rated, blocks)
    return _by_block(rows, solved, int(np.max(blocks, initial=-1)) + 1, EVERY)


def rater_contrast_errors(rated: Rated, blocks: Ints) -> ContrastErrors:
    """`rater_contrasts` in one pass that keeps nothing of blocks x pairs: a second and little memory for a million.

    >>> rated = np.array([[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]]).T
    >>> rater_contrast_errors(Rated(*rated, np.arange(8.0), 2, 2, 2), np.arange(2)).effective_blocks.round(3).tolist()
    [2.0]
    """
    rows, solved = _with_raters(rated, blocks)
    first, second, estimate, is_estimable, spread = _pairs(solved, rated.n_systems)
    squares, share_squares = np.zeros((2, len(first)))
    number = np.zeros(len(first), np.int64)
    for found in products(rows, solved, _blocks_at_once(len(first))):
        parts, shares = _taken_apart(found, first, second, spread)
        squares += _squares(parts, shares)
        share_squares += (shares**2).sum(axis=0)
        number += (shares > _NO_SHARE).sum(axis=0)
    variance = np.where(is_estimable, solved.inflation * squares, np.nan)
    return ContrastErrors(first, second, estimate, variance, _over(share_squares), number, is_estimable)


def clustered_t(contrasts: WithError, confidence: float = 0.95) -> tuple[Floats, Floats, Floats]:
    """p, low and high by t with the effective blocks of the contrast - 1 degrees of freedom (Bell & McCaffrey 2002).

    NaN where it is not estimable, or with fewer than two effective blocks.

    >>> from jurybox.stats.paired import item_means_of
    >>> model = item_model(item_means_of([[3.0, 1.0], [4.0, 3.0], [6.0, 3.0]]), np.arange(3))
    >>> [round(float(end[0]), 3) for end in clustered_t(model.contrasts())]
    [0.074, -0.484, 4.484]
    """
    effective = contrasts.effective_blocks
    is_tested = effective >= 2 - 1e-9
    degrees = np.where(is_tested, effective - 1, 1.0)
    return t_test(contrasts.estimate, np.where(is_tested, contrasts.variance, np.nan), degrees, confidence)


@only_finite("estimate", "variance", "degrees")
def t_test(
    estimate: Floats, variance: Floats, degrees: Floats | float, confidence: float = 0.95
) -> tuple[Floats, Floats, Floats]:
    """p, low and high of an estimate with its variance; without variance p is 0, or 1 where the estimate is 0.

    >>> [round(float(end), 3) for end in t_test(np.array(2.0), np.array(1.0), 10.0)]
    [0.073, -0.228, 4.228]
    """
    error = np.sqrt(variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(estimate == 0, 0.0, np.abs(estimate) / error)
    p = np.where(np.isnan(error) | np.isnan(estimate), np.nan, 2 * t_below(-t, degrees))
    half = t_quantile(0.5 + confidence / 2, degrees) * error
    return p, estimate - half, estimate + half


def is_crossed(rated: Rated) -> bool:
    """Whether within every item every system that was rated has the same raters, each as often.

    >>> is_crossed(Rated(np.zeros(4, int), np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0]), np.ones(4), 1, 2, 2))
    True
    >>> is_crossed(Rated(np.zeros(2, int), np.array([0, 1]), np.array([0, 1]), np.ones(2), 1, 2, 2))
    False
    """
    few = np.asarray(rated.item) < LOOKED_AT_FIRST
    if not few.all() and not _is_crossed(rated.item[few], rated.system[few], rated.rater[few], rated):
        return False
    return _is_crossed(rated.item, rated.system, rated.rater, rated)


def _is_crossed(item: Ints, system: Ints, rater: Ints, sizes: Rated) -> bool:
    n_systems, n_raters = sizes.n_systems, sizes.n_raters
    by_item = np.asarray(item, np.int64) * n_raters + rater
    cell, number = np.unique(by_item * n_systems + system, return_counts=True)
    first = np.flatnonzero(np.diff(cell // n_systems, prepend=-1))
    present = np.unique(cell // n_systems // n_raters * n_systems + cell % n_systems)
    systems = counts(present // n_systems, sizes.n_items)
    of_item = cell[first] // n_systems // n_raters
    if not np.array_equal(np.diff(first, append=len(cell)), systems[of_item]):
        return False
    return bool(len(cell) == 0 or (np.minimum.reduceat(number, first) == np.maximum.reduceat(number, first)).all())


def _with_raters(rated: Rated, blocks: Ints) -> tuple[Rows, Solved]:
    if len(blocks) != rated.n_items:
        raise ValueError(f"There are {rated.n_items} items, and blocks of {len(blocks)}: each item has one.")
    rows = rows_by_block(rated, blocks)
    return rows, solve(rows)


def _pairs(solved: Solved, n_systems: int, pairs: slice = EVERY) -> tuple[Ints, Ints, Floats, Flags, Floats]:
    """Pairs with their estimates, whether there is one, and the sums of squared weights (else infinite)."""
    first, second = (code[pairs] for code in all_pairs(n_systems))
    is_estimable = solved.is_estimable(first, second)
    estimate = np.where(is_estimable, solved.effect[first] - solved.effect[second], np.nan)
    spread = np.where(is_estimable, solved.spread(first, second), np.inf)
    return first, second, estimate, is_estimable, spread


def _blocks_at_once(n_pairs: int) -> int:
    return max(1, _TOGETHER // max(1, n_pairs))


def _taken_apart(found: Products, first: Ints, second: Ints, spread: Floats, begin: int = 0) -> tuple[Floats, Floats]:
    """Parts and shares (blocks x pairs); 0 where a pair is not estimable. `begin`: the first system that was shared."""
    squares = found.squares[:, first] + found.squares[:, second] - 2 * found.shared[:, first - begin, second]
    parts = found.told[:, first] - found.told[:, second]
    return np.where(np.isinf(spread), 0.0, parts), np.maximum(squares, 0.0) / spread


def _by_block(rows: Rows, solved: Solved, n_blocks: int, pairs: slice) -> Contrasts:
    first, second, estimate, is_estimable, spread = _pairs(solved, rows.n_systems, pairs)
    parts, shares = np.zeros((2, n_blocks, len(first)))
    some = slice(int(first[0]), int(first[-1]) + 1) if len(first) else NO_SYSTEM
    for found in products(rows, solved, _blocks_at_once(len(first)), some):
        parts[found.block], shares[found.block] = _taken_apart(found, first, second, spread, some.start)
    number = (shares > _NO_SHARE).sum(axis=0)
    return Contrasts(first, second, estimate, parts, shares, is_estimable, number, solved.inflation)


def _adjusted(rows: Rows, solved: Solved, flow: Floats, blocks: Ints) -> Adjusted:
    """Marginal means, with the influence of each block on them: on the effects, and by the items that it brings."""
    n_items, n = len(rows.item_start), rows.n_systems
    size = np.diff(rows.item_start, append=len(rows.value))
    effect = solved.effect[:n]
    of_item = sums(rows.item, rows.value - effect[rows.system], n_items) / np.maximum(size, 1)
    balance = sums(rows.system, 1 / size[rows.item], n) / max(n_items, 1)
    level = float(of_item.mean()) if n_items else 0.0
    of_block = sums(blocks[rows.of_item], (of_item - level) / max(n_items, 1), len(flow))
    reason = _reasons(rows, solved)
    is_there = np.array([one is None for one in reason], dtype=bool)
    influence = flow - (flow @ balance)[:, None] + of_block[:, None]
    seen = np.unique(blocks[rows.of_item][rows.item] * np.int64(n) + rows.system)
    return Adjusted(
        value=np.where(is_there, effect + level + rows.mean, np.nan),
        influence=np.where(is_there, influence, np.nan),
        blocks=counts(seen % n if n else seen, n),
        reason=reason,
    )


def _reasons(rows: Rows, solved: Solved) -> tuple[Reason | None, ...]:
    """A system that was rated has a mean over all items only if all that were rated can be compared."""
    rated = np.flatnonzero(counts(rows.system, rows.n_systems))
    is_one = bool(solved.is_estimable(rated, np.repeat(rated[:1], len(rated))).all())
    why: Reason | None = None if is_one else "not_connected"
    return tuple(why if system in set(rated.tolist()) else "no_ratings" for system in range(rows.n_systems))


def _squares(parts: Floats, shares: Floats) -> Floats:
    """Σ part² / (1 - share) over blocks; infinite where one block is all there is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(shares < 1 - 1e-9, parts**2 / (1 - shares), np.inf)
    return np.asarray(found.sum(axis=0), dtype=float)


def _over(total: Floats) -> Floats:
    """1 / total, NaN where it is 0."""
    return np.asarray(np.divide(1.0, total, out=np.full(len(total), np.nan), where=total > 0), dtype=float)
