"""Counts and sums by code: what most statistics here are made of."""

import numpy as np

from jurybox.stats.estimate import Flags, Floats, Ints


def counts(code: Ints, n: int) -> Ints:
    """How often each of `n` codes occurs.

    >>> counts(np.array([0, 2, 2]), 3).tolist()
    [1, 0, 2]
    """
    return np.bincount(code, minlength=n)


def distinct_keys(key: Ints) -> Ints:
    """The values that occur, rising. By sorting: numpy's own way (a table of hashes) takes many times as long here.

    >>> distinct_keys(np.array([7, 2, 7])).tolist()
    [2, 7]
    """
    found: Ints = np.sort(key)
    is_new: Flags = np.diff(found, prepend=found[:1] - 1) != 0
    return found[is_new]


def sums(code: Ints, weight: Floats | Ints | Flags, n: int) -> Floats:
    """The sum of weights by code.

    >>> sums(np.array([0, 2, 2]), np.array([1.0, 0.5, 0.5]), 3).tolist()
    [1.0, 0.0, 1.0]
    """
    return np.asarray(np.bincount(code, weights=np.asarray(weight, dtype=float), minlength=n), dtype=float)


FINEST = 1e-10
"""Numbers closer than this share of the largest are one number: 0.1 + 0.2 and 0.3 differ in their last digit only."""


def step_of(value: Floats) -> float:
    """The step below which two of these numbers are equal.

    >>> step_of(np.array([2.0, -5.0]))
    5e-10
    """
    return FINEST * scale_of(value)


def settled(value: Floats) -> Floats:
    """Values in whole steps, so that those that differ by rounding only are equal.

    >>> bool(np.ptp(settled(np.array([0.1 + 0.2, 0.3]))) == 0)
    True
    """
    step = step_of(value)
    return np.round(np.asarray(value, dtype=float) / step) if step > 0 else np.asarray(value, dtype=float)


def distinct(value: Floats) -> tuple[Floats, Ints]:
    """The distinct numbers in order, and the place of each; those that differ by rounding only are one.

    >>> names, place = distinct(np.array([0.3, 1.0, 0.1 + 0.2]))
    >>> len(names), place.tolist()
    (2, [0, 1, 0])
    """
    names, place = np.unique(value, return_inverse=True)
    is_new = np.diff(settled(names), prepend=-np.inf) > 0
    return names[is_new], (np.cumsum(is_new) - 1)[place]


def scale_of(value: Floats) -> float:
    """The largest size, 0 where there is none; NaN is passed over.

    >>> scale_of(np.array([-3.0, np.nan, 2.0]))
    3.0
    """
    return float(np.fmax.reduce(np.abs(value).ravel(), initial=0.0))


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
    return distinct(value)
