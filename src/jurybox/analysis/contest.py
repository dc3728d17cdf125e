"""The systems of one question against each other: every test, made once for the ranking and for the comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from jurybox.analysis.made import BySystem, by_system
from jurybox.analysis.options import Options
from jurybox.analysis.table import Asked, Ratings, Table
from jurybox.stats.clusters import ClusterRule, Place, places, significantly_better
from jurybox.stats.estimate import Estimate, Flags, Floats, Ints
from jurybox.stats.means import ItemMeans, item_means, system_means
from jurybox.stats.multiple import adjust
from jurybox.stats.ordinal import OrdinalFit
from jurybox.stats.paired import Paired, paired_differences
from jurybox.stats.permutation import enough_resamples, permutation_test

MOST_SYSTEMS = 100
"""With more systems than this no pairs are tested: Holm's adjustment would leave nothing."""
FEWEST_DOCUMENTS = 10
"""With fewer, items are resampled: percentiles of a handful of documents say nothing."""
SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class Contest:
    """The rows by system (a merged output once for each), the means, and who is better than whom."""

    asked: Asked
    rows: BySystem
    rater: Ints
    value: Floats
    by_rule: Flags | None
    means: ItemMeans
    estimates: tuple[Estimate, ...]
    places: tuple[Place, ...]
    paired: Paired | None
    """None where there are too many systems."""
    p: Floats
    p_adjusted: Floats
    adjusted: Mapping[int, float] = field(default_factory=dict)
    """Of some systems what the ordinal model says."""


def contest(table: Table, ratings: Ratings, options: Options, fit: OrdinalFit | None = None) -> Contest:
    """Means of per-item means with intervals by item or document, and the tests of all pairs."""
    rule = cast(ClusterRule, options.cluster_rule)
    rows = by_system(table, ratings.unit)
    value = ratings.value[rows.row]
    n_systems = len(table.systems)
    means = item_means(rows.item, rows.system, value, len(table.items), n_systems)
    estimates = system_means(means, documents_of(table), options.confidence, options.resamples, options.seed)
    found = np.array([np.nan if one.value is None else one.value for one in estimates])
    paired: Paired | None = None
    p: Floats = np.empty(0)
    adjusted: Floats = np.empty(0)
    better = np.zeros((n_systems, n_systems), bool)
    higher = ratings.asked.higher_is_better
    if n_systems <= MOST_SYSTEMS:
        paired = paired_differences(means)
        p = permutation_test(means, enough_resamples(n_systems, options.resamples, SIGNIFICANT), options.seed).p
        adjusted = adjust(p, "holm")
        if rule == "permutation":
            better = _better(paired, adjusted <= SIGNIFICANT, higher, n_systems)
        else:
            better = significantly_better(means, rule, higher, SIGNIFICANT, options.resamples, options.seed)
    return Contest(
        asked=ratings.asked,
        rows=rows,
        rater=ratings.rater[rows.row],
        value=value,
        by_rule=None if ratings.by_rule is None else ratings.by_rule[rows.row],
        means=means,
        estimates=estimates,
        places=places(found if higher else -found, better, is_line_by_range=rule == "wmt24"),
        paired=paired,
        p=p,
        p_adjusted=adjusted,
        adjusted=_adjusted(fit),
    )


def _adjusted(fit: OrdinalFit | None) -> dict[int, float]:
    if fit is None:
        return {}
    return {system: one.value for system, one in enumerate(fit.systems) if one.value is not None}


def documents_of(table: Table) -> Ints | None:
    """What is resampled together; None: items."""
    if table.documents is None or len(np.unique(table.documents)) < FEWEST_DOCUMENTS:
        return None
    return table.documents


def _better(paired: Paired, is_clear: Flags, higher_is_better: bool, n_systems: int) -> Flags:
    """Who (row) is clearly better than whom (column); the same as the rule `permutation`, from the tests at hand."""
    difference = paired.difference if higher_is_better else -paired.difference
    better = np.zeros((n_systems, n_systems), bool)
    better[paired.first, paired.second] = is_clear & (difference > 0)
    better[paired.second, paired.first] = is_clear & (difference < 0)
    return better
