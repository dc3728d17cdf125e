"""The systems of one question against each other: means and tests, made once for ranking and comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.by_system import BySystem, by_system
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT, PairTests, RatedRows, pair_tests
from jurybox.analysis.table import Asked, QuestionRatings, Table
from jurybox.stats import (
    ClusterRule,
    Estimate,
    Flags,
    Floats,
    Ints,
    ItemMeans,
    OrdinalFit,
    Paired,
    Place,
    counts,
    item_contrasts,
    item_means,
    paired_differences,
    places,
    random_rater_means,
    significantly_better,
    system_means,
)

MOST_SYSTEMS = 100
"""With more systems than this no pairs are tested: Holm's adjustment would leave nothing."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The rows by system (a merged output once for each), the means, and who is better than whom."""

    asked: Asked
    rows: BySystem
    rater: Ints
    value: Floats
    by_rule: Flags | None
    means: ItemMeans
    blocks: Blocks
    estimates: tuple[Estimate, ...]
    """The mean of each system over the items it has."""
    item_adjusted: tuple[Estimate, ...] | None
    """Its mean as if it had all items, by the additive model; None where all systems have the same items."""
    places: tuple[Place, ...]
    paired: Paired | None
    """None where there are too many systems."""
    tests: PairTests | None
    adjusted: Mapping[int, float] = field(default_factory=dict)
    """Of some systems what the ordinal model says."""
    are_raters_crossed: bool = True

    @property
    def listed(self) -> tuple[Estimate, ...]:
        """What systems are put in order by."""
        return self.estimates if self.item_adjusted is None else self.item_adjusted


def contest(
    table: Table, ratings: QuestionRatings, options: Options, blocks: Blocks, fit: OrdinalFit | None = None
) -> Contest:
    """Means of per-item means, and the tests of all pairs, over the blocks of the analysis."""
    rows = by_system(table, ratings.unit)
    value, rater = ratings.value[rows.row], ratings.rater[rows.row]
    by_rule = None if ratings.by_rule is None else ratings.by_rule[rows.row]
    n_systems = len(table.systems)
    means = item_means(rows.item, rows.system, value, len(table.items), n_systems)
    has_equal = has_equal_items(means)
    estimates = within_scale(system_means(means, blocks.of_item, options.confidence), ratings.asked)
    spread = RatedRows(rows.item, rows.system, rater, value, len(table.items), n_systems, len(table.raters))
    spread = rules_as_raters(spread, by_rule)
    if options.raters == "random":
        estimates = within_scale(_sampled_means(estimates, spread, blocks, options), ratings.asked)
    adjusted = None if has_equal else _item_adjusted(means, blocks, estimates, options.confidence)
    paired, tests = None, None
    better = np.zeros((n_systems, n_systems), bool)
    higher = ratings.asked.higher_is_better
    if n_systems <= MOST_SYSTEMS:
        paired = paired_differences(means)
        is_sample = options.raters == "random"
        tests = pair_tests(means, spread, blocks.of_item, has_equal, is_sample, options.confidence)
        better = _better(means, tests, options, higher)
    found = np.array([np.nan if one.value is None else one.value for one in adjusted or estimates])
    return Contest(
        asked=ratings.asked,
        rows=rows,
        rater=rater,
        value=value,
        by_rule=by_rule,
        means=means,
        blocks=blocks,
        estimates=estimates,
        item_adjusted=adjusted,
        places=places(found if higher else -found, better, is_line_by_range=options.cluster_rule == "wmt24"),
        paired=paired,
        tests=tests,
        adjusted=_adjusted(fit),
        are_raters_crossed=tests is None or tests.are_raters_crossed,
    )


def has_equal_items(means: ItemMeans) -> bool:
    """Whether every system that was rated has the same items."""
    of_system = counts(means.system, means.n_systems)
    items = np.count_nonzero(counts(means.item, means.n_items))
    return bool((of_system[of_system > 0] == items).all())


def rules_as_raters(rows: RatedRows, by_rule: Flags | None) -> RatedRows:
    """What a rule says is what every rater of the item would have said: it stands once for each of them."""
    if by_rule is None or not by_rule.any():
        return rows
    people = ~by_rule
    key = np.unique(rows.item[people].astype(np.int64) * rows.n_raters + rows.rater[people])
    item, rater = key // rows.n_raters, key % rows.n_raters
    start, count = np.searchsorted(item, np.arange(rows.n_items)), counts(item, rows.n_items)
    made = np.flatnonzero(by_rule)
    times = np.maximum(count[rows.item[made]], 1)
    copies = np.repeat(made, times)
    step = np.arange(len(copies)) - np.repeat(np.cumsum(times) - times, times)
    place = np.minimum(start[rows.item[copies]] + step, max(0, len(rater) - 1))
    is_alone = count[rows.item[copies]] == 0
    of_rule = np.where(is_alone, rows.rater[copies], rater[place] if len(rater) else rows.rater[copies])
    keep = np.concatenate([np.flatnonzero(people), copies])
    return replace(
        rows,
        item=rows.item[keep],
        system=rows.system[keep],
        rater=np.concatenate([rows.rater[people], of_rule]),
        value=rows.value[keep],
    )


def _better(means: ItemMeans, tests: PairTests, options: Options, higher: bool) -> Flags:
    """By the analysis's own tests, or by a rule of the field with its own."""
    if options.cluster_rule == "permutation":
        return tests.better(means.n_systems, higher)
    rule = cast(ClusterRule, options.cluster_rule)
    return significantly_better(means, rule, higher, SIGNIFICANT, options.resamples, options.seed)


def within_scale(estimates: tuple[Estimate, ...], asked: Asked) -> tuple[Estimate, ...]:
    """No mean lies outside the scale, and no interval says so."""
    low = -np.inf if asked.lowest is None else asked.lowest
    high = np.inf if asked.highest is None else asked.highest
    return tuple(
        one if one.interval is None else replace(one, interval=(max(low, one.interval[0]), min(high, one.interval[1])))
        for one in estimates
    )


def _sampled_means(
    estimates: tuple[Estimate, ...], rows: RatedRows, blocks: Blocks, options: Options
) -> tuple[Estimate, ...]:
    found = random_rater_means(
        rows.item, rows.system, rows.rater, rows.value, blocks.of_item, rows.n_items, rows.n_systems, rows.n_raters,
        confidence=options.confidence,
    )  # fmt: skip
    return tuple(
        one
        if not one.is_defined
        else replace(
            one,
            interval=None if np.isnan(low) else (float(low), float(high)),
            reason=why,
            method="random_raters",
        )
        for one, low, high, why in zip(estimates, found.low, found.high, found.reason, strict=True)
    )


def _item_adjusted(
    means: ItemMeans, blocks: Blocks, raw: tuple[Estimate, ...], confidence: float
) -> tuple[Estimate, ...] | None:
    """Marginal over all items; None where some systems can't be compared over items."""
    adjusted = item_contrasts(means, blocks.of_item)[1]
    if "not_connected" in adjusted.reason:
        return None
    low, high = adjusted.interval(confidence)
    return tuple(
        one
        if not one.is_defined
        else replace(
            one,
            value=float(adjusted.value[code]),
            interval=None if np.isnan(low[code]) else (float(low[code]), float(high[code])),
            reason="too_few_units" if np.isnan(low[code]) else None,
            method="additive",
        )
        for code, one in enumerate(raw)
    )


def _adjusted(fit: OrdinalFit | None) -> dict[int, float]:
    if fit is None:
        return {}
    return {system: one.value for system, one in enumerate(fit.systems) if one.value is not None}
