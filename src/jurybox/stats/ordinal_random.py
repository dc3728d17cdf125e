"""The cumulative logit with raters as a sample: their severity is normal, and those with few ratings are drawn in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jurybox.stats.distributions import normal_quantile
from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.ordinal import OrdinalFit, ParameterPlaces, effect_estimates, fit_cells, no_fit
from jurybox.stats.ordinal_cells import LevelCounts, cells_of, chances
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import codes, counts, sums

_MOST_STEPS = 300
_LEAST_LOG_SD = -6.0
_NO_SPREAD = 0.05
"""Raters with a smaller standard deviation are alike: the likelihood is flat there, and its curvature mere rounding."""


class RandomFit(NamedTuple):
    """As a fixed fit, with the raters' standard deviation, and each rater's place (higher: more lenient)."""

    cuts: Floats
    effects: list[Floats]
    errors: list[Floats]
    log_likelihood: float
    sd: float
    rater: Floats
    rater_error: Floats


@only_finite()
def ordinal_random_model(
    system: Ints,
    rater: Ints,
    value: Floats,
    n_systems: int,
    n_raters: int,
    confidence: float = 0.95,
) -> OrdinalFit:
    """Fixed systems, random raters: logit P(y <= k) = θₖ - (systemₛ + bᵣ), bᵣ ~ N(0, sd²); severity is -bᵣ.

    Maximum of the marginal likelihood by adaptive Gauss-Hermite quadrature (Pinheiro & Bates 1995; three nodes or
    more). Every rater has a severity here, also one who gave a single value.

    >>> y = np.array([1.0, 2, 2, 3, 1, 1, 2, 3, 2, 3, 1, 2])
    >>> fit = ordinal_random_model(np.arange(12) % 2, np.arange(12) // 4, y, 2, 3)
    >>> fit.systems[0].value < 0 < fit.systems[1].value
    True
    """
    if not len(value):
        return no_fit("no_ratings", n_systems, n_raters)
    fit = fit_random(codes(value)[1], [system], rater, [n_systems], n_raters)
    if isinstance(fit, str):
        return no_fit(fit, n_systems, n_raters)
    z = normal_quantile(0.5 + confidence / 2)
    given = counts(rater, n_raters)
    severity = np.where(given > 0, -fit.rater, np.nan)
    return OrdinalFit(
        effect_estimates(fit.effects[0], fit.errors[0], z, counts(system, n_systems)),
        effect_estimates(severity, fit.rater_error, z, given),
        tuple(fit.cuts.tolist()),
        fit.log_likelihood,
        None,
        fit.sd,
    )


def fit_random(
    level: Ints, factors: Sequence[Ints], rater: Ints, sizes: Sequence[int], n_raters: int, nodes: int = 9
) -> RandomFit | Reason:
    """Any number of fixed factors and one random one, or why there is no fit."""
    from scipy.optimize import minimize

    if len(np.unique(rater)) < 2:
        return "one_rater"
    plain = fit_cells(cells_of(level, factors), sizes)
    if isinstance(plain, str):
        return plain
    cells = cells_of(level, [*factors, rater])
    layout = ParameterPlaces.of(LevelCounts(cells.codes[:-1], cells.counts), list(sizes))
    problem = _Marginal(layout, cells.codes[-1], n_raters, nodes)
    start = np.concatenate([_packed_cuts(plain.cuts), np.zeros(layout.size - len(plain.cuts)), [np.log(0.5)]])
    found = minimize(problem.value, start, jac=True, method="BFGS", options={"maxiter": _MOST_STEPS, "gtol": 1e-4})
    if not np.isfinite(found.fun) or np.abs(found.jac).max() > 1e-2 * max(1.0, cells.counts.sum() ** 0.5):
        return "no_convergence"
    return problem.result(found.x, -float(found.fun))


def _packed_cuts(cuts: Floats) -> Floats:
    """The first cut and the logarithms of the gaps: any numbers give cut points in order."""
    return np.concatenate([cuts[:1], np.log(np.diff(cuts))])


class _Posterior(NamedTuple):
    log_likelihood: float
    places: Floats
    """Nodes x raters."""
    weights: Floats
    """The chance of each node, for each rater."""


@dataclass(slots=True)
class _Marginal:
    """Minus the marginal log-likelihood and its slope."""

    layout: ParameterPlaces
    rater: Ints
    n_raters: int
    nodes: int

    def unpacked(self, found: Floats) -> tuple[Floats, Floats, float]:
        """Cut points with effects as the layout has them, the cells' shifts, and the raters' sd."""
        k = self.layout.cells.counts.shape[1] - 1
        cuts = found[0] + np.concatenate([[0.0], np.cumsum(np.exp(np.minimum(found[1:k], 5.0)))])
        flat = np.concatenate([cuts, found[k:-1]])
        return flat, self.layout.split(flat)[1], float(np.exp(np.clip(found[-1], _LEAST_LOG_SD, 4.0)))

    def value(self, found: Floats) -> tuple[float, Floats]:
        flat, shift, sd = self.unpacked(found)
        k = self.layout.cells.counts.shape[1] - 1
        posterior = self.posterior(flat[:k], shift, sd)
        slope = np.zeros(self.layout.size + 1)
        for places, weights in zip(posterior.places, posterior.weights, strict=True):
            by_cut = _slopes(self.layout.cells, flat[:k], shift + places[self.rater]) * weights[self.rater][:, None]
            slope[:k] += by_cut.sum(axis=0)
            for column in self.layout.column:
                slope += sums(column, -by_cut.sum(axis=1), self.layout.size + 1)
        # the chain rule back to the logarithms of gaps: a gap moves all cut points above it
        tail = np.cumsum(slope[:k][::-1])[::-1]
        packed = np.concatenate([tail[:1], tail[1:] * np.diff(flat[:k]), slope[k:-1]])
        by_sd = float((posterior.weights * (posterior.places**2 / sd**2 - 1)).sum())
        return -posterior.log_likelihood, -np.append(packed, by_sd)

    def posterior(self, cuts: Floats, shift: Floats, sd: float) -> _Posterior:
        """Each rater's likelihood at nodes around its mode; empty raters stay at 0."""
        mode, curvature = self._modes(cuts, shift, sd)
        x, w = np.polynomial.hermite.hermgauss(self.nodes)
        width = np.sqrt(2.0 / curvature)
        places = mode + x[:, None] * width
        logs = np.array([self._log_likelihoods(cuts, shift, place) for place in places])
        logs += np.log(w)[:, None] + x[:, None] ** 2 + np.log(width) - places**2 / (2 * sd**2)
        logs -= np.log(sd) + 0.5 * np.log(2 * np.pi)
        top = logs.max(axis=0)
        shares = np.exp(logs - top)
        total = shares.sum(axis=0)
        return _Posterior(float((top + np.log(total)).sum()), places, shares / total)

    def _log_likelihoods(self, cuts: Floats, shift: Floats, place: Floats) -> Floats:
        _, chance = chances(cuts, shift + place[self.rater])
        return sums(self.rater, (self.layout.cells.counts * np.log(chance)).sum(axis=1), self.n_raters)

    def _modes(self, cuts: Floats, shift: Floats, sd: float) -> tuple[Floats, Floats]:
        """Where each rater's likelihood times the normal is highest, and how sharply; the logarithm is concave."""
        place = np.zeros(self.n_raters)
        for _ in range(25):
            below, chance = chances(cuts, shift + place[self.rater])
            slope, bend = _shift_derivatives(self.layout.cells.counts, below, chance)
            curvature = sums(self.rater, bend, self.n_raters) + 1 / sd**2
            step = (sums(self.rater, slope, self.n_raters) - place / sd**2) / curvature
            place = place + np.clip(step, -2.0, 2.0)
            if np.abs(step).max() < 1e-8:
                break
        return place, curvature

    def result(self, found: Floats, log_likelihood: float) -> RandomFit:
        flat, shift, sd = self.unpacked(found)
        k = self.layout.cells.counts.shape[1] - 1
        posterior = self.posterior(flat[:k], shift, sd)
        curvature = self._curvature(found)
        if sd < _NO_SPREAD:  # at the edge of what it can be, and so no parameter that others could trade with
            covariance = np.linalg.pinv(curvature[:-1, :-1])
        else:
            covariance = np.linalg.pinv(curvature)[:-1, :-1]
        fixed = self.layout.centred(flat, covariance)
        mean = (posterior.weights * posterior.places).sum(axis=0)
        spread = np.sqrt((posterior.weights * (posterior.places - mean) ** 2).sum(axis=0))
        return RandomFit(fixed[0], fixed[1], fixed[2], log_likelihood, sd, mean, spread)

    def _curvature(self, found: Floats) -> Floats:
        """Second derivatives from differences of the slope."""
        step = 1e-4
        rows = [
            (self.value(found + step * unit)[1] - self.value(found - step * unit)[1]) / (2 * step)
            for unit in np.eye(len(found))
        ]
        raw = np.array(rows)
        return (raw + raw.T) / 2


def _slopes(cells: LevelCounts, cuts: Floats, shift: Floats) -> Floats:
    below, chance = chances(cuts, shift)
    per = cells.counts / chance
    return np.asarray(below * (1 - below) * (per[:, :-1] - per[:, 1:]), dtype=float)


def _shift_derivatives(table: Floats, below: Floats, chance: Floats) -> tuple[Floats, Floats]:
    """Slope and minus the bend of each cell's log-likelihood along its shift.

    For the logistic, d log(F(u) - F(l)) = 1 - F(u) - F(l), and its slope is f(u) + f(l).
    """
    edges = np.zeros((len(below), 1))
    upper = np.concatenate([below, edges + 1.0], axis=1)
    lower = np.concatenate([edges, below], axis=1)
    slope = -(table * (1 - upper - lower)).sum(axis=1)
    bend = (table * (upper * (1 - upper) + lower * (1 - lower))).sum(axis=1)
    return slope, bend
