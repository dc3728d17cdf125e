"""How shared tasks of the field rank systems, each as its organisers run it.

They are here to reproduce a table of theirs, not to be believed: they take every segment for independent, whatever
document it is from, correct for no number of pairs, and take raters as they come.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from jurybox.stats.clusters import Lines, Place, Ranges, places
from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.means import ItemMeans, item_means, z_scores
from jurybox.stats.paired import all_pairs
from jurybox.stats.ranksum import rank_sum, signed_rank
from jurybox.stats.rated import Rated
from jurybox.stats.signflip import sign_flip
from jurybox.stats.tally import counts, sums

FieldRule = Literal["wmt22", "wmt24", "wmt25", "mtme"]
FIELD_RULES: tuple[FieldRule, ...] = get_args(FieldRule)
SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class FieldRanking:
    """What a rule says of each system; NaN and an empty place where it was not rated."""

    score: Floats
    """What systems are ordered by: z, or a mean of ratings."""
    places: tuple[Place, ...]
    left_out: int = 0
    """Ratings without a z-score: their rater gave all the same value."""


def rank_by_field_rule(rated: Rated, rule: FieldRule, higher_is_better: bool = True) -> FieldRanking:
    """Scores, ranges of ranks and clusters.

    wmt22: means over segments of z-scores per rater; one-sided Mann-Whitney over the segments that both have, p < .05,
    a win only with the higher mean (make_rankings.py of wmt22-news-systems). A line where every system above it has as
    many wins as there are systems below.
    wmt24: macro mean over domains; Wilcoxon's signed-rank, two-sided, in each domain, combined by Stouffer's sum of z,
    p < .05 (humeval/tools.py of wmt24-news-systems). A line where all above differ from all below.
    wmt25: mean over all ratings; Wilcoxon's signed-rank, one-sided at .025, of every rating of one system less every
    rating of the other for the same segment (humeval/08-compute_clusters.py of wmt25-general-mt). A range goes up and
    down to the next system that differs; a line where no range crosses it.
    mtme: mean over segments; sign-flip permutation, one-sided, p <= .05; a new rank begins where a system is worse than
    one of the current rank (AssignRanks of mt-metrics-eval, which ranks metrics so).

    >>> item, system = np.divmod(np.arange(60), 2)
    >>> rising = Rated(item, system, system * 0, item % 7 + system * (1.0 + item % 3), 30, 2, 1)
    >>> [place.cluster for place in rank_by_field_rule(rising, "wmt24").places]
    [2, 1]
    """
    if rule not in FIELD_RULES:
        raise ValueError(f"Rule {rule!r} is not one of {', '.join(FIELD_RULES)}.")
    sign = 1.0 if higher_is_better else -1.0
    score, better, left_out = _RULES[rule](rated, sign)
    lines, ranges = _SHOWN[rule]
    return FieldRanking(score, places(sign * score, better, lines, ranges), left_out)


def _wmt22(rated: Rated, sign: float) -> tuple[Floats, Flags, int]:
    scaled = z_scores(rated.rater, rated.value, rated.n_raters)
    kept = scaled.is_kept
    means = item_means(rated.item[kept], rated.system[kept], scaled.z, rated.n_items, rated.n_systems)
    score = _mean_of(means)
    better = np.zeros((rated.n_systems, rated.n_systems), bool)
    for first, second, both in _shared(means):
        found = rank_sum(both)
        better[first, second] = (found.p_greater if sign > 0 else found.p_less)[0] < SIGNIFICANT
        better[second, first] = (found.p_less if sign > 0 else found.p_greater)[0] < SIGNIFICANT
    return score, better & (sign * (score[:, None] - score) > 0), scaled.left_out


def _wmt24(rated: Rated, sign: float) -> tuple[Floats, Flags, int]:
    from scipy.special import ndtr, ndtri

    group = np.zeros(rated.n_items, int) if rated.group is None else rated.group
    means = item_means(rated.item, rated.system, rated.value, rated.n_items, rated.n_systems)
    names = np.unique(group[means.item])
    first, second = all_pairs(rated.n_systems)
    total, domains = np.zeros((2, len(first)))
    for name in names.tolist():
        found = signed_rank(_of(means, group[means.item] == name))
        shared = _shares_items(means, group == name)[first, second]
        with np.errstate(invalid="ignore"):  # all certain of one thing here, of the other there
            total += np.where(shared, -ndtri(np.where(np.isnan(found.p), 1.0, found.p)), 0.0)
        domains += shared
    with np.errstate(invalid="ignore", divide="ignore"):
        p = ndtr(-total / np.sqrt(domains))
    score = macro_means(means, group)
    differs = np.zeros((rated.n_systems, rated.n_systems), bool)
    differs[first, second] = differs[second, first] = p < SIGNIFICANT
    return score, differs & (sign * (score[:, None] - score) > 0), 0


def _wmt25(rated: Rated, sign: float) -> tuple[Floats, Flags, int]:
    number = counts(rated.system, rated.n_systems)
    score = sums(rated.system, rated.value, rated.n_systems) / np.where(number > 0, number, np.nan)
    order = np.lexsort((rated.item, rated.system))
    start = np.searchsorted(rated.system[order], np.arange(rated.n_systems + 1))
    item, value = rated.item[order], rated.value[order]
    better = np.zeros((rated.n_systems, rated.n_systems), bool)
    for first, second in zip(*all_pairs(rated.n_systems), strict=True):
        own, theirs = slice(start[first], start[first + 1]), slice(start[second], start[second + 1])
        here, there = all_against_all(item[own], item[theirs])
        found = signed_rank(_two(value[own][here], value[theirs][there]))
        better[first, second] = (found.p_greater if sign > 0 else found.p_less)[0] < SIGNIFICANT / 2
        better[second, first] = (found.p_less if sign > 0 else found.p_greater)[0] < SIGNIFICANT / 2
    return score, better, 0


def _mtme(rated: Rated, sign: float) -> tuple[Floats, Flags, int]:
    means = item_means(rated.item, rated.system, rated.value, rated.n_items, rated.n_systems)
    better = np.zeros((rated.n_systems, rated.n_systems), bool)
    for first, second, both in _shared(means):
        d = sign * (both.mean[0::2] - both.mean[1::2])[:, None]
        mean = d.mean(axis=0)
        p = sign_flip((d - mean) / len(d), np.full(d.shape, 1 / len(d)), mean).p[0]
        better[first, second] = p / 2 <= SIGNIFICANT and mean[0] > 0
        better[second, first] = p / 2 <= SIGNIFICANT and mean[0] < 0
    return _mean_of(means), better, 0


_RULES = {"wmt22": _wmt22, "wmt24": _wmt24, "wmt25": _wmt25, "mtme": _mtme}
_SHOWN: dict[FieldRule, tuple[Lines, Ranges]] = {
    "wmt22": ("wins", "counts"),
    "wmt24": ("all", "counts"),
    "wmt25": ("range", "neighbours"),
    "mtme": ("ranks", "counts"),
}


def macro_means(means: ItemMeans, group: Ints) -> Floats:
    """The mean of each system over its means in the groups, each group weighing the same.

    >>> from jurybox.stats.paired import item_means_of
    >>> macro_means(item_means_of([[1.0], [1.0], [4.0]]), np.array([0, 0, 1])).tolist()
    [2.5]
    """
    n_groups = int(np.max(group, initial=-1)) + 1
    cell = group[means.item] * np.int64(means.n_systems) + means.system
    size = counts(cell, n_groups * means.n_systems).reshape(n_groups, means.n_systems)
    total = sums(cell, means.mean, n_groups * means.n_systems).reshape(n_groups, means.n_systems)
    found = np.where(size > 0, total / np.maximum(size, 1), 0.0).sum(axis=0)
    groups = (size > 0).sum(axis=0)
    return np.asarray(found / np.where(groups > 0, groups, np.nan), dtype=float)


def all_against_all(first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """Of two sorted lists of items: every place of the one with every place of the other that has the same item.

    >>> [part.tolist() for part in all_against_all(np.array([0, 0, 2]), np.array([0, 1, 2, 2]))]
    [[0, 1, 2, 2], [0, 0, 2, 3]]
    """
    begin, end = np.searchsorted(second, first), np.searchsorted(second, first, side="right")
    number = end - begin
    here = np.repeat(np.arange(len(first)), number)
    there = np.arange(len(here)) - np.repeat(np.cumsum(number) - number, number) + np.repeat(begin, number)
    return here, there


def _mean_of(means: ItemMeans) -> Floats:
    number = counts(means.system, means.n_systems)
    found: Floats = sums(means.system, means.mean, means.n_systems) / np.where(number > 0, number, np.nan)
    return found


def _two(first: Floats, second: Floats) -> ItemMeans:
    """Two systems on as many items as they have values."""
    item, system = np.divmod(np.arange(2 * len(first)), 2)
    return ItemMeans(item, system, np.column_stack([first, second]).ravel(), np.ones(len(item), int), len(first), 2)


def _of(means: ItemMeans, is_kept: Flags) -> ItemMeans:
    return ItemMeans(
        means.item[is_kept], means.system[is_kept], means.mean[is_kept], means.ratings[is_kept], means.n_items,
        means.n_systems,
    )  # fmt: skip


def _shares_items(means: ItemMeans, is_of_group: Flags) -> Flags:
    """Which two systems have an item of the group in common."""
    kept = is_of_group[means.item]
    has = np.zeros((means.n_systems, means.n_items), np.float32)
    has[means.system[kept], means.item[kept]] = 1.0
    return np.asarray(has @ has.T > 0, dtype=bool)


def _shared(means: ItemMeans) -> Iterator[tuple[int, int, ItemMeans]]:
    """Every two systems on the items that both have."""
    by_system = np.argsort(means.system, kind="stable")
    start = np.searchsorted(means.system[by_system], np.arange(means.n_systems + 1))
    item, mean = means.item[by_system], means.mean[by_system]
    for first, second in zip(*all_pairs(means.n_systems), strict=True):
        own, theirs = slice(start[first], start[first + 1]), slice(start[second], start[second + 1])
        here, there = all_against_all(item[own], item[theirs])
        if len(here):
            yield int(first), int(second), _two(mean[own][here], mean[theirs][there])
