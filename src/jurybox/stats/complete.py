"""Differences of systems that all have the same items, block by block, as the additive model has them too."""

from dataclasses import dataclass

import numpy as np

from jurybox.stats.absorbed import EVERY
from jurybox.stats.additive import Contrasts
from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.means import ItemMeans
from jurybox.stats.paired import all_pairs
from jurybox.stats.tally import counts, sums


@dataclass(frozen=True, slots=True)
class CompleteItems:
    """What each block adds to the mean of each system, and its share of the items."""

    by_block: Floats
    size: Floats
    is_rated: Flags

    def contrasts(self, pairs: slice = EVERY) -> Contrasts:
        """All pairs of systems, or some of them in their order. Systems without any rating have no difference."""
        first, second = (code[pairs] for code in all_pairs(len(self.is_rated)))
        is_there = self.is_rated[first] & self.is_rated[second]
        whole = self.by_block[:, first] - self.by_block[:, second]
        whole[:, ~is_there] = 0.0
        estimate = whole.sum(axis=0)
        shares = np.broadcast_to(self.size[:, None], whole.shape)
        return Contrasts(
            first=first,
            second=second,
            estimate=np.where(is_there, estimate, np.nan),
            parts=whole - estimate * shares,
            shares=shares,
            is_estimable=is_there,
            blocks=np.where(is_there, np.count_nonzero(self.size), 0),
        )


def complete_items(means: ItemMeans, blocks: Ints) -> CompleteItems:
    """Where every system that was rated has the same items; `blocks` is the block of each.

    >>> from jurybox.stats.paired import item_means_of
    >>> means = item_means_of([[3.0, 1.0], [4.0, 3.0], [6.0, 3.0]])
    >>> found = complete_items(means, np.array([0, 0, 1])).contrasts()
    >>> found.estimate.tolist(), (found.parts + found.estimate * found.shares).round(6).ravel().tolist()
    ([2.0], [1.0, 1.0])
    """
    n_blocks, n_systems = int(np.max(blocks, initial=-1)) + 1, means.n_systems
    items = np.flatnonzero(counts(means.item, means.n_items))
    key = np.asarray(blocks[means.item], dtype=np.int64) * n_systems + means.system
    by_block = sums(key, means.mean, n_blocks * n_systems).reshape(n_blocks, n_systems)
    return CompleteItems(
        by_block=by_block / max(1, len(items)),
        size=counts(blocks[items], n_blocks) / max(1, len(items)),
        is_rated=counts(means.system, n_systems) > 0,
    )
