"""Who was compared with whom, directly or through others."""

import numpy as np

from jurybox.stats.estimate import Flags, Ints


def components(n: int, first: Ints, second: Ints) -> Ints:
    """The component of each of `n` nodes (the smallest node in it), over undirected edges.

    >>> components(4, np.array([0, 2]), np.array([1, 3])).tolist()
    [0, 0, 2, 2]
    """
    label = np.arange(n)
    while True:
        lower = np.minimum(label[first], label[second])
        before = label.copy()
        np.minimum.at(label, first, lower)
        np.minimum.at(label, second, lower)
        label = label[label]  # jump to the label's own label: few rounds also on long chains
        if np.array_equal(label, before):
            return label


def is_strongly_connected(beats: Flags) -> bool:
    """Whether every node reaches every other along `beats[i, j]`.

    >>> is_strongly_connected(np.array([[False, True], [False, False]]))
    False
    """
    return bool(len(beats) == 0 or (_reached(beats).all() and _reached(beats.T).all()))


def _reached(beats: Flags) -> Flags:
    """The nodes that the first one reaches."""
    seen = np.zeros(len(beats), dtype=bool)
    seen[0] = True
    edge = seen.copy()
    while edge.any():
        edge = beats[edge].any(axis=0) & ~seen
        seen |= edge
    return seen
