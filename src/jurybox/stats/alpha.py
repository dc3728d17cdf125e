"""Krippendorff's alpha: 1 - observed / expected disagreement, for any number of raters and missing ratings.

    α = 1 - (N - 1) · A / E,   A = Σ_u Σ_ck n_uc n_uk δ²_ck / (m_u - 1),   E = Σ_ck n_c n_k δ²_ck

with n_uc ratings of level c in unit u, m_u ratings in it, n_c = Σ_u n_uc, N = Σ_c n_c, over units with m_u ≥ 2
(Krippendorff 2011, Computing Krippendorff's Alpha-Reliability; 2018, Content Analysis, ch. 12). The ordinal distance is
his own, from the margins: (ρ_c - ρ_k)² with mid-ranks ρ_c = Σ_{g<c} n_g + n_c / 2.

With `blocks` (items, documents) the interval is over blocks: value ± t · se with blocks - 1 degrees of freedom. Few
blocks are left out in turn, many are linearised: their influences are summed. Without, units are resampled
(Krippendorff's own algorithm resamples pairs, and covers 77-84 % where it says 95), or linearised where they are many.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from jurybox.stats import metrics
from jurybox.stats.agreement_weights import Weights, agreement_metric
from jurybox.stats.estimate import Estimate, Floats, Ints, Level, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.jackknife import with_left_out
from jurybox.stats.linearised import FEWEST_UNITS
from jurybox.stats.patterns import Patterns, count_patterns, single_ratings, without_pairs

Name = TypeVar("Name", bound=str)
MOST_WORK = 40_000_000  # entries times resamples; about a second
MOST_LEFT_OUT = 100  # blocks; beyond, slopes give the same interval
MOST_CELLS = 4_000_000  # entries times blocks


@only_finite()
def krippendorff_alpha(
    unit: Ints,
    code: Ints,
    levels: Floats,
    level: Level = "ordinal",
    *,
    blocks: Ints | None = None,
    resamples: int = 0,
    seed: int = 0,
    confidence: float = 0.95,
) -> Estimate:
    """Alpha of ratings `levels[code]`; units with one rating are left out and counted.

    The interval is over `blocks` (the block of each unit), else from so many resamples of units.

    >>> meg, owen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    >>> found = krippendorff_alpha(np.tile(np.arange(10), 2), np.array(meg + owen), np.array([0.0, 1.0]), "nominal")
    >>> round(found.value, 3)
    0.095
    """
    patterns = count_patterns(unit, code, len(levels), blocks=blocks)
    return alphas_of(patterns, levels, [level], resamples=resamples, seed=seed, confidence=confidence)[level]


@only_finite()
def weighted_alpha(unit: Ints, code: Ints, levels: Floats, weights: Weights, confidence: float = 0.95) -> Estimate:
    """Alpha with fixed agreement weights instead of Krippendorff's distances, as irrCAC computes it.

    Its "ordinal" is not his: .834 instead of .815 on his own example.
    """
    patterns = count_patterns(unit, code, len(levels))
    paired = patterns.pairable()
    metric = agreement_metric(levels, weights)
    if (refused := refusal(patterns)) or metric is None:
        return refused or undefined("too_many_levels", paired.units, paired.ratings, single_ratings(patterns))
    model = Fixed(paired, metric)
    return paired.with_influence(point(model, patterns), model.influence(), confidence)


@only_finite()
def alpha_over(unit: Ints, code: Ints, levels: Floats, level: Level, cuts: Sequence[int]) -> list[Estimate]:
    """Alpha of the first ratings up to each cut: how agreement changed while ratings came in.

    >>> curve = alpha_over(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 0]), np.array([1.0, 2.0]), "interval", [2, 4])
    >>> [point.value for point in curve], curve[0].reason
    ([None, 0.0], 'no_variance')
    """
    return [krippendorff_alpha(unit[:cut], code[:cut], levels, level) for cut in cuts]


@only_finite()
def alphas_of(
    patterns: Patterns,
    levels: Floats,
    which: Iterable[Level],
    *,
    resamples: int = 0,
    seed: int = 0,
    confidence: float = 0.95,
) -> dict[Level, Estimate]:
    """Several alphas of the same ratings, from one count; where units come in no blocks, from one set of resamples."""
    paired = patterns.pairable()
    found: dict[Level, Estimate] = {}
    models: dict[Level, DistanceModel] = {}
    for level in which:
        if level == "ratio" and len(levels) and levels[0] < 0:
            found[level] = undefined("negative_values", paired.units, paired.ratings, single_ratings(patterns))
        elif refused := refusal(patterns):
            found[level] = refused
        else:
            models[level] = _model(paired, levels, level)
    return found | estimates(models, patterns, resamples=resamples, seed=seed, confidence=confidence)


def refusal(patterns: Patterns) -> Estimate | None:
    """Why no alpha can be had from these patterns, if so."""
    if nothing := without_pairs(patterns):
        return nothing
    paired = patterns.pairable()
    if (paired.code == paired.code[0]).all():
        return undefined("no_variance", paired.units, paired.ratings, single_ratings(patterns))
    return None


def _model(paired: Patterns, levels: Floats, level: Level) -> "DistanceModel":
    if level == "ordinal":
        return OrdinalDistance(paired)
    if level == "interval":
        centre = np.average(levels, weights=paired.margins(paired.frequency))
        return Fixed(paired, metrics.Interval(levels - centre))
    return Fixed(paired, metrics.Nominal() if level == "nominal" else metrics.ratio(levels))


class DistanceModel(Protocol):
    @property
    def paired(self) -> Patterns: ...

    def values(self, weights: Floats) -> Floats:
        """Alpha if pattern p occurs weights[p] times, per column; NaN where nothing varies."""
        ...

    def influence(self) -> Floats:
        """The slope of alpha by the weight of one unit, per pattern."""
        ...


class Fixed:
    """Distances that don't depend on the ratings."""

    def __init__(self, paired: Patterns, metric: metrics.Metric) -> None:
        self.paired = paired
        self.metric = metric
        self.observed = metric.within(paired) / (paired.sizes - 1)

    def values(self, weights: Floats) -> Floats:
        n = self.paired.margins(weights)
        return _alpha(n, self.observed @ weights, self.metric.between(n))

    def influence(self) -> Floats:
        frequency = self.paired.frequency
        n = self.paired.margins(frequency)
        expected = self.metric.between(n[:, None])[0]
        slopes = 2 * self.paired.sums(self.metric.pull(n))
        return _slope(self.paired, float(self.observed @ frequency), expected, self.observed, slopes)


@dataclass(frozen=True, slots=True)
class OrdinalDistance:
    """The ordinal distance: squared differences of mid-ranks, which move with the margins."""

    paired: Patterns

    def values(self, weights: Floats) -> Floats:
        n = self.paired.margins(weights)
        rank = _centred_ranks(n)
        m = self.paired.sizes[:, None]
        spread = m * self.paired.sums(rank**2) - self.paired.sums(rank) ** 2
        observed = 2 * (spread * weights / (m - 1)).sum(axis=0)
        return _alpha(n, observed, 2 * n.sum(axis=0) * (n * rank**2).sum(axis=0))

    def influence(self) -> Floats:
        paired, m = self.paired, self.paired.sizes
        n = paired.margins(paired.frequency)
        total, rank = n.sum(), _centred_ranks(n)
        sums, squares = paired.sums(rank), paired.sums(rank**2)
        spread = 2 * (m * squares - sums**2) / (m - 1)
        expected = 2 * total * (n @ rank**2)
        # one more rating of level g moves the mid-rank of g by a half and of all above by one
        scale = paired.frequency / (m - 1)
        pushed = 4 * (rank * paired.margins(scale * m) - paired.margins(scale * sums))
        expected_slopes = 2 * (m * (n @ rank**2) + total * squares)  # Σ n·rank is 0
        expected_slopes = expected_slopes + paired.sums(_moved(4 * total * n * rank))
        return _slope(
            paired, float(paired.frequency @ spread), expected, spread + paired.sums(_moved(pushed)), expected_slopes
        )


def _centred_ranks(n: Floats) -> Floats:
    """Mid-ranks less their mean, which is N/2."""
    result: Floats = np.cumsum(n, axis=0) - n / 2 - n.sum(axis=0) / 2
    return result


def _moved(by_rank: Floats) -> Floats:
    """From slopes by each mid-rank to the slope by one more rating of each level."""
    above = by_rank[::-1].cumsum()[::-1] - by_rank
    return above + by_rank / 2


def _alpha(n: Floats, observed: Floats, expected: Floats) -> Floats:
    varies = (n > 0).sum(axis=0) > 1
    quotient = np.divide(observed, expected, out=np.full(observed.shape, np.nan), where=varies)
    result: Floats = 1 - (n.sum(axis=0) - 1) * quotient
    return result


def _slope(
    paired: Patterns, observed: float, expected: float, observed_slope: Floats, expected_slope: Floats
) -> Floats:
    """dα/dw of α = 1 - (N - 1) A / E."""
    total = float(paired.ratings)
    by_size = paired.sizes * observed / expected
    by_values = (total - 1) * (observed_slope / expected - observed * expected_slope / expected**2)
    return -(by_size + by_values)


def estimates(
    models: Mapping[Name, DistanceModel], patterns: Patterns, *, resamples: int, seed: int, confidence: float
) -> dict[Name, Estimate]:
    """Value and interval of each model; all are of the same pairable patterns."""
    if not models:
        return {}
    paired = next(iter(models.values())).paired
    found = {name: point(model, patterns) for name, model in models.items()}
    if paired.held is not None:
        return {name: over_blocks(one, models[name], confidence) for name, one in found.items()}
    if not resamples:
        return found
    if paired.units < FEWEST_UNITS:
        return {name: replace(one, reason="too_few_units") for name, one in found.items()}
    if resamples * max(len(paired.code), len(paired)) > MOST_WORK:
        return {name: paired.with_influence(one, models[name].influence(), confidence) for name, one in found.items()}
    drawn: dict[Name, list[Floats]] = {name: [] for name in models}
    for weights in paired.resampled(resamples, seed):
        for name, model in models.items():
            drawn[name].append(model.values(weights))
    return {name: _with_percentiles(one, np.concatenate(drawn[name]), confidence) for name, one in found.items()}


def point(model: DistanceModel, patterns: Patterns) -> Estimate:
    """The value alone."""
    paired = model.paired
    value = float(model.values(paired.frequency[:, None].astype(float))[0])
    return Estimate(value, units=paired.units, ratings=paired.ratings, left_out=single_ratings(patterns))


def over_blocks(estimate: Estimate, model: DistanceModel, confidence: float) -> Estimate:
    """Few blocks are left out in turn, which covers better than slopes do below 50 of them; many go by slopes."""
    paired = model.paired
    assert paired.held is not None
    blocks = np.flatnonzero(np.bincount(paired.held.block))
    if len(blocks) > MOST_LEFT_OUT or len(blocks) * len(paired.code) > MOST_CELLS:
        return paired.with_influence(estimate, model.influence(), confidence)
    return with_left_out(estimate, model.values(paired.without_blocks(blocks)), confidence)


def _with_percentiles(estimate: Estimate, drawn: Floats, confidence: float) -> Estimate:
    usable = drawn[~np.isnan(drawn)]
    lost = len(drawn) - len(usable)
    if lost > len(drawn) / 2:
        return replace(estimate, reason="too_few_units")
    left_out = {**estimate.left_out, **({"resamples_without_variance": lost} if lost else {})}
    low, high = np.quantile(usable, [(1 - confidence) / 2, (1 + confidence) / 2])
    return replace(
        estimate,
        interval=(float(low), float(high)),
        left_out=left_out,
        standard_error=float(usable.std()),
        method="bootstrap_units",
    )
