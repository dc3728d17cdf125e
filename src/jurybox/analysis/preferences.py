"""Systems compared directly: strengths by Bradley and Terry's model with ties, and the share of points won."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.blocks import blocks_of
from jurybox.analysis.findings import Comparison, Interval, Ranked
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import MOST_SYSTEMS
from jurybox.analysis.table import Asked, Comparisons, Table
from jurybox.stats import (
    BradleyTerry,
    Estimate,
    Floats,
    Ints,
    Place,
    adjust,
    all_pairs,
    bradley_terry,
    comparison_table,
    item_means,
    normal_quantile,
    normal_tail,
    places,
    system_means,
)


@dataclass(frozen=True, slots=True)
class Choices:
    """One question's choices, fitted and tested."""

    asked: Asked
    fit: BradleyTerry
    points: tuple[Estimate, ...]
    """Share of points of each system: 1 for a win, a half for a tie."""
    places: tuple[Place, ...]
    table: Floats
    """How often (first better, tie, second better) x first x second."""
    p: Floats
    p_adjusted: Floats


def choices(table: Table, asked: Comparisons, options: Options) -> Choices:
    """Ranked by strength; where the model has no answer (one always wins), by points."""
    n = len(table.systems)
    fit = bradley_terry(asked.first, asked.second, asked.outcome, n, confidence=options.confidence)
    points = _points(table, asked, options)
    by_points = np.array([np.nan if one.value is None else one.value for one in points])
    strength = np.array([np.nan if one.value is None else one.value for one in fit.strengths])
    p = _wald(fit, strength)
    adjusted = adjust(p, "holm")
    first, second = all_pairs(n)
    better = np.zeros((n, n), bool)
    if not fit.reason:
        is_clear = adjusted <= SIGNIFICANT
        better[first, second] = is_clear & (strength[first] > strength[second])
        better[second, first] = is_clear & (strength[first] < strength[second])
    return Choices(
        asked=asked.asked,
        fit=fit,
        points=points,
        places=places(by_points if fit.reason else strength, better),
        table=comparison_table(asked.first, asked.second, asked.outcome, n),
        p=p,
        p_adjusted=adjusted,
    )


def _points(table: Table, asked: Comparisons, options: Options) -> tuple[Estimate, ...]:
    won = (1 + np.asarray(asked.outcome, dtype=float)) / 2
    item, system = np.tile(asked.item, 2), np.concatenate([asked.first, asked.second])
    means = item_means(item, system, np.concatenate([won, 1 - won]), len(table.items), len(table.systems))
    return system_means(means, blocks_of(table, options).of_item, options.confidence)


def _wald(fit: BradleyTerry, strength: Floats) -> Floats:
    """Two-sided p of each difference of strengths: (λᵢ - λⱼ) / se, se² = vᵢᵢ + vⱼⱼ - 2 vᵢⱼ."""
    first, second = all_pairs(len(strength))
    if fit.covariance is None:
        return np.full(len(first), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        z = (strength[first] - strength[second]) / np.sqrt(_variance(fit.covariance, first, second))
    return np.minimum(1.0, 2 * normal_tail(np.abs(z)))


def _variance(covariance: Floats, first: Ints, second: Ints) -> Floats:
    own: Floats = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
    return own


def ranking_of_choices(table: Table, found: Choices, by: str | None) -> list[Ranked]:
    """All systems, strongest first; in a part only those that are in it."""
    rows = []
    for code, system in enumerate(table.systems):
        points, strength, place = found.points[code], found.fit.strengths[code], found.places[code]
        if by is None or points.is_defined:
            rows.append(
                Ranked(
                    question=shown(found.asked),
                    system=system,
                    mean=points.value,
                    interval=points.interval,
                    items=points.units,
                    ratings=points.ratings,
                    rank=place.rank,
                    rank_low=place.low,
                    rank_high=place.high,
                    cluster=place.cluster,
                    strength=strength.value,
                    note=strength.reason or points.reason,
                    by=by,
                )
            )
    return sorted(rows, key=lambda one: (one.rank is None, one.rank or 0.0, one.system))


def comparisons_of_choices(table: Table, found: Choices, options: Options, by: str | None) -> list[Comparison]:
    """Every two systems that took part, the stronger first; wins and ties are of direct comparisons only."""
    if len(table.systems) > MOST_SYSTEMS:
        return []
    rated = [code for code, place in enumerate(found.places) if place.rank is not None]
    order = sorted(rated, key=lambda code: (found.places[code].rank, table.systems[code]))
    first, second = all_pairs(len(table.systems))
    row = {pair: place for place, pair in enumerate(zip(first.tolist(), second.tolist(), strict=True))}
    return [
        _comparison(table, found, better, worse, row[min(better, worse), max(better, worse)], options, by)
        for place, better in enumerate(order)
        for worse in order[place + 1 :]
    ]


def _comparison(
    table: Table, found: Choices, better: int, worse: int, row: int, options: Options, by: str | None
) -> Comparison:
    counts = found.table
    wins = int(counts[0, better, worse] + counts[2, worse, better])
    ties = int(counts[1, better, worse] + counts[1, worse, better])
    losses = int(counts[2, better, worse] + counts[0, worse, better])
    difference, interval = _difference(found.fit, better, worse, options.confidence)
    return Comparison(
        question=shown(found.asked),
        first=table.systems[better],
        second=table.systems[worse],
        difference=difference,
        interval=interval,
        items=wins + ties + losses,
        p=None if np.isnan(found.p[row]) else float(found.p[row]),
        p_adjusted=None if np.isnan(found.p_adjusted[row]) else float(found.p_adjusted[row]),
        wins=wins,
        ties=ties,
        losses=losses,
        note=found.fit.reason or "log_strength",
        by=by,
    )


def _difference(fit: BradleyTerry, better: int, worse: int, confidence: float) -> tuple[float | None, Interval | None]:
    first, second = fit.strengths[better].value, fit.strengths[worse].value
    if first is None or second is None or fit.covariance is None:
        return None, None
    error = float(np.sqrt(_variance(fit.covariance, np.array([better]), np.array([worse]))[0]))
    half = normal_quantile(0.5 + confidence / 2) * error
    return first - second, (first - second - half, first - second + half)


def has_dependent_pairs(asked: Comparisons) -> bool:
    """Whether someone compared an item more than once: a ranking taken apart, whose pairs say less than they seem."""
    if not len(asked.item):
        return False
    key = asked.item.astype(np.int64) * (int(asked.rater.max()) + 1) + asked.rater
    return len(np.unique(key)) < len(key)
