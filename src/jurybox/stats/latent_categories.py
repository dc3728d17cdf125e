"""Categories as they probably are, and how each rater mistakes them: Dawid and Skene's model."""

from dataclasses import dataclass

import numpy as np

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import counts, sums

MOST_STEPS = 100
_SETTLED = 1e-8


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """`chance` (units x categories): how probable each category is; `confusion` (raters x true x said).

    Rows of units without a rating, and of what a rater never met, are the shares of all and NaN.
    """

    marginals: Floats
    chance: Floats
    confusion: Floats
    log_likelihood: float | None
    steps: int
    reason: Reason | None = None

    @property
    def best(self) -> Ints:
        """The most probable category of each unit."""
        return np.asarray(np.argmax(self.chance, axis=1))

    def accuracy(self) -> Floats:
        """How often each rater says the true category: Σ marginal · confusion on the diagonal; NaN: never rated."""
        right = np.nan_to_num(np.diagonal(self.confusion, axis1=1, axis2=2), nan=0.0)
        weight = np.where(np.isnan(self.confusion[:, :, 0]), 0.0, self.marginals)
        total = weight.sum(axis=1)
        found = (right * weight).sum(axis=1)
        return np.where(total > 0, found / np.where(total > 0, total, 1.0), np.nan)


def dawid_skene(
    unit: Ints,
    rater: Ints,
    category: Ints,
    n_units: int,
    n_raters: int,
    n_categories: int,
) -> DawidSkene:
    """EM from the shares of votes (Dawid & Skene 1979); a rater may rate a unit more than once.

    M: marginals = mean chance, confusionᵣ(k, l) = Σ chance(k) over what r called l, divided by Σ chance(k) over all r
    rated. E: chance(k) ∝ marginal(k) · Π confusion. Cost per step: categories x ratings.

    >>> u, r = np.repeat(np.arange(4), 3), np.tile(np.arange(3), 4)
    >>> dawid_skene(u, r, np.array([0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0]), 4, 3, 2).best.tolist()
    [0, 1, 0, 1]
    """
    if not len(unit):
        empty = np.full((n_raters, n_categories, n_categories), np.nan)
        flat = np.full((n_units, n_categories), 1 / max(1, n_categories))
        return DawidSkene(np.full(n_categories, np.nan), flat, empty, None, 0, "no_ratings")
    key = rater.astype(np.int64) * n_categories + category
    rated = counts(unit, n_units) > 0
    votes = counts(unit.astype(np.int64) * n_categories + category, n_units * n_categories)
    chance: Floats = votes.reshape(n_units, n_categories) / np.maximum(counts(unit, n_units), 1)[:, None]
    before = -np.inf
    for step in range(1, MOST_STEPS + 1):
        marginals = chance[rated].mean(axis=0)
        confusion = _confusion(unit, key, chance, n_raters)
        chance, likelihood = _expected(unit, key, marginals, confusion, n_units)
        if likelihood - before < _SETTLED * (1 + abs(likelihood)):
            return DawidSkene(marginals, chance, confusion, likelihood, step)
        before = likelihood
    return DawidSkene(marginals, chance, confusion, likelihood, MOST_STEPS, "no_convergence")


def _confusion(unit: Ints, key: Ints, chance: Floats, n_raters: int) -> Floats:
    """Raters x true x said; NaN where a rater met no unit of that category."""
    k = chance.shape[1]
    columns = np.ascontiguousarray(chance.T)  # one row per category: gathering from it is several times faster
    said = np.stack([sums(key, row.take(unit), n_raters * k).reshape(n_raters, k) for row in columns], axis=1)
    total = said.sum(axis=2, keepdims=True)
    return np.where(total > 0, said / np.where(total > 0, total, 1.0), np.nan)


def _expected(unit: Ints, key: Ints, marginals: Floats, confusion: Floats, n_units: int) -> tuple[Floats, float]:
    logs = np.log(np.maximum(np.nan_to_num(confusion, nan=1.0), 1e-300))
    by_key = np.ascontiguousarray(logs.transpose(1, 0, 2)).reshape(len(marginals), -1)
    total = np.column_stack([sums(unit, row.take(key), n_units) for row in by_key])
    total += np.log(np.maximum(marginals, 1e-300))
    top = total.max(axis=1, keepdims=True)
    share = np.exp(total - top)
    inside = share.sum(axis=1, keepdims=True)
    return share / inside, float((top + np.log(inside))[counts(unit, n_units) > 0].sum())
