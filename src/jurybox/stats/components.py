"""Variance components of ratings: how much units, raters and the rest differ, in any design, in linear time.

Model: y = μ + unit + rater + error, all random. Henderson's method I (1953; Searle, Casella & McCulloch 1992, ch. 5)
sets sums of squares equal to what they are expected to be. With one rating per unit and rater, of N ratings, a units
with n_u and b raters with n_r ratings, and y centred on its mean:

    Σ y_u² / n_u = σ²_unit (N - Σn_u²/N) + σ²_rater (a - Σn_r²/N) + σ² (a - 1)
    Σ y_r² / n_r = σ²_unit (b - Σn_u²/N) + σ²_rater (N - Σn_r²/N) + σ² (b - 1)
    Σ y²         = σ²_unit (N - Σn_u²/N) + σ²_rater (N - Σn_r²/N) + σ² (N - 1)
"""

from dataclasses import dataclass

import numpy as np

from jurybox.stats.estimate import Floats, Ints

FLAT = 1e-9


@dataclass(frozen=True, slots=True)
class Sums:
    """What the equations need; numbers, or arrays with a place for each group left out."""

    ratings: Floats
    total: Floats
    square: Floats
    units: "Side"
    raters: "Side"


@dataclass(frozen=True, slots=True)
class Side:
    """Of units, or of raters: how many, Σ y² / n, and Σ n²."""

    count: Floats
    square: Floats
    sizes: Floats


def sums_of(unit: Ints, rater: Ints, y: Floats) -> Sums:
    whole = np.array([float(len(y))])
    return Sums(whole, np.array([y.sum()]), np.array([(y**2).sum()]), _side(unit, y), _side(rater, y))


def _side(code: Ints, y: Floats) -> Side:
    n, s = np.bincount(code).astype(float), np.bincount(code, y)
    used = n > 0
    return Side(np.array([used.sum()], float), np.array([(s[used] ** 2 / n[used]).sum()]), np.array([(n**2).sum()]))


def sums_without(unit: Ints, rater: Ints, y: Floats, group: Ints, groups: int) -> Sums:
    """The sums without each group of ratings."""
    whole = sums_of(unit, rater, y)
    return Sums(
        whole.ratings - _by(group, np.ones(len(y)), groups),
        whole.total - _by(group, y, groups),
        whole.square - _by(group, y**2, groups),
        _side_without(unit, y, group, groups, whole.units),
        _side_without(rater, y, group, groups, whole.raters),
    )


def _by(group: Ints, values: Floats, groups: int) -> Floats:
    return np.bincount(group, values, groups).astype(float)


def _side_without(code: Ints, y: Floats, group: Ints, groups: int, whole: Side) -> Side:
    """Only those raters change that have a rating in the group: as many entries as ratings at most."""
    n, s = np.bincount(code).astype(float), np.bincount(code, y)
    keys, entry = np.unique(code.astype(np.int64) * groups + group, return_inverse=True)
    who, of = np.divmod(keys, groups)
    gone_n, gone_s = np.bincount(entry).astype(float), np.bincount(entry, y)
    left = n[who] - gone_n
    square = np.divide((s[who] - gone_s) ** 2, left, out=np.zeros(len(keys)), where=left > 0)
    return Side(
        whole.count - _by(of, (left == 0).astype(float), groups),
        whole.square + _by(of, square - s[who] ** 2 / n[who], groups),
        whole.sizes + _by(of, left**2 - n[who] ** 2, groups),
    )


def two_way(sums: Sums) -> Floats | None:
    """σ² of units, raters and the rest, as rows; None where the design can't tell them apart."""
    n, u, r = sums.ratings, sums.units, sums.raters
    mean = sums.total**2 / n
    u_sizes, r_sizes = u.sizes / n, r.sizes / n
    left = np.array(
        [
            [n - u_sizes, u.count - r_sizes, u.count - 1],
            [r.count - u_sizes, n - r_sizes, r.count - 1],
            [n - u_sizes, n - r_sizes, n - 1],
        ]
    ).transpose(2, 0, 1)
    right = np.array([u.square - mean, r.square - mean, sums.square - mean]).T
    if (np.abs(np.linalg.det(left / n[:, None, None])) < FLAT / n).any():
        return None
    return _rows(np.linalg.solve(left, right[..., None])[..., 0])


def one_way(sums: Sums) -> Floats | None:
    """σ² of units and within them, as rows."""
    n, u = sums.ratings, sums.units
    if (n <= u.count).any() or (u.count < 2).any():
        return None
    within = (sums.square - u.square) / (n - u.count)
    between = (u.square - sums.total**2 / n - within * (u.count - 1)) / (n - u.sizes / n)
    return _rows(np.array([between, within]).T)


def _rows(solved: Floats) -> Floats:
    """Components as rows; what is not of the units can't be less than nothing."""
    rows: Floats = np.asarray(solved).T.copy()
    rows[1:] = np.maximum(rows[1:], 0)
    return rows
