"""Differences of systems that all have the same items, block by block, as the additive model has them too."""

import numpy as np

from jurybox.stats.additive import Contrasts
from jurybox.stats.estimate import Ints
from jurybox.stats.means import ItemMeans
from jurybox.stats.paired import all_pairs
from jurybox.stats.tally import counts, sums


def complete_contrasts(means: ItemMeans, blocks: Ints) -> Contrasts:
    """All pairs; `blocks` is the block of each item. Systems without any rating have no difference.

    >>> from jurybox.stats.paired import item_means_of
    >>> found = complete_contrasts(item_means_of([[3.0, 1.0], [4.0, 3.0], [6.0, 3.0]]), np.array([0, 0, 1]))
    >>> found.estimate.tolist(), (found.parts + found.estimate * found.shares).round(6).ravel().tolist()
    ([2.0], [1.0, 1.0])
    """
    n_blocks, n_systems = int(np.max(blocks, initial=-1)) + 1, means.n_systems
    first, second = all_pairs(n_systems)
    is_rated = counts(means.system, n_systems) > 0
    items = np.flatnonzero(counts(means.item, means.n_items))
    size = counts(blocks[items], n_blocks) / max(1, len(items))
    key = np.asarray(blocks[means.item], dtype=np.int64) * n_systems + means.system
    by_block = sums(key, means.mean, n_blocks * n_systems).reshape(n_blocks, n_systems) / max(1, len(items))
    is_there = is_rated[first] & is_rated[second]
    whole = by_block[:, first] - by_block[:, second]
    whole[:, ~is_there] = 0.0
    estimate = whole.sum(axis=0)
    shares = np.broadcast_to(size[:, None], whole.shape)
    number = np.full(len(first), np.count_nonzero(size))
    return Contrasts(
        first=first,
        second=second,
        estimate=np.where(is_there, estimate, np.nan),
        parts=whole - estimate * shares,
        shares=shares,
        is_estimable=is_there,
        blocks=np.where(is_there, number, 0),
    )
