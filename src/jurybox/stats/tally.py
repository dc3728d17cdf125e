"""Counts and sums by code: what most statistics here are made of."""

import numpy as np

from jurybox.stats.estimate import Flags, Floats, Ints


def counts(code: Ints, n: int) -> Ints:
    """How often each of `n` codes occurs.

    >>> counts(np.array([0, 2, 2]), 3).tolist()
    [1, 0, 2]
    """
    return np.bincount(code, minlength=n)


def sums(code: Ints, weight: Floats | Ints | Flags, n: int) -> Floats:
    """The sum of weights by code.

    >>> sums(np.array([0, 2, 2]), np.array([1.0, 0.5, 0.5]), 3).tolist()
    [1.0, 0.0, 1.0]
    """
    return np.asarray(np.bincount(code, weights=np.asarray(weight, dtype=float), minlength=n), dtype=float)


def codes(value: Floats) -> tuple[Floats, Ints]:
    """The distinct values in order, and the code of each; whole numbers of a small range without sorting.

    >>> codes(np.array([5.0, 1.0, 5.0]))[1].tolist()
    [1, 0, 1]
    """
    if len(value):
        low, high = float(np.min(value)), float(np.max(value))
        if high - low <= len(value):
            whole = (value - low).astype(np.int64)
            if np.array_equal(whole + low, value):
                is_there = counts(whole, 0) > 0
                return np.flatnonzero(is_there) + low, (np.cumsum(is_there) - 1)[whole]
    names, code = np.unique(value, return_inverse=True)
    return names, code
