"""Least squares of ratings on system, item and rater, without a column for every item.

Items are absorbed: everything is taken less its mean over the item (Frisch & Waugh 1933), and so are raters in a second
step, so that what is left to invert is systems x systems however large the study is. Whether a difference of systems
can be told at all is a question of that matrix's rank, not of who shares items with whom.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.graph import components
from jurybox.stats.means import ItemMeans
from jurybox.stats.rated import Rated
from jurybox.stats.tally import counts, sums

MOST_DENSE_RATERS = 1500
"""With more raters their part is solved by conjugate gradients."""
MOST_STEPS = 2000
EVERY = slice(None)
_EXACT, _ITERATED = 1e-9, 1e-7
"""Eigenvalues below this share of a system's own information are rounding."""
_TOGETHER = 1 << 18
"""Numbers worked on at a time: they stay in the cache."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What was rated: whole blocks after each other, small ones first, and in them whole items. `value` is centred."""

    item: Ints
    """Counted from 0 in this order, without gaps."""
    item_start: Ints
    of_item: Ints
    """The code that each item had."""
    system: Ints
    rater: Ints | None
    value: Floats
    mean: float
    block: Ints
    block_start: Ints
    n_systems: int
    n_raters: int

    @property
    def rater_codes(self) -> Ints:
        """The rater of each row, where there are raters."""
        if self.rater is None:
            raise ValueError("These rows have no raters.")
        return self.rater


def rows_by_block(given: Rated | ItemMeans, blocks: Ints) -> Rows:
    """Sorts ratings (or means of outputs, which have no raters) by block and item; `blocks` is the block of each item.

    >>> means = ItemMeans(np.array([1, 0]), np.array([0, 0]), np.array([1.0, 3.0]), np.array([1, 1]), 2, 1)
    >>> made = rows_by_block(means, np.array([0, 1]))
    >>> made.of_item.tolist(), made.value.tolist()
    ([0, 1], [1.0, -1.0])
    """
    item = given.item
    value = given.value if isinstance(given, Rated) else given.mean
    size = counts(blocks[item], int(np.max(blocks, initial=-1)) + 1)
    in_order = np.lexsort((blocks, size[blocks]))
    place = np.empty(len(blocks), np.int64)
    place[in_order] = np.arange(len(blocks))
    key = place[item]
    order = np.argsort(key, kind="stable")
    key = key[order]
    start = np.flatnonzero(np.diff(key, prepend=-1))
    of_item = in_order[key[start]]
    block_start = np.flatnonzero(np.diff(blocks[of_item], prepend=-1))
    mean = float(np.mean(value)) if len(value) else 0.0
    return Rows(
        item=np.repeat(np.arange(len(start)), np.diff(start, append=len(key))),
        item_start=start,
        of_item=of_item,
        system=given.system[order],
        rater=given.rater[order] if isinstance(given, Rated) else None,
        value=np.asarray(value, float)[order] - mean,
        mean=mean,
        block=blocks[of_item[block_start]],
        block_start=start[block_start],
        n_systems=given.n_systems,
        n_raters=given.n_raters if isinstance(given, Rated) else 0,
    )


@dataclass(frozen=True, slots=True)
class Solved:
    """The fit. `inverse` (systems and raters x systems) turns a contrast of systems into weights of ratings."""

    inverse: Floats
    effect: Floats
    """Of each system, then of each rater; only what is estimable of them has a meaning."""
    unknown: Floats
    """What lies outside the reach of the data, per system: a contrast is estimable where this cancels out."""
    scale: Floats
    freedom: int
    """Ratings less what was fitted."""
    inflation: float
    """What the variance is raised by for the raters that were fitted."""

    def is_estimable(self, first: Ints, second: Ints) -> Flags:
        """Whether the data tell a system from another one."""
        off = np.linalg.norm(self.unknown[:, first] - self.unknown[:, second], axis=0)
        own = np.hypot(1 / self.scale[first], 1 / self.scale[second])
        return np.asarray(off <= 1e-6 * own, dtype=bool)

    def spread(self, first: Ints, second: Ints) -> Floats:
        """The sum of the squared weights of a contrast."""
        own = np.diag(self.inverse)
        found: Floats = own[first] + own[second] - 2 * self.inverse[first, second]
        return found


def solve(rows: Rows, most_dense: int = MOST_DENSE_RATERS) -> Solved:
    """The least squares fit of value on system + item, and on raters where there are any.

    With more than `most_dense` raters their part comes from conjugate gradients (Jacobi-preconditioned, to 1e-11);
    where they do not settle, nothing is called estimable.
    """
    n = rows.n_systems
    of_system = _incidence(rows, rows.system, n)
    own = np.diag(counts(rows.system, n).astype(float)) - _cross(of_system, of_system)
    theta, tau, to_raters, fitted, tolerance = _rater_part(rows, of_system, most_dense)
    schur = own - to_raters.T @ theta
    told = sums(rows.system, _centred(rows), n) - to_raters.T @ tau
    diagonal = np.diag(own)
    is_told = diagonal > 1e-9 * np.maximum(counts(rows.system, n), 1)
    scale = np.where(is_told, np.sqrt(np.where(is_told, diagonal, 1.0)), 1.0)
    value, vector = np.linalg.eigh((schur + schur.T) / 2 / scale / scale[:, None])
    kept = vector[:, value > tolerance]
    inverse = (kept / value[value > tolerance]) @ kept.T / scale / scale[:, None]
    effect = inverse @ told
    left = len(rows.value) - len(rows.item_start)
    freedom = left - fitted - kept.shape[1]
    return Solved(
        inverse=np.vstack([inverse, -theta @ inverse]),
        effect=np.concatenate([effect, tau - theta @ effect]),
        unknown=(np.eye(n) - kept @ kept.T) / scale if np.isfinite(theta).all() else np.eye(n),
        scale=scale,
        freedom=freedom,
        inflation=left / (left - fitted) if freedom > 0 else np.nan,
    )


class Products(NamedTuple):
    """Of some blocks: what weights and residuals come to, multiplied and summed over each block."""

    block: Ints
    squares: Floats
    """Blocks x systems: the squared weights."""
    told: Floats
    """Blocks x systems: weights times residuals."""
    shared: Floats
    """Blocks x some systems x systems: weights times weights."""


def products(rows: Rows, solved: Solved, most_blocks: int, some: slice = EVERY) -> Iterator[Products]:
    """All blocks, a few at a time; `some`: the systems whose weights are multiplied with those of all."""
    for few in few_blocks(rows, most_blocks):
        size = np.diff(rows.block_start, append=len(rows.value))[few]
        filled = _filled(weights(rows, solved, rows_of(rows, few)), size)
        own, rest = filled[:, :, :-1], filled[:, :, -1:]
        yield Products(
            block=rows.block[few],
            squares=np.einsum("bks,bks->bs", own, own),
            told=(own.transpose(0, 2, 1) @ rest)[:, :, 0],
            shared=own[:, :, some].transpose(0, 2, 1) @ own,
        )


def few_blocks(rows: Rows, most_blocks: int) -> Iterator[slice]:
    """All blocks, as many at a time as stay in the cache."""
    size = np.diff(rows.block_start, append=len(rows.value))
    begin = 0
    while begin < len(size):
        end = begin + _how_many(size[begin:], _TOGETHER // (rows.n_systems + 1), most_blocks)
        yield slice(begin, end)
        begin = end


def rows_of(rows: Rows, some: slice) -> slice:
    """The rows of some blocks."""
    ends = np.append(rows.block_start, len(rows.value))
    return slice(int(ends[some.start]), int(ends[some.stop]))


def weights(rows: Rows, solved: Solved, part: slice, weight: Floats | None = None) -> Floats:
    """Rows x (systems + 1): what a rating weighs for each system, and its residual; both less the mean of the item.

    With `weight` (by row) those means are weighted, as is each rating: 1 / ratings of the output makes a fit of the
    means of outputs one of their ratings.
    """
    table = np.column_stack([solved.inverse, -solved.effect])
    found = table[rows.system[part]]
    if rows.rater is not None and len(table) > rows.n_systems:
        found += table[rows.n_systems + rows.rater[part]]
    found[:, -1] += rows.value[part]
    first, last = np.searchsorted(rows.item_start, (part.start, part.stop))
    start = rows.item_start[first:last] - part.start
    size = np.diff(start, append=part.stop - part.start)
    if weight is None:
        mean = np.add.reduceat(found, start, axis=0) / size[:, None]
    else:
        own = weight[part, None]
        mean = np.add.reduceat(own * found, start, axis=0) / np.add.reduceat(own, start, axis=0)
    found -= np.repeat(mean, size, axis=0)
    return found


def _how_many(size: Ints, most_rows: int, most_blocks: int) -> int:
    """How many blocks (rising in size) fit when all are filled up to the largest of them."""
    filled = size[:most_blocks] * np.arange(1, min(most_blocks, len(size)) + 1)
    return max(1, int(np.searchsorted(filled, most_rows, side="right")))


def _filled(weight: Floats, size: Ints) -> Floats:
    """Blocks x rows x columns: all blocks filled up with noughts to the size of the last, which is the largest."""
    width = weight.shape[1]
    if (size == size[-1]).all():
        return np.asarray(weight.reshape(len(size), -1, width), dtype=float)
    filled = np.zeros((len(size), int(size[-1]), width))
    filled[np.arange(filled.shape[1]) < size[:, None]] = weight
    return filled


def _incidence(rows: Rows, code: Ints, n: int) -> Any:
    """Items x codes: how often each occurs, over the root of the item's ratings."""
    from scipy.sparse import csr_array

    size = np.diff(rows.item_start, append=len(code))
    ends = np.append(rows.item_start, len(code))
    own = code.astype(np.int32)  # a copy: it is sorted in place
    made = csr_array((1 / np.sqrt(np.repeat(size, size)), own, ends), shape=(len(size), n))
    made.sum_duplicates()
    return made


def _cross(left: Any, right: Any) -> Floats:
    """left' · right as a full matrix, by whichever way is less work."""
    work = float(np.diff(left.indptr) @ np.diff(right.indptr).astype(float))
    if left.shape[0] * left.shape[1] * right.shape[1] > 40 * work:
        return np.asarray((left.T @ right).toarray(), dtype=float)
    found = np.zeros((left.shape[1], right.shape[1]))
    step = max(1, 4 * _TOGETHER // max(1, left.shape[1] + right.shape[1]))
    for begin in range(0, left.shape[0], step):
        found += left[begin : begin + step].toarray().T @ right[begin : begin + step].toarray()
    return found


def _centred(rows: Rows) -> Floats:
    """Values less the mean of their item."""
    size = np.diff(rows.item_start, append=len(rows.value))
    return np.asarray(rows.value - (sums(rows.item, rows.value, len(size)) / np.maximum(size, 1))[rows.item], float)


def _rater_part(rows: Rows, of_system: Any, most_dense: int) -> tuple[Floats, Floats, Floats, int, float]:
    """Systems and values by raters, what systems share with raters, how many raters were fitted, and how exactly."""
    n = rows.n_raters
    if rows.rater is None:
        return np.zeros((0, rows.n_systems)), np.zeros(0), np.zeros((0, rows.n_systems)), 0, _EXACT
    of_rater = _incidence(rows, rows.rater, n)
    both = np.bincount(rows.rater * np.int64(rows.n_systems) + rows.system, minlength=n * rows.n_systems)
    to_raters = both.reshape(n, rows.n_systems) - _cross(of_rater, of_system)
    wanted = np.column_stack([to_raters, sums(rows.rater, _centred(rows), n)])
    number = counts(rows.rater, n).astype(float)
    if n <= most_dense:
        found, fitted = _solved_at_once(number, _cross(of_rater, of_rater), wanted)
        return found[:, :-1], found[:, -1], to_raters, fitted, _EXACT
    label = components(n + len(rows.item_start), rows.rater, n + rows.item)
    own = number - np.asarray(of_rater.power(2).sum(axis=0)).ravel()
    found = conjugate_gradients(lambda at: number[:, None] * at - of_rater.T @ (of_rater @ at), wanted, own)
    return found[:, :-1], found[:, -1], to_raters, int((label[:n] != np.arange(n)).sum()), _ITERATED


def _solved_at_once(number: Floats, shared: Floats, wanted: Floats) -> tuple[Floats, int]:
    """The effects of raters, and how many were fitted: in each component one is where the others count from."""
    is_free = components(len(number), *np.nonzero(shared)) != np.arange(len(number))
    found = np.zeros_like(wanted)
    found[is_free] = np.linalg.solve((np.diag(number) - shared)[np.ix_(is_free, is_free)], wanted[is_free])
    return found, int(is_free.sum())


def conjugate_gradients(times: Callable[[Floats], Floats], wanted: Floats, diagonal: Floats) -> Floats:
    """Solves times(x) = wanted for every column at once; NaN where the steps do not settle.

    >>> conjugate_gradients(lambda at: 2 * at, np.array([[4.0], [6.0]]), np.array([2.0, 2.0])).ravel().tolist()
    [2.0, 3.0]
    """
    is_there = diagonal > 1e-9 * max(1.0, float(np.max(diagonal, initial=0.0)))
    by = np.where(is_there, 1 / np.where(is_there, diagonal, 1.0), 0.0)[:, None]
    found, rest = np.zeros_like(wanted), wanted.copy()
    step = towards = by * rest
    size = (rest * step).sum(axis=0)
    limit = 1e-22 * size + 1e-28 * np.abs(wanted).max(initial=0.0) ** 2 * by.sum()
    for _ in range(MOST_STEPS):
        if not (size > limit).any():
            return found
        moved = times(towards)
        bend = (towards * moved).sum(axis=0)
        is_open = (size > limit) & (bend > 0)
        along = np.divide(size, bend, out=np.zeros_like(size), where=is_open)
        found += along * towards
        rest -= along * moved
        step = by * rest
        before, size = size, (rest * step).sum(axis=0)
        towards = step + np.divide(size, before, out=np.zeros_like(size), where=is_open) * towards
    return np.full_like(wanted, np.nan)
