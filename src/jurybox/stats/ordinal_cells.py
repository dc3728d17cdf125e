"""The cumulative logit on counts: its likelihood and derivatives, cell by cell."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.tally import counts, sums


class LevelCounts(NamedTuple):
    """Ratings counted by level (columns) for each combination of the factors that occurs (rows)."""

    codes: list[Ints]
    counts: Floats


class Derivatives(NamedTuple):
    """Of the log-likelihood at one point: first derivatives and, with the sign turned, second ones.

    A cell's place on the scale is its `shift`; `cut_next` is between neighbouring cut points, all others vanish.
    """

    log_likelihood: float
    by_cut: Floats
    by_shift: Floats
    cut_cut: Floats
    cut_next: Floats
    cut_shift: Floats
    shift_shift: Floats


def cells_of(level: Ints, codes: Sequence[Ints]) -> LevelCounts:
    """Count the ratings by their levels 0, 1, 2 … for each combination of the codes.

    >>> cells_of(np.array([0, 0, 2]), [np.array([1, 1, 1])]).counts.tolist()
    [[2.0, 0.0, 1.0]]
    """
    key = np.zeros(len(level), dtype=np.int64)
    sizes = [int(code.max(initial=0)) + 1 for code in codes]
    for code, size in zip(codes, sizes, strict=True):
        key = key * size + code
    if prod(sizes) <= max(len(level), 1_000_000):
        is_there = counts(key, prod(sizes)) > 0
        names, row = np.flatnonzero(is_there), (np.cumsum(is_there) - 1)[key]
    else:
        names, row = np.unique(key, return_inverse=True)
    n, k = len(names), int(level.max(initial=0)) + 1
    found: list[Ints] = []
    for size in reversed(sizes):
        names, code = np.divmod(names, size)
        found.append(code)
    return LevelCounts(found[::-1], counts(row * k + level, n * k).reshape(n, k).astype(float))


def finite(cells: LevelCounts) -> LevelCounts:
    """Without those whose ratings are all at one end of the scale, again until there are none; no empty level.

    Their effect is infinite and their likelihood 1, so that without them the others' estimates are the limit.

    >>> finite(cells_of(np.array([2, 2, 0, 1]), [np.array([0, 0, 1, 1])])).counts.tolist()
    [[1.0, 1.0]]
    """
    codes, table = cells.codes, cells.counts
    while True:
        table = table[:, table.sum(axis=0) > 0]
        if table.shape[1] < 2:
            return LevelCounts([code[:0] for code in codes], table[:0])
        is_extreme = np.zeros(len(table), dtype=bool)
        for code in codes:
            n = int(code.max(initial=0)) + 1
            inside, low, high = (sums(code, part, n) for part in (table.sum(1), table[:, 0], table[:, -1]))
            is_extreme |= ((inside == low) | (inside == high))[code]
        if not is_extreme.any():
            return LevelCounts(codes, table)
        codes, table = [code[~is_extreme] for code in codes], table[~is_extreme]


def start_cuts(cells: LevelCounts) -> Floats:
    """The cut points if nothing differed: logits of the shares at or below each level."""
    below = np.cumsum(cells.counts.sum(axis=0))[:-1] / cells.counts.sum()
    return np.asarray(np.log(below / (1 - below)), dtype=float)


def logistic(x: Floats) -> Floats:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * x)), dtype=float)


def chances(cuts: Floats, shift: Floats) -> tuple[Floats, Floats]:
    """P(y <= k) for each cell and cut, and the chance of each level, never so near to 0 that its square is."""
    below = logistic(cuts - shift[..., None])
    edges = np.zeros((*below.shape[:-1], 1))
    chance = np.diff(np.concatenate([edges, below, edges + 1.0], axis=-1), axis=-1)
    return below, np.maximum(chance, 1e-140)


def derivatives(cells: LevelCounts, cuts: Floats, shift: Floats) -> Derivatives:
    """Log-likelihood Σ n log(F(θₖ - shift) - F(θₖ₋₁ - shift)) and its derivatives."""
    below, chance = chances(cuts, shift)
    slope = below * (1 - below)
    bend = slope * (1 - 2 * below)
    per = cells.counts / chance
    per_square = per / chance
    # d/dθₖ touches the level at the cut and the one above
    by_cut = slope * (per[:, :-1] - per[:, 1:])
    cut_cut = slope**2 * (per_square[:, :-1] + per_square[:, 1:]) - bend * (per[:, :-1] - per[:, 1:])
    cut_next = -slope[:, :-1] * slope[:, 1:] * per_square[:, 1:-1]
    # a shift moves all cut points the other way
    cut_shift = -cut_cut
    cut_shift[:, :-1] -= cut_next
    cut_shift[:, 1:] -= cut_next
    return Derivatives(
        float((cells.counts * np.log(chance)).sum()),
        by_cut,
        -by_cut.sum(axis=1),
        cut_cut,
        cut_next,
        cut_shift,
        -cut_shift.sum(axis=1),
    )
