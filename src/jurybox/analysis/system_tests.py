"""The systems of one question against each other: means and tests, made once for ranking and comparisons.

Ratings are as many as were given, what is said of the systems is only as large as their pairs: it can be kept for every
option of a question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.by_system import by_system
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import PairTests, pair_tests
from jurybox.analysis.table import Asked, QuestionRatings, Table
from jurybox.stats import (
    FIELD_RULES,
    Estimate,
    FieldRanking,
    Flags,
    Floats,
    ItemMeans,
    OrdinalFit,
    Paired,
    Place,
    Rated,
    block_means,
    counts,
    item_means,
    item_model,
    paired_differences,
    places,
    random_rater_means,
    rank_by_field_rule,
    rank_sum,
    signed_rank,
    system_means,
    z_scores,
)

MOST_SYSTEMS = 100
"""With more systems than this no pairs are tested: Holm's adjustment would leave nothing."""


@dataclass(frozen=True, slots=True)
class SystemRatings:
    """The ratings of one question by system: a merged output stands once for each that made it."""

    asked: Asked
    rated: Rated
    by_rule: Flags | None
    scored: Rated
    """What is tested: on the raters' own scales where that is asked for, and rules as if every rater had said it."""
    plain: ItemMeans
    means: ItemMeans
    """Of what is tested."""


@dataclass(frozen=True, slots=True)
class RankTests:
    """By pair, beside the tests of means: tests on ranks of blocks."""

    p_wilcoxon: Floats
    p_rank_sum: Floats


@dataclass(frozen=True, slots=True)
class Contest:
    """The means of systems, and who is better than whom."""

    asked: Asked
    blocks: Blocks
    estimates: tuple[Estimate, ...]
    """The mean of each system over the items it has."""
    item_adjusted: tuple[Estimate, ...] | None
    """Its mean as if it had all items, by the additive model; None where all systems have the same items."""
    is_loose: Flags
    """Of each system whether so little is shared with others that its adjusted mean could be anywhere on the scale."""
    places: tuple[Place, ...]
    paired: Paired | None
    """None where there are too many systems."""
    tests: PairTests | None
    on_ranks: RankTests | None
    adjusted: Mapping[int, float] = field(default_factory=dict)
    """Of some systems what the ordinal model says."""
    are_raters_crossed: bool = True
    by_z: tuple[Estimate, ...] | None = None
    """The means of z-scores, where systems are put in order by them: then tests are of z-scores too."""
    by_field_rule: FieldRanking | None = None
    """What a rule of the field says, if one was asked for."""

    @property
    def listed(self) -> tuple[Estimate, ...]:
        """What systems are put in order by."""
        return self.item_adjusted or self.by_z or self.estimates


def system_ratings(table: Table, ratings: QuestionRatings, options: Options) -> SystemRatings:
    """Takes ratings apart by system, on the scale on which systems are compared."""
    rows = by_system(table, ratings.unit)
    value, rater = ratings.value[rows.row], ratings.rater[rows.row]
    by_rule = None if ratings.by_rule is None else ratings.by_rule[rows.row]
    rated = Rated(rows.item, rows.system, rater, value, len(table.items), len(table.systems), len(table.raters))
    scored = on_own_scales(rated, by_rule) if options.by_z else rules_as_raters(rated, by_rule)
    plain = _means_of(rated)
    return SystemRatings(ratings.asked, rated, by_rule, scored, plain, _means_of(scored) if options.by_z else plain)


def contest(
    table: Table, given: SystemRatings, options: Options, blocks: Blocks, fit: OrdinalFit | None = None
) -> Contest:
    """Means of per-item means, and the tests of all pairs, over the blocks of the analysis."""
    means, n_systems = given.means, len(table.systems)
    estimates = _estimates(given, blocks, options)
    by_z = system_means(means, blocks.of_item, options.confidence) if options.by_z else None
    has_equal = has_equal_items(means)
    adjusted = None if has_equal else _item_adjusted(means, blocks, by_z or estimates, options.confidence)
    is_loose = np.zeros(n_systems, bool)
    if not has_equal:
        is_loose = _is_loose(adjusted, means, None if options.by_z else given.asked)
    if adjusted is not None and options.raters == "random":
        adjusted = _sampled_means(adjusted, given.scored, blocks, options)
    paired, tests, on_ranks = None, None, None
    better = np.zeros((n_systems, n_systems), bool)
    higher = given.asked.higher_is_better
    if n_systems <= MOST_SYSTEMS:
        paired = paired_differences(means)
        is_sample = options.raters == "random"
        tests = pair_tests(means, given.scored, blocks.of_item, has_equal, is_sample, options.confidence)
        better = tests.better(n_systems, higher)
        ranked = block_means(means, blocks.of_item)
        on_ranks = RankTests(signed_rank(ranked).p, rank_sum(ranked).p)
    found = np.array([np.nan if one.value is None else one.value for one in adjusted or by_z or estimates])
    if n_systems > 1 and np.count_nonzero(~np.isnan(found)) < 2:  # nobody leads over nobody
        found = np.full(n_systems, np.nan)
    if adjusted is not None and not options.by_z:
        adjusted = within_scale(adjusted, given.asked)
    return Contest(
        asked=given.asked,
        blocks=blocks,
        estimates=estimates,
        item_adjusted=adjusted,
        is_loose=is_loose,
        places=places(found if higher else -found, better),
        paired=paired,
        tests=tests,
        on_ranks=on_ranks,
        adjusted=_adjusted(fit),
        are_raters_crossed=tests is None or tests.are_raters_crossed,
        by_z=by_z,
        by_field_rule=_by_field_rule(table, given.rated, options, higher),
    )


def _means_of(rows: Rated) -> ItemMeans:
    return item_means(rows.item, rows.system, rows.value, rows.n_items, rows.n_systems)


def _estimates(given: SystemRatings, blocks: Blocks, options: Options) -> tuple[Estimate, ...]:
    """The plain mean of each system over the items it has."""
    found = within_scale(system_means(given.plain, blocks.of_item, options.confidence), given.asked)
    if options.raters == "fixed":
        return found
    if has_equal_items(given.plain):
        sampled = _sampled_means(found, rules_as_raters(given.rated, given.by_rule), blocks, options)
        return within_scale(sampled, given.asked)
    return tuple(replace(one, interval=None, reason="incomplete_design") if one.is_defined else one for one in found)


def on_own_scales(rows: Rated, by_rule: Flags | None) -> Rated:
    """Ratings as z-scores; a rule has no scale of its own, and a rater without spread none either."""
    people = np.ones(len(rows.value), bool) if by_rule is None else ~by_rule
    scaled = z_scores(rows.rater[people], rows.value[people], rows.n_raters)
    kept = np.flatnonzero(people)[scaled.is_kept]
    return replace(rows, item=rows.item[kept], system=rows.system[kept], rater=rows.rater[kept], value=scaled.z)


def _by_field_rule(table: Table, rows: Rated, options: Options, higher: bool) -> FieldRanking | None:
    """Of the field's rules only `wmt24` looks at domains: the parts that were asked for, or the column `domain`."""
    if options.cluster_rule not in FIELD_RULES or rows.n_systems > MOST_SYSTEMS:
        return None
    group = None
    if (column := options.by or "domain") in table.item_groups:
        code, names = table.item_groups[column]
        group = np.where(code < 0, len(names), code)  # those that are of none are one more
    rated = replace(rows, group=group)
    return rank_by_field_rule(rated, options.cluster_rule, higher)


def has_equal_items(means: ItemMeans) -> bool:
    """Whether every system that was rated has the same items."""
    of_system = counts(means.system, means.n_systems)
    items = np.count_nonzero(counts(means.item, means.n_items))
    return bool((of_system[of_system > 0] == items).all())


def rules_as_raters(rows: Rated, by_rule: Flags | None) -> Rated:
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


def within_scale(estimates: tuple[Estimate, ...], asked: Asked) -> tuple[Estimate, ...]:
    """No mean lies outside the scale, and no interval says so; what holds the true mean still does."""
    low = -np.inf if asked.lowest is None else asked.lowest
    high = np.inf if asked.highest is None else asked.highest

    def within(value: float) -> float:
        return max(low, min(high, value))

    return tuple(
        replace(
            one,
            value=None if one.value is None else within(one.value),
            interval=None if one.interval is None else (within(one.interval[0]), within(one.interval[1])),
        )
        for one in estimates
    )


def _is_loose(adjusted: tuple[Estimate, ...] | None, means: ItemMeans, asked: Asked | None) -> Flags:
    """Whose adjusted mean has an interval wider than the scale, or none at all: the items it shares say nothing of it.

    The scale is what the question offers, else (and of z-scores) what the means of items span.
    """
    if adjusted is None:  # nothing connects them
        return np.asarray(counts(means.system, means.n_systems) > 0)
    low = means.mean.min() if asked is None or asked.lowest is None else asked.lowest
    high = means.mean.max() if asked is None or asked.highest is None else asked.highest
    return np.array(
        [
            one.is_defined and (one.interval is None or one.interval[1] - one.interval[0] > high - low)
            for one in adjusted
        ]
    )


def _sampled_means(
    estimates: tuple[Estimate, ...], rows: Rated, blocks: Blocks, options: Options
) -> tuple[Estimate, ...]:
    found = random_rater_means(rows, blocks.of_item, confidence=options.confidence)
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
    adjusted = item_model(means, blocks.of_item).adjusted()
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
