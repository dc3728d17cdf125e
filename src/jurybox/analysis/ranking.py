"""The place of every system by one question: the mean of per-item means, its interval, its range of ranks."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.coded import levels_of
from jurybox.analysis.finding_rows import Interval, Ranked
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import Contest, SystemRatings, on_own_scales
from jurybox.analysis.table import Asked, Table
from jurybox.stats import (
    Estimate,
    Floats,
    Ints,
    Place,
    Rated,
    counts,
    is_severe,
    item_means,
    macro_means,
    shares,
    sums,
    undefined,
)

MOST_VALUES = 21
"""With more different values than this a distribution is shown in bins."""
BINS = 10


@dataclass(frozen=True, slots=True)
class _Columns:
    """What the table of systems shows beside mean and place, by system."""

    z: Floats
    macro: Floats
    severe: tuple[Estimate, ...]
    rule_made: Ints
    distribution: list[dict[str, int]]


def ranking(table: Table, given: SystemRatings, contest: Contest, options: Options, by: str | None) -> list[Ranked]:
    """All systems, best first; those without any rating last. In a part only those that are in it."""
    columns = _columns(table, given, contest.blocks, options)
    expected = table.expected.get(contest.asked.id, {})
    found = []
    for code, system in enumerate(table.systems):
        if by is None or contest.estimates[code].is_defined:
            found.append(_ranked(contest, columns, code, system, expected.get(system), by))
    return sorted(found, key=lambda one: (one.rank is None, one.rank or 0.0, one.mean is None, one.system))


def _ranked(
    contest: Contest, columns: _Columns, code: int, system: str, expected: int | None, by: str | None
) -> Ranked:
    estimate, place, severe = contest.estimates[code], contest.places[code], columns.severe[code]
    z, macro = float(columns.z[code]), float(columns.macro[code])
    named = Place() if contest.by_field_rule is None else contest.by_field_rule.places[code]
    adjusted = None if contest.item_adjusted is None else contest.item_adjusted[code]
    return Ranked(
        question=shown(contest.asked),
        system=system,
        mean=estimate.value,
        interval=estimate.interval,
        items=estimate.units,
        ratings=estimate.ratings,
        rank=place.rank,
        rank_low=place.low,
        rank_high=place.high,
        cluster=place.cluster,
        z=None if np.isnan(z) else z,
        severe=severe.value,
        severe_interval=severe.interval,
        item_adjusted=None if adjusted is None else adjusted.value,
        item_adjusted_interval=None if adjusted is None else adjusted.interval,
        macro=None if np.isnan(macro) else macro,
        named_score=_named_score(contest, code),
        named_low=named.low,
        named_high=named.high,
        named_cluster=named.cluster,
        adjusted=contest.adjusted.get(code),
        rule_made=int(columns.rule_made[code]),
        distribution=columns.distribution[code],
        expected=expected,
        provisional=expected is not None and estimate.ratings < expected,
        note="little_shared" if contest.is_loose[code] else estimate.reason,
        by=by,
    )


def _columns(table: Table, given: SystemRatings, blocks: Blocks, options: Options) -> _Columns:
    asked, rated, n_systems = given.asked, given.rated, len(table.systems)
    severe: tuple[Estimate, ...] = (undefined("no_ratings"),) * n_systems
    if asked.severe:
        is_counted = is_severe(rated.value, asked.severe).astype(float)
        counted = item_means(rated.item, rated.system, is_counted, len(table.items), n_systems)
        severe = shares(counted, blocks.of_item, options.confidence)
    rule_made = np.zeros(n_systems, int)
    if given.by_rule is not None:
        rule_made = np.bincount(rated.system[given.by_rule], minlength=n_systems)
    distribution = distributions(asked, rated.system, rated.value, n_systems)
    return _Columns(_mean_z(given), _macro(table, rated, options), severe, rule_made, distribution)


def _named_score(contest: Contest, code: int) -> float | None:
    score = np.nan if contest.by_field_rule is None else float(contest.by_field_rule.score[code])
    return None if np.isnan(score) else score


def _macro(table: Table, rows: Rated, options: Options) -> Floats:
    """The mean over the parts of the data; NaN where there is one part, or none was asked for."""
    n_systems = len(table.systems)
    if options.by is None or options.by not in table.item_groups:
        return np.full(n_systems, np.nan)
    code, names = table.item_groups[options.by]
    kept = code[rows.item] >= 0
    if len(np.unique(code[rows.item[kept]])) < 2:
        return np.full(n_systems, np.nan)
    means = item_means(rows.item[kept], rows.system[kept], rows.value[kept], len(table.items), n_systems)
    return macro_means(means, np.where(code < 0, len(names), code))


def _mean_z(given: SystemRatings) -> Floats:
    """Mean of per-item means of z-scores; NaN where no rater of a system has any spread. A rule is no rater."""
    scaled = on_own_scales(given.rated, given.by_rule)
    means = item_means(scaled.item, scaled.system, scaled.value, scaled.n_items, scaled.n_systems)
    number = counts(means.system, scaled.n_systems)
    found: Floats = sums(means.system, means.mean, scaled.n_systems) / np.where(number > 0, number, np.nan)
    return found


def distributions(asked: Asked, system: Ints, value: Floats, n_systems: int) -> list[dict[str, int]]:
    """How often each system got each value, by its text; the same texts for every system.

    >>> scale = Asked("q", "number", "ordinal", "data")
    >>> distributions(scale, np.array([0, 0, 1]), np.array([1.0, 5.0, 5.0]), 2)
    [{'1': 1, '5': 1}, {'1': 0, '5': 1}]
    """
    texts, code = _bins(asked, value)
    counted = np.bincount(system.astype(np.int64) * len(texts) + code, minlength=n_systems * len(texts))
    table = counted.reshape(n_systems, len(texts)).tolist()
    return [dict(zip(texts, row, strict=True)) for row in table]


def _bins(asked: Asked, value: Floats) -> tuple[list[str], Ints]:
    levels, code = levels_of(value)
    if len(levels) <= (BINS if _is_continuous(asked) else MOST_VALUES):
        known = np.union1d(levels, list(asked.labels)) if asked.labels else levels
        return [f"{level:g}" for level in known], np.searchsorted(known, levels)[code]
    low, high = _ends(asked, levels)
    edges = np.linspace(low, high, BINS + 1)
    place = np.clip(np.searchsorted(edges, levels, side="right") - 1, 0, BINS - 1)
    return [f"{start:.4g}–{end:.4g}" for start, end in pairwise(edges)], place[code]


def _is_continuous(asked: Asked) -> bool:
    """Whether single values say little: a slider of a hundred points, whichever of them were used so far."""
    if asked.level == "ordinal" or asked.lowest is None or asked.highest is None:
        return False
    return asked.highest - asked.lowest >= MOST_VALUES


def _ends(asked: Asked, levels: Floats) -> Interval:
    low = float(levels[0]) if asked.lowest is None else min(asked.lowest, float(levels[0]))
    high = float(levels[-1]) if asked.highest is None else max(asked.highest, float(levels[-1]))
    return low, high
