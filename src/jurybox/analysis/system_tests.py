"""The systems of one question against each other: every test, made once for the ranking and for the comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from jurybox.analysis.by_system import BySystem, by_system
from jurybox.analysis.options import Options
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
    adjust,
    enough_resamples,
    item_means,
    normal_tail,
    paired_differences,
    permutation_test,
    places,
    significantly_better,
    system_means,
)

MOST_SYSTEMS = 100
"""With more systems than this no pairs are tested: Holm's adjustment would leave nothing."""
FEWEST_DOCUMENTS = 10
"""With fewer, items are resampled: percentiles of a handful of documents say nothing."""
SIGNIFICANT = 0.05
MOST_WORK = 3_000_000_000
"""Products in the permutation test: about a second."""


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
    has_normal_p: bool = False
    """Whether the smallest p are approximations: resampling them would have taken too long."""


def contest(table: Table, ratings: QuestionRatings, options: Options, fit: OrdinalFit | None = None) -> Contest:
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
    is_normal = False
    better = np.zeros((n_systems, n_systems), bool)
    higher = ratings.asked.higher_is_better
    if n_systems <= MOST_SYSTEMS:
        paired = paired_differences(means)
        p, is_normal = _permutation(means, paired, options)
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
        has_normal_p=is_normal,
    )


def _permutation(means: ItemMeans, paired: Paired, options: Options) -> tuple[Floats, bool]:
    """p of all pairs, and whether some are approximate.

    Holm's adjustment needs more resamples the more pairs there are. Where that would take too long, a difference that
    no resample reached has the p of the normal limit: under random signs Σ sᵢdᵢ has mean 0 and variance Σ dᵢ².
    """
    wanted = enough_resamples(means.n_systems, options.resamples, SIGNIFICANT)
    items = int(np.count_nonzero(np.bincount(means.item, minlength=1)))
    is_complete = len(means.item) == items * means.n_systems
    width = means.n_systems if is_complete else len(paired.first)
    if wanted * items * width <= MOST_WORK:
        return permutation_test(means, wanted, options.seed).p, False
    test = permutation_test(means, options.resamples, options.seed)
    squares = (paired.items - 1) * paired.sd**2 + paired.items * paired.difference**2
    with np.errstate(invalid="ignore", divide="ignore"):
        limit = 2 * normal_tail(np.abs(paired.items * paired.difference) / np.sqrt(squares))
    is_beyond = (test.extreme == 0) & ~np.isnan(limit)
    return np.where(is_beyond, np.minimum(test.p, limit), test.p), bool(is_beyond.any())


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
