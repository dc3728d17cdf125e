"""Strengths of systems from comparisons of two: Bradley-Terry, with ties and with the side a system was shown on."""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

import numpy as np

from jurybox.stats.distributions import normal_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.graph import components, is_strongly_connected
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import counts

Ties = Literal["davidson", "half"]
TIES: tuple[Ties, ...] = get_args(Ties)
_MOST_STEPS = 60
_CELLS = 1_000_000
_UNSURE = 50.0


@dataclass(frozen=True, slots=True)
class BradleyTerry:
    """Log-strengths with mean 0. `order_effect` is the advantage of being shown first, on the same scale."""

    strengths: tuple[Estimate, ...]
    order_effect: Estimate | None
    tie: Estimate | None
    """Davidson's log ν: how easily two equal systems tie."""
    log_likelihood: float | None
    covariance: Floats | None
    """Of the strengths; NaN for systems that were never compared."""
    reason: Reason | None = None
    resamples_left_out: int = 0
    """Resamples of the bootstrap in which one side always won."""
    effective_blocks: Floats | None = None
    """Of fits by blocks: how many each contrast of two systems rests on, each strength (on the diagonal), and at the
    end order effect and tie."""


class ComparedPairs(NamedTuple):
    """Comparisons of two: `outcome` is 1 where the first is better, 0 for a tie, -1 where the second is."""

    first: Ints
    second: Ints
    outcome: Ints
    n_systems: int


class _Fit(NamedTuple):
    """A batch of fits: strengths (batch x systems), order effect, tie, information, log-likelihood, whether settled."""

    strength: Floats
    order: Floats
    tie: Floats
    information: Floats
    log_likelihood: Floats
    is_settled: Floats


def bradley_terry(
    compared: ComparedPairs,
    ties: Ties = "davidson",
    order_effect: bool = False,
    confidence: float = 0.95,
    resamples: int = 0,
    seed: int = 0,
) -> BradleyTerry:
    """Strengths λ by Newton's method.

    P(first) ∝ exp((λᵢ - λⱼ + γ)/2), P(second) ∝ exp(-(λᵢ - λⱼ + γ)/2), P(tie) ∝ ν (Bradley & Terry 1952; Davidson
    1970; Davidson & Beaver 1977 for the order effect γ). `half` counts a tie as half a win for each instead. The
    interval is Wald's, or with `resamples` a percentile bootstrap over comparisons.

    >>> first = np.zeros(4, int)
    >>> found = bradley_terry(ComparedPairs(first, first + 1, np.array([1, 1, 1, -1]), 2))
    >>> round(found.strengths[0].value - found.strengths[1].value, 4)  # log(3)
    1.0986
    """
    if ties not in TIES:
        raise ValueError(f"Ties {ties!r} is not one of {', '.join(TIES)}.")
    table = comparison_table(*compared)
    return fit_comparisons(table, ties, order_effect, confidence, resamples, seed)


def comparison_table(first: Ints, second: Ints, outcome: Ints, n_systems: int) -> Floats:
    """Comparisons counted by outcome (first wins, tie, second wins), first and second system.

    >>> comparison_table(np.array([0]), np.array([1]), np.array([-1]), 2)[2].tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    s = n_systems
    key = ((1 - np.asarray(outcome, dtype=np.int64)) * s + first) * s + second
    return counts(key, 3 * s * s).reshape(3, s, s).astype(float)


def fit_comparisons(
    table: Floats,
    ties: Ties = "davidson",
    order_effect: bool = False,
    confidence: float = 0.95,
    resamples: int = 0,
    seed: int = 0,
) -> BradleyTerry:
    """As `bradley_terry`, from counts (3 x systems x systems)."""
    n = table.shape[1]
    took_part = counts_of(table) > 0
    seen = np.flatnonzero(took_part)
    if len(seen) < 2:
        reason: Reason = "one_system" if n == 1 else "no_ratings"
        return _no_fit(reason, n)
    part = _without_ties(table[:, seen][:, :, seen], ties)
    problem = _why_not(part)
    if problem is not None:
        return _no_fit(problem, n)
    has_ties = bool(part[1].sum() > 0)
    fit = _newton(part[None], order_effect, has_ties)
    if not fit.is_settled[0]:
        return _no_fit("separated", n)
    covariance = np.linalg.inv(fit.information[0])
    shown = [*range(len(seen)), *([len(seen)] if order_effect else []), *([len(seen) + 1] if has_ties else [])]
    result = _result(fit, covariance, seen, table, shown, confidence)
    if resamples:
        return _with_bootstrap(result, seen, *_bootstrap(part, order_effect, has_ties, resamples, seed), confidence)
    return result


def counts_of(table: Floats) -> Ints:
    """How many comparisons each system took part in.

    >>> counts_of(comparison_table(np.array([0]), np.array([1]), np.array([1]), 3)).tolist()
    [1, 1, 0]
    """
    both = table.sum(axis=0)
    return np.asarray(np.rint(both.sum(axis=0) + both.sum(axis=1)), dtype=int)


def _no_fit(reason: Reason, n: int) -> BradleyTerry:
    return BradleyTerry((undefined(reason),) * n, None, None, None, None, reason)


def _without_ties(table: Floats, ties: Ties) -> Floats:
    """Half a win for each side, where ties have no parameter of their own."""
    if ties == "davidson":
        return table
    half = table[1] / 2
    return np.stack([table[0] + half, np.zeros_like(half), table[2] + half])


def _why_not(table: Floats) -> Reason | None:
    """A finite solution needs everyone to have won or tied against the others, if through third ones (Ford 1957)."""
    first, second = np.nonzero(table.sum(axis=0))
    label = components(table.shape[1], first, second)
    if (label != 0).any():
        return "not_connected"
    beats = (table[0] + table[1] > 0) | (table[2] + table[1] > 0).T
    if not is_strongly_connected(beats):
        return "separated"
    return "no_variance" if table[0].sum() + table[2].sum() == 0 else None


def _newton(table: Floats, order_effect: bool, has_ties: bool) -> _Fit:
    """Newton's method for a batch of tables (batch x 3 x systems x systems) at once; the first system stays at 0."""
    batch, _, s, _ = table.shape
    size = s - 1 + order_effect + has_ties
    found = np.zeros((batch, size))
    is_settled = np.zeros(batch, dtype=bool)
    for _ in range(_MOST_STEPS):
        gradient, information, likelihood = _derivatives(table, found, order_effect, has_ties)
        information = information + 1e-10 * np.eye(size)
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        is_settled = (gradient * step).sum(axis=1) < 1e-12 * (1 + np.abs(likelihood))
        if is_settled.all():
            break
        longest = np.abs(step).max(axis=1, keepdims=True)
        found = found + step * np.minimum(1.0, 2.0 / np.maximum(longest, 1e-300))
    # where one side always wins the steps end too, but in a plain without slope: the errors are then immense
    is_settled &= np.diagonal(np.linalg.inv(information), axis1=1, axis2=2).max(axis=1) < _UNSURE**2
    strength = np.concatenate([np.zeros((batch, 1)), found[:, : s - 1]], axis=1)
    strength -= strength.mean(axis=1, keepdims=True)
    order = found[:, s - 1] if order_effect else np.zeros(batch)
    tie = found[:, -1] if has_ties else np.full(batch, -np.inf)
    return _Fit(strength, order, tie, information, likelihood, is_settled)


def _derivatives(table: Floats, found: Floats, order_effect: bool, has_ties: bool) -> tuple[Floats, Floats, Floats]:
    """Slope, information and log-likelihood. Sums over rows less sums over columns lead from pairs to systems."""
    batch, _, s, _ = table.shape
    strength = np.concatenate([np.zeros((batch, 1)), found[:, : s - 1]], axis=1)
    x = strength[:, :, None] - strength[:, None, :] + (found[:, s - 1, None, None] if order_effect else 0.0)
    log_tie = found[:, -1, None, None] if has_ties else np.full((batch, 1, 1), -np.inf)
    top = np.maximum(np.abs(x) / 2, log_tie)
    parts = np.stack([np.exp(x / 2 - top), np.exp(log_tie - top) + 0 * x, np.exp(-x / 2 - top)], axis=1)
    total = parts.sum(axis=1)
    p = parts / total[:, None]
    n = table.sum(axis=1)
    lead = p[:, 0] - p[:, 2]
    slope = (table[:, 0] - table[:, 2] - n * lead) / 2
    weight = n * (p[:, 0] + p[:, 2] - lead**2) / 4
    across = -n * lead * p[:, 1] / 2
    likelihood = (x / 2 * (table[:, 0] - table[:, 2]) - n * (np.log(total) + top)).sum(axis=(1, 2))
    gradient, information = [_by_system(slope)[:, 1:]], _laplacian(weight)[:, 1:, 1:]
    borders: list[tuple[Floats, list[Floats]]] = []
    if order_effect:
        gradient.append(slope.sum(axis=(1, 2))[:, None])
        borders.append((_by_system(weight)[:, 1:], [weight.sum(axis=(1, 2))]))
    if has_ties:
        likelihood = likelihood + found[:, -1] * table[:, 1].sum(axis=(1, 2))
        gradient.append((table[:, 1] - n * p[:, 1]).sum(axis=(1, 2))[:, None])
        own = (n * p[:, 1] * (1 - p[:, 1])).sum(axis=(1, 2))
        borders.append((_by_system(across)[:, 1:], [across.sum(axis=(1, 2)), own] if order_effect else [own]))
    for edge, corner in borders:
        column = np.concatenate([edge, *(part[:, None] for part in corner)], axis=1)
        information = np.concatenate([information, column[:, :-1, None]], axis=2)
        information = np.concatenate([information, column[:, None, :]], axis=1)
    return np.concatenate(gradient, axis=1), information, likelihood


def _by_system(pairs: Floats) -> Floats:
    return np.asarray(pairs.sum(axis=2) - pairs.sum(axis=1), dtype=float)


def _laplacian(weight: Floats) -> Floats:
    both = weight + weight.transpose(0, 2, 1)
    return np.asarray(both.sum(axis=2)[:, :, None] * np.eye(weight.shape[1]) - both, dtype=float)


def _bootstrap(table: Floats, order_effect: bool, has_ties: bool, resamples: int, seed: int) -> tuple[Floats, int]:
    """Resampled strengths, order effect and tie as columns; one multinomial draw over the counts per resample."""
    rng = np.random.default_rng(seed)
    cells = np.flatnonzero(table)
    total = int(np.rint(table.sum()))
    share = table.ravel()[cells] / table.sum()
    parts, at_once = [], max(1, _CELLS // table.size)
    for start in range(0, resamples, at_once):
        width = min(at_once, resamples - start)
        drawn = np.zeros((width, table.size))
        drawn[:, cells] = rng.multinomial(total, share, size=width)
        fit = _newton(drawn.reshape(width, *table.shape), order_effect, has_ties)
        columns = np.column_stack([fit.strength, fit.order, fit.tie])
        parts.append(columns[fit.is_settled.astype(bool)])
    found = np.concatenate(parts)
    return found, resamples - len(found)


def _result(
    fit: _Fit, covariance: Floats, seen: Ints, table: Floats, shown: list[int], confidence: float
) -> BradleyTerry:
    """With Wald's errors; `shown`: the places of strengths, then of order effect and tie, that are in the model."""
    n, s = table.shape[1], len(seen)
    centring = np.eye(s)[:, 1:] - 1 / s
    of_strengths = np.full((n, n), np.nan)
    of_strengths[np.ix_(seen, seen)] = centring @ covariance[: s - 1, : s - 1] @ centring.T
    errors = np.sqrt(np.append(np.diag(of_strengths)[seen], np.diag(covariance)[s - 1 :]))
    values = np.concatenate([fit.strength[0], fit.order[:1], fit.tie[:1]])
    made = np.rint(np.append(counts_of(table)[seen], [table.sum(), table.sum()])).astype(int)
    z = normal_quantile(0.5 + confidence / 2)
    found: dict[int, Estimate] = {}
    for place, error in zip(shown, errors.tolist(), strict=True):
        value = float(values[place])
        interval = (value - z * error, value + z * error)
        found[place] = Estimate(value, interval, None, 0, int(made[place]), standard_error=error, method="wald")
    by_system = dict(zip(seen.tolist(), range(s), strict=True))
    return BradleyTerry(
        strengths=tuple(found[by_system[k]] if k in by_system else undefined("no_ratings") for k in range(n)),
        order_effect=found.get(s),
        tie=found.get(s + 1),
        log_likelihood=float(fit.log_likelihood[0]),
        covariance=of_strengths,
    )


def _with_bootstrap(fit: BradleyTerry, seen: Ints, drawn: Floats, left_out: int, confidence: float) -> BradleyTerry:
    """The same with intervals of percentiles; `drawn` has the seen systems, order effect and tie as columns."""
    if len(drawn) < 2:
        return replace(fit, resamples_left_out=left_out)
    tails = (0.5 - confidence / 2, 0.5 + confidence / 2)

    def renewed(one: Estimate, place: int) -> Estimate:
        low, high = np.quantile(drawn[:, place], tails).tolist()
        return replace(one, interval=(low, high), method="bootstrap_comparisons")

    strengths = list(fit.strengths)
    for place, system in enumerate(seen.tolist()):
        strengths[system] = renewed(strengths[system], place)
    s = len(seen)
    return replace(
        fit,
        strengths=tuple(strengths),
        order_effect=None if fit.order_effect is None else renewed(fit.order_effect, s),
        tie=None if fit.tie is None else renewed(fit.tie, s + 1),
        resamples_left_out=left_out,
    )
