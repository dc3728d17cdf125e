"""Two systems by the points they won (1 for a win, a half for a tie), where Bradley and Terry's model has no answer."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.paired import all_pairs
from jurybox.stats.signflip import sign_flip
from jurybox.stats.strength_blocks import FEWEST_BLOCKS, Differences
from jurybox.stats.strengths import ComparedPairs
from jurybox.stats.tally import sums


class _Shares(NamedTuple):
    """The share of points that each system won against each other one on each item, a row for each of both sides."""

    key: Ints
    """Item x systems + the other system, rising; within one system."""
    share: Floats


def point_differences(item: Ints, compared: ComparedPairs, blocks: Ints, confidence: float = 0.95) -> Differences:
    """Differences of shares of points of every two systems, with p and interval by sign-flip over `blocks` of items.

    On an item the two are compared by what they won against each other and against whoever met both: if they are
    equally good, either could have had the points of the other. The difference is the mean over items, as everywhere.

    >>> zero = np.zeros(8, int)
    >>> found = point_differences(np.arange(8), ComparedPairs(zero, zero + 1, zero + 1, 2), np.arange(8))
    >>> found.value.tolist(), found.p.tolist()  # eight of eight: 2 / 2⁸
    ([1.0], [0.0078125])
    """
    n_systems = compared.n_systems
    shares = _shares(item, *compared)
    value, low, high, p = np.full((4, n_systems * (n_systems - 1) // 2), np.nan)
    for place, (one, other) in enumerate(zip(*(part.tolist() for part in all_pairs(n_systems)), strict=True)):
        where, apart = _apart(shares[one], shares[other], one, other, n_systems)
        if not len(where):
            continue
        value[place] = apart.mean()
        _, block = np.unique(blocks[where], return_inverse=True)
        number = int(block.max()) + 1
        if number >= FEWEST_BLOCKS:
            share = np.bincount(block) / len(where)
            parts = sums(block, apart - value[place], number) / len(where)
            test = sign_flip(parts[:, None], share[:, None], value[place : place + 1], confidence)
            p[place], low[place], high[place] = test.p[0], test.low[0], test.high[0]
    return Differences(value, low, high, p)


def _shares(item: Ints, first: Ints, second: Ints, outcome: Ints, n: int) -> list[_Shares]:
    own, other = np.concatenate([first, second]).astype(np.int64), np.concatenate([second, first])
    won = np.concatenate([1 + outcome, 1 - outcome]) / 2
    width = (int(item.max(initial=0)) + 1) * n
    key = own * width + np.tile(item, 2) * n + other
    cells, at, number = np.unique(key, return_inverse=True, return_counts=True)
    share = sums(at, won, len(cells)) / number
    ends = np.searchsorted(cells, np.arange(n + 1) * width)
    return [_Shares(cells[a:b] % width, share[a:b]) for a, b in pairwise(ends.tolist())]


def _apart(one: _Shares, other: _Shares, a: int, b: int, n: int) -> tuple[Ints, Floats]:
    """The items on which two systems can be compared, and the difference of their shares on each."""
    met, at_one, at_other = np.intersect1d(one.key, other.key, assume_unique=True, return_indices=True)
    direct = one.key % n == b
    where = np.concatenate([met // n, one.key[direct] // n])
    apart = np.concatenate([one.share[at_one] - other.share[at_other], 2 * one.share[direct] - 1])
    items, place, number = np.unique(where, return_inverse=True, return_counts=True)
    return items, sums(place, apart, len(items)) / number
