"""Cumulative logit for ratings on a scale: what systems are worth once raters' severity is taken out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jurybox.stats.distributions import normal_quantile
from jurybox.stats.estimate import Estimate, Floats, Ints, undefined
from jurybox.stats.finite import only_finite
from jurybox.stats.graph import components
from jurybox.stats.ordinal_cells import Derivatives, LevelCounts, cells_of, derivatives, finite, start_cuts
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import codes, counts, sums

_MOST_STEPS = 60
_FAR, _UNSURE = 40.0, 50.0
"""A logit or a standard error this large means that the likelihood rises for ever."""


@dataclass(frozen=True, slots=True)
class OrdinalFit:
    """Effects on the logit scale, each factor's adding up to 0; a higher system is better, a higher rater stricter."""

    systems: tuple[Estimate, ...]
    raters: tuple[Estimate, ...]
    cuts: tuple[float, ...]
    log_likelihood: float | None
    reason: Reason | None = None
    rater_sd: float | None = None
    """Of raters taken as a sample: how much their severity differs."""


class FixedFit(NamedTuple):
    """Cut points, the effects of each factor (mean 0; NaN: not in the fit) with standard errors, log-likelihood."""

    cuts: Floats
    effects: list[Floats]
    errors: list[Floats]
    log_likelihood: float


@only_finite()
def ordinal_model(
    system: Ints, rater: Ints, value: Floats, n_systems: int, n_raters: int, confidence: float = 0.95
) -> OrdinalFit:
    """Fixed effects of systems and raters: logit P(y <= k) = θₖ - (systemₛ - severityᵣ) (McCullagh 1980).

    Newton's method on the counts by system, rater and level; the log-likelihood is concave (Pratt 1981), so the
    maximum is the only one. Raters (and systems) that always gave the lowest or always the highest level have no
    finite effect: they are left out with the reason `separated`, which is the limit that the others' effects go to.

    >>> y = np.array([1.0, 2, 2, 3, 1, 1, 2, 3, 2, 3, 1, 2])
    >>> fit = ordinal_model(np.arange(12) % 2, np.arange(12) // 4, y, 2, 3)
    >>> fit.systems[0].value < 0 < fit.systems[1].value
    True
    """
    ratings = counts(system, n_systems), counts(rater, n_raters)
    if not len(value):
        return no_fit("no_ratings", n_systems, n_raters)
    cells = finite(cells_of(codes(value)[1], [system, rater]))
    if not len(cells.counts):
        return no_fit("no_variance", n_systems, n_raters)
    joined = components(n_systems + n_raters, cells.codes[0], cells.codes[1] + n_systems)[cells.codes[0]]
    if (joined != joined[0]).any():
        return no_fit("not_connected", n_systems, n_raters)
    fit = fit_cells(cells, [n_systems, n_raters])
    if isinstance(fit, str):
        return no_fit(fit, n_systems, n_raters)
    z = normal_quantile(0.5 + confidence / 2)
    return OrdinalFit(
        effect_estimates(fit.effects[0], fit.errors[0], z, ratings[0]),
        effect_estimates(-fit.effects[1], fit.errors[1], z, ratings[1]),
        tuple(fit.cuts.tolist()),
        fit.log_likelihood,
    )


def no_fit(reason: Reason, n_systems: int, n_raters: int) -> OrdinalFit:
    return OrdinalFit((undefined(reason),) * n_systems, (undefined(reason),) * n_raters, (), None, reason)


def effect_estimates(effect: Floats, error: Floats, z: float, ratings: Ints) -> tuple[Estimate, ...]:
    return tuple(
        Estimate(e, (e - z * s, e + z * s), None, 0, n, standard_error=s, method="wald")
        if not np.isnan(e)
        else undefined("separated" if n else "no_ratings", 0, n)
        for e, s, n in zip(effect.tolist(), error.tolist(), ratings.tolist(), strict=True)
    )


def fit_cells(cells: LevelCounts, sizes: Sequence[int]) -> FixedFit | Reason:
    """The maximum likelihood of logit P(y <= k) = θₖ - Σ effects, for any number of factors, or why there is none.

    >>> fit = fit_cells(cells_of(np.array([0, 1, 1, 0, 1, 2]), [np.array([0, 0, 0, 1, 1, 1])]), [2])
    >>> fit.effects[0].round(2).tolist()
    [-0.42, 0.42]
    """
    layout = ParameterPlaces.of(cells, list(sizes))
    if cells.counts.shape[1] < 2:
        return "no_variance"
    found = np.concatenate([start_cuts(cells), np.zeros(layout.size - cells.counts.shape[1] + 1)])
    here = derivatives(cells, *layout.split(found))
    for _ in range(_MOST_STEPS):
        gradient, curvature = layout.gradient(here), layout.curvature(here)
        try:
            step = np.linalg.solve(curvature, gradient)
        except np.linalg.LinAlgError:
            return "separated"
        decrement = float(gradient @ step)
        if decrement < 1e-10:
            result = FixedFit(*layout.centred(found, np.linalg.inv(curvature)), here.log_likelihood)
            return "separated" if any(np.nanmax(error) > _UNSURE for error in result.errors) else result
        found, here = _search(cells, layout, found, step, here)
        if np.abs(found).max() > _FAR:
            return "separated"
    return "no_convergence"


def _search(
    cells: LevelCounts, layout: "ParameterPlaces", found: Floats, step: Floats, here: Derivatives
) -> tuple[Floats, Derivatives]:
    """The Newton step, halved until the likelihood rises and the cut points keep their order."""
    for power in range(30):
        tried = found + step / 2**power
        cuts, shift = layout.split(tried)
        if (np.diff(cuts) > 0).all():
            there = derivatives(cells, cuts, shift)
            if there.log_likelihood >= here.log_likelihood - 1e-9:
                return tried, there
    return found, here


@dataclass(frozen=True, slots=True)
class ParameterPlaces:
    """Where each parameter stands: the cut points, then each factor's levels but its first one seen."""

    cells: LevelCounts
    sizes: list[int]
    seen: list[Ints]
    """The levels of each factor that occur; the first is the reference."""
    column: list[Ints]
    """The parameter of each cell's level, by factor; `size` for the reference."""
    size: int

    @classmethod
    def of(cls, cells: LevelCounts, sizes: list[int]) -> "ParameterPlaces":
        offset, seen, column = cells.counts.shape[1] - 1, [], []
        for code in cells.codes:
            names, place = np.unique(code, return_inverse=True)
            seen.append(names)
            column.append(np.where(place > 0, offset + place - 1, -1))
            offset += len(names) - 1
        return cls(cells, sizes, seen, [np.where(c < 0, offset, c) for c in column], offset)

    def split(self, found: Floats) -> tuple[Floats, Floats]:
        """Cut points, and each cell's place on the scale."""
        padded = np.append(found, 0.0)
        shift = sum((padded[column] for column in self.column), np.zeros(len(self.cells.counts)))
        return found[: self.cells.counts.shape[1] - 1], shift

    def gradient(self, at: Derivatives) -> Floats:
        full = np.zeros(self.size + 1)
        full[: at.by_cut.shape[1]] = at.by_cut.sum(axis=0)
        for column in self.column:
            full += sums(column, at.by_shift, self.size + 1)
        return full[:-1]

    def curvature(self, at: Derivatives) -> Floats:
        """Minus the second derivatives."""
        full = np.zeros((self.size + 1, self.size + 1))
        k = at.by_cut.shape[1]
        full[np.arange(k), np.arange(k)] = at.cut_cut.sum(axis=0)
        if k > 1:
            between = at.cut_next.sum(axis=0)
            full[np.arange(k - 1), np.arange(1, k)] = full[np.arange(1, k), np.arange(k - 1)] = between
        for one in self.column:
            across = np.zeros((self.size + 1, k))
            order = np.argsort(one, kind="stable")
            names, begins = np.unique(one[order], return_index=True)
            across[names] = np.add.reduceat(at.cut_shift[order], begins, axis=0)
            full[:, :k] += across
            full[:k, :] += across.T
            for other in self.column:
                flat = one * (self.size + 1) + other
                full += sums(flat, at.shift_shift, (self.size + 1) ** 2).reshape(full.shape)
        return full[:-1, :-1]

    def of_levels(self) -> list[Ints]:
        """The parameter of each level of each factor; `size` for the reference and for levels that do not occur."""
        found, offset = [], self.cells.counts.shape[1] - 1
        for size, seen in zip(self.sizes, self.seen, strict=True):
            place = np.full(size, self.size)
            place[seen[1:]] = offset + np.arange(len(seen) - 1)
            found.append(place)
            offset += len(seen) - 1
        return found

    def effect_weights(self, inverse: Floats) -> Floats:
        """Parameters x levels of all factors: what a unit of slope adds to each effect, less the mean of its factor."""
        whole = np.column_stack([inverse, np.zeros(len(inverse))])
        found = []
        for place, size, seen in zip(self.of_levels(), self.sizes, self.seen, strict=True):
            part = np.zeros((len(inverse), size))
            part[:, seen] = whole[:, place[seen]]
            part[:, seen] -= part[:, seen].mean(axis=1, keepdims=True)
            found.append(part)
        return np.column_stack(found)

    def centred(self, found: Floats, covariance: Floats) -> tuple[Floats, list[Floats], list[Floats]]:
        """Cut points, effects with mean 0 and their standard errors; the cut points move along."""
        cuts, effects, errors = found[: self.cells.counts.shape[1] - 1].copy(), [], []
        offset = len(cuts)
        for size, seen in zip(self.sizes, self.seen, strict=True):
            part = slice(offset, offset + len(seen) - 1)
            raw = np.append(0.0, found[part])
            centring = np.eye(len(seen))[:, 1:] - 1 / len(seen)
            variance = np.einsum("ij,jk,ik->i", centring, covariance[part, part], centring)
            effect, error = np.full((2, size), np.nan)
            effect[seen], error[seen] = raw - raw.mean(), np.sqrt(np.maximum(variance, 0.0))
            cuts -= raw.mean()
            effects.append(effect)
            errors.append(error)
            offset = part.stop
        return cuts, effects, errors
