"""The rules of shared tasks, each against a walk through what its organisers' program does, with scipy's tests."""

# mypy: disable-error-code="import-untyped, operator"

from itertools import combinations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from jurybox.stats.field_rules import FIELD_RULES, all_against_all, macro_means, rank_by_field_rule
from jurybox.stats.paired import item_means_of
from jurybox.stats.rated import Rated

QUALITY = np.array([0.0, 0.1, 0.6, 0.65, 1.2])


def study(seed=0, items=240, systems=5, raters=4, per_output=2, spread=1.0, share=1.0):
    """Continuous ratings of several raters with scales of their own, items in three domains."""
    rng = np.random.default_rng(seed)
    item, system, rater = np.indices((items, systems, raters)).reshape(3, -1)
    kept = rng.random((items, systems, raters)).argsort(axis=2).argsort(axis=2).ravel() < per_output
    kept &= (rng.random((items, systems)) < share)[item, system]
    value = rng.normal(size=items)[item] + spread * QUALITY[system] + rng.normal(size=len(item))
    value = 50 + 10 * (1 + rater) * value
    group = rng.integers(0, 3, items)
    return Rated(item[kept], system[kept], rater[kept], value[kept], items, systems, raters, group)


def rows_of(rated, system, key=None):
    """The ratings of a system by item, in their order."""
    value = rated.value if key is None else key
    found: dict[int, list[float]] = {}
    for row in np.flatnonzero(rated.system == system):
        found.setdefault(int(rated.item[row]), []).append(float(value[row]))
    return found


def counted_ranges(order, wins):
    """From 1 + losses to n - wins."""
    return {s: (1 + sum(wins[o, s] for o in order), len(order) - sum(wins[s, o] for o in order)) for s in order}


@pytest.mark.parametrize("share", [1.0, 0.7])
def test_wmt22_is_mann_whitney_on_z_over_matched_segments(share):
    rated = study(1, share=share, raters=4)
    z = np.empty(len(rated.value))
    for r in range(4):
        own = rated.rater == r
        z[own] = (rated.value[own] - rated.value[own].mean()) / rated.value[own].std(ddof=1)
    segments = [{item: np.mean(v) for item, v in rows_of(rated, s, z).items()} for s in range(5)]
    score = [np.mean(list(one.values())) for one in segments]
    found = rank_by_field_rule(rated, "wmt22")
    assert found.score == pytest.approx(score)
    wins = np.zeros((5, 5), bool)
    for a in range(5):
        for b in range(5):
            both = sorted(segments[a].keys() & segments[b].keys())
            x, y = [segments[a][i] for i in both], [segments[b][i] for i in both]
            p = scipy_stats.mannwhitneyu(x, y, alternative="greater").pvalue
            wins[a, b] = p < 0.05 and score[a] > score[b]
    order = sorted(range(5), key=lambda s: -score[s])
    ranges = counted_ranges(order, wins)
    assert {s: (p.low, p.high) for s, p in enumerate(found.places)} == ranges
    cluster, least, expected = 1, 5, {}
    for place, s in enumerate(order):
        expected[s] = cluster
        least = min(least, int(wins[s].sum()))
        cluster += least == len(order) - place - 1
    assert {s: p.cluster for s, p in enumerate(found.places)} == expected
    assert 1 < len(set(expected.values())) < 5


@pytest.mark.parametrize("share", [1.0, 0.8])
def test_wmt24_is_wilcoxon_by_domain_with_stouffer_and_macro_means(share):
    rated = study(2, share=share)
    segments = [{item: np.mean(v) for item, v in rows_of(rated, s).items()} for s in range(5)]
    score = [
        np.mean([np.mean([v for i, v in one.items() if rated.group[i] == g]) for g in range(3)]) for one in segments
    ]
    found = rank_by_field_rule(rated, "wmt24")
    assert found.score == pytest.approx(score)
    p = np.ones((5, 5))
    for a, b in combinations(range(5), 2):
        z = []
        for g in range(3):
            both = [i for i in segments[a].keys() & segments[b].keys() if rated.group[i] == g]
            d = [segments[a][i] - segments[b][i] for i in both]
            z.append(scipy_stats.norm.ppf(1 - scipy_stats.wilcoxon(d, method="asymptotic").pvalue))
        p[a, b] = p[b, a] = 1 - scipy_stats.norm.cdf(np.sum(z) / np.sqrt(3))
    order = sorted(range(5), key=lambda s: -score[s])
    wins = np.array([[p[a, b] < 0.05 and score[a] > score[b] for b in range(5)] for a in range(5)])
    assert {s: (q.low, q.high) for s, q in enumerate(found.places)} == counted_ranges(order, wins)
    cluster, until, expected = 1, -1, {}
    for place, s in enumerate(order):
        until = -1 if until <= place else until
        until = max([until, *(k for k in range(place + 1, 5) if p[s, order[k]] > 0.05)])
        expected[s] = cluster
        cluster += until == -1
    assert {s: q.cluster for s, q in enumerate(found.places)} == expected
    assert 1 < len(set(expected.values())) < 5


def test_wmt24_takes_no_account_of_direction_in_a_domain():
    d = np.r_[np.linspace(1, 2, 60), -np.linspace(0.5, 1, 60)]
    item, system = np.divmod(np.arange(240), 2)
    value = np.column_stack([d, np.zeros(120)]).ravel()
    rated = Rated(item, system, system * 0, value, 120, 2, 1, np.repeat([0, 1], 60))
    assert [place.cluster for place in rank_by_field_rule(rated, "wmt24").places] == [1, 2]


def test_wmt25_is_every_rating_against_every_rating_of_the_segment():
    rated = study(3, per_output=2)
    values = [rows_of(rated, s) for s in range(5)]
    score = [np.mean([v for one in values[s].values() for v in one]) for s in range(5)]

    def is_better(a, b):
        (a1, a2), (b1, b2) = (np.array([values[s][i] for i in range(240)]).T for s in (a, b))
        d = np.concatenate([a1, a2, a1, a2]) - np.concatenate([b1, b2, b2, b1])
        return scipy_stats.wilcoxon(d, alternative="greater").pvalue < 0.025

    order = sorted(range(5), key=lambda s: -score[s])
    ranges = {}
    for place, s in enumerate(order):
        low = high = place + 1
        for other in order[:place][::-1]:
            if is_better(other, s):
                break
            low -= 1
        for other in order[place + 1 :]:
            if is_better(s, other):
                break
            high += 1
        ranges[s] = (low, high)
    found = rank_by_field_rule(rated, "wmt25")
    assert found.score == pytest.approx(score)
    assert {s: (p.low, p.high) for s, p in enumerate(found.places)} == ranges
    in_order = [ranges[s] for s in order]
    ends = [n for n in range(1, 5) if all(b <= n for _, b in in_order[:n]) and all(a > n for a, _ in in_order[n:])]
    assert [found.places[s].cluster for s in order] == [1 + sum(n <= place for n in ends) for place in range(5)]
    assert 1 < found.places[order[-1]].cluster


def test_mtme_assigns_ranks_down_the_list():
    rated = study(4)
    found = rank_by_field_rule(rated, "mtme")
    means = [{i: np.mean(v) for i, v in rows_of(rated, s).items()} for s in range(5)]
    score = [np.mean(list(one.values())) for one in means]
    order = sorted(range(5), key=lambda s: -score[s])
    rank, begin, expected = 1, 0, {}
    rng = np.random.default_rng(0)
    for place, s in enumerate(order):
        for above in order[begin:place]:
            d = np.array([means[above][i] - means[s][i] for i in range(240)])
            flips = rng.choice([-1, 1], (4000, 240)) @ d
            if (flips >= d.sum()).mean() <= 0.05:
                rank, begin = rank + 1, place
                break
        expected[s] = rank
    assert {s: p.cluster for s, p in enumerate(found.places)} == expected


@pytest.mark.parametrize("rule", FIELD_RULES)
def test_lower_is_better_turns_the_order_round(rule):
    rated = study(5)
    down = Rated(*(getattr(rated, name) if name != "value" else -rated.value for name in rated.__dataclass_fields__))
    up, turned = rank_by_field_rule(rated, rule), rank_by_field_rule(down, rule, higher_is_better=False)
    assert turned.places == up.places
    assert turned.score == pytest.approx(-up.score)


@pytest.mark.parametrize("rule", FIELD_RULES)
def test_clear_tiers_are_clusters(rule):
    rated = study(6, items=120, systems=3, spread=8.0)
    assert [place.cluster for place in rank_by_field_rule(rated, rule).places] == [3, 2, 1]


@pytest.mark.parametrize("rule", FIELD_RULES)
def test_systems_that_share_nothing_or_have_nothing_are_not_told_apart(rule):
    rng = np.random.default_rng(7)
    item = np.arange(40)
    rated = Rated(item, item % 2, item // 20, rng.normal(size=40) + item % 2, 40, 3, 2)
    found = rank_by_field_rule(rated, rule)
    assert [place.cluster for place in found.places[:2]] == [1, 1]
    assert found.places[2].cluster is None
    assert np.isnan(found.score[2])


def test_raters_without_spread_are_left_out_of_z_and_counted():
    item, system = np.divmod(np.arange(40), 2)
    rater = (item > 15).astype(int)
    value = np.where(rater == 1, 3.0, np.arange(40.0) % 7)
    assert rank_by_field_rule(Rated(item, system, rater, value, 20, 2, 2), "wmt22").left_out == 8


def test_macro_means_weigh_groups_alike_and_pass_over_those_a_system_lacks():
    means = item_means_of([[1.0, 5.0], [3.0, np.nan], [8.0, np.nan]])
    assert macro_means(means, np.array([0, 0, 1])).tolist() == [5.0, 5.0]


def test_places_are_joined_by_item():
    here, there = all_against_all(np.array([1, 1, 3]), np.array([0, 1, 3, 3]))
    assert list(zip(here.tolist(), there.tolist(), strict=True)) == [(0, 1), (1, 1), (2, 2), (2, 3)]


def test_bad_input_is_refused():
    one = np.zeros(1, int)
    with pytest.raises(ValueError, match="wmt22, wmt24, wmt25, mtme"):
        rank_by_field_rule(Rated(one, one, one, np.ones(1), 1, 1, 1), "wmt19")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="only finite numbers"):
        rank_by_field_rule(Rated(one, one, one, np.array([np.nan]), 1, 1, 1), "mtme")
