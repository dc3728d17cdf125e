"""How sure strengths are where comparisons come in blocks: those of one item or document speak with one voice."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jurybox.stats.distributions import normal_quantile, normal_tail, t_below, t_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints
from jurybox.stats.paired import all_pairs
from jurybox.stats.strengths import BradleyTerry, ComparedPairs, Ties, bradley_terry
from jurybox.stats.tally import sums

FEWEST_BLOCKS = 2
_CELLS = 4_000_000
_MOST_WORK = 30_000_000
"""Cells times contrasts from which on the blocks of a contrast are counted and not weighed: about a second."""


class Differences(NamedTuple):
    """Of every two systems, in the order of `all_pairs`: λᵢ - λⱼ with its interval and p; NaN where nothing is said."""

    value: Floats
    low: Floats
    high: Floats
    p: Floats


class _Rows(NamedTuple):
    """Comparisons of one kind in one block: how many, and what one of them would say by the model."""

    block: Ints
    first: Ints
    second: Ints
    number: Floats
    weight: Floats
    """Information about λᵢ - λⱼ + γ."""
    across: Floats
    own: Floats
    """About log ν."""


def strengths_by_block(
    compared: ComparedPairs,
    blocks: Ints,
    ties: Ties = "davidson",
    order_effect: bool = False,
    confidence: float = 0.95,
) -> BradleyTerry:
    """As `bradley_terry`, with errors by a sandwich over blocks: `blocks` has the block of each comparison.

    V = H⁻¹ (Σ_b s_b s_b') H⁻¹, s_b the summed scores of a block, H the information (Liang & Zeger 1986). A contrast c
    has e/(e - 1) · c'Vc and Student's t on e - 1 degrees; e = (Σ w_b)² / Σ w_b² is how many blocks it rests on in
    effect, w_b the share of block b in its variance by the model (Bell & McCaffrey 2002, kept to the diagonal). Where
    all blocks hold the same comparisons e is their number. No p is below 2^(1 - e), the smallest of a sign-flip over so
    many blocks, and where that excludes nothing there is no interval: a variance from a handful of blocks claims more.

    >>> first, block = np.zeros(8, int), np.repeat(np.arange(4), 2)
    >>> fit = strengths_by_block(ComparedPairs(first, first + 1, np.array([1, 1, 1, 1, 1, 1, -1, -1]), 2), block)
    >>> fit.strengths[0].method, round(float(differences_of(fit).p[0]), 3)
    (None, 0.47)
    """
    fit = bradley_terry(compared, ties, order_effect, confidence)
    first, second, outcome, _ = compared
    if fit.reason is not None or not len(outcome):
        return fit
    code = np.unique(blocks, return_inverse=True)[1]
    values = _values(fit)
    rows = _cells(values, code, first, second)
    bread = _inverse(_information(rows, fit), fit)
    covariance = bread @ _meat(values, code, first, second, outcome, fit) @ bread
    effective = _effective_blocks(rows, bread, fit)
    return _with_errors(fit, covariance, effective, int(code.max()) + 1, confidence)


def differences_of(fit: BradleyTerry, confidence: float = 0.95) -> Differences:
    """The differences of strengths, by blocks where the fit has them and by Wald's errors where not."""
    strength = np.array([np.nan if one.value is None else one.value for one in fit.strengths])
    first, second = all_pairs(len(strength))
    value = strength[first] - strength[second]
    if fit.covariance is None:
        nothing = np.full(len(first), np.nan)
        return Differences(value, nothing, nothing, nothing)
    c = fit.covariance
    variance = c[first, first] + c[second, second] - 2 * c[first, second]
    if fit.effective_blocks is None:
        error, reach = np.sqrt(variance), normal_quantile(0.5 + confidence / 2)
        return Differences(value, value - reach * error, value + reach * error, _two_sided(value, error, None))
    blocks = fit.effective_blocks[first, second]
    error, half = _error_and_reach(variance, blocks, confidence)
    return Differences(value, value - half, value + half, _two_sided(value, error, blocks - 1))


def two_sided_p(estimate: Estimate, blocks: float) -> float | None:
    """Whether an estimate by blocks is 0; None without an error.

    >>> round(two_sided_p(Estimate(1.0, standard_error=0.5), 11.0), 4)  # t = 2 on 10 degrees
    0.0734
    """
    if estimate.value is None or estimate.standard_error is None or blocks < FEWEST_BLOCKS:
        return None
    return float(_two_sided(np.array([estimate.value]), np.array([estimate.standard_error]), np.array([blocks - 1]))[0])


def _two_sided(value: Floats, error: Floats, degrees: Floats | None) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.abs(value) / error
    ratio = np.where((value == 0) & (error == 0), 0.0, ratio)
    if degrees is None:
        return np.minimum(1.0, 2 * normal_tail(ratio))
    return np.clip(2 * t_below(-ratio, degrees), 2.0**-degrees, 1.0)


def _error_and_reach(variance: Floats, blocks: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Standard errors for so many blocks, and half the intervals; NaN where there are too few."""
    enough = np.where(blocks >= FEWEST_BLOCKS, blocks, np.nan)
    error = np.sqrt(np.maximum(variance, 0.0) * enough / (enough - 1))
    half = t_quantile(0.5 + confidence / 2, enough - 1) * error
    return error, np.where(2.0 ** (1 - blocks) > 1 - confidence, np.nan, half)


class _Values(NamedTuple):
    strength: Floats
    order: float
    log_tie: float


def _values(fit: BradleyTerry) -> _Values:
    strength = np.array([0.0 if one.value is None else one.value for one in fit.strengths])
    order = fit.order_effect.value if fit.order_effect is not None else 0.0
    log_tie = fit.tie.value if fit.tie is not None else -np.inf
    assert order is not None
    assert log_tie is not None
    return _Values(strength, order, log_tie)


def _chances(values: _Values, first: Ints, second: Ints) -> tuple[Floats, Floats]:
    """The chance that the first wins less that it loses, and that of a tie."""
    x = values.strength[first] - values.strength[second] + values.order
    top = np.maximum(np.abs(x) / 2, values.log_tie)
    wins, loses, tie = np.exp(x / 2 - top), np.exp(-x / 2 - top), np.exp(values.log_tie - top)
    total = wins + loses + tie
    return (wins - loses) / total, tie / total


def _cells(values: _Values, block: Ints, first: Ints, second: Ints) -> _Rows:
    n = len(values.strength)
    key, number = np.unique((block.astype(np.int64) * n + first) * n + second, return_counts=True)
    one, other = key // n % n, key % n
    lead, tie = _chances(values, one, other)
    return _Rows(
        block=key // n // n,
        first=one,
        second=other,
        number=number.astype(float),
        weight=number * (1 - tie - lead**2) / 4,
        across=-number * lead * tie / 2,
        own=number * tie * (1 - tie),
    )


def _information(rows: _Rows, fit: BradleyTerry) -> Floats:
    """Of strengths, then order effect, then tie; parameters that are not in the model have none."""
    n = len(fit.strengths)
    found = np.zeros((n + 2, n + 2))
    for one in (rows.first, rows.second):
        for other in (rows.first, rows.second):
            np.add.at(found, (one, other), rows.weight if one is other else -rows.weight)
    for place, edge, corner in ((n, rows.weight, rows.weight), (n + 1, rows.across, rows.own)):
        found[place, :n] = _by_system(rows, edge, n)
        found[:n, place] = found[place, :n]
        found[place, place] = corner.sum()
    found[n, n + 1] = found[n + 1, n] = rows.across.sum()
    for place, is_there in ((n, fit.order_effect is not None), (n + 1, fit.tie is not None)):
        if not is_there:
            found[place] = found[:, place] = 0.0
    return found


def _inverse(information: Floats, fit: BradleyTerry) -> Floats:
    """The inverse among strengths with mean 0: their level, of which nothing is known, is put in and taken out."""
    n = len(fit.strengths)
    level = np.array([one.value is not None for one in fit.strengths] + [False, False], dtype=float)
    is_free = np.diag(information) == 0
    filled = np.outer(level, level) * (np.trace(information) / n / level.sum()) + np.diag(is_free & (level == 0))
    found = np.linalg.inv(information + filled)
    found -= np.outer(level, level) / (np.trace(information) / n * level.sum())
    found[is_free] = found[:, is_free] = 0.0
    return np.asarray(found, dtype=float)


def _by_system(rows: _Rows, pairs: Floats, n: int) -> Floats:
    return sums(rows.first, pairs, n) - sums(rows.second, pairs, n)


def _meat(values: _Values, block: Ints, first: Ints, second: Ints, outcome: Ints, fit: BradleyTerry) -> Floats:
    """Σ_b s_b s_b': scores of strengths, order effect and tie summed by block; sparse, for blocks may be many."""
    from scipy.sparse import coo_array

    n, size = len(values.strength), int(block.max()) + 1
    lead, tie = _chances(values, first, second)
    slope = (outcome - lead) / 2
    parts = [(first, slope), (second, -slope)]
    if fit.order_effect is not None:
        parts.append((np.full(len(first), n), slope))
    if fit.tie is not None:
        parts.append((np.full(len(first), n + 1), (outcome == 0) - tie))
    column = np.concatenate([place for place, _ in parts])
    score = np.concatenate([part for _, part in parts])
    scores = coo_array((score, (np.tile(block, len(parts)), column)), shape=(size, n + 2)).tocsr()
    return np.asarray((scores.T @ scores).toarray(), dtype=float)


def _effective_blocks(rows: _Rows, bread: Floats, fit: BradleyTerry) -> Floats:
    """Of every contrast of two systems, on the diagonal of each strength alone; order effect and tie at the end."""
    n = len(fit.strengths)
    first, second = all_pairs(n)
    found = np.zeros((n + 2, n + 2))
    if len(rows.block) * len(first) > _MOST_WORK:
        own = np.array([_kish(rows, (rows.first == k) | (rows.second == k)) for k in range(n)])
        found[:n, :n] = np.minimum.outer(own, own)
        found[n, n] = found[n + 1, n + 1] = _kish(rows, np.ones(len(rows.block), bool))
        return found
    of_pairs = _weighed(rows, bread[:, first] - bread[:, second])
    found[first, second] = found[second, first] = of_pairs
    np.fill_diagonal(found, _weighed(rows, bread))
    return found


def _kish(rows: _Rows, keep: Ints) -> float:
    size = np.bincount(rows.block[keep], rows.number[keep])
    return float(size.sum() ** 2 / max((size**2).sum(), 1e-300))


def _weighed(rows: _Rows, contrast: Floats) -> Floats:
    """(Σ w_b)² / Σ w_b² of each contrast (a column: information times its coefficients)."""
    starts = np.flatnonzero(np.diff(rows.block, prepend=-1))
    found = []
    at_once = max(1, _CELLS // max(1, len(rows.block)))
    for place in range(0, contrast.shape[1], at_once):
        part = contrast[:, place : place + at_once]
        dx = part[rows.first] - part[rows.second] + part[-2]
        share = rows.weight[:, None] * dx**2 + 2 * rows.across[:, None] * dx * part[-1]
        by_block = np.add.reduceat(share + rows.own[:, None] * part[-1] ** 2, starts, axis=0)
        found.append(by_block.sum(axis=0) ** 2 / np.maximum((by_block**2).sum(axis=0), 1e-300))
    return np.concatenate(found)


def _with_errors(
    fit: BradleyTerry, covariance: Floats, effective: Floats, number: int, confidence: float
) -> BradleyTerry:
    n = len(fit.strengths)
    error, half = _error_and_reach(np.diag(covariance), np.diag(effective), confidence)

    def renewed(one: Estimate, place: int) -> Estimate:
        if one.value is None:
            return one
        if np.isnan(half[place]):
            known = None if np.isnan(error[place]) else float(error[place])
            return replace(one, interval=None, standard_error=known, reason="too_few_units", units=number, method=None)
        ends = (one.value - float(half[place]), one.value + float(half[place]))
        return replace(one, interval=ends, standard_error=float(error[place]), units=number, method="sandwich")

    seen = np.array([one.value is not None for one in fit.strengths])
    of_strengths = np.where(seen[:, None] & seen, covariance[:n, :n], np.nan)
    return replace(
        fit,
        strengths=tuple(renewed(one, place) for place, one in enumerate(fit.strengths)),
        order_effect=None if fit.order_effect is None else renewed(fit.order_effect, n),
        tie=None if fit.tie is None else renewed(fit.tie, n + 1),
        covariance=of_strengths,
        effective_blocks=effective,
    )
