"""Whether a model may stand in for a human rater: the alternative annotator test."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from jurybox.stats.distributions import t_below
from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.multiple import adjust
from jurybox.stats.reasons import Reason
from jurybox.stats.tally import counts, sums

Scoring = Literal["neg_rmse", "accuracy"]
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)
FEWEST_UNITS = 30


@dataclass(frozen=True, slots=True)
class AltTest:
    """The model may replace raters where it wins against at least half of them (`winning_rate` >= 0.5)."""

    winning_rate: float | None
    advantage: float | None
    """The mean chance that the model is at least as near to the others as the rater left out."""
    by_rater: tuple[float | None, ...]
    """That chance, rater by rater; None: too few units."""
    p: tuple[float | None, ...]
    """Adjusted by Benjamini and Yekutieli."""
    raters: int
    left_out: int
    """Raters with too few units."""
    reason: Reason | None = None


@only_finite("model")
def alt_test(
    unit: Ints,
    rater: Ints,
    value: Floats,
    model: Floats,
    n_raters: int,
    epsilon: float = 0.15,
    scoring: Scoring = "neg_rmse",
    alpha: float = 0.05,
    fewest_units: int = FEWEST_UNITS,
) -> AltTest:
    """Leave out one rater after the other and ask who is nearer to the rest, they or the model (Calderon et al. 2025).

    `model` holds the model's value of each unit (NaN: none). On each unit of rater j the score is minus the root mean
    square distance to the other raters, or the share of them that said the same. The model wins against j where the
    mean of [j at least as near] - [model at least as near] is below epsilon by a one-sided t-test, adjusted over
    raters. epsilon is what a rater costs: 0.2 for experts, 0.15 for trained raters, 0.1 for crowds.

    >>> u, r = np.tile(np.arange(40), 3), np.repeat(np.arange(3), 40)
    >>> people = (u % 5 + (r == 2) * (u % 2)).astype(float)
    >>> alt_test(u, r, people, np.arange(40) % 5.0, 3).winning_rate
    1.0
    """
    if scoring not in SCORINGS:
        raise ValueError(f"Scoring {scoring!r} is not one of {', '.join(SCORINGS)}.")
    n_units = len(model)
    is_kept = (counts(unit, n_units)[unit] > 1) & ~np.isnan(model[unit])
    unit, rater, value = unit[is_kept], rater[is_kept], np.asarray(value, dtype=float)[is_kept]
    own, others = _scores(unit, value, value, n_units, scoring), _scores(unit, value, model[unit], n_units, scoring)
    by_person, by_model = own >= others - 1e-9, others >= own - 1e-9
    n = counts(rater, n_raters)
    is_tested = n >= max(2, fewest_units)
    if not is_tested.any():
        empty: tuple[None, ...] = (None,) * n_raters
        return AltTest(None, None, empty, empty, 0, n_raters, "too_few_units")
    advantage = sums(rater, by_model, n_raters) / np.maximum(n, 1)
    p = _one_sided(rater, by_person.astype(float) - by_model, n, epsilon)
    adjusted = adjust(np.where(is_tested, p, np.nan), "by")
    return AltTest(
        float((adjusted[is_tested] <= alpha).mean()),
        float(advantage[is_tested].mean()),
        tuple(a if t else None for a, t in zip(advantage.tolist(), is_tested.tolist(), strict=True)),
        tuple(a if t else None for a, t in zip(adjusted.tolist(), is_tested.tolist(), strict=True)),
        int(is_tested.sum()),
        int((~is_tested).sum()),
    )


def _scores(unit: Ints, value: Floats, given: Floats, n_units: int, scoring: Scoring) -> Floats:
    """How near `given` is to the others of its unit, the row's own rating left out; only the order matters."""
    n = counts(unit, n_units)[unit] - 1
    if scoring == "neg_rmse":
        first = sums(unit, value, n_units)[unit] - value
        second = sums(unit, value**2, n_units)[unit] - value**2
        return -(second - 2 * given * first + n * given**2) / n
    names, code = np.unique(np.append(value, given), return_inverse=True)
    at, said = code[: len(value)], code[len(value) :]
    held, tally = np.unique(unit.astype(np.int64) * len(names) + at, return_counts=True)
    wanted = unit.astype(np.int64) * len(names) + said
    place = np.minimum(np.searchsorted(held, wanted), max(0, len(held) - 1))
    same = np.where(held[place] == wanted, tally[place], 0) - (at == said)
    return np.asarray(same / n, dtype=float)


def _one_sided(rater: Ints, difference: Floats, n: Ints, epsilon: float) -> Floats:
    """p of the t-test that the mean is below epsilon; without any spread it is 0 or 1."""
    seen = np.maximum(n, 2)
    mean = sums(rater, difference, len(n)) / np.maximum(n, 1)
    squares = sums(rater, (difference - mean[rater]) ** 2, len(n))
    error = np.sqrt(squares / (seen - 1) / seen)
    t = (mean - epsilon) / np.where(error > 0, error, 1.0)
    return np.where(error > 0, t_below(t, seen - 1.0), np.where(mean < epsilon, 0.0, 1.0))
