"""Codes of codes: several columns as one, with as few numbers as there are combinations."""

from dataclasses import dataclass

import numpy as np

from jurybox.stats import Ints


@dataclass(frozen=True, slots=True)
class Combined:
    """`code` counts the combinations from 0; `row` has one row for each of them, the first."""

    code: Ints
    row: Ints

    def __len__(self) -> int:
        return len(self.row)


def combined(*columns: Ints) -> Combined:
    """One number for each combination of codes that occurs.

    >>> both = combined(np.array([2, 0, 2, 2]), np.array([1, 1, 0, 1]))
    >>> both.code.tolist(), both.row.tolist()
    ([2, 0, 1, 2], [1, 2, 0])
    """
    found = _compact(columns[0].astype(np.int64))
    for column in columns[1:]:
        size = int(column.max(initial=0)) + 1
        found = _compact(found.code.astype(np.int64) * size + column)
    return found


def any_twice(one: Ints, other: Ints) -> bool:
    """Whether a pair of codes occurs twice; quicker than numbering the pairs.

    >>> any_twice(np.array([0, 1, 1]), np.array([0, 0, 1])), any_twice(np.array([0, 1, 1]), np.array([0, 0, 0]))
    (False, True)
    """
    key = one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other
    size = int(key.max(initial=-1)) + 1
    if size > 64 * len(key) + (1 << 16):
        return len(np.unique(key)) < len(key)
    seen = np.zeros(size, bool)
    seen[key] = True
    return int(np.count_nonzero(seen)) < len(key)


def different(code: Ints) -> Ints:
    """The codes that occur, rising.

    >>> different(np.array([4, 1, 4])).tolist()
    [1, 4]
    """
    return np.flatnonzero(np.bincount(code)) if len(code) else code


def _compact(key: Ints) -> Combined:
    """Numbers without gaps, in the same order. Few keys are counted, which is faster than sorting."""
    count = len(key)
    size = int(key.max(initial=-1)) + 1
    if size > 16 * count + (1 << 16):
        _, row, code = np.unique(key, return_index=True, return_inverse=True)
        return Combined(code.astype(np.int32), row)
    row_of = np.full(size, -1, np.int64)
    row_of[key[::-1]] = np.arange(count - 1, -1, -1)  # the last assignment stays: the first row
    is_used = row_of >= 0
    place = np.cumsum(is_used, dtype=np.int32) - np.int32(1)
    return Combined(place[key], row_of[is_used])
